/** What a strategy holds of each, what comes in and goes out, and what idle money earns, in words. */
import type { CashRate } from "#workers/model/cash-rate.ts";
import type { Flow } from "#workers/model/flow.ts";
import type { RebalanceBand } from "#workers/model/rebalance-band.ts";
import type { Weight } from "#workers/model/weights.ts";
import { formatDay } from "./day.ts";
import { upperFirst } from "./first-letter.ts";
import { joinWords } from "./join-words.ts";
import { formatMoneySetting } from "./money.ts";
import { formatPercentSetting, formatWith } from "./number.ts";
import { quoteLine } from "./rule-text.ts";

/** "SPY 60, GOLD “if(close > sma(210), 20, 0)”": numbers bare, other expressions as they are written. */
export function weightsText(weights: readonly Weight[]): string {
  return weights.map(({ symbol, weight }) => `${symbol} ${weightText(weight)}`).join(", ");
}

const PLAIN_NUMBER = /^\d+(\.\d+)?%?$/;

function weightText(weight: string): string {
  return PLAIN_NUMBER.test(weight) ? weight : quoteLine(weight);
}

/** "off by 5 points, or by 25% of its plan". */
export function bandWords({ points, percent }: RebalanceBand): string {
  const distances = [
    points === null ? "" : `by ${pointsText(points)}`,
    percent === null ? "" : `by ${formatPercentSetting(percent)} of its plan`,
  ].filter((distance) => distance !== "");
  return `off ${distances.join(", or ")}`;
}

/** "2.5 points", of a percentage. */
export function pointsText(points: number): string {
  return `${formatWith(points, "en", { maximumFractionDigits: 4 })} ${points === 1 ? "point" : "points"}`;
}

/** "4% a year"; "what LIQUID earns". */
export function cashWords(cash: CashRate): string {
  if (cash.percent !== undefined) return `${formatPercentSetting(cash.percent)} a year`;
  return cash.price === undefined ? `the yield of ${cash.yield}` : `what ${cash.price} earns`;
}

const OFTEN: Readonly<Record<Flow["every"], string>> = {
  once: "once",
  weekly: "each week",
  monthly: "each month",
  quarterly: "each quarter",
  yearly: "each year",
};

/** "Put in ₹10,000 each month; Take out 4% of the account each year"; "" for none. */
export function flowsText(flows: readonly Flow[], currency: string): string {
  return flows.map((flow) => upperFirst(flowWords(flow, currency))).join("; ");
}

/** "put in ₹10,000 each month from 05/01/2010, 10% more each year". */
export function flowWords(flow: Flow, currency: string): string {
  return [sumWords(flow, currency), datesWords(flow), growthWords(flow)]
    .filter((part) => part !== "")
    .join("");
}

function sumWords(flow: Flow, currency: string): string {
  if (flow.percent !== undefined) return `take out ${formatPercentSetting(-flow.percent)} of the account`;
  const way = flow.amount > 0 ? "put in" : "take out";
  return `${way} ${formatMoneySetting(Math.abs(flow.amount), currency)}`;
}

function datesWords({ every, from, to }: Flow): string {
  const day = every === "once" ? "on" : "from";
  const start = from === undefined ? "" : ` ${day} ${formatDay(from)}`;
  return ` ${OFTEN[every]}${start}${to === undefined ? "" : ` to ${formatDay(to)}`}`;
}

function growthWords({ growPercent, growBy }: Flow): string {
  const change =
    growPercent === undefined
      ? ""
      : `${formatPercentSetting(Math.abs(growPercent))} ${growPercent > 0 ? "more" : "less"} each year`;
  const growth = [change, growBy === undefined ? "" : `growing with ${growBy}`].filter((part) => part !== "");
  return growth.length === 0 ? "" : `, ${joinWords(growth, "and")}`;
}
