import { describe, expect, it } from "vitest";
import { engines } from "./engine-run.ts";
import type { Engine } from "./engine-run.ts";
import { sampleRuns } from "./sample-runs.ts";
import { buildMarket } from "#tests/support/market-builder.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { simulate } from "#workers/engine/simulate.ts";
import type { SimulationHooks } from "#workers/engine/simulation-hooks.ts";
import type { Decision } from "#workers/model/decision.ts";

function plansOf({ planRun }: Engine): readonly Plan[] {
  return sampleRuns().flatMap(({ strategy, series }) => {
    const plan = planRun(strategy, buildMarket(series));
    return plan.ok ? [plan.value] : [];
  });
}

function logOf(plan: Plan, hooks: SimulationHooks = {}): readonly Decision[] {
  const log: Decision[] = [];
  simulate(plan, { ...hooks, log });
  return log;
}

/** A candidate for which there was no place, or no money. */
function isLeftOver(decision: Decision): boolean {
  return decision.type === "candidate" && decision.outcome !== "ordered";
}

describe.each(engines)("a log $how", ({ engine }) => {
  it("a log that leaves out the candidates that are not ordered has everything else as the whole log has it", () => {
    let leftOut = 0;
    for (const plan of plansOf(engine)) {
      const whole = logOf(plan);
      expect(logOf(plan, { logsAllOn: () => false })).toEqual(whole.filter((each) => !isLeftOver(each)));
      leftOut += whole.filter(isLeftOver).length;
    }
    expect(leftOut).toBeGreaterThan(100);
  });

  it("a log of one session's candidates has those of that session with their ranks", () => {
    for (const plan of plansOf(engine)) {
      const session = Math.floor((plan.firstSession + plan.lastSession) / 2);
      const day = plan.sessionDay[session];
      const whole = logOf(plan);
      expect(logOf(plan, { logsAllOn: (at) => at === session })).toEqual(
        whole.filter((each) => !isLeftOver(each) || each.day === day),
      );
    }
  });

  it("what is passed over at the closes makes up the run's own counts", () => {
    for (const plan of plansOf(engine)) {
      const sum = { unaffordable: 0, noSlot: 0 };
      const { passedOver } = simulate(plan, {
        onPassedOver({ unaffordable, noSlot }) {
          sum.unaffordable += unaffordable;
          sum.noSlot += noSlot;
        },
      });
      const { unaffordable, noSlot } = passedOver;
      const lapsed = logOf(plan).filter((each) => each.type === "lapse" && each.reason === "noSlot").length;
      expect(sum).toEqual({ unaffordable, noSlot: noSlot - lapsed });
    }
  });
});
