/** A run with the closes that ordered its positions: an order by weights may wait for its instrument's next bar. */
import type { Plan } from "#workers/engine/run-plan.ts";
import { simulate } from "#workers/engine/simulate.ts";
import type { Simulation } from "#workers/engine/simulate.ts";
import type { Decision } from "#workers/model/decision.ts";
import { heldAfter } from "./track-holding.ts";
import type { TrackedHolding } from "./track-holding.ts";

export interface DecidedRun extends Simulation {
  /** By position of the ledger: the session at whose close it was last ordered. */
  readonly decidedOn: Int32Array;
}

export function simulateDecided(plan: Plan): DecidedRun {
  const sessionOf = new Map(Array.from(plan.sessionDay, (day, session) => [day, session]));
  const ordered = new Map<string, number>(); // by instrument
  const holdings = new Map<string, TrackedHolding>();
  const decidedOn: number[] = [];
  const push = (decision: Decision) => {
    const { instrument, day } = decision;
    if (decision.type === "candidate" && decision.outcome === "ordered")
      ordered.set(instrument, sessionOf.get(day) ?? -1);
    if (decision.type !== "buy" && decision.type !== "sell") return;
    const before = holdings.get(instrument) ?? null;
    if (before === null) decidedOn.push(ordered.get(instrument) ?? -1);
    const after = heldAfter(before, decision);
    if (after === null) holdings.delete(instrument);
    else holdings.set(instrument, after);
  };
  const run = simulate(plan, { log: { push }, logsAllOn: () => false });
  return { ...run, decidedOn: Int32Array.from(decidedOn) };
}
