/** A strategy in words: the sections that a card lists, and a sentence for each step. */
import type { ComputedField } from "#workers/model/computed-field.ts";
import type { ConditionName } from "#workers/model/preview.ts";
import type { Rule } from "#workers/model/rule.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { choiceName, fieldAt } from "#workers/model/strategy-fields.ts";
import type { FieldPath } from "#workers/model/strategy-fields.ts";
import { orderOf, sentenceOfLine } from "#workers/words/sentences.ts";
import { formatDay } from "./day.ts";
import { lowerFirst, upperFirst } from "./first-letter.ts";
import { joinWords } from "./join-words.ts";
import { formatMoneyCompact, formatMoneySetting } from "./money.ts";
import { countOf, formatCount, formatPercentSetting } from "./number.ts";
import type { GroupText, RuleText } from "./rule-text.ts";
import { endsInList, lineOf, togetherInWords, usedRules } from "./rule-text.ts";
import { shownSentence } from "./shown.ts";

/** A line of a card. */
export interface SummaryLine {
  readonly words: string;
  /** The rule or the number that the words are of, as it is written; null where there is none. */
  readonly formula: string | null;
  /** Where the words are of a group, it may be shown in their place. */
  readonly group: GroupText | null;
}

export interface SummarySection {
  readonly title: string;
  /** How the lines belong together ("Any of"), or null where they are plain facts. */
  readonly lead: string | null;
  readonly lines: readonly SummaryLine[];
}

/** The four steps of a strategy with everything that is set; conditions that are off are not listed. */
export function summarySections(strategy: Strategy, currency: string): readonly SummarySection[] {
  const { scanner } = strategy;
  const scannerLines = [...scannerConditions(scanner, currency).map(plain), ...ruleLines(scanner.rules)];
  const buyLines = [...buyConditions(strategy.buy).map(plain), ...ruleLines(strategy.buy.rules)];
  return [
    {
      title: "Market",
      lead: null,
      lines: [
        plain(`Exchange ${scanner.exchange}`),
        plain(`Instrument ${scanner.instrumentType}`),
        ...onlyWords(scanner).map(upperFirst).map(plain),
      ],
    },
    {
      title: "Scanner",
      lead: scannerLines.length === 0 ? "Everything passes" : scanner.match === "any" ? "Any of" : "All of",
      lines: scannerLines,
    },
    { title: "Buy Rules", lead: buyLines.length === 0 ? "No condition" : "All of", lines: buyLines },
    { title: "Sell Rules", lead: null, lines: sellRules(strategy.sell) },
    {
      title: "Simulation",
      lead: null,
      lines: [
        ...simulationSettings(strategy.simulation, currency),
        ...usedFields(strategy.computed).map((words) => plain(`Computed: ${words}`)),
      ],
    },
  ];
}

function plain(words: string): SummaryLine {
  return { words, formula: null, group: null };
}

function ruleLines(rules?: readonly Rule[]): readonly SummaryLine[] {
  return usedRules(rules).map(({ words, formula, group }) => ({
    words: lineOf(words, formula),
    formula,
    group,
  }));
}

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
    sellSentence(sell),
    simulationSentence(simulation, currency),
    termsSentence(simulation, ownBenchmark),
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
  const { exchange, instrumentType, match } = scanner;
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
    ? `Every ${exchange} ${instrumentType} instrument${only}${comma} passes the scanner.`
    : `${exchange} ${instrumentType} instruments${only}${comma} pass ${met}.`;
}

/** What the universe is cut down to; [] where it is all of the exchange and type. */
function onlyWords({ symbols, sectors }: Strategy["scanner"]): readonly string[] {
  return [
    ...(symbols ? [`only ${nameSome(symbols)}`] : []),
    ...(sectors ? [`only of the ${sectors.length === 1 ? "sector" : "sectors"} ${nameSome(sectors)}`] : []),
  ];
}

const MOST_NAMED = 10;

function nameSome(names: readonly string[]): string {
  const further = names.length - MOST_NAMED;
  const shown = names.slice(0, MOST_NAMED);
  return joinWords(further > 0 ? [...shown, `${formatCount(further)} more`] : shown, "and");
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

function sellSentence(sell: Strategy["sell"]): string {
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
  const rules = usedRules(sell.rules);
  const when = togetherInWords(rules, "or");
  const ways = [
    exits.length === 0 ? "" : `on ${joinWords(exits, "or")}`,
    when === "" ? "" : `when ${when}`,
  ].filter((way) => way !== "");
  if (ways.length === 0) return "Never sell: no exit rule is on.";
  const orders = sell.stopOrders === "resting" ? " Stops and profit target are resting orders." : "";
  return `Sell ${ways.join(", or ")}${sellEnd(sell, exits.length + rules.length, endsInList(when))}${orders}`;
}

/** What holds of all ways to sell; a sentence of its own behind a list. */
function sellEnd({ minHoldingDays }: Strategy["sell"], ways: number, isBehindList: boolean): string {
  const days = countOf(minHoldingDays, "day");
  if (isBehindList) return minHoldingDays === 0 ? "." : `. Nothing is sold before ${days}.`;
  const first = ways > 1 ? ", whichever comes first" : "";
  return minHoldingDays === 0 ? `${first}.` : `${first}, but not before ${days}.`;
}

function simulationSentence(simulation: Strategy["simulation"], currency: string): string {
  const { schedule, positionSizing } = simulation;
  const size = positionSizing === "equal-weight" ? " of equal weight" : `, ${sizeWords(simulation)}`;
  const when = schedule ? ` Buys and sell rules are decided ${scheduleWords(schedule)}.` : "";
  return (
    `Start with ${formatMoneySetting(simulation.startMargin, currency)} on ${formatDay(simulation.startDate)}, ` +
    `end on ${formatDay(simulation.endDate)}, and hold at most ${countOf(simulation.maxPositions, "position")}` +
    `${size}; ${priorityWords(simulation)}.${when}`
  );
}

function sizeWords(simulation: Strategy["simulation"]): string {
  const { positionSizing, riskPercent = 0, riskDistance = "" } = simulation;
  const most = `${formatPercentSetting(simulation.positionPercent ?? 0)} of the account`;
  switch (positionSizing) {
    case "equal-weight":
      return "equal weight";
    case "percent-of-equity":
      return `${most} each`;
    case "risk":
      return `each risking ${formatPercentSetting(riskPercent)} of the account over ${sentenceOfLine(riskDistance)} and costing at most ${most}`;
  }
}

/** What the result hangs on beside the rules; the form keeps all of it away from them. */
function termsSentence(simulation: Strategy["simulation"], ownBenchmark: string | undefined): string {
  const { fillAt, priceBasis, fractionalShares, riskFreePercent } = simulation;
  const fill = `Orders fill at the ${lowerFirst(choiceName("simulation.fillAt", fillAt))}`;
  const shares = fractionalShares ? "in fractions of shares too" : "in whole shares";
  const costs = costWords(simulation);
  const costSentence =
    costs === "" ? "Nothing is taken off for costs." : `Costs take ${costs} of each buy and each sale.`;
  const rate =
    riskFreePercent === 0
      ? ""
      : ` The Sharpe ratio subtracts a risk-free rate of ${formatPercentSetting(riskFreePercent)} a year.`;
  return (
    `${fill}, ${shares}, at ${basisWords(priceBasis)}. ${costSentence} ` +
    `The result is compared with ${benchmarkWords(simulation, ownBenchmark)}.${rate}`
  );
}

/** "0.23% commission and 0.1% slippage"; "" for none. */
function costWords({ commissionPercent, slippagePercent }: Strategy["simulation"]): string {
  return [
    { name: "commission", percent: commissionPercent },
    { name: "slippage", percent: slippagePercent },
  ]
    .filter(({ percent }) => percent > 0)
    .map(({ name, percent }) => `${formatPercentSetting(percent)} ${name}`)
    .join(" and ");
}

function basisWords(priceBasis: Strategy["simulation"]["priceBasis"]): string {
  return priceBasis === "adjusted"
    ? "prices adjusted for splits and dividends"
    : "prices as traded, where a split looks like a fall and dividends are missing";
}

function benchmarkWords(
  { benchmark, priceBasis }: Strategy["simulation"],
  ownBenchmark: string | undefined,
): string {
  const known = benchmark ?? ownBenchmark;
  const own = known === undefined ? "the dataset's own index" : `${known}, the dataset's own index`;
  const name = benchmark ?? own;
  return priceBasis === "adjusted" ? `${name}; most indices leave dividends out, your prices do not` : name;
}

/** What one position gets, as a sentence. */
export function positionSize(simulation: Strategy["simulation"]): string {
  return simulation.positionSizing === "equal-weight"
    ? "Each position gets the account's value divided by max positions."
    : `${upperFirst(sizeWords(simulation))}.`;
}

function priorityWords({ sortingType, sortBy = "" }: Strategy["simulation"]): string {
  return sortingType === "expression"
    ? orderOf(sortBy)
    : lowerFirst(choiceName("simulation.sortingType", sortingType));
}

function scheduleWords(schedule: NonNullable<Strategy["simulation"]["schedule"]>): string {
  return lowerFirst(choiceName("simulation.schedule", schedule));
}

function computedSentence(computed: Strategy["computed"]): readonly string[] {
  const fields = usedFields(computed);
  return fields.length === 0 ? [] : [`It computes values of its own: ${joinWords(fields, "and")}.`];
}

function usedFields(computed: readonly ComputedField[] = []): readonly string[] {
  return computed.filter(({ off }) => !off).map(({ name, language }) => `${name} (${language})`);
}

function scannerConditions(scanner: Strategy["scanner"], currency: string): string[] {
  const { priceGrowth, minPrice, marketCapRank, avgDailyValue } = scanner;
  const lines: string[] = [];
  if (priceGrowth !== null)
    lines.push(
      `Price growth over ${formatCount(scanner.priceGrowthDays)} days of at least ${formatPercentSetting(priceGrowth)}`,
    );
  if (minPrice !== null) lines.push(`Price of at least ${formatMoneySetting(minPrice, currency)}`);
  if (marketCapRank !== null) lines.push(`Market cap rank in the top ${formatPercentSetting(marketCapRank)}`);
  if (avgDailyValue !== null)
    lines.push(
      `${formatCount(scanner.avgDailyValueDays)}-day average daily value of at least ${formatMoneyCompact(avgDailyValue, currency)}`,
    );
  return lines;
}

function buyConditions(buy: Strategy["buy"]): string[] {
  const lines: string[] = [];
  if (buy.lastPriceVsClose)
    lines.push(`Last price at or above the close ${countOf(buy.closeDays, "day")} before`);
  if (buy.lastPriceVsMA)
    lines.push(`Last price at or above the ${formatCount(buy.movingAverageDays)}-day moving average`);
  return lines;
}

function sellRules(sell: Strategy["sell"]): readonly SummaryLine[] {
  const exits: string[] = [];
  if (sell.stopLoss !== null)
    exits.push(`${formatPercentSetting(sell.stopLoss)} stop loss below the entry price`);
  if (sell.trailingStopLoss !== null)
    exits.push(`${formatPercentSetting(sell.trailingStopLoss)} trailing stop below the highest close`);
  if (sell.takeProfit !== null)
    exits.push(`${formatPercentSetting(sell.takeProfit)} take profit above the entry price`);
  if (sell.maxHoldingDays !== null) exits.push(`${countOf(sell.maxHoldingDays, "day")} held at most`);
  const rules = usedRules(sell.rules).map(sellLine);
  const terms = [
    sell.minHoldingDays === 0 ? "No minimum hold" : `${countOf(sell.minHoldingDays, "day")} held at least`,
  ];
  if (sell.coolDownDays)
    terms.push(`Bought again after ${countOf(sell.coolDownDays, "day")} at the earliest`);
  if (sell.stopOrders === "resting") terms.push("Stops and profit target as resting orders");
  return [...exits.map(plain), ...rules, ...terms.map(plain)];
}

function sellLine({ words, formula, group }: RuleText): SummaryLine {
  const heading = `Sold when ${group?.heading ?? ""}`;
  return { words: `Sold when ${words}`, formula, group: group && { ...group, heading } };
}

function simulationSettings(simulation: Strategy["simulation"], currency: string): readonly SummaryLine[] {
  const { positionSizing, riskDistance = null, sortingType, sortBy = null, schedule } = simulation;
  const costs = costWords(simulation);
  return [
    plain(`Initial margin ${formatMoneySetting(simulation.startMargin, currency)}`),
    {
      words: `${countOf(simulation.maxPositions, "position")} at most, ${sizeWords(simulation)}`,
      formula: positionSizing === "risk" ? riskDistance : null,
      group: null,
    },
    plain(`${formatDay(simulation.startDate)} to ${formatDay(simulation.endDate)}`),
    {
      words: `Order priority: ${priorityWords(simulation)}`,
      formula: sortingType === "expression" ? sortBy : null,
      group: null,
    },
    ...(schedule ? [plain(`Decided ${scheduleWords(schedule)}`)] : []),
    plain(
      `Filled at the ${lowerFirst(choiceName("simulation.fillAt", simulation.fillAt))}, ${costs === "" ? "no costs" : `${costs} a side`}`,
    ),
    plain(
      simulation.priceBasis === "adjusted" ? "Prices adjusted for splits and dividends" : "Prices as traded",
    ),
    plain(`Compared with ${simulation.benchmark ?? "the dataset's own index"}`),
  ];
}
