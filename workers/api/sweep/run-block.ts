/** The rows of neighbouring variants, which share what they have in common; each is what its own run would give. */
import type { Market } from "#workers/model/market.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { planRun } from "#workers/run/plan-run.ts";
import { makeVariants } from "../../shortcuts/variants.ts";
import type { Variants } from "../../shortcuts/variants.ts";
import type { CodeAllowed } from "../run-strategy.ts";
import type { SweepAxes } from "./axes.ts";
import { hashOfDoubles } from "./hashes.ts";
import { failedOutcome } from "./row.ts";
import type { RowOutcome } from "./row.ts";
import { variantAt } from "./variants.ts";

/** Variants from .. from + count - 1. */
export interface Block {
  readonly from: number;
  readonly count: number;
}

/** What every block of a sweep has in common; plain data. */
export interface SweepTask {
  /** Checked. */
  readonly strategy: Strategy;
  readonly axes: SweepAxes;
  readonly withEquity: boolean;
  readonly allowCode: CodeAllowed;
}

export type KeptOutcome = RowOutcome & { readonly equity?: readonly number[] };

/** What variants of one market share is kept for its next block. */
const kept = new WeakMap<Market, Variants>();

/** Outcomes of the block's variants, in the order of their indices. */
export function runBlock(market: Market, task: SweepTask, { from, count }: Block): readonly KeptOutcome[] {
  const { strategy, axes, withEquity } = task;
  const variants = kept.get(market) ?? makeVariants((one) => planRun(one, market));
  kept.set(market, variants);
  const outcomes: KeptOutcome[] = [];
  const strategies: Strategy[] = [];
  const places: number[] = [];
  for (let at = 0; at < count; at++) {
    const variant = variantAt(strategy, axes, from + at);
    if (variant.ok) {
      strategies.push(variant.value);
      places.push(at);
    } else outcomes[at] = failedOutcome(from + at, shortened(variant.problem));
  }
  variants(strategies, (place, result) => {
    const at = places[place] ?? 0;
    if (!result.ok) {
      outcomes[at] = failedOutcome(from + at, shortened(result.problem));
      return;
    }
    const { performance, equity } = result.value;
    outcomes[at] = {
      index: from + at,
      performance,
      account: hashOfDoubles(equity),
      problem: null,
      ...(withEquity ? { equity: Array.from(equity) } : {}),
    };
  });
  return outcomes;
}

/** A row has no place for more of it. */
export function shortened({ code, message }: { readonly code: string; readonly message: string }) {
  return { code, message };
}
