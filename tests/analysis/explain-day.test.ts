import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ruleRuns } from "#tests/engine/random-rule-runs.ts";
import { sampleRuns } from "#tests/engine/sample-runs.ts";
import { worked } from "./worked-day.ts";
import { wholeBetween } from "#datasets/generator/random.ts";
import { openRandom } from "#workers/model/random.ts";
import { explainDay } from "#workers/analysis/explain-day.ts";
import { planRun } from "#workers/run/plan-run.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { simulate } from "#workers/engine/simulate.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Decision } from "#workers/model/decision.ts";
import type { Why } from "#workers/model/why.ts";
import { buildMarket } from "#tests/support/market-builder.ts";

const INSTRUMENT_DAYS = 1000;
const RULE_RUNS = 300;
const DAYS_A_RUN = 6;

interface Logged {
  readonly plan: Plan;
  readonly decisions: readonly Decision[];
  readonly equity: Float64Array;
}

/** Every sample run that can be run, with its whole log. */
function loggedRuns(): readonly Logged[] {
  return sampleRuns().flatMap(({ strategy, series }) => {
    const plan = planRun(strategy, buildMarket(series));
    if (!plan.ok) return [];
    const decisions: Decision[] = [];
    const { equity } = simulate(plan.value, { log: decisions });
    return [{ plan: plan.value, decisions, equity }];
  });
}

/** The reason of the exit that the explained rules lead to; null for none. */
function exitOf({ position, isScheduled }: Why): string | null {
  if (!position || position.isSellPending || position.held < position.minHoldingDays) return null;
  const reason = position.rules.find(({ holds }) => holds)?.reason ?? null;
  if (reason !== null || !isScheduled) return reason;
  return position.ownRules.some(({ worth }) => worth.type === "rule" && worth.state === "true")
    ? "rule"
    : null;
}

/** One strategy of each random market of rules, with its whole log. */
function loggedRuleRuns(): readonly Logged[] {
  return fc.sample(ruleRuns(), { numRuns: RULE_RUNS, seed: 18 }).flatMap(({ market, strategies }) => {
    const plan = strategies[0] && planRun(strategies[0], market);
    if (!plan?.ok) return [];
    const decisions: Decision[] = [];
    const { equity } = simulate(plan.value, { log: decisions });
    return [{ plan: plan.value, decisions, equity }];
  });
}

interface Asked {
  readonly symbol: string;
  readonly day: number;
}

/** Of a run by chance: some days of any instruments, and some on which something was decided. */
function askedDays({ plan, decisions }: Logged, random: () => number): readonly Asked[] {
  const { market, universe, sessionDay, firstSession, lastSession } = plan;
  const deeds = decisions.filter(({ type }) => type !== "candidate");
  return Array.from({ length: DAYS_A_RUN }, (_, at) => {
    const decision = deeds[Math.floor(random() * deeds.length)];
    if (at % 2 === 0 && decision) return { symbol: decision.instrument, day: decision.day };
    const instrument = universe[wholeBetween(random, 0, universe.length - 1)] ?? 0;
    const session = wholeBetween(random, firstSession, lastSession);
    return { symbol: market.instruments[instrument]?.symbol ?? "", day: sessionDay[session] ?? 0 };
  });
}

/** Whether what is explained makes it a candidate. */
function isCandidate(why: Why): boolean {
  const meetsRules = why.passesScanner && why.passesBuy && why.account.slotValue !== null;
  return meetsRules && why.isScheduled && !why.position && !why.coolDown && !why.isLastSession;
}

describe(`days of ${RULE_RUNS} random strategies with rules`, () => {
  it("are explained as the decision log has them", () => {
    const random = openRandom("rule-days");
    const seen = { candidates: 0, byRule: 0, resting: 0, cooling: 0, unscheduled: 0, unsized: 0 };
    for (const run of loggedRuleRuns()) {
      for (const { symbol, day } of askedDays(run, random)) {
        const { plan, decisions, equity } = run;
        const explained = explainDay(plan, symbol, formatIsoDay(day));
        if (!explained.ok) throw new Error(explained.problem.message);
        const why = explained.value;
        const own = decisions.filter((each) => each.day === day && each.instrument === symbol);
        expect(why.decided).toEqual(own);
        expect(isCandidate(why)).toBe(own.some(({ type }) => type === "candidate"));
        const exit = own.find((decision) => decision.type === "exit" && decision.reason !== "no-data");
        expect(exitOf(why)).toBe(exit?.type === "exit" ? exit.reason : null);
        expect(why.account.equity).toBe(equity[plan.sessionDay.indexOf(day) - plan.firstSession]);
        seen.candidates += Number(isCandidate(why));
        seen.byRule += Number(exitOf(why) === "rule");
        seen.resting += Number(why.soldByOrder);
        seen.cooling += Number(why.coolDown !== null);
        seen.unscheduled += Number(!why.isScheduled);
        seen.unsized += Number(why.close !== null && why.account.slotValue === null);
      }
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5);
  });
});

describe(`${INSTRUMENT_DAYS} random instrument-days`, () => {
  const runs = loggedRuns();
  const random = openRandom("instrument-days");

  it("are explained as the decision log has them", () => {
    const seen = { candidates: 0, exits: 0, held: 0 };
    for (let round = 0; round < INSTRUMENT_DAYS; round++) {
      const { plan, decisions, equity } = runs[wholeBetween(random, 0, runs.length - 1)] ?? worked();
      const { market, universe, sessionDay, firstSession, lastSession } = plan;
      const session = wholeBetween(random, firstSession, lastSession);
      const instrument = universe[wholeBetween(random, 0, universe.length - 1)] ?? 0;
      const symbol = market.instruments[instrument]?.symbol ?? "";
      const day = sessionDay[session] ?? 0;
      const explained = explainDay(plan, symbol, formatIsoDay(day));
      if (!explained.ok) throw new Error(explained.problem.message);
      const why = explained.value;
      const onDay = decisions.filter((decision) => decision.day === day);
      const own = onDay.filter((decision) => decision.instrument === symbol);
      expect(why.decided).toEqual(own);
      expect(isCandidate(why)).toBe(own.some(({ type }) => type === "candidate"));
      const exit = own.find((decision) => decision.type === "exit" && decision.reason !== "no-data");
      expect(exitOf(why)).toBe(exit?.type === "exit" ? exit.reason : null);
      const candidates = onDay.filter((decision) => decision.type === "candidate");
      expect(why.account.candidates).toBe(candidates.length);
      const ordered = candidates.filter(({ outcome }) => outcome === "ordered").length;
      const affordable = candidates.filter(({ outcome }) => outcome !== "unaffordable").length;
      const places = why.isLastSession ? 0 : why.account.freeSlots;
      expect(ordered).toBe(Math.min(places, affordable));
      expect(why.account.equity).toBe(equity[session - firstSession]);
      seen.candidates += Number(isCandidate(why));
      seen.exits += Number(exit !== undefined);
      seen.held += Number(why.position !== null);
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
  });
});

describe("an explained day", () => {
  const { plan } = worked();

  it("has each condition with its value and threshold", () => {
    // Ten closes 100..109: on the sixth 105 stands against 103 two bars before and a mean of (103+104+105)/3.
    const why = explainDay(plan, "AAA", formatIsoDay(plan.sessionDay[5] ?? 0));
    expect(why).toMatchObject({
      ok: true,
      value: {
        close: 105,
        match: "all",
        scanner: [{ name: "minPrice", value: 105, threshold: 50, holds: true }],
        passesScanner: true,
        buy: [
          { name: "lastPriceVsClose", value: 105, threshold: 103, holds: true },
          { name: "lastPriceVsMA", value: 105, threshold: 104, holds: true },
        ],
        passesBuy: true,
      },
    });
  });

  it("has too few bars for a look-back at first", () => {
    const why = explainDay(plan, "AAA", formatIsoDay(plan.sessionDay[1] ?? 0));
    expect(why).toMatchObject({
      ok: true,
      value: {
        buy: [
          { threshold: null, holds: false },
          { threshold: null, holds: false },
        ],
        passesBuy: false,
        account: { cash: 1000, equity: 1000, openPositions: 0, freeSlots: 1, candidates: 0 },
      },
    });
  });

  it("tells of the position, its peak and its stop", () => {
    // A candidate on the third session (102 against 100 and 101), bought at the fourth open, 103: 9 shares of 1,000.
    const why = explainDay(plan, "AAA", formatIsoDay(plan.sessionDay[5] ?? 0));
    expect(why).toMatchObject({
      ok: true,
      value: {
        position: {
          entryDate: formatIsoDay(plan.sessionDay[3] ?? 0),
          entryPrice: 103,
          quantity: 9,
          peak: 105,
          held: 3,
          isSellPending: false,
          rules: [{ reason: "trailing-stop", value: 105, threshold: 94.5, holds: false }],
        },
        account: { cash: 1000 - 9 * 103, openPositions: 1, freeSlots: 0 },
        decided: [],
      },
    });
  });

  it("stands for the session before where the day has none", () => {
    const last = (plan.sessionDay[9] ?? 0) + 3;
    expect(explainDay(plan, "AAA", formatIsoDay(last))).toMatchObject({
      ok: true,
      value: { date: formatIsoDay(plan.sessionDay[9] ?? 0), isLastSession: true },
    });
  });

  it.each([
    { title: "an instrument of another universe", symbol: "ZZZ", day: 5, place: "instrument" },
    { title: "a day before the first session", symbol: "AAA", day: -1, place: "date" },
  ])("is refused for $title", ({ symbol, day, place }) => {
    const date = formatIsoDay((plan.sessionDay[0] ?? 0) + day);
    expect(explainDay(plan, symbol, date)).toMatchObject({ ok: false, problem: { place } });
  });
});
