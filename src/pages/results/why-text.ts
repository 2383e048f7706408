/** A day of an instrument in words: what was decided, and why. */
import { EXIT_REASON_NAMES } from "#src/format/exit-reason-names.ts";
import { formatDay, formatEpochDay } from "#src/format/day.ts";
import { formatMoney, formatMoneyCompact, formatQuantity } from "#src/format/money.ts";
import {
  countOf,
  DASH,
  formatCount,
  formatDecimal,
  formatPercent,
  formatPercentSetting,
} from "#src/format/number.ts";
import { quoteLine } from "#src/format/rule-text.ts";
import { joinWords } from "#src/format/join-words.ts";
import type { Decision, Shares } from "#workers/model/decision.ts";
import type { ConditionName } from "#workers/model/preview.ts";
import type { ExitReason } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { ConditionVerdict, CoolDown, HeldPosition, RulePart, Why } from "#workers/model/why.ts";
import { scheduleWords } from "#workers/words/portfolio.ts";
import { sellRuleName } from "./exit-reasons.ts";

export function conditionName(name: ConditionName, { scanner, buy }: Strategy): string {
  switch (name) {
    case "priceGrowth":
      return `Price growth over ${countOf(scanner.priceGrowthDays, "day")}`;
    case "minPrice":
      return "Price";
    case "marketCapRank":
      return `Market cap rank, top ${formatPercentSetting(scanner.marketCapRank ?? 0)}`;
    case "avgDailyValue":
      return `${formatCount(scanner.avgDailyValueDays)}-day average daily value`;
    case "lastPriceVsClose":
      return `Close against the one ${countOf(buy.closeDays, "day")} before`;
    case "lastPriceVsMA":
      return `Close against the ${formatCount(buy.movingAverageDays)}-day moving average`;
  }
}

/** A condition's value, in its own unit. */
export function conditionValue(name: ConditionName, figure: number | null, currency: string): string {
  if (name === "marketCapRank" && figure !== null) return `number ${formatCount(figure)} by size`;
  return conditionFigure(name, figure, currency);
}

/** What it must reach. */
export function conditionThreshold(name: ConditionName, figure: number | null, currency: string): string {
  if (name === "marketCapRank" && figure !== null) return `the largest ${formatCount(figure)}`;
  return conditionFigure(name, figure, currency);
}

function conditionFigure(name: ConditionName, figure: number | null, currency: string): string {
  if (figure === null) return DASH;
  switch (name) {
    case "priceGrowth":
      return formatPercent(figure, 2);
    case "marketCapRank":
      return formatCount(figure);
    case "avgDailyValue":
      return formatMoneyCompact(figure, currency);
    case "minPrice":
    case "lastPriceVsClose":
    case "lastPriceVsMA":
      return formatMoney(figure, currency, 2);
  }
}

/** What happened and why, for a person who asks "why did you (not) buy it?" */
export function explainInWords(why: Why, strategy: Strategy): readonly string[] {
  const fills = why.decided.flatMap((decision) => fillInWords(decision, why));
  return [...fills, closingDecision(why, strategy), whatCameNext(why)].filter((sentence) => sentence !== "");
}

function fillInWords(decision: Decision, { currency, soldByOrder }: Why): readonly string[] {
  switch (decision.type) {
    case "buy":
    case "sell": {
      const verb = decision.type === "buy" ? "Bought" : isOfPart(decision) ? "A part sold" : "Sold";
      const how =
        decision.type === "sell" && soldByOrder
          ? "by an order that lay in the market"
          : "as decided at an earlier close";
      return [
        `${verb} on this day: ${formatQuantity(decision.quantity, currency)} at ${formatMoney(decision.price, currency, 2)}, ${how}.`,
      ];
    }
    case "lapse":
      return [`The buy order of the close before lapsed: ${LAPSES[decision.reason]}.`];
    case "candidate":
    case "exit":
    case "part":
    case "more":
      return [];
  }
}

/** Whether it was sold to set it back or to pay out: mostly less than all of it. */
function isOfPart({ reason }: Extract<Decision, { type: "sell" }>): boolean {
  return reason === "rebalance" || reason === "payment";
}

const LAPSES: Readonly<Record<Extract<Decision, { type: "lapse" }>["reason"], string>> = {
  noBar: "there was no price on the day of the fill",
  noSlot: "all places were taken",
  noCash: "there was not enough cash",
  unaffordable: "one share cost more than a place",
};

function closingDecision(why: Why, strategy: Strategy): string {
  if (why.position) return `${heldInWords(why.position, why, strategy)}${setBackInWords(why)}`;
  if (why.close === null) return "Not bought: it had no price on this day.";
  if (!why.isScheduled)
    return `Not looked at on this day: buys are decided ${scheduleWords(strategy.simulation)}.`;
  if (!why.passesScanner)
    return `Not bought: it did not pass the scanner. ${failed(why.scanner, why.scannerRules, strategy)}`;
  if (!why.passesBuy)
    return `Not bought: it passed the scanner, but not the buy rules. ${failed(why.buy, why.buyRules, strategy)}`;
  if (why.weights && !(why.weights.weight !== null && why.weights.weight > 0))
    return `Not bought: it met the rules, but its weight is ${why.weights.weight === null ? "unknown" : "not above 0"}.`;
  if (why.account.slotValue === null && !why.weights)
    return "Not bought: it met the rules, but its risk distance is unknown or not above 0, so that no size could be worked out.";
  if (why.coolDown) return coolingInWords(why.coolDown);
  if (why.isLastSession) return "It met the rules, but on the last session of the period nothing is bought.";
  return candidateInWords(why);
}

function coolingInWords({ soldOn, passed, days }: CoolDown): string {
  return `Not bought: it met the rules, but it was sold on ${formatDay(soldOn)}, ${countOf(passed, "session")} before, and may be bought again after ${formatCount(days)}.`;
}

/** Conditions by name, own rules by their text. */
function failed(
  verdicts: readonly ConditionVerdict[],
  rules: readonly RulePart[],
  strategy: Strategy,
): string {
  const conditions = verdicts
    .filter(({ holds }) => !holds)
    .map(({ name }) => conditionName(name, strategy).toLowerCase());
  const names = [...conditions, ...rules.filter(isNotTrue).map(ruleName)];
  if (names.length === 0) return "";
  return `What failed: ${joinWords(names, "and")}.`;
}

function isNotTrue({ worth }: RulePart): boolean {
  return worth.type === "rule" && worth.state !== "true";
}

function ruleName({ label, text, worth }: RulePart): string {
  const name = label === "" ? quoteLine(text) : label;
  return worth.type === "rule" && worth.state === "unknown" ? `${name} (unknown)` : name;
}

function candidateInWords({ decided, account, currency, weights }: Why): string {
  const candidate = decided.find((decision) => decision.type === "candidate");
  if (candidate?.type !== "candidate") return "";
  const among = `${countOf(account.candidates, "instrument")} met the rules`;
  const slot = formatMoney(account.slotValue, currency, 0);
  switch (candidate.outcome) {
    case "ordered": {
      const chosen = `${among}, it was number ${formatCount(candidate.rank)} of them, and ${countOf(account.freeSlots, "place")}`;
      if (!weights) return `A buy was decided: ${chosen} of ${slot} each could be filled.`;
      if (account.slotValue === null)
        return `Not bought: ${chosen} could be filled, but its weight comes to no money.`;
      const share = (account.slotValue / (account.equity - account.owed)) * 100;
      return `A buy was decided: ${chosen} could be filled. It is to be ${formatPercent(share, 1)} of the account, ${slot}.`;
    }
    case "unaffordable":
      return `Not bought: it met the rules, but one share costs more than a place of ${slot}.`;
    case "noSlot":
      return `Not bought: ${among}, it was number ${formatCount(candidate.rank)} of them, and ${account.freeSlots === 0 ? "no place was free" : `only ${countOf(account.freeSlots, "place")} could be filled`}.`;
  }
}

function heldInWords(position: HeldPosition, why: Why, { sell, simulation }: Strategy): string {
  const { decided, close } = why;
  const since = `Held since ${formatDay(position.entryDate)}`;
  const exit = decided.find((decision) => decision.type === "exit");
  if (exit?.type === "exit")
    return `${since}, and to be sold at the next fill: ${exitInWords(exit.reason, position, sell)}.`;
  if (position.isSellPending) return `${since}; a sell was decided earlier and waits for its next price.`;
  if (close === null) return `${since}; it had no price on this day, so nothing was decided.`;
  if (position.held < position.minHoldingDays)
    return `${since} and not sold: it would have been held for ${countOf(position.held, "session")}, and nothing is sold before ${formatCount(position.minHoldingDays)}.`;
  if (!why.isScheduled && position.ownRules.some(isTrue))
    return `${since} and not sold: an own sell rule holds, but these are looked at ${scheduleWords(simulation)}.`;
  return `${since} and not sold: no sell rule holds.`;
}

/** What the weights made of a position that is kept; "" with slots, and where a sale of all of it says enough. */
function setBackInWords({ weights, decided, position, currency }: Why): string {
  if (!weights || position?.isSellPending || decided.some(({ type }) => type === "exit")) return "";
  const orders = decided.flatMap((decision) => partInWords(decision, currency));
  if (orders.length > 0) return ` ${orders.join(" ")}`;
  const { rebalance, isSetBack, share, target, isAnyOutside } = weights;
  const of = `It is ${formatPercent(share, 1)} of the account`;
  if (!isSetBack)
    return rebalance === "never"
      ? ""
      : ` ${of}; what is held is set back to plan ${rebalance}, and not on this day.`;
  if (target === null) return ` ${of} and left alone: its weight is unknown, or it was not held long enough.`;
  const reason = isAnyOutside
    ? "what it is off by is too little for an order"
    : "nothing that is held was outside its band";
  return ` ${of} and planned to be ${formatPercent(target, 1)}; it was not set back, since ${reason}.`;
}

/** An order for less than all of it, with how far it was from its plan. */
function partInWords(decision: Decision, currency: string): readonly string[] {
  switch (decision.type) {
    case "part": {
      const sold = `${formatQuantity(decision.quantity, currency)} of it are to be sold at the next fill`;
      return [
        decision.shares === null
          ? `${sold}, to pay out what is owed.`
          : `${offInWords(decision.shares)}: ${sold}.`,
      ];
    }
    case "more": {
      const money = formatMoney(decision.money, currency, 0);
      const from = decision.isMoneyIn ? ", out of the money that came in" : "";
      return [`${offInWords(decision.shares)}: more is to be bought for ${money}${from}.`];
    }
    case "buy":
    case "sell":
    case "lapse":
    case "candidate":
    case "exit":
      return [];
  }
}

/** "It was 27.3% of the account, 7.3 points above its 20.0%". */
function offInWords({ share, target }: Shares): string {
  const points = formatDecimal(Math.abs(share - target), 1);
  return `It was ${formatPercent(share, 1)} of the account, ${points} points ${share > target ? "above" : "below"} its ${formatPercent(target, 1)}`;
}

/** The sale in words, by the row that decided it: the first that holds. */
function exitInWords(
  reason: ExitReason,
  { ownRules }: HeldPosition,
  { rules = [] }: Strategy["sell"],
): string {
  const name = EXIT_REASON_NAMES[reason].toLowerCase();
  const rule = reason === "rule" ? rules[ownRules.findIndex(isTrue)] : undefined;
  return rule === undefined ? name : `${name}, ${sellRuleName(rule)}`;
}

function isTrue({ worth }: RulePart): boolean {
  return worth.type === "rule" && worth.state === "true";
}

function whatCameNext({ next, decided, currency }: Why): string {
  const isOrdered = decided.some(
    (decision) =>
      decision.type === "exit" ||
      decision.type === "part" ||
      decision.type === "more" ||
      (decision.type === "candidate" && decision.outcome === "ordered"),
  );
  const [first] = next;
  if (!isOrdered || !first) return "";
  const on = `On ${formatEpochDay(first.day)}`;
  switch (first.type) {
    case "buy":
      return `${on} it was bought: ${formatQuantity(first.quantity, currency)} at ${formatMoney(first.price, currency, 2)}.`;
    case "sell":
      return `${on} it was sold: ${formatQuantity(first.quantity, currency)} at ${formatMoney(first.price, currency, 2)}.`;
    case "lapse":
      return `${on} the order lapsed: ${LAPSES[first.reason]}.`;
    case "candidate":
    case "exit":
    case "part":
    case "more":
      return "";
  }
}
