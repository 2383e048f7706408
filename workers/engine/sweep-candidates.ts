/**
 * The candidates of one strategy after another on the same prices: each condition is judged once for all strategies
 * that share it, and then the verdicts only have to be put together.
 */
import { countBits, wordsFor } from "./bits.ts";
import type { Calendar } from "./calendar.ts";
import { findPassing } from "./candidates.ts";
import { keepLast } from "./keep-last.ts";
import { withOnly } from "./only-rules.ts";
import type { Rules } from "./only-rules.ts";
import type { Plan } from "./plan.ts";

/** Verdicts that are kept take no more than about so many bytes. */
const BYTES_KEPT = 1 << 27;

/** Of a span of sessions; good until the next ones are asked for. */
export interface SweepCandidates {
  firstSession: number;
  /** As in candidates.ts. */
  readonly bits: Int32Array;
  readonly memberWords: number;
  /** How many pass on each session of the span. */
  readonly count: Int32Array;
}

/** The verdicts that make a strategy's candidates, as bits for all sessions. */
export interface Verdicts {
  readonly every: Int32Array[];
  /** One of these too, unless there is none. */
  readonly some: Int32Array[];
}

export interface CandidateTable {
  /** Those that most of the plans share come first, so that `find` has less to do from one to the next. */
  readonly judge: (plans: readonly Plan[]) => Verdicts[];
  /** Candidates of the span of sessions from there on. */
  readonly find: (verdicts: Verdicts, firstSession: number) => SweepCandidates;
}

/** For plans on the same facts. @param span - sessions */
export function makeCandidateTable({ members, sessionDay }: Calendar, span: number): CandidateTable {
  const sessions = sessionDay.length;
  const memberWords = wordsFor(members);
  const bytes = memberWords * sessions * Int32Array.BYTES_PER_ELEMENT;
  const passing = keepLast(
    Math.max(8, Math.floor(BYTES_KEPT / (bytes + 1))),
    (_key: string, plan: Plan, rules: Rules) => {
      const strategy = withOnly(plan.strategy, rules);
      return findPassing({ ...plan, strategy }, 0, sessions).bits;
    },
  );
  const words = memberWords * span;
  const every = makeFolding(words, intersect);
  const some = makeFolding(words, unite);
  const found: SweepCandidates = {
    firstSession: 0,
    bits: new Int32Array(words),
    memberWords,
    count: new Int32Array(span),
  };
  let last: Verdicts | null = null;

  function judge(plan: Plan): Verdicts {
    const { scanner, buy } = rulesOf(plan);
    const isAny = plan.strategy.scanner.match === "any";
    const bitsOf = ({ days, rules }: Rule) => passing(JSON.stringify([days, rules]), plan, rules);
    return {
      every: [NO_RULE, ...buy, ...(isAny ? [] : scanner)].map(bitsOf),
      some: isAny ? scanner.map(bitsOf) : [],
    };
  }

  return {
    judge: (plans) => {
      const byKey = new Map<string, Verdicts>();
      const verdicts = plans.map((plan) => {
        const { match } = plan.strategy.scanner;
        const key = JSON.stringify([match, rulesOf(plan)]);
        const known = byKey.get(key) ?? judge(plan);
        byKey.set(key, known);
        return known;
      });
      const isMoreCommon = moreCommonIn([...byKey.values()]);
      for (const each of byKey.values()) {
        each.every.sort(isMoreCommon);
        each.some.sort(isMoreCommon);
      }
      return verdicts;
    },
    find: (verdicts, firstSession) => {
      if (verdicts === last && firstSession === found.firstSession) return found;
      last = verdicts;
      found.firstSession = firstSession;
      const start = firstSession * memberWords;
      found.bits.set(every(verdicts.every, start));
      if (verdicts.some.length > 0) intersect(found.bits, some(verdicts.some, start), 0);
      countEach(found);
      return found;
    },
  };
}

/** Sorts by how many of the verdicts name them. */
function moreCommonIn(verdicts: readonly Verdicts[]): (one: Int32Array, other: Int32Array) => number {
  const uses = new Map<Int32Array, number>();
  for (const { every, some } of verdicts) {
    for (const bits of [...every, ...some]) uses.set(bits, (uses.get(bits) ?? 0) + 1);
  }
  return (one, other) => (uses.get(other) ?? 0) - (uses.get(one) ?? 0);
}

/** Puts bits together from `start` on; gives a column that stands until the next call. */
type Folding = (columns: readonly Int32Array[], start: number) => Int32Array;

/** What the columns have in common with those of the call before is not put together again. */
function makeFolding(
  words: number,
  fold: (bits: Int32Array, others: Int32Array, start: number) => void,
): Folding {
  const levels: Int32Array[] = [];
  let folded: readonly Int32Array[] = [];
  let foldedFrom = -1;
  return (columns, start) => {
    let depth = 0;
    if (start === foldedFrom) while (depth < columns.length && columns[depth] === folded[depth]) depth++;
    for (; depth < columns.length; depth++) {
      const level = (levels[depth] ??= new Int32Array(words));
      if (depth > 0) {
        level.set(levels[depth - 1]);
        fold(level, columns[depth], start);
      } else {
        level.fill(0);
        unite(level, columns[depth], start);
      }
    }
    folded = columns;
    foldedFrom = start;
    return levels[columns.length - 1];
  };
}

const NO_RULE: Rule = { days: 0, rules: {} };

interface Rule {
  /** The look-back, 0 without one. */
  readonly days: number;
  readonly rules: Rules;
}

/** The enabled ones that the data can answer. */
function rulesOf({ strategy, facts }: Plan): { scanner: readonly Rule[]; buy: readonly Rule[] } {
  const { priceGrowth, priceGrowthDays, minPrice, marketCapRank, avgDailyValue, avgDailyValueDays } =
    strategy.scanner;
  const { lastPriceVsClose, closeDays, lastPriceVsMA, movingAverageDays } = strategy.buy;
  const scanner: Rule[] = [];
  if (priceGrowth !== null) scanner.push({ days: priceGrowthDays, rules: { priceGrowth } });
  if (minPrice !== null) scanner.push({ days: 0, rules: { minPrice } });
  if (avgDailyValue !== null) scanner.push({ days: avgDailyValueDays, rules: { avgDailyValue } });
  if (marketCapRank !== null && facts.capRank !== null) scanner.push({ days: 0, rules: { marketCapRank } });
  const buy: Rule[] = [];
  if (lastPriceVsClose) buy.push({ days: closeDays, rules: { lastPriceVsClose } });
  if (lastPriceVsMA) buy.push({ days: movingAverageDays, rules: { lastPriceVsMA } });
  return { scanner, buy };
}

/** Behind the end of `others` nobody passes. */
function intersect(bits: Int32Array, others: Int32Array, start: number): void {
  const stop = Math.min(bits.length, others.length - start);
  for (let at = 0; at < stop; at++) bits[at] &= others[start + at];
  bits.fill(0, stop);
}

function unite(bits: Int32Array, others: Int32Array, start: number): void {
  const stop = Math.min(bits.length, others.length - start);
  for (let at = 0; at < stop; at++) bits[at] |= others[start + at];
}

function countEach({ bits, memberWords, count }: SweepCandidates): void {
  let at = 0;
  for (let session = 0; session < count.length; session++) {
    let passing = 0;
    for (const stop = at + memberWords; at < stop; at++) passing += countBits(bits[at]);
    count[session] = passing;
  }
}
