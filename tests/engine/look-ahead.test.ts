import { describe, expect, it } from "vitest";
import { checkLookAhead } from "#workers/look-ahead.ts";
import { cutMarket } from "#workers/cut-market.ts";
import type { LookAheadVerdict } from "#workers/model/look-ahead.ts";
import type { Result } from "#workers/model/problem.ts";
import { buildMarket, dayOf } from "../support/market-builder.ts";
import type { Engine } from "./engine-run.ts";
import { loadMutant } from "./mutants/load-mutant.ts";
import { lookAheads } from "./mutants/signal-mistakes.ts";
import { sampleRuns } from "./sample-runs.ts";
import { plainStrategy } from "./tables/worked-case.ts";

const runs = sampleRuns().map(({ series, strategy }) => ({ strategy, market: buildMarket(series) }));

function verdicts(engine?: Engine): readonly LookAheadVerdict[] {
  return runs.flatMap(({ strategy, market }) => {
    const verdict = checkLookAhead(strategy, market, {}, engine);
    return verdict.ok ? [verdict.value] : [];
  });
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

describe("the check for look-ahead", () => {
  it("finds nothing in the engine as it is, at many sessions of many runs", () => {
    const found = verdicts();
    expect(found.filter(({ changed }) => changed > 0)).toEqual([]);
    expect(found.reduce((sum, { sessions }) => sum + sessions, 0)).toBeGreaterThan(500);
  });

  it.each(lookAheads.map((mutant) => [mutant.name, mutant] as const))(
    "finds an engine in which %s",
    async (_name, mutant) => {
      const found = verdicts(await loadMutant(mutant));
      expect(found.some(({ changed }) => changed > 0)).toBe(true);
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

  it("is refused for the same reasons as the run", () => {
    const market = buildMarket([{ symbol: "A", exchange: "BSE", bars: [[0, 10, 10]] }]);
    expect(checkLookAhead(plainStrategy({}), market)).toMatchObject({
      ok: false,
      problem: { code: "universe-empty" },
    });
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
