/** A strategy in words: the sections that a card lists, and a sentence for each step. */
import type { Strategy } from "#workers/model/strategy.ts";
import { formatDay } from "./day.ts";
import { formatMoneyCompact, formatMoneySetting } from "./money.ts";
import { countOf, formatCount, formatPercentSetting } from "./number.ts";

export interface SummarySection {
  readonly title: string;
  /** How the lines belong together ("Any of"), or null where they are plain facts. */
  readonly lead: string | null;
  readonly lines: readonly string[];
}

const SORTING_NAMES: Readonly<Record<Strategy["simulation"]["sortingType"], string>> = {
  "300-days-top-gainer-first": "300-day top gainers first",
  "market-cap-desc": "Market cap, largest first",
  "volume-desc": "Volume, largest first",
};
const FILL_NAMES: Readonly<Record<Strategy["simulation"]["fillAt"], string>> = {
  "next-open": "Next day's open",
  "next-close": "Next day's close",
};
const BASIS_NAMES: Readonly<Record<Strategy["simulation"]["priceBasis"], string>> = {
  "as-traded": "As traded",
  adjusted: "Adjusted for splits and dividends",
};

export function sortingName(type: Strategy["simulation"]["sortingType"]): string {
  return SORTING_NAMES[type];
}

export function fillName(type: Strategy["simulation"]["fillAt"]): string {
  return FILL_NAMES[type];
}

export function basisName(type: Strategy["simulation"]["priceBasis"]): string {
  return BASIS_NAMES[type];
}

/** The four steps of a strategy with everything that is set; conditions that are off are not listed. */
export function summarySections(strategy: Strategy, currency: string): readonly SummarySection[] {
  const { scanner } = strategy;
  const scannerLines = scannerConditions(scanner, currency);
  const buyLines = buyRules(strategy.buy);
  return [
    {
      title: "Market",
      lead: null,
      lines: [`Exchange ${scanner.exchange}`, `Instrument ${scanner.instrumentType}`],
    },
    {
      title: "Scanner",
      lead: scannerLines.length === 0 ? "Everything passes" : scanner.match === "any" ? "Any of" : "All of",
      lines: scannerLines,
    },
    { title: "Buy Rules", lead: buyLines.length === 0 ? "No condition" : "All of", lines: buyLines },
    { title: "Sell Rules", lead: null, lines: sellRules(strategy.sell) },
    { title: "Simulation", lead: null, lines: simulationSettings(strategy.simulation, currency) },
  ];
}

/** What the strategy does, a sentence a step, for a person who has never seen the form. */
export function strategySentences(strategy: Strategy, currency: string): readonly string[] {
  return [
    scannerSentence(strategy.scanner, currency),
    buySentence(strategy.buy),
    sellSentence(strategy.sell),
    simulationSentence(strategy.simulation, currency),
  ];
}

/** Why an "any of" scanner lets everything through although it has several conditions; null where it doesn't. */
export function scannerWarning(scanner: Strategy["scanner"]): string | null {
  const conditions = scannerConditions(scanner, "USD").length;
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
  const universe = `${scanner.exchange} ${scanner.instrumentType}`;
  const conditions = scannerConditions(scanner, currency).map(lowerFirst);
  if (conditions.length === 0) return `Every ${universe} instrument passes the scanner.`;
  if (conditions.length === 1) return `${universe} instruments pass with ${conditions[0]}.`;
  return scanner.match === "any"
    ? `${universe} instruments pass with any one of: ${joinWords(conditions, "or")}.`
    : `${universe} instruments pass with all of: ${joinWords(conditions, "and")}.`;
}

function buySentence(buy: Strategy["buy"]): string {
  const marks = [
    buy.lastPriceVsClose ? `the close ${countOf(buy.closeDays, "day")} before` : "",
    buy.lastPriceVsMA ? `the ${formatCount(buy.movingAverageDays)}-day moving average` : "",
  ].filter((mark) => mark !== "");
  if (marks.length === 0) return "Whatever passes is bought while there is a place for it.";
  return `Buy when the last price is at or above ${joinWords(marks, "and")}.`;
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
  if (exits.length === 0) return "Never sell: no exit rule is on.";
  const hold = sell.minHoldingDays === 0 ? "" : `, but not before ${countOf(sell.minHoldingDays, "day")}`;
  return `Sell on ${joinWords(exits, "or")}${exits.length > 1 ? ", whichever comes first" : ""}${hold}.`;
}

function simulationSentence(simulation: Strategy["simulation"], currency: string): string {
  return (
    `Start with ${formatMoneySetting(simulation.startMargin, currency)} on ${formatDay(simulation.startDate)}, ` +
    `end on ${formatDay(simulation.endDate)}, and hold at most ${countOf(simulation.maxPositions, "position")} ` +
    `of equal weight; ${lowerFirst(SORTING_NAMES[simulation.sortingType])}.`
  );
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

function buyRules(buy: Strategy["buy"]): string[] {
  const lines: string[] = [];
  if (buy.lastPriceVsClose)
    lines.push(`Last price at or above the close ${countOf(buy.closeDays, "day")} before`);
  if (buy.lastPriceVsMA)
    lines.push(`Last price at or above the ${formatCount(buy.movingAverageDays)}-day moving average`);
  return lines;
}

function sellRules(sell: Strategy["sell"]): string[] {
  const lines: string[] = [];
  if (sell.stopLoss !== null)
    lines.push(`${formatPercentSetting(sell.stopLoss)} stop loss below the entry price`);
  if (sell.trailingStopLoss !== null)
    lines.push(`${formatPercentSetting(sell.trailingStopLoss)} trailing stop below the highest close`);
  if (sell.takeProfit !== null) lines.push(`${formatPercentSetting(sell.takeProfit)} profit taken`);
  if (sell.maxHoldingDays !== null) lines.push(`${countOf(sell.maxHoldingDays, "day")} held at most`);
  lines.push(
    sell.minHoldingDays === 0 ? "No minimum hold" : `${countOf(sell.minHoldingDays, "day")} held at least`,
  );
  return lines;
}

function simulationSettings(simulation: Strategy["simulation"], currency: string): string[] {
  const costs = [
    simulation.commissionPercent > 0
      ? `commission ${formatPercentSetting(simulation.commissionPercent)}`
      : "",
    simulation.slippagePercent > 0 ? `slippage ${formatPercentSetting(simulation.slippagePercent)}` : "",
  ].filter((cost) => cost !== "");
  return [
    `Initial margin ${formatMoneySetting(simulation.startMargin, currency)}`,
    `${countOf(simulation.maxPositions, "position")} at most, equal weight`,
    `${formatDay(simulation.startDate)} to ${formatDay(simulation.endDate)}`,
    `Order priority: ${lowerFirst(SORTING_NAMES[simulation.sortingType])}`,
    `Filled at the ${lowerFirst(FILL_NAMES[simulation.fillAt])}, ${costs.length === 0 ? "no costs" : joinWords(costs, "and")}`,
  ];
}

/** "a", "a or b", "a, b or c". */
export function joinWords(words: readonly string[], conjunction: "and" | "or"): string {
  if (words.length < 2) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} ${conjunction} ${words.at(-1)}`;
}

function lowerFirst(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
}
