/**
 * Keys of many of a member's bars at once. Gains, for sweeps: a word of bars is copied out of the closes in one go, in
 * place of bar by bar.
 */
import type { PriorityKey } from "#workers/engine/order-list.ts";
import { TOP_GAINER_DAYS, makePriorityKey } from "#workers/engine/priority.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import type { RowSpan } from "#workers/model/price-zones.ts";
import { fastFactsOf } from "./fast-facts.ts";
import { makeGainsReader } from "./key-bounds.ts";

export interface PriorityKeys {
  readonly keyOf: PriorityKey;
  /** Writes those of a member's rows to into[0] and on: at most 32. */
  readonly readKeys: (member: number, rows: RowSpan, into: Float64Array) => void;
}

export function makePriorityKeys(plan: Plan): PriorityKeys {
  const keyOf = makePriorityKey(plan);
  const isByGain = plan.strategy.simulation.sortingType === "300-days-top-gainer-first";
  const readGains = makeGainsReader(fastFactsOf(plan.facts).closes);
  return {
    keyOf,
    readKeys: (member, { from, to }, into) => {
      if (isByGain && from - TOP_GAINER_DAYS >= plan.calendar.fromRow[member]) {
        readGains(member, { from, to }, into);
      } else for (let row = from; row < to; row++) into[row - from] = keyOf(row, member);
    },
  };
}
