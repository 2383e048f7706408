/** Where the day loop looks for what to buy: worked out from a market in memory, or part by part from a larger one. */
import { findCandidates } from "./candidates.ts";
import type { Candidates } from "./candidates.ts";
import type { Pieces } from "./pieces.ts";
import type { Plan } from "./plan.ts";
import type { KeyBounds } from "./priority.ts";
import type { Zones } from "./zones.ts";

export interface Ground {
  /** Of the sessions of the period but its last. */
  readonly candidates: Candidates;
  readonly closeZones: Zones;
  /** Of the run's order priority; null where every candidate's key is looked at. */
  readonly keyBounds: KeyBounds | null;
}

export function* groundInMemory(plan: Plan): Pieces<Ground> {
  const { facts, strategy } = plan;
  const isEqualWeight = plan.benchmark.type === "equal-weight";
  const alongside = isEqualWeight ? facts.equalWeight(plan.firstSession).reach : () => {};
  const candidates = yield* findCandidates(plan, alongside);
  yield;
  const isByGain = strategy.simulation.sortingType === "300-days-top-gainer-first";
  return {
    candidates,
    closeZones: facts.closeZones,
    keyBounds: isByGain ? facts.topGainerBounds(candidates.ever) : null,
  };
}
