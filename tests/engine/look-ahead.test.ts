import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { valueOf } from "#tests/support/value-of.ts";
import { PLAIN_LOOPS } from "#workers/engine/evaluate.ts";
import { columnsOfMembers } from "#workers/engine/instrument-columns.ts";
import { groundOn } from "#workers/engine/rule-ground.ts";
import type { Remember } from "#workers/engine/rule-ground.ts";
import { simulate } from "#workers/engine/simulate.ts";
import { makeSurroundings } from "#workers/engine/surroundings.ts";
import type { CheckedEngine } from "#workers/run/look-ahead.ts";
import { withFacts } from "#workers/model/late-column.ts";
import { ok } from "#workers/model/problem.ts";
import { planRun } from "#workers/run/plan-run.ts";
import type { Figure } from "#workers/rules/function-entry.ts";
import { ruleRuns } from "./random-rule-runs.ts";
import type { StrategyParts } from "./tables/worked-case.ts";
import { checkLookAhead } from "#workers/run/look-ahead.ts";
import { cutMarket } from "#workers/run/cut-market.ts";
import type { LookAheadVerdict } from "#workers/model/look-ahead.ts";
import { buildMarket, dateOf, dayOf } from "../support/market-builder.ts";
import type { Engine } from "./engine-run.ts";
import { loadMutant } from "./mutants/load-mutant.ts";
import { lookAheads } from "./mutants/signal-mistakes.ts";
import { sampleRuns } from "./sample-runs.ts";
import { plainStrategy } from "./tables/worked-case.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { tries, whenFull } from "#tests/support/tries.ts";

const runs = sampleRuns().map(({ series, strategy }) => ({ strategy, market: buildMarket(series) }));

/** Of each run that is not refused, looked at when it is asked for. */
function* verdicts(engine?: Engine): Generator<LookAheadVerdict> {
  for (const { strategy, market } of runs) {
    const verdict = checkLookAhead(strategy, market, {}, engine);
    if (verdict.ok) yield verdict.value;
  }
}

/** By any run; those after it are not looked at. */
function isFoundOut(engine: Engine): boolean {
  for (const { changed } of verdicts(engine)) if (changed > 0) return true;
  return false;
}

describe("the check for look-ahead", () => {
  it("finds nothing in the engine as it is, at many sessions of many runs", () => {
    const found = [...verdicts()];
    expect(found.filter(({ changed }) => changed > 0)).toEqual([]);
    expect(found.reduce((sum, { sessions }) => sum + sessions, 0)).toBeGreaterThan(500);
  });

  it.each(lookAheads.map((mutant) => [mutant.name, mutant] as const))(
    "finds an engine in which %s",
    async (_name, mutant) => {
      const engine = await loadMutant(mutant);
      expect(isFoundOut(engine)).toBe(true);
    },
    60_000,
  );

  it("shows what differed, and where", async () => {
    const [mutant] = lookAheads; // the price against an old close is tomorrow's
    if (!mutant) throw new Error("no mutant");
    // Falls until the last session, on which it jumps: only tomorrow's price is above an old close, on session 3.
    const market = buildMarket([
      {
        symbol: "A",
        bars: [100, 90, 80, 70, 200].map((close, session) => [session, close, close] as const),
      },
    ]);
    const strategy = plainStrategy({ buy: { lastPriceVsClose: true, closeDays: 1 } });
    const verdict = valueOf(checkLookAhead(strategy, market, {}, await loadMutant(mutant)));
    expect(valueOf(checkLookAhead(strategy, market))).toMatchObject({ sessions: 4, changed: 0, first: null });
    expect(verdict.changed).toBeGreaterThan(0);
    expect(verdict.first).toMatchObject({ type: "decision" });
  });

  it("tells of each cut, and takes the same sessions every time", () => {
    const [run] = runs.slice(-1);
    if (!run) throw new Error("no run");
    const told: string[] = [];
    const once = checkLookAhead(run.strategy, run.market, {
      onCut: (done, cuts) => told.push(`${done}/${cuts}`),
    });
    expect(told.at(-1)).toBe("50/50");
    expect(told).toHaveLength(50);
    expect(checkLookAhead(run.strategy, run.market)).toEqual(once);
  });

  it("compares all but the last session of a short period", () => {
    const market = buildMarket([
      {
        symbol: "A",
        bars: [
          [0, 10, 10],
          [1, 11, 11],
          [2, 12, 12],
        ],
      },
    ]);
    expect(valueOf(checkLookAhead(plainStrategy({}), market))).toMatchObject({
      sessions: 2,
      skipped: 0,
      firstDate: "2020-01-01",
      lastDate: "2020-01-02",
    });
  });

  it("takes bars for what they are on all the data: those of the first weeks alone would be daily", () => {
    // about 10 % up or down a week: a deviation of 0.14, and 102 % a year by weeks, 222 % by days
    const bars = Array.from({ length: 30 }, (_, week) => {
      const close = [100, 110, 99, 109][week % 4] ?? 0;
      return [week * 7, close, close] as const;
    });
    const market = buildMarket([{ symbol: "A", bars }]);
    const strategy = plainStrategy({ buy: { rules: ["volatility(2) < 150"] }, sell: { maxHoldingDays: 2 } });
    const verdict = checkLookAhead(strategy, market);
    expect(verdict).toMatchObject({ ok: true, value: { sessions: 29, skipped: 0, changed: 0 } });
    expect(verdict.ok && verdict.value.decisions).toBeGreaterThan(5);
  });

  it("is refused for the same reasons as the run", () => {
    const market = buildMarket([{ symbol: "A", exchange: "BSE", bars: [[0, 10, 10]] }]);
    expect(checkLookAhead(plainStrategy({}), market)).toMatchObject({
      ok: false,
      problem: { code: "universe-empty" },
    });
  });
});

const rememberNothing: Remember = (workOut) => workOut;

/** An engine whose rules see tomorrow's close in place of today's. */
function cheatingEngine(): CheckedEngine {
  return {
    simulate,
    planRun(strategy, market) {
      const plan = planRun(strategy, market, { shortcuts: [] });
      if (!plan.ok) return plan;
      const { calendar, universe } = plan.value;
      const columns = columnsOfMembers({ market, isAdjusted: false }, universe, calendar);
      const honest = columns.figure.bind(columns);
      const cheating = Object.assign(columns, {
        figure: (name: Figure) => (name === "close" ? tomorrows(honest(name), columns.bars) : honest(name)),
      });
      const around = makeSurroundings({
        loops: PLAIN_LOOPS,
        sessionsOfYear: 252,
        facts: [],
        sessionDay: calendar.sessionDay,
        seriesOf: () => columns,
        across: { placesOf: nobody, breadthOf: nobody, topOf: nobody },
      });
      const ground = groundOn(cheating, calendar, around, rememberNothing);
      return ok({ ...plan.value, ground: () => ground });
    },
  };
}

function tomorrows(values: Float64Array, bars: number): Float64Array {
  return values.map((value, bar) => (bar + 1 < bars ? (values[bar + 1] ?? value) : value));
}

function nobody(): never {
  throw new RangeError("nobody asks about others here");
}

/** Up and down: whoever knows tomorrow's close decides otherwise, sorts otherwise, or buys another size. */
function closes(first: number): number[] {
  return Array.from({ length: 20 }, (_, t) => first + ((t * 7) % 11) - (t % 3));
}

describe("the check of rules for look-ahead", () => {
  it("finds nothing in random strategies with rules, facts, sizes, schedules and resting stops", () => {
    let sessions = 0;
    fc.assert(
      fc.property(ruleRuns(), ({ market, strategies }) => {
        for (const strategy of strategies.slice(0, 2)) {
          const verdict = checkLookAhead(strategy, market);
          if (!verdict.ok) continue;
          expect(verdict.value).toMatchObject({ changed: 0, first: null });
          sessions += verdict.value.sessions;
        }
      }),
      { numRuns: tries(60) },
    );
    expect(sessions).toBeGreaterThanOrEqual(whenFull(300));
  });

  const market = buildMarket(
    ["A", "B"].map((symbol, at) => ({
      symbol,
      bars: closes(50 + 20 * at).map((close, t) => [t, close, close] as const),
    })),
  );
  const base = { buy: { lastPriceVsClose: false, lastPriceVsMA: false } };

  it.each<{ title: string; parts: StrategyParts; type: string }>([
    { title: "a scanner rule", parts: { scanner: { rules: ["close > close[1]"] } }, type: "decision" },
    { title: "a buy rule", parts: { buy: { rules: ["rsi(2) < 50"] } }, type: "decision" },
    {
      title: "a sell rule",
      parts: { sell: { minHoldingDays: 0, rules: ["close < sma(3) or profit > 5 + change(1)"] } },
      type: "decision",
    },
    {
      title: "the expression that candidates are sorted by",
      parts: { simulation: { sortingType: "expression", sortBy: "growth(1)", maxPositions: 1 } },
      type: "decision",
    },
    {
      title: "the distance that positions are sized by",
      parts: {
        simulation: {
          positionSizing: "risk",
          riskPercent: 1,
          positionPercent: 50,
          riskDistance: "1 + abs(change(1))",
          fractionalShares: true,
        },
      },
      type: "size",
    },
  ])("finds a look ahead of one bar in $title", ({ parts, type }) => {
    const strategy = plainStrategy({ ...base, ...parts, buy: { ...base.buy, ...parts.buy } });
    expect(valueOf(checkLookAhead(strategy, market))).toMatchObject({ changed: 0, skipped: 0 });
    const found = valueOf(checkLookAhead(strategy, market, {}, cheatingEngine()));
    expect(found.changed).toBeGreaterThan(0);
    expect(found.first).toMatchObject({ type });
  });

  it("finds a look ahead of one bar in weights, at the close that orders by them", () => {
    const strategy = strategyOf({
      simulation: {
        startDate: dateOf(0),
        positionSizing: "weights",
        weight: "close",
        rebalance: "daily",
        schedule: "monthly",
        fractionalShares: true,
      },
    });
    expect(valueOf(checkLookAhead(strategy, market))).toMatchObject({ changed: 0, skipped: 0 });
    const found = valueOf(checkLookAhead(strategy, market, {}, cheatingEngine()));
    expect(found.first).toMatchObject({ type: expect.stringMatching(/decision|size/) });
    expect(found.changed).toBeGreaterThan(15); // at nearly every cut, not only where a fill shows it later
  });

  it("goes on with a fact of which no value is left, and leaves out cuts that take away a named series", () => {
    const late = {
      name: "score",
      kind: "fact" as const,
      stepOffset: Int32Array.of(0, 1, 2, 2),
      day: Int32Array.of(dayOf(9), dayOf(9)),
      value: Float64Array.of(1, 2),
    };
    const bare = buildMarket([
      ...["A", "B"].map((symbol) => ({
        symbol,
        bars: closes(50).map((close, t) => [t, close, close] as const),
      })),
      {
        symbol: "LATE",
        exchange: "BSE",
        bars: [
          [12, 5, 5],
          [15, 6, 6],
        ],
      },
    ]);
    const known = { ...bare, facts: [late] };
    const byFact = plainStrategy({ ...base, scanner: { rules: ["score > 1"] } });
    expect(valueOf(checkLookAhead(byFact, known))).toMatchObject({ sessions: 19, skipped: 0, changed: 0 });
    const byOther = plainStrategy({ ...base, scanner: { rules: ['of("LATE", close) > 1'] } });
    // cut at sessions 0 to 11 the dataset has no bar of LATE, and the rule would be refused
    expect(valueOf(checkLookAhead(byOther, known))).toMatchObject({ sessions: 7, skipped: 12, changed: 0 });
  });
});

/** An engine that knows facts and own numbers a day too soon, and signals two days: facts are known the day after their date. */
const knowsTooSoon: CheckedEngine = {
  simulate,
  planRun: (strategy, market) => {
    const facts = market.facts?.map((fact) =>
      fact.computed
        ? { ...fact, value: dayBefore(fact.value) }
        : { ...fact, day: fact.day.map((day) => day - 2) },
    );
    return planRun(strategy, withFacts(market, facts));
  },
};

/** Each place has the next one's number. */
function dayBefore(values: Float64Array): Float64Array {
  return values.map((value, at) => values[at + 1] ?? value);
}

describe("the check of what is told a day too soon", () => {
  const SESSIONS = 20;
  const market = buildMarket([
    { symbol: "A", bars: closes(50).map((close, t) => [t, close, close] as const) },
  ]);
  /** Behind a giant, numbers that differ by less than rounding does. */
  const value = Float64Array.from({ length: SESSIONS }, (_, t) =>
    t === 0 ? 1e20 : 1 + (t % 3 === 0 ? 1e-10 : 0),
  );
  const told = { name: "score", stepOffset: Int32Array.of(0, SESSIONS), value };
  const day = Int32Array.from({ length: SESSIONS }, (_, t) => dayOf(t));

  it.each([
    ["facts", { ...told, kind: "fact", day }],
    ["signals", { ...told, kind: "signal", day }],
    [
      "own numbers",
      {
        ...told,
        kind: "signal",
        day: new Int32Array(0),
        stepOffset: market.barOffset,
        computed: { marketCap: false, signals: [] },
      },
    ],
  ] as const)("forgives %s nothing: neither behind a giant number nor in the last digits", (_, fact) => {
    const strategy = plainStrategy({
      buy: { lastPriceVsClose: false, lastPriceVsMA: false, rules: ["(score - 1) * 10000000000 > 0.5"] },
    });
    const known = { ...market, facts: [fact] };
    expect(valueOf(checkLookAhead(strategy, known))).toMatchObject({ changed: 0, skipped: 0 });
    const found = valueOf(checkLookAhead(strategy, known, {}, knowsTooSoon));
    expect(found.changed).toBeGreaterThan(0);
    expect(found.first).toMatchObject({ type: "decision" });
  });
});

describe("data cut at a session", () => {
  it("has the bars up to it, and one strange bar the day after for each instrument that has any", () => {
    const market = buildMarket([
      {
        symbol: "A",
        bars: [
          [0, 10, 11, { volume: 100 }],
          [1, 12, 13, { volume: 200 }],
          [4, 14, 15, { volume: 300 }],
        ],
      },
      { symbol: "B", bars: [[3, 5, 5, { volume: 10 }]] },
      { symbol: "C", bars: [[1, 20, 10, { volume: 40 }]] },
    ]);
    const cut = cutMarket(market, dayOf(1), 0);
    expect([...cut.barOffset]).toEqual([0, 3, 3, 5]);
    expect([...cut.day]).toEqual([0, 1, 2, 1, 2].map(dayOf));
    expect([...cut.open]).toEqual([10, 12, 36, 20, 60]);
    expect([...cut.close]).toEqual([11, 13, 39, 10, 30]);
    expect([...cut.volume]).toEqual([100, 200, 1000, 40, 200]);
    expect([...cutMarket(market, dayOf(1), 1).close]).toEqual([11, 13, 2.6, 10, 2]);
  });
});
