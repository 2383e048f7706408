/** A template on a dataset of the person's choice: what is run there, and what the dataset lacks for it. */
import { joinWords } from "#src/format/join-words.ts";
import { countOf, formatCount } from "#src/format/number.ts";
import { fitToData, sizeOf, tradedTypes, universeSize } from "#src/run/fit-to-data.ts";
import { linesBeyond, sessionsUntilEnd } from "#src/run/warm-up.ts";
import type { Dataset } from "#src/storage/datasets.ts";
import { AVERAGE_SHARE } from "#workers/model/benchmark-names.ts";
import { onFairTerms } from "#workers/model/fair-terms.ts";
import type { Flow } from "#workers/model/flow.ts";
import { INDEX_TYPE } from "#workers/model/market.ts";
import { numberLines, ruleLines } from "#workers/model/rule-lines.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { STRATEGY_FIELDS } from "#workers/model/strategy-fields.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import type { TemplateCard } from "./template-cards.ts";
import type { Template } from "./all-templates.ts";
import type { DataChoice } from "#src/run/data-choices.ts";

type Place = Pick<DataChoice, "dataset" | "exchange">;

export interface FittedTemplate {
  readonly card: TemplateCard;
  readonly strategy: Strategy;
  /** What is missing and how to bring it, a sentence or two each; [] where it can be run. */
  readonly lacks: readonly string[];
  /** What may be why it buys nothing, in sentences; called only where nothing was bought. */
  readonly whyNothing: () => readonly string[];
}

/** On the exchange and all the days that the data has, after its country's costs. */
export function fitTemplate({ card, strategy }: Template, choice: Place): FittedTemplate {
  const { dataset, exchange } = choice;
  const isAtHome = isHome(choice, strategy);
  const own = isAtHome ? strategy : awayFromHome(strategy);
  const fitted = withPlaces(card, fitToData(onFairTerms(own), dataset, exchange), dataset);
  const lacks = [
    ...lackedFacts(card, dataset),
    ...(card.reads.includes("high-low") && hasClosesOnly(dataset) ? [NEEDS_HIGH_LOW] : []),
    ...(card.reads.includes("index") && !hasIndex(dataset) ? [NEEDS_INDEX] : []),
    ...(isAtHome ? [] : lackedSeries(strategy)),
    ...(ranks(fitted) && strategy.scanner.symbols === undefined ? lackedShares(fitted, dataset) : []),
  ];
  return { card, strategy: fitted, lacks, whyNothing: () => whyNothing(card, fitted, dataset) };
}

/** Without what the demo market alone has: the list of symbols, and the series of idle money and of withdrawals. */
function awayFromHome(strategy: Strategy): Strategy {
  const { symbols, ...scanner } = strategy.scanner;
  const { cash, flows, riskFree, ...simulation } = strategy.simulation;
  if (symbols === undefined && cash === undefined && flows === undefined) return strategy;
  const kept = cash?.percent === undefined ? {} : { cash, ...(riskFree && { riskFree }) };
  return {
    ...strategy,
    scanner,
    simulation: { ...simulation, ...(flows && { flows: flows.map(withoutSeries) }), ...kept },
  };
}

function withoutSeries(flow: Flow): Flow {
  if (flow.growBy === undefined) return flow;
  const { growBy: _, ...plain } = flow;
  return plain;
}

function lackedSeries({ scanner, simulation }: Strategy): readonly string[] {
  const { weights = [], cash, flows = [] } = simulation;
  const isPaidBySeries = cash !== undefined && cash.percent === undefined;
  return [
    ...(scanner.symbols === undefined ? [] : [NEEDS_SYMBOLS]),
    ...(weights.length === 0 ? [] : [NEEDS_WEIGHTS]),
    ...(isPaidBySeries ? [NEEDS_CASH] : []),
    ...(flows.some(({ growBy }) => growBy !== undefined) ? [NEEDS_INFLATION] : []),
  ];
}

/** Holding all in equal parts has a place for each share, as far as a strategy may have so many. */
function withPlaces({ kind }: TemplateCard, strategy: Strategy, dataset: Dataset): Strategy {
  const size = universeSize(dataset, strategy.scanner);
  if (kind !== "benchmark" || dataset.origin === "bundled" || size === null) return strategy;
  const maxPositions = Math.min(MOST_POSITIONS, Math.max(1, size.instruments));
  return { ...strategy, simulation: { ...strategy.simulation, maxPositions } };
}

/** Among fewer shares the best tenth is one or two of them: chance, not a choice. */
const LEAST_RANKED = 20;

function ranks(strategy: Strategy): boolean {
  const lines = [...ruleLines(strategy), ...numberLines(strategy)];
  return lines.some(({ text, isOff }) => !isOff && /\b(?:rank|place)\(/i.test(text));
}

function lackedShares({ scanner }: Strategy, dataset: Dataset): readonly string[] {
  const size = universeSize(dataset, scanner);
  if (size === null || size.instruments >= LEAST_RANKED) return [];
  return [
    `It buys the best of many shares, and this data has ${countOf(size.instruments, "instrument")}. Import at least ${LEAST_RANKED}, or take a template of another kind, such as a trend.`,
  ];
}

/** Positions, as many as a strategy may have. */
const MOST_POSITIONS = STRATEGY_FIELDS["simulation.maxPositions"].limits.most;

/**
 * A template for data that has just come: the first that lacks nothing and whose rules look back no further than the
 * data goes, and before it one that asks for facts which the data has. Neither the built-in nor what holds all; null
 * where none fits.
 */
export function findFitting(templates: readonly Template[], choice: Place): FittedTemplate | null {
  const fitting = templates
    .filter(({ card }) => card.kind !== "benchmark" && card.id !== BUILT_IN)
    .map((template) => fitTemplate(template, choice))
    .filter(
      ({ lacks, strategy }) => lacks.length === 0 && barsBeyond(strategy, choice.dataset).longest === 0,
    );
  const simple = isFew(choice) ? fitting.find(({ card }) => SIMPLE_KINDS.has(card.kind)) : undefined;
  return fitting.find(({ card }) => card.facts.length > 0) ?? simple ?? fitting[0] ?? null;
}

/** What looks at one share by itself. */
const SIMPLE_KINDS: ReadonlySet<string> = new Set<TemplateCard["kind"]>(["trend", "mean-reversion"]);

function isFew({ dataset, exchange }: Place): boolean {
  const types = tradedTypes(dataset.instrumentTypes);
  const sizes = types.flatMap((type) => sizeOf(dataset, exchange, type) ?? []);
  return sizes.length > 0 && sizes.every(({ instruments }) => instruments < LEAST_RANKED);
}

/** The card of the strategy that new data offers beside it. */
const BUILT_IN = "my-momentum-strategy";

/** How many bars its buy rules look back at most, where that is more than the data's sessions; 0 where it is not. */
function barsBeyond(strategy: Strategy, dataset: Dataset) {
  const sessions = sessionsUntilEnd(strategy, dataset);
  const rules = readStrategyRules(strategy);
  const beyond = rules.ok && sessions !== null ? linesBeyond(strategy, rules.value, sessions) : [];
  const bars = beyond.filter(({ place }) => !place.startsWith("sell.")).map((line) => line.bars);
  return { longest: Math.max(0, ...bars), sessions: sessions ?? 0 };
}

function whyNothing({ reads }: TemplateCard, strategy: Strategy, dataset: Dataset): readonly string[] {
  const { longest, sessions } = barsBeyond(strategy, dataset);
  return [
    ...(longest > 0
      ? [
          `Its rules look ${formatCount(longest)} bars back, and this data has about ${countOf(sessions, "session")}. Import a longer history.`,
        ]
      : []),
    ...(reads.includes("volume") && dataset.origin === "imported" ? [NEEDS_VOLUME] : []),
  ];
}

/** The data that the templates were written for: their lists of symbols are from it. */
function isHome({ dataset, exchange }: Place, { scanner }: Strategy): boolean {
  return dataset.origin === "bundled" && exchange === scanner.exchange;
}

function lackedFacts({ facts }: TemplateCard, { factNames }: Dataset): readonly string[] {
  const known = new Set(factNames.map(({ name }) => name.toLowerCase()));
  const missing = facts.filter((name) => !known.has(name.toLowerCase()));
  if (missing.length === 0) return [];
  const [are, columns] = missing.length === 1 ? ["is", "it as a column"] : ["are", "them as columns"];
  return [
    `${joinWords(missing, "and")} ${are} not in this data. Import a facts.csv with ${columns}, each figure on the day on which it became known.`,
  ];
}

/** Where most bars came without high and low, these are made of open and close and say nothing. */
function hasClosesOnly({ notes }: Dataset): boolean {
  const files = notes?.files ?? [];
  const [bars, closeOnly] = [
    files.reduce((sum, file) => sum + file.bars, 0),
    files.reduce((sum, file) => sum + file.closeOnly, 0),
  ];
  return 2 * closeOnly > bars;
}

function hasIndex({ origin, indices, benchmark, instrumentTypes }: Dataset): boolean {
  return (
    origin === "bundled" ||
    (benchmark !== null && benchmark !== AVERAGE_SHARE) ||
    indices.length > 0 ||
    instrumentTypes.includes(INDEX_TYPE)
  );
}

const NEEDS_HIGH_LOW =
  "This data has closing prices only, without high and low. Import files with open, high, low and close.";
const NEEDS_VOLUME =
  "Its rules ask for more volume than usual, which they never find in files without a column of volumes.";
const NEEDS_INDEX =
  "This data has no index. Import an index's prices with the shares, as an instrument of the type INDEX.";
const NEEDS_SYMBOLS =
  "It trades a list of symbols, and its own are of the demo market. Use this, and choose yours in the scanner.";
const NEEDS_WEIGHTS =
  "It holds funds by name, and its own are of the demo market. Use this, and name those of your data in their place.";
const NEEDS_CASH =
  "Its idle money earns what a fund of the demo market does. Here it earns nothing, until you say what it earns.";
const NEEDS_INFLATION =
  "Its withdrawals grow with the demo market's consumer prices. Here they don't grow, until you name a series of your data.";
