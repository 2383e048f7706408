/**
 * What a run on a market that is read in parts takes in memory, by what may be kept at a time. For run-parts.ts: it keeps as much as
 * there is room for, and reads the rest again.
 */
import { wordsFor } from "#workers/sessions/bits.ts";
import type { PartedMarket } from "#workers/model/market.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { membersOf } from "#workers/rules/expression.ts";
import type { Expression } from "#workers/rules/expression.ts";
import { inUse, numbersOf, readStrategyRules } from "#workers/rules/strategy-rules.ts";
import type { StrategyRules } from "#workers/rules/strategy-rules.ts";
import { columnsOfRules, crossExpressions } from "./needs.ts";

/** What is kept in memory of a market whose size alone does not bound it. */
export interface PartedLimits {
  /** What one figure of the bars that the day loop reads again may take. */
  readonly figureBytes: number;
  /** Market caps that lie so near to the edge of the rank that they are kept and compared. */
  readonly mostInBands: number;
  /** What is worked out by expressions of the instruments that the day loop reads again may take. */
  readonly columnBytes: number;
  /** Ranks of rules; what is more goes to a file. */
  readonly rankBytes: number;
  /** The sessions of a rank that are looked at together. */
  readonly blockBytes: number;
}

export const PARTED_LIMITS: PartedLimits = {
  figureBytes: 128e6,
  mostInBands: 64e6,
  columnBytes: 128e6,
  rankBytes: 500e6,
  blockBytes: 64e6,
};

/** Shares of a device's memory that ranks, and a block of them, may take; where that is more than PARTED_LIMITS, these hold. */
const RANKS_OF_MEMORY = 1 / 8;
const BLOCK_OF_MEMORY = 1 / 16;

/** @param memory - what the device gives, in bytes */
export function limitsFor(memory: number): PartedLimits {
  const rankBytes = Math.min(PARTED_LIMITS.rankBytes, memory * RANKS_OF_MEMORY);
  const blockBytes = Math.min(PARTED_LIMITS.blockBytes, memory * BLOCK_OF_MEMORY);
  return { ...PARTED_LIMITS, rankBytes, blockBytes };
}

/** Bytes for each 32 sessions of an instrument: bars, rows, candidates, and in singles zones of closes, bounds of keys. */
const WORD_BYTES = 3 * Int32Array.BYTES_PER_ELEMENT + 3 * Float32Array.BYTES_PER_ELEMENT;
/** And the bounds of what positions are sized by. */
const DISTANCE_BYTES = 2 * Float32Array.BYTES_PER_ELEMENT;
/** Columns of a part that every run may look at; a rule may ask for all there are. */
const COLUMNS = 6;
const ALL_COLUMNS = 8;
/** And as much again for what they are decoded from and judged by. */
const COLUMN_BYTES_A_BAR = 2 * Float64Array.BYTES_PER_ELEMENT;
/** One bar in so many lies near the edge of the market cap rank. */
const BARS_A_BAND = 50;
const BAND_BYTES_A_BAR = Float64Array.BYTES_PER_ELEMENT + Int32Array.BYTES_PER_ELEMENT;
/** What sell rules keep of a column of numbers, and of a rule, a bar. */
const NUMBER_BYTES = Float64Array.BYTES_PER_ELEMENT;
const VERDICT_BYTES = 1 / 4;

/** About what a run on the market takes in memory at its most. A strategy whose rules are wrong is taken as without them. */
export function bytesForParts(strategy: Strategy, market: PartedMarket, limits: PartedLimits): number {
  const { bars, days, mostBars, keptBytes } = market;
  const { simulation } = strategy;
  const read = readStrategyRules(strategy);
  const rules = read.ok ? read.value : NO_RULES;
  const figuresReadAgain = simulation.sortingType === "300-days-top-gainer-first" ? 2 : 3;
  const allBars = barsOf(market);
  const series = Math.min(limits.figureBytes, allBars * Float64Array.BYTES_PER_ELEMENT);
  const wordBytes = WORD_BYTES + (simulation.positionSizing === "risk" ? DISTANCE_BYTES : 0);
  const columns = columnsOfRules(strategy, rules).judged.includes("high") ? ALL_COLUMNS : COLUMNS;
  return (
    bars.length * wordsFor(days) * wordBytes +
    figuresReadAgain * series +
    mostBars * columns * COLUMN_BYTES_A_BAR +
    keptBytes +
    (allBars / BARS_A_BAND) * BAND_BYTES_A_BAR +
    bytesForRules(strategy, rules, { market, limits })
  );
}

const NO_RULES: StrategyRules = {
  scanner: [],
  buy: [],
  sell: [],
  sortBy: null,
  riskDistance: null,
  weight: null,
  weights: [],
};

function barsOf({ bars }: PartedMarket): number {
  return bars.reduce((sum, each) => sum + each, 0);
}

interface MarketInParts {
  readonly market: PartedMarket;
  readonly limits: PartedLimits;
}

/** Ranks, and columns of instruments that the day loop reads again. */
function bytesForRules({ sell }: Strategy, rules: StrategyRules, { market, limits }: MarketInParts): number {
  const { columnBytes, rankBytes, blockBytes } = limits;
  const ofRanks = bytesForRanks(rules, market);
  const allBars = barsOf(market);
  const isRead = numbersOf(rules).length > 0 || sell.stopOrders === "resting";
  return [...(isRead ? [NUMBER_BYTES] : []), ...bytesOfSellRules(rules)].reduce(
    (sum, bytesABar) => sum + Math.min(columnBytes, allBars * bytesABar),
    Math.min(rankBytes, ofRanks) + Math.min(blockBytes, ofRanks),
  );
}

/** Of one number for each instrument and day, as if each had a bar on each. */
function bytesForRanks(rules: StrategyRules, { bars, days }: PartedMarket): number {
  return crossExpressions(rules).ranks.length * bars.length * days * Uint32Array.BYTES_PER_ELEMENT;
}

/** Whether ranks may need a file. */
export function needsScratchFile(
  strategy: Strategy,
  market: PartedMarket,
  { rankBytes }: PartedLimits,
): boolean {
  const rules = readStrategyRules(strategy);
  return rules.ok && bytesForRanks(rules.value, market) > rankBytes;
}

/** Bytes a bar of each column that sell rules keep. */
function bytesOfSellRules({ sell }: StrategyRules): readonly number[] {
  return inUse(sell).flatMap(bytesKeptOf);
}

/** Bytes a bar of each subexpression that does not look at the position, which is kept by itself. */
function bytesKeptOf(expression: Expression): readonly number[] {
  if (expression.op === "literal") return [];
  if (expression.isOfPosition) return membersOf(expression).flatMap(bytesKeptOf);
  return [expression.kind === "number" ? NUMBER_BYTES : VERDICT_BYTES];
}
