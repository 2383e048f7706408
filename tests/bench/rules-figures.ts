/** What `npm run bench -- --rules` is asked and what it finds, in any thread. */
import type { Timing } from "./stopwatch.ts";

export interface RulesShape {
  readonly instruments: number;
  readonly sessions: number;
  /** At least 7. */
  readonly rounds: number;
  /** Measured is only what has this in its "group: name"; "" for everything. */
  readonly only: string;
}

export type RulesGroup = "default" | "template" | "changed" | "preview" | "variants" | "function" | "library";

export interface RulesFigure extends Timing {
  readonly group: RulesGroup;
  readonly name: string;
  /** How many were done in that time: variants, for instance. */
  readonly count: number;
  /** What it was held against in turn: how long that took, and how many times as long this did. */
  readonly beside: { readonly name: string; readonly median: number; readonly ratio: number } | null;
}

/** A measure whose work threw. */
export interface RulesFailure {
  readonly group: RulesGroup;
  readonly name: string;
  readonly failure: string;
}

export type RulesFinding = RulesFigure | RulesFailure;

export function isFigure(finding: RulesFinding): finding is RulesFigure {
  return !("failure" in finding);
}

/** How many are done in a second. */
export function perSecond({ count, median }: RulesFigure): number {
  return (count / median) * 1000;
}

export interface RulesResult {
  readonly shape: RulesShape;
  readonly findings: readonly RulesFinding[];
}
