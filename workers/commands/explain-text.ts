/** Why an instrument was, or was not, bought or sold on a day, as indented text: what `simulate --explain` prints. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { Decision, Shares } from "#workers/model/decision.ts";
import type {
  ConditionVerdict,
  HeldPosition,
  RulePart,
  SellVerdict,
  Why,
  Worth,
} from "#workers/model/why.ts";

/** Ends with a line break. */
export function explainText(why: Why): string {
  const { instrument, date, close, account } = why;
  const lines = [
    `${instrument} on ${date}: ${close === null ? "no bar" : `close ${figure(close)}`}`,
    ...scheduleLines(why),
    ...rulesOf(`Scanner, ${why.match} of`, why.scanner, why.scannerRules, why.passesScanner),
    ...rulesOf("Buy rules, all of", why.buy, why.buyRules, why.passesBuy),
    ...section("Order priority, the highest first", why.sortBy),
    ...section("Risk distance", why.riskDistance),
    ...coolDownLines(why),
    ...weightLines(why),
    ...positionLines(why.position),
    "Account",
    `  equity ${figure(account.equity)}, cash ${figure(account.cash)}${account.owed > 0 ? `, owed ${figure(account.owed)}` : ""}`,
    `  ${account.openPositions} of ${account.maxPositions} positions open, ${account.freeSlots} to fill, ${account.candidates} candidates`,
    ...costLines(why),
    ...decisionLines("Decided on this day", why.decided),
    ...decisionLines("What came of it", why.next),
  ];
  return `${lines.join("\n")}\n`;
}

function scheduleLines({ schedule, isScheduled, isLastSession }: Why): readonly string[] {
  return [
    ...(isScheduled ? [] : [`Not looked at on this day: ${schedule}`]),
    ...(isLastSession ? ["The last session of the period: nothing is bought"] : []),
  ];
}

/** With weights what is ordered of it, where anything is. */
function costLines({ weights, account: { slotValue } }: Why): readonly string[] {
  if (weights !== null) return slotValue === null ? [] : [`  ordered of it for ${figure(slotValue)}`];
  return [`  a position of it may cost ${slotValue === null ? "unknown" : figure(slotValue)}`];
}

function weightLines({ weights, position }: Why): readonly string[] {
  if (weights === null) return [];
  const { rebalance, isSetBack, line, weight, share, target, band, isAnyOutside } = weights;
  const to = target === null ? "" : `, to be ${figure(target)} %`;
  const room = band === null || band === Infinity ? "" : `, set back beyond ${figure(band)} points`;
  const kept = position === null ? [] : [setBackText(isSetBack, isAnyOutside, target !== null)];
  return [
    `Weight ${weight === null ? "unknown" : figure(weight)}: ${figure(share)} % of the account${to}${room}`,
    ...(line === null ? [] : partLines(line, 1)),
    ...kept.map((text) => `  ${text === "" ? `not set back on this day: ${rebalance}` : text}`),
  ];
}

/** What becomes of a position that is held; "" where it is no day for it. */
function setBackText(isSetBack: boolean, isAnyOutside: boolean, hasTarget: boolean): string {
  if (!isSetBack) return "";
  if (!hasTarget) return "left alone, or to be sold";
  return isAnyOutside
    ? "set back: one of those held is outside its band"
    : "kept: nothing held is outside its band";
}

/** Nothing without rules. */
function rulesOf(
  title: string,
  fixed: readonly ConditionVerdict[],
  own: readonly RulePart[],
  passes: boolean,
): readonly string[] {
  const parts = [...fixed.map(({ tree }) => tree), ...own];
  if (parts.length === 0) return [];
  return [`${title}: ${passes ? "passed" : "not passed"}`, ...parts.flatMap((part) => partLines(part, 1))];
}

function section(title: string, part: RulePart | null): readonly string[] {
  return part === null ? [] : [title, ...partLines(part, 1)];
}

function partLines(part: RulePart, depth: number): readonly string[] {
  const { text, label, worth, note, parts } = part;
  const words = `${label === "" ? "" : `${label}: `}${text}`;
  const reason = note === "" ? "" : ` (${note})`;
  return [
    `${"  ".repeat(depth)}${words}${worthText(worth)}${reason}`,
    ...parts.flatMap((each) => partLines(each, depth + 1)),
  ];
}

function worthText(worth: Worth): string {
  switch (worth.type) {
    case "rule":
      return `: ${worth.state}`;
    case "number":
      return ` = ${worth.value === null ? "unknown" : figure(worth.value)}`;
    case "off":
      return ": off";
  }
}

function coolDownLines({ coolDown }: Why): readonly string[] {
  if (coolDown === null) return [];
  const { soldOn, passed, days } = coolDown;
  return [`Cooling down: sold on ${soldOn}, ${passed} of ${days} sessions before`];
}

function positionLines(position: HeldPosition | null): readonly string[] {
  if (position === null) return [];
  const { quantity, entryPrice, entryDate, peak, held, minHoldingDays, isSellPending } = position;
  const pending = isSellPending ? "; a sell waits for its next bar" : "";
  return [
    `Held: ${figure(quantity)} since ${entryDate} at ${figure(entryPrice)}, peak ${figure(peak)}${pending}`,
    `Sell rules, any of; held ${held} of at least ${minHoldingDays} sessions`,
    ...position.rules.map(sellLine),
    ...position.ownRules.flatMap((part) => partLines(part, 1)),
  ];
}

function sellLine({ reason, value, threshold, holds }: SellVerdict): string {
  if (holds === null) return `  ${reason}: an order at ${figure(threshold)}`;
  return `  ${reason}: ${holds} (${figure(value)} against ${figure(threshold)})`;
}

function decisionLines(title: string, decisions: readonly Decision[]): readonly string[] {
  if (decisions.length === 0) return [];
  return [title, ...decisions.map((decision) => `  ${formatIsoDay(decision.day)} ${decisionText(decision)}`)];
}

function decisionText(decision: Decision): string {
  switch (decision.type) {
    case "candidate":
      return `candidate, ${decision.rank === 0 ? "" : `number ${decision.rank}, `}${OUTCOMES[decision.outcome]}`;
    case "exit":
      return `to be sold: ${decision.reason}`;
    case "part":
      return `${figure(decision.quantity)} to be sold: ${decision.reason}${sharesText(decision.shares)}`;
    case "more":
      return `more to be bought for ${figure(decision.money)}: ${decision.isMoneyIn ? "money that came in" : "rebalance"}${sharesText(decision.shares)}`;
    case "buy":
      return `bought ${figure(decision.quantity)} at ${figure(decision.price)}`;
    case "sell":
      return `sold ${figure(decision.quantity)} at ${figure(decision.price)}${OF_PARTS.has(decision.reason) ? `: ${decision.reason}` : ""}`;
    case "lapse":
      return `order lapsed: ${LAPSES[decision.reason]}`;
  }
}

const OF_PARTS: ReadonlySet<string> = new Set(["rebalance", "payment"]);

/** How far it was off. */
function sharesText(shares: Shares | null): string {
  if (shares === null) return "";
  const { share, target } = shares;
  const points = figure(Math.abs(share - target));
  return `, ${figure(share)} % of the account is ${points} points ${share > target ? "above" : "below"} its ${figure(target)} %`;
}

const OUTCOMES = {
  ordered: "ordered",
  unaffordable: "one share costs more than its position may",
  noSlot: "no place free",
} as const;

const LAPSES = {
  noBar: "no bar",
  noSlot: "no place free",
  noCash: "no cash",
  unaffordable: "one share costs more than its position may",
} as const;

/** Eight digits are enough to tell a value from a threshold. */
function figure(value: number): string {
  return String(Number(value.toPrecision(8)));
}
