/** A strategy in sentences, one for each step. */
import type { ConditionName } from "#workers/model/preview.ts";
import { choiceName, fieldAt } from "#workers/model/strategy-fields.ts";
import type { FieldPath } from "#workers/model/strategy-fields.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import {
  cashWords,
  flowWords,
  planWords,
  restWords,
  scheduleWords,
  setBackWords,
  weightWords,
} from "#workers/words/portfolio.ts";
import { formatDay } from "./day.ts";
import { lowerFirst, upperFirst } from "./first-letter.ts";
import { joinWords } from "./join-words.ts";
import { formatMoneySetting } from "./money.ts";
import { countOf, formatCount, formatPercentSetting } from "./number.ts";
import { portfolioWriter } from "./portfolio-words.ts";
import { endsInList, togetherInWords, usedRules } from "./rule-text.ts";
import { shownSentence } from "./shown.ts";
import {
  benchmarkWords,
  costWords,
  exchangeWords,
  lookedAtWords,
  onlyWords,
  priorityWords,
  scannerConditions,
  sizeWords,
  usedFields,
} from "./strategy-parts.ts";

/** What the data say of a strategy. */
interface StrategyFacts {
  /** Conditions that the data can't answer: a run leaves them out. */
  readonly leftOut?: readonly ConditionName[];
  /** The symbol that stands for the dataset's own benchmark; without it, it is not named. */
  readonly ownBenchmark?: string | undefined;
}

/**
 * What the strategy does, for a person who has never seen the form: a line each for scanner, buy rules, sell rules and
 * simulation, one on what its result hangs on besides (fill, prices, costs, benchmark), then its computed fields and what
 * the data leave out of it, where there is something of the kind. Names in them are as they are shown.
 */
export function strategySentences(
  strategy: Strategy,
  currency: string,
  { leftOut = [], ownBenchmark }: StrategyFacts = {},
): readonly string[] {
  const { scanner, buy, sell, simulation, computed } = without(strategy, leftOut);
  return [
    scannerSentence(scanner, currency),
    buySentence({ buy, sell }),
    sellSentence({ sell, simulation }),
    simulationSentence(simulation, currency),
    termsSentence(simulation, currency, ownBenchmark),
    ...computedSentence(computed),
    ...leftOutSentence(leftOut),
  ].map(shownSentence);
}

/** Where the conditions that can be counted stand in a strategy. */
const CONDITION_PATHS = {
  priceGrowth: "scanner.priceGrowth",
  minPrice: "scanner.minPrice",
  marketCapRank: "scanner.marketCapRank",
  avgDailyValue: "scanner.avgDailyValue",
  lastPriceVsClose: "buy.lastPriceVsClose",
  lastPriceVsMA: "buy.lastPriceVsMA",
} as const satisfies Record<ConditionName, FieldPath>;

function without(strategy: Strategy, leftOut: readonly ConditionName[]): Strategy {
  const { priceGrowth, minPrice, marketCapRank, avgDailyValue } = strategy.scanner;
  const { lastPriceVsClose, lastPriceVsMA } = strategy.buy;
  const kept = <Value, None>(name: ConditionName, value: Value, none: None) =>
    leftOut.includes(name) ? none : value;
  return {
    ...strategy,
    scanner: {
      ...strategy.scanner,
      priceGrowth: kept("priceGrowth", priceGrowth, null),
      minPrice: kept("minPrice", minPrice, null),
      marketCapRank: kept("marketCapRank", marketCapRank, null),
      avgDailyValue: kept("avgDailyValue", avgDailyValue, null),
    },
    buy: {
      ...strategy.buy,
      lastPriceVsClose: kept("lastPriceVsClose", lastPriceVsClose, false),
      lastPriceVsMA: kept("lastPriceVsMA", lastPriceVsMA, false),
    },
  };
}

function leftOutSentence(leftOut: readonly ConditionName[]): readonly string[] {
  if (leftOut.length === 0) return [];
  const labels = leftOut.map((name) => fieldAt(CONDITION_PATHS[name]).label);
  return [`Left out, because the data can't answer it: ${joinWords(labels.map(lowerFirst), "and")}.`];
}

/** Why an "any of" scanner lets everything through although it has several conditions; null where it doesn't. */
export function scannerWarning(scanner: Strategy["scanner"]): string | null {
  const conditions = scannerConditions(scanner, "USD").length + usedRules(scanner.rules).length;
  if (scanner.match !== "any" || conditions < 2) return null;
  const open = [
    scanner.priceGrowth !== null && scanner.priceGrowth <= -100 ? "price growth" : "",
    scanner.minPrice !== null && scanner.minPrice <= 0 ? "minimum price" : "",
    scanner.marketCapRank === 100 ? "market cap rank" : "",
    scanner.avgDailyValue !== null && scanner.avgDailyValue <= 0 ? "average daily value" : "",
  ].filter((name) => name !== "");
  if (open.length === 0) return null;
  return `As it is set, the ${joinWords(open, "and")} condition lets every instrument pass, and any one condition is enough: the others change nothing.`;
}

function scannerSentence(scanner: Strategy["scanner"], currency: string): string {
  const { instrumentType, match } = scanner;
  const exchange = exchangeWords(scanner);
  const only = onlyWords(scanner)
    .map((words) => `, ${words}`)
    .join("");
  const rules = usedRules(scanner.rules);
  const conditions = scannerConditions(scanner, currency).map(lowerFirst);
  const word = match === "any" ? "or" : "and";
  const several = conditions.length > 1 ? `${match === "any" ? "any one of" : "all of"}: ` : "";
  const met = conditions.length === 0 ? "" : `with ${several}${joinWords(conditions, word)}`;
  if (rules.length > 0) {
    const when = `when ${togetherInWords(rules, word)}`;
    const how = met === "" ? when : `${met}, ${word} ${when}`;
    return `An instrument (${exchange} ${instrumentType}${only}) passes ${how}.`;
  }
  const comma = only === "" ? "" : ",";
  return met === ""
    ? (lookedAtWords(scanner, `${exchange} ${instrumentType} instruments`) ??
        `Every ${exchange} ${instrumentType} instrument is looked at.`)
    : `${exchange} ${instrumentType} instruments${only}${comma} pass ${met}.`;
}

function buySentence({ buy, sell }: Pick<Strategy, "buy" | "sell">): string {
  const marks = [
    buy.lastPriceVsClose ? `the close ${countOf(buy.closeDays, "day")} before` : "",
    buy.lastPriceVsMA ? `the ${formatCount(buy.movingAverageDays)}-day moving average` : "",
  ].filter((mark) => mark !== "");
  const conditions = [
    marks.length === 0 ? "" : `the last price is at or above ${joinWords(marks, "and")}`,
    togetherInWords(usedRules(buy.rules), "and"),
  ].filter((condition) => condition !== "");
  const wait = sell.coolDownDays
    ? ` A share that was sold may be bought again after ${countOf(sell.coolDownDays, "day")}.`
    : "";
  return conditions.length === 0
    ? `Whatever passes is bought while there is a place for it.${wait}`
    : `Buy when ${conditions.join(", and ")}.${wait}`;
}

function sellSentence({ sell, simulation }: Pick<Strategy, "sell" | "simulation">): string {
  const exits = [
    sell.stopLoss === null ? "" : `a fall of ${formatPercentSetting(sell.stopLoss)} below the entry price`,
    sell.trailingStopLoss === null
      ? ""
      : `a fall of ${formatPercentSetting(sell.trailingStopLoss)} from the highest close`,
    sell.takeProfit === null
      ? ""
      : `a rise of ${formatPercentSetting(sell.takeProfit)} above the entry price`,
    sell.maxHoldingDays === null ? "" : `the end of ${countOf(sell.maxHoldingDays, "day")}`,
  ].filter((exit) => exit !== "");
  const rules = usedRules(sell.rules, "position");
  const when = togetherInWords(rules, "or");
  const ways = [
    exits.length === 0 ? "" : `on ${joinWords(exits, "or")}`,
    when === "" ? "" : `when ${when}`,
  ].filter((way) => way !== "");
  if (ways.length === 0) return withoutExits(simulation);
  const orders = sell.stopOrders === "resting" ? " Stops and profit target are resting orders." : "";
  return `Sell ${ways.join(", or ")}${sellEnd(sell, exits.length + rules.length, endsInList(when))}${orders}`;
}

/** Of a strategy without an exit rule: money that goes out and setting back to plan sell, too. */
function withoutExits({ rebalance = "never", flows = [] }: Strategy["simulation"]): string {
  const paysOut = flows.some(({ amount, percent }) => percent !== undefined || amount < 0);
  const ways = [rebalance === "never" ? "" : "set it back to plan", paysOut ? "pay you out" : ""];
  const known = ways.filter((way) => way !== "");
  return known.length === 0
    ? "Never sell: no exit rule is on."
    : `No exit rule is on: what is held is sold only to ${joinWords(known, "or")}.`;
}

/** What holds of all ways to sell; a sentence of its own behind a list. */
function sellEnd({ minHoldingDays }: Strategy["sell"], ways: number, isBehindList: boolean): string {
  const days = countOf(minHoldingDays, "day");
  if (isBehindList) return minHoldingDays === 0 ? "." : `. Nothing is sold before ${days}.`;
  const first = ways > 1 ? ", whichever comes first" : "";
  return minHoldingDays === 0 ? `${first}.` : `${first}, but not before ${days}.`;
}

/** How positions are sized, right behind their number; other sizes follow a comma. */
const SIZES: Readonly<Partial<Record<Strategy["simulation"]["positionSizing"], string>>> = {
  "equal-weight": " of equal weight",
  weights: " by weight",
};

function simulationSentence(simulation: Strategy["simulation"], currency: string): string {
  const size = SIZES[simulation.positionSizing] ?? `, ${sizeWords(simulation)}`;
  const schedule = scheduleWords(simulation);
  const when = schedule === "" ? "" : ` Buys and sell rules are decided ${schedule}.`;
  return (
    `Start with ${formatMoneySetting(simulation.startMargin, currency)} on ${formatDay(simulation.startDate)}, ` +
    `end on ${formatDay(simulation.endDate)}, and hold at most ${countOf(simulation.maxPositions, "position")}` +
    `${size}; ${priorityWords(simulation)}.${weightSentences(simulation, currency)}${when}` +
    flowSentence(simulation, currency)
  );
}

/** Weights that a sentence names one by one. */
const MOST_WEIGHTS = 10;

/** How much of each, and when it is set back; "" for positions that are sized otherwise. */
function weightSentences(simulation: Strategy["simulation"], currency: string): string {
  const { positionSizing, weights = [] } = simulation;
  if (positionSizing !== "weights") return "";
  const further = weights.length - MOST_WEIGHTS;
  const listed = [
    ...weights.slice(0, MOST_WEIGHTS).map(weightWords),
    further > 0 ? `${formatCount(further)} more by weights of their own` : "",
    restWords(simulation),
  ].filter((each) => each !== "");
  const setBack = upperFirst(setBackWords(simulation, portfolioWriter(currency)));
  return ` How much of each: ${planWords(simulation)}: ${listed.join("; ")}. ${setBack}.`;
}

/** What comes in and goes out; "" for nothing. */
function flowSentence({ flows = [] }: Strategy["simulation"], currency: string): string {
  const write = portfolioWriter(currency);
  const words = flows.map((flow) => flowWords(flow, write)).join("; ");
  return words === "" ? "" : ` ${upperFirst(words)}.`;
}

/** What the result hangs on beside the rules; the form keeps all of it away from them. */
function termsSentence(
  simulation: Strategy["simulation"],
  currency: string,
  ownBenchmark: string | undefined,
): string {
  const { fillAt, priceBasis, fractionalShares } = simulation;
  const fill = `Orders fill at the ${lowerFirst(choiceName("simulation.fillAt", fillAt))}`;
  const shares = fractionalShares ? "in fractions of shares too" : "in whole shares";
  const costs = costWords(simulation);
  const costSentence =
    costs === "" ? "Nothing is taken off for costs." : `Costs take ${costs} of each buy and each sale.`;
  return (
    `${fill}, ${shares}, at ${basisWords(priceBasis)}.${fillAt === "same-close" ? AT_SIGNAL : ""} ${costSentence} ` +
    `The result is compared with ${benchmarkWords(simulation, ownBenchmark)}.${rateSentences(simulation, currency)}`
  );
}

const AT_SIGNAL =
  " That is the very price that gave the signal: papers are written so, but nobody can trade at it.";

/** What idle money earns, and what the Sharpe ratio takes off; "" where it is nothing. */
function rateSentences(
  { cash, riskFree, riskFreePercent }: Strategy["simulation"],
  currency: string,
): string {
  const earned = cash ? ` Idle money earns ${cashWords(cash, portfolioWriter(currency))}.` : "";
  if (riskFree === "cash") return `${earned} The Sharpe ratio subtracts what idle money earns.`;
  return riskFreePercent === 0
    ? earned
    : `${earned} The Sharpe ratio subtracts a risk-free rate of ${formatPercentSetting(riskFreePercent)} a year.`;
}

function basisWords(priceBasis: Strategy["simulation"]["priceBasis"]): string {
  return priceBasis === "adjusted"
    ? "prices adjusted for splits and dividends"
    : "prices as traded, where a split looks like a fall and dividends are missing";
}

/** What one position gets, as a sentence. */
export function positionSize(simulation: Strategy["simulation"]): string {
  return simulation.positionSizing === "equal-weight"
    ? "Each position gets the account's value divided by max positions."
    : `${upperFirst(sizeWords(simulation))}.`;
}

function computedSentence(computed: Strategy["computed"]): readonly string[] {
  const fields = usedFields(computed);
  return fields.length === 0 ? [] : [`It uses numbers from own code: ${joinWords(fields, "and")}.`];
}
