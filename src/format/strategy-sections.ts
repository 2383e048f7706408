/** A strategy as a card lists it: its four steps, a line for each thing that is set. */
import type { Rule } from "#workers/model/rule.ts";
import { choiceName } from "#workers/model/strategy-fields.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import {
  cashWords,
  flowWords,
  isPlainWeight,
  planWords,
  restWords,
  scheduleWords,
  setBackWords,
  weightWords,
} from "#workers/words/portfolio.ts";
import type { PortfolioWriter } from "#workers/words/portfolio.ts";
import { formatDay } from "./day.ts";
import { lowerFirst, upperFirst } from "./first-letter.ts";
import { formatMoneySetting } from "./money.ts";
import { countOf, formatCount, formatPercentSetting } from "./number.ts";
import { portfolioWriter } from "./portfolio-words.ts";
import { lineOf, usedRules } from "./rule-text.ts";
import type { GroupText, RuleText } from "./rule-text.ts";
import {
  benchmarkWords,
  costWords,
  exchangeWords,
  onlyWords,
  priorityWords,
  scannerConditions,
  sizeWords,
  usedFields,
} from "./strategy-parts.ts";

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

/**
 * The four steps of a strategy with everything that is set; conditions that are off are not listed.
 *
 * @param benchmark - what a run of it was compared with, as its report calls that
 */
export function summarySections(
  strategy: Strategy,
  currency: string,
  benchmark?: string,
): readonly SummarySection[] {
  const { scanner } = strategy;
  const scannerLines = [...scannerConditions(scanner, currency).map(plain), ...ruleLines(scanner.rules)];
  const buyLines = [...buyConditions(strategy.buy).map(plain), ...ruleLines(strategy.buy.rules)];
  return [
    {
      title: "Market",
      lead: null,
      lines: [
        plain(`${scanner.exchanges ? "Exchanges" : "Exchange"} ${exchangeWords(scanner)}`),
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
        ...simulationSettings(strategy.simulation, currency, benchmark),
        ...usedFields(strategy.computed).map((words) => plain(`Own number: ${words}`)),
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
  const rules = usedRules(sell.rules, "position").map(sellLine);
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

function simulationSettings(
  simulation: Strategy["simulation"],
  currency: string,
  benchmark: string | undefined,
): readonly SummaryLine[] {
  const { positionSizing, riskDistance = null, sortingType, sortBy = null, flows = [], cash } = simulation;
  const write = portfolioWriter(currency);
  const schedule = scheduleWords(simulation);
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
    ...(positionSizing === "weights" ? weightLines(simulation, write) : []),
    ...(schedule === "" ? [] : [plain(`Decided ${schedule}`)]),
    ...flows.map((flow) => plain(upperFirst(flowWords(flow, write)))),
    ...(cash ? [plain(`Idle money earns ${cashWords(cash, write)}`)] : []),
    plain(
      `Filled at the ${lowerFirst(choiceName("simulation.fillAt", simulation.fillAt))}, ${costs === "" ? "no costs" : `${costs} a side`}`,
    ),
    plain(
      simulation.priceBasis === "adjusted" ? "Prices adjusted for splits and dividends" : "Prices as traded",
    ),
    plain(`Compared with ${benchmarkWords(simulation, benchmark)}`),
  ];
}

/** Weights that a card lists one by one. */
const MOST_WEIGHTS = 10;

/** How much of each, and when it is set back. */
function weightLines(simulation: Strategy["simulation"], write: PortfolioWriter): readonly SummaryLine[] {
  const { weight, weights = [] } = simulation;
  const further = weights.length - MOST_WEIGHTS;
  return [
    plain(upperFirst(planWords(simulation))),
    ...weights.slice(0, MOST_WEIGHTS).map((each) => weightLine(weightWords(each), each.weight)),
    ...(further > 0 ? [plain(`${formatCount(further)} more by weights of their own`)] : []),
    ...(weight === undefined ? [] : [weightLine(upperFirst(restWords(simulation)), weight)]),
    plain(upperFirst(setBackWords(simulation, write))),
  ];
}

function weightLine(words: string, weight: string): SummaryLine {
  return { words, formula: isPlainWeight(weight) ? null : weight, group: null };
}
