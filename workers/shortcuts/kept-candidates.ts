/**
 * Keeps who passes scanner and buy rules, for the next run on the market whose strategy differs from this one in its sell rules, its
 * money or its places alone. Gains a third of such a run: what is left of it is the changed rule and the day loop.
 */
import type { FoundCandidates } from "#workers/engine/candidate-bits.ts";
import type { PriceFacts } from "#workers/engine/facts.ts";
import type { Plan, Shortcut } from "#workers/engine/run-plan.ts";
import type { Pieces } from "#workers/model/pieces.ts";

export const keptCandidates: Shortcut = {
  name: "candidates of the run before",
  candidates: keepCandidates,
};

/** Those that were found last, and by what. */
interface Kept {
  readonly key: string;
  readonly found: FoundCandidates;
}

const known = new WeakMap<PriceFacts, Kept>();

function* keepCandidates(plan: Plan, find: () => Pieces<FoundCandidates>): Pieces<FoundCandidates> {
  const key = keyOf(plan);
  const kept = known.get(plan.facts);
  if (kept?.key === key) return kept.found;
  const found = yield* find();
  known.set(plan.facts, { key, found });
  return found;
}

/** All that a plan says, but for what nobody asks who looks for candidates. */
function keyOf({ strategy, firstSession, lastSession, asked, benchmark, sessionsOfYear }: Plan): string {
  const { scanner, buy, computed, simulation } = strategy;
  const asksOfCandidates = { ...simulation, startMargin: 0, maxPositions: 0, fillAt: "", riskFreePercent: 0 };
  const period = [firstSession, lastSession, asked?.name];
  return JSON.stringify([scanner, buy, computed, asksOfCandidates, period, benchmark, sessionsOfYear]);
}
