/**
 * The tables and laws of strategy/2 are themselves checked: each mistake seeded into the engine must fail a case worked by hand,
 * and a law finds what breaks it.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type * as CoolDown from "#workers/engine/cool-down.ts";
import type * as PositionRules from "#workers/engine/position-rules.ts";
import type * as Priority from "#workers/engine/priority.ts";
import type * as RestingStops from "#workers/engine/resting-stops.ts";
import type * as RunRules from "#workers/engine/run-rules.ts";
import type * as RunWarnings from "#workers/model/run-warnings.ts";
import type * as Schedule from "#workers/sessions/schedule.ts";
import type * as SellRules from "#workers/engine/sell-rules.ts";
import type * as Sizing from "#workers/engine/sizing.ts";
import type * as Universe from "#workers/model/universe.ts";
import type * as Measure from "#workers/figures/measure.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { runEngine } from "./engine-run.ts";
import type { Engine } from "./engine-run.ts";
import type { Findings } from "./laws.ts";
import { loadMutant } from "./mutants/load-mutant.ts";
import type { Mutant } from "./mutants/mistake.ts";
import { plainRuleRuns } from "./plain-rule-runs.ts";
import type { RuleRun } from "./plain-rule-runs.ts";
import { checkNext, checkRuleBooks } from "./rule-laws.ts";
import { ruleTables } from "./tables/all-rule-tables.ts";
import { checkCase } from "./tables/worked-case.ts";
import type { WorkedCase } from "./tables/worked-case.ts";

type Mistake = Pick<Mutant, "name" | "module" | "wrong">;

function mistake<Module extends object>(
  name: string,
  module: string,
  wrong: (own: Module) => Partial<Module>,
): Mistake {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- load-mutant.ts hands over the module of that name
  return { name, module, wrong: (own) => wrong(own as Module) };
}

/** What a module is told of a strategy, with something else in its simulation or sell settings. */
function told<T extends { readonly strategy: Strategy }>(
  terms: T,
  change: { simulation?: Partial<Strategy["simulation"]>; sell?: Partial<Strategy["sell"]> },
): T {
  const { strategy } = terms;
  const simulation = { ...strategy.simulation, ...change.simulation };
  return { ...terms, strategy: { ...strategy, simulation, sell: { ...strategy.sell, ...change.sell } } };
}

const mistakes: readonly Mistake[] = [
  mistake<typeof CoolDown>("a cool-down ends a session early", "engine/cool-down.ts", ({ makeCoolDown }) => ({
    makeCoolDown: (days, ledger) => makeCoolDown(Math.max(0, days - 1), ledger),
  })),
  mistake<typeof Schedule>(
    "a run does not begin with a scheduled session",
    "sessions/schedule.ts",
    ({ askedSessions }) => ({
      askedSessions: (schedule, day, sessionDay, period) => {
        const asked = askedSessions(schedule, day, sessionDay, { ...period, firstSession: 0 });
        return (
          asked && {
            ...asked,
            sessions: asked.sessions.filter((session) => session >= period.firstSession),
          }
        );
      },
    }),
  ),
  mistake<typeof Schedule>("weeks begin on Sunday", "sessions/schedule.ts", ({ askedSessions }) => ({
    askedSessions: (schedule, day, sessionDay, period) =>
      askedSessions(
        schedule,
        day,
        schedule === "weekly" ? sessionDay.map((each) => each + 1) : sessionDay,
        period,
      ),
  })),
  mistake<typeof Schedule>("quarters are months", "sessions/schedule.ts", ({ askedSessions }) => ({
    askedSessions: (schedule, day, sessionDay, period) =>
      askedSessions(schedule === "quarterly" ? "monthly" : schedule, day, sessionDay, period),
  })),
  mistake<typeof Sizing>("risk has no limit", "engine/sizing.ts", ({ makeSizing }) => ({
    makeSizing(terms, distanceOf) {
      const isRisk = terms.strategy.simulation.positionSizing === "risk";
      return makeSizing(isRisk ? told(terms, { simulation: { positionPercent: 1e6 } }) : terms, distanceOf);
    },
  })),
  mistake<typeof Sizing>(
    "a percent of the equity is shared among the positions",
    "engine/sizing.ts",
    ({ makeSizing }) => ({
      makeSizing(terms, distanceOf) {
        const own = makeSizing(terms, distanceOf);
        const { positionSizing, maxPositions } = terms.strategy.simulation;
        const parts = positionSizing === "percent-of-equity" ? maxPositions : 1;
        return { ...own, slotValue: (...candidate) => own.slotValue(...candidate) / parts };
      },
    }),
  ),
  mistake<typeof RestingStops>(
    "a trailing stop rises with the session's own close",
    "engine/resting-stops.ts",
    (own) => ({
      makeRestingStops(plan, ledger, sellAt) {
        const stops = own.makeRestingStops(plan, ledger, sellAt);
        return (
          stops && {
            sellReached(session) {
              for (const position of ledger.open.subarray(0, ledger.openCount)) {
                ledger.peak[position] = Math.max(ledger.peak[position] ?? 0, ledger.close[position] ?? 0);
              }
              stops.sellReached(session);
            },
          }
        );
      },
    }),
  ),
  mistake<typeof RestingStops>(
    "stops lie in the market a session early",
    "engine/resting-stops.ts",
    (own) => ({
      makeRestingStops: (plan, ledger, sellAt) =>
        own.makeRestingStops(told(plan, { sell: { minHoldingDays: 0 } }), ledger, sellAt),
    }),
  ),
  mistake<typeof SellRules>("all sell rules must hold", "engine/sell-rules.ts", ({ makeSellRules }) => ({
    makeSellRules(plan) {
      const each = plan.rules.sell.map((rule) =>
        makeSellRules({ ...plan, rules: { ...plan.rules, sell: [rule] } }),
      );
      if (each.length === 0) return null;
      const ofPosition = (position: PositionRules.HeldPosition): boolean =>
        each.every(
          (own) =>
            own?.ofBars(position.member, position.session) === true || own?.ofPosition?.(position) === true,
        );
      return { ofBars: () => false, ofPosition };
    },
  })),
  mistake<typeof Universe>("sectors do not narrow the universe", "model/universe.ts", ({ membersAmong }) => ({
    membersAmong: (universe, instruments) =>
      membersAmong(
        universe,
        instruments.map((each) => Object.assign({}, each, { sector: universe.sectors?.[0] ?? "" })),
      ),
  })),
  mistake<typeof Priority>("unknown numbers come first", "engine/priority.ts", ({ makePriorityKey }) => ({
    makePriorityKey(ground) {
      const own = makePriorityKey(ground);
      return (row, member) => {
        const key = own(row, member);
        return key === -Infinity ? Infinity : key;
      };
    },
  })),
  mistake<typeof RunWarnings>("signals carry no warning", "model/run-warnings.ts", () => ({
    signalWarnings: () => [],
  })),
  mistake<typeof RunWarnings>("symbols without prices carry no warning", "model/run-warnings.ts", () => ({
    symbolWarnings: () => [],
  })),
  mistake<typeof RunRules>("nobody sees that rules name a market cap", "engine/run-rules.ts", () => ({
    looksAt: () => false,
  })),
  mistake<typeof Measure>("what comes next has one buy at most", "figures/measure.ts", ({ measure }) => ({
    measure(plan, simulation) {
      const { next, ...report } = measure(plan, simulation);
      return next ? { ...report, next: { ...next, buys: next.buys.slice(0, 1) } } : report;
    },
  })),
];

const cases = Object.values(ruleTables).flat();

function failures(engine: Engine): string[] {
  return cases.flatMap((worked) => failuresOf(engine, worked));
}

function failuresOf(engine: Engine, worked: WorkedCase): string[] {
  return checkCase(worked, (strategy, market) => runEngine(engine, strategy, market));
}

describe("the tables of rules find an engine in which", () => {
  it("nothing is wrong to be right", async () => {
    expect(failures(await loadMutant(null))).toEqual([]);
  });

  it.each(mistakes.map((each) => [each.name, each] as const))("%s", async (_name, each) => {
    const engine = await loadMutant(each);
    expect(cases.some((worked) => failuresOf(engine, worked).length > 0)).toBe(true);
  });
});

function nextOnAnyDay(engine: Engine, run: RuleRun): Findings {
  return [0.2, 0.5, 0.8].flatMap((share) => checkNext(engine, run, share) ?? []);
}

describe("the laws of runs find an engine in which", () => {
  const runs = fc.sample(plainRuleRuns(), { numRuns: 150, seed: 18 });

  it.each<{ name: string; law: (engine: Engine, run: RuleRun) => Findings }>([
    { name: "a cool-down ends a session early", law: checkRuleBooks },
    { name: "weeks begin on Sunday", law: checkRuleBooks },
    { name: "what comes next has one buy at most", law: nextOnAnyDay },
  ])("$name", async ({ name, law }) => {
    const found = mistakes.find((each) => each.name === name);
    const engine = await loadMutant(found ?? null);
    expect(runs.some((run) => (law(engine, run) ?? []).length > 0)).toBe(true);
  });
});
