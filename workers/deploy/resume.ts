/** The day loop of a run that goes on: the same loop, from what there was before the first of its sessions. */
import type { Pieces } from "#workers/model/pieces.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { findGround, passSessions, startRun } from "#workers/engine/simulate.ts";
import type { Simulation } from "#workers/engine/simulate.ts";
import type { Decisions } from "#workers/engine/decide.ts";
import type { SimulationHooks } from "#workers/engine/simulation-hooks.ts";
import { takeUp } from "./take-up.ts";
import type { Opening } from "./take-up.ts";

/** Over the sessions of the plan's period. @param opening - as of the close before them */
export function* resumeInPieces(
  plan: Plan,
  opening: Opening,
  hooks: SimulationHooks = {},
): Pieces<Simulation> {
  const found = yield* findGround(plan);
  const run = startRun(plan, opening.buysNothing ? { ...found, decideOtherwise: buyNothing } : found, hooks);
  takeUp(opening, run);
  return yield* passSessions(run);
}

function buyNothing(own: Decisions): Decisions {
  return { ...own, scheduled: new Uint8Array(own.scheduled.length) };
}
