/** How many instruments pass each rule of a strategy on the last session of its period: shown while it is built. */

import type { NamedInstrument } from "./instruments.ts";
import type { Problem } from "./problem.ts";
import type { Warning } from "./report.ts";

/** The conditions of scanner and buy rules, by the strategy field that switches them. */
export type ConditionName =
  | "priceGrowth"
  | "minPrice"
  | "marketCapRank"
  | "avgDailyValue"
  | "lastPriceVsClose"
  | "lastPriceVsMA";

export interface Preview {
  /** ISO date of the session. */
  readonly date: string;
  /** Instruments of the universe with a bar on it. */
  readonly instruments: number;
  /** The most of the universe that were listed at once in the period, each from its first bar in it to its last. */
  readonly mostListed: number;
  /** Instruments that pass; null where the condition is off or the data can't answer it. */
  readonly passing: Readonly<Record<ConditionName, number | null>>;
  /** Own rules of scanner, buy and sell, lines and groups in the order of the file; without those that are not in use. */
  readonly rules: readonly RuleCount[];
  readonly scanner: number;
  readonly buy: number;
  /** Scanner and buy rules together, and the size of a position known: the candidates of that session. */
  readonly together: number;
  /** The first of these by symbol, at most MOST_NAMED. */
  readonly candidates: readonly NamedInstrument[];
  /** What may serve as the benchmark: the exchange's indices, then its other instruments, the first MOST_SERIES by symbol. */
  readonly series: readonly BenchmarkSeries[];
  /** Some bar of the data has an adjusted close. */
  readonly hasAdjusted: boolean;
  /** By weights: the instruments that have a weight of their own, in the strategy's order; those without a bar are left out. */
  readonly held?: readonly HeldFacts[];
  /** What idle money earns a year in the period, in percent; absent where it earns nothing, or the period is a single day. */
  readonly cashPerYear?: number;
  /** What a run of it would say of its data. */
  readonly warnings: readonly Warning[];
  /** Why a run would be refused: lines and expressions that name what the data lacks. They are left out of the counts. */
  readonly lacks?: Problem;
}

/** What the prices say of one instrument of a portfolio in the strategy's period. */
export interface HeldFacts {
  readonly symbol: string;
  readonly instrumentType: string;
  /** It is one of those that the strategy looks at; else it is never bought. */
  readonly isTraded: boolean;
  /** ISO date of its first bar, where that comes long behind the period's first session; null otherwise. */
  readonly since: string | null;
  /** ISO date of its last bar, where that comes long before the period's last session; null otherwise. */
  readonly until: string | null;
  /** Close of its first bar in the period, on the run's price basis and in its currency; null where it has none. */
  readonly firstClose: number | null;
}

/** Series that a preview lists: a person looks through no longer list, and any other symbol can be typed. */
export const MOST_SERIES = 300;

/** Sessions that a line that is true on nobody is looked at on besides: about a year. */
export const RECENT_SESSIONS = 250;

/** Candidates that a preview names. */
export const MOST_NAMED = 50;

/** Instruments on which a rule is true; null where it asks for an open position, or one above it does. */
export interface RuleCount {
  /** The rule's place in the strategy, such as "buy.rules[2].any[0]". */
  readonly place: string;
  /** On how many instruments the rule is true by itself. */
  readonly alone: number | null;
  /** With the rows above it in its group; of the outermost rules with the fixed conditions too, which come before them. */
  readonly soFar: number | null;
  /**
   * Of a line that is true on nobody: on how many of so many sessions, the last ones, it was true on anybody. Absent where
   * that would take long, and of strategies that look at their rules on some sessions only.
   */
  readonly recently?: { readonly sessions: number; readonly of: number };
}

export interface BenchmarkSeries {
  readonly isIndex: boolean;
  readonly symbol: string;
  /** "" where no file gives one. */
  readonly name: string;
}
