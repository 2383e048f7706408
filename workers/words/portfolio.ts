/** How much a strategy holds of each, when it is set back, what comes in and goes out, and what idle money earns, in words. */
import type { CashRate } from "#workers/model/cash-rate.ts";
import type { Flow } from "#workers/model/flow.ts";
import type { RebalanceBand } from "#workers/model/rebalance-band.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { Weight } from "#workers/model/weights.ts";
import { weightOfLine } from "./sentences.ts";

/** How figures are written where the words stand. */
export interface PortfolioWriter {
  /** @param amount - above 0 */
  readonly money: (amount: number) => string;
  readonly percent: (value: number) => string;
  readonly number: (value: number) => string;
  /** @param date - ISO */
  readonly day: (date: string) => string;
}

type Simulation = Strategy["simulation"];

/** "always fully invested, in these proportions". */
export function planWords({ weightsAre = "parts" }: Simulation): string {
  return weightsAre === "parts"
    ? "always fully invested, in these proportions"
    : "percent of the account, and the rest stays in cash";
}

const PLAIN_NUMBER = /^\d+(\.\d+)?%?$/;

/** Whether a weight is a plain number, which says the same in words. */
export function isPlainWeight(weight: string): boolean {
  return PLAIN_NUMBER.test(weight);
}

/** Whether the weights say what is held, not only how much of it: any but one plain number for all may. */
export function choosesByWeight({ positionSizing, weight = "0", weights = [] }: Simulation): boolean {
  return positionSizing === "weights" && (weights.length > 0 || !isPlainWeight(weight));
}

/** "TIDE 60"; "MOON: 20 if the close is above its 210-day average, otherwise 0". */
export function weightWords({ symbol, weight }: Weight): string {
  return heldWords(symbol, weight);
}

/** Of the instruments that have no weight of their own: "each: 1 divided by the 60-day volatility"; "" where they have none. */
export function restWords({ weight, weights = [] }: Simulation): string {
  return weight === undefined ? "" : heldWords(weights.length === 0 ? "each" : "every other", weight);
}

function heldWords(name: string, weight: string): string {
  return `${name}${isPlainWeight(weight) ? "" : ":"} ${weightOfLine(weight)}`;
}

const OFTEN = {
  once: "once",
  daily: "each day",
  weekly: "each week",
  monthly: "each month",
  quarterly: "each quarter",
  yearly: "each year",
} as const;

/** "set back to plan each month, on its 2nd session, only when something is off by 5 points". */
export function setBackWords(simulation: Simulation, write: PortfolioWriter): string {
  const { rebalance = "never", rebalanceBand, scheduleDay = 1 } = simulation;
  if (rebalance === "never") return "never set back to plan";
  const day = rebalance === "daily" ? "" : `, on its ${ordinal(scheduleDay)} session`;
  const band = rebalanceBand ? `, only when something is ${bandWords(rebalanceBand, write)}` : "";
  return `set back to plan ${OFTEN[rebalance]}${day}${band}`;
}

/** "off by 5 points, or by 25% of its plan". */
export function bandWords({ points, percent }: RebalanceBand, write: PortfolioWriter): string {
  const distances = [
    points === null ? "" : `by ${write.number(points)} ${points === 1 ? "point" : "points"}`,
    percent === null ? "" : `by ${write.percent(percent)} of its plan`,
  ].filter((distance) => distance !== "");
  return `off ${distances.join(", or ")}`;
}

/** "weekly, on the first session"; "" for every day. */
export function scheduleWords({ schedule = "daily", scheduleDay = 1 }: Simulation): string {
  return schedule === "daily" ? "" : `${schedule}, on the ${ordinal(scheduleDay)} session`;
}

/** "4% a year"; "what LIQUID earns"; "the yield of TBILL". */
export function cashWords(cash: CashRate, write: PortfolioWriter): string {
  if (cash.percent !== undefined) return `${write.percent(cash.percent)} a year`;
  return cash.price === undefined ? `the yield of ${cash.yield}` : `what ${cash.price} earns`;
}

/** "put in ₹10,000 each month from 05/01/2010, 10% more each year"; "take out 4% of the account once on 05/01/2010". */
export function flowWords(flow: Flow, write: PortfolioWriter): string {
  return `${sumWords(flow, write)} ${datesWords(flow, write)}${growthWords(flow, write)}`;
}

function sumWords(flow: Flow, write: PortfolioWriter): string {
  if (flow.percent !== undefined) return `take out ${write.percent(-flow.percent)} of the account`;
  return `${flow.amount > 0 ? "put in" : "take out"} ${write.money(Math.abs(flow.amount))}`;
}

function datesWords({ every, from, to }: Flow, write: PortfolioWriter): string {
  const start = from === undefined ? "" : ` ${every === "once" ? "on" : "from"} ${write.day(from)}`;
  return `${OFTEN[every]}${start}${to === undefined ? "" : ` to ${write.day(to)}`}`;
}

function growthWords({ growPercent, growBy }: Flow, write: PortfolioWriter): string {
  const change =
    growPercent === undefined
      ? ""
      : `, ${write.percent(Math.abs(growPercent))} ${growPercent > 0 ? "more" : "less"} each year`;
  return `${change}${growBy === undefined ? "" : `, growing with ${growBy}`}`;
}

/** Which session of a period: "first", "2nd", "3rd", "11th". */
export function ordinal(place: number): string {
  if (place === 1) return "first";
  const ending = place >= 11 && place <= 13 ? "th" : (ENDINGS[place % 10] ?? "th");
  return `${place}${ending}`;
}

const ENDINGS: Readonly<Record<number, string>> = { 1: "st", 2: "nd", 3: "rd" };
