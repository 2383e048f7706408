import "#tests/storage/empty-database.ts";
import { expect, it, vi } from "vitest";
import { fakeClient } from "#tests/support/fake-client.ts";
import type { Answer } from "#tests/support/fake-client.ts";
import { completeRun } from "#tests/pages/complete-run.ts";
import { syntheticMarket } from "#tests/bench/synthetic-market.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { checkRobustness } from "#src/run/check-robustness.ts";
import type { RobustnessProgress } from "#src/run/check-robustness.ts";
import { demoFilesOf } from "#src/storage/demo-market.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { RobustnessParts } from "#src/storage/robustness-record.ts";
import { backtest } from "#workers/run/backtest.ts";
import { checkLookAhead } from "#workers/run/look-ahead.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { axisValues, fieldValue, gridVariants } from "#workers/model/variant-grid.ts";
import { randomEntries, runOtherwise } from "#workers/run/robustness.ts";
import { figuresOf } from "#workers/run/variant-figures.ts";

const market = syntheticMarket({ instruments: 20, sessions: 900 });
const strategy = strategyOf({
  name: "By hand",
  scanner: { match: "all", priceGrowth: null, minPrice: 10, marketCapRank: null, avgDailyValue: null },
  buy: { lastPriceVsClose: false, lastPriceVsMA: true, movingAverageDays: 40 },
  sell: { trailingStopLoss: 12, minHoldingDays: 5 },
  simulation: { maxPositions: 4, startDate: "2000-01-01", endDate: "2010-01-01", sortingType: "volume-desc" },
});
const report = valueOf(backtest(strategy, market));
const cancelled: Problem = { code: "cancelled", message: "Cancelled." };

function cagrOf(varied: Strategy): number | null {
  return valueOf(backtest(varied, { ...market }, { shortcuts: [] })).performance.cagr;
}

async function recordOf(of: Partial<RunRecord> = {}): Promise<RunRecord> {
  const { fingerprint } = valueOf(await demoFilesOf("NSE"));
  return { ...completeRun, strategy, datasetFingerprint: fingerprint, ...of };
}

async function unless<T>(signal: AbortSignal | undefined, work: () => Result<T>): Promise<Result<T>> {
  return signal?.aborted === true ? err(cancelled) : work();
}

/** The worker's own functions without a thread, on a market of the test. */
function createClient() {
  const answers = {
    runVariants: vi.fn<Answer<"runVariants">>(({ strategies }, { signal }) =>
      unless(signal, () => ok(figuresOf(strategies, market))),
    ),
    runOtherwise: vi.fn<Answer<"runOtherwise">>((request, { signal }) =>
      unless(signal, () => runOtherwise(request, market)),
    ),
    randomEntries: vi.fn<Answer<"randomEntries">>((request, { signal }) =>
      unless(signal, () => randomEntries(request.strategy, market, request)),
    ),
    checkLookAhead: vi.fn<Answer<"checkLookAhead">>((request, { signal }) =>
      unless(signal, () => checkLookAhead(request.strategy, market)),
    ),
  };
  return { ...answers, ...fakeClient(answers), endIdle: vi.fn<() => void>() };
}

interface Asked {
  /** Percent a year, in place of the benchmark's own. */
  readonly benchmark?: number;
  readonly known?: RobustnessParts;
  readonly run?: Partial<RunRecord>;
  readonly client?: ReturnType<typeof createClient>;
  readonly stop?: AbortController;
  /** Called with the parts so far. */
  readonly onPart?: (found: RobustnessParts) => void;
}

async function check(asked: Asked = {}) {
  const { known = {}, run, client = createClient(), stop, onPart, benchmark } = asked;
  const compared = benchmark ?? report.benchmarkPerformance.cagr;
  const benchmarkPerformance = { ...report.benchmarkPerformance, cagr: compared };
  let found: RobustnessParts = known;
  const progress: RobustnessProgress[] = [];
  const done = await checkRobustness(
    await recordOf(run),
    { report: { ...report, benchmarkPerformance }, known },
    {
      client,
      onPart(part) {
        found = { ...found, ...part };
        onPart?.(found);
      },
      onProgress: (one) => progress.push(one),
      signal: (stop ?? new AbortController()).signal,
    },
  );
  return { done, found, progress, client };
}

it("finds each part by real runs, each to the bit what its own run gives", async () => {
  const { done, found, progress, client } = await check();
  expect(done).toEqual(ok(null));

  const withCosts = (side: number) => ({
    ...strategy,
    simulation: { ...strategy.simulation, commissionPercent: side, slippagePercent: 0 },
  });
  expect(found.costs?.slice(0, 4).map(({ side, cagr }) => [side, cagr])).toEqual(
    [0, 0.1, 0.25, 0.5].map((side) => [side, cagrOf(withCosts(side))]),
  );

  for (const [how, gist] of [
    ["late", found.late],
    ["without-best", found.withoutBest],
  ] as const) {
    const { performance } = valueOf(runOtherwise({ strategy, how }, { ...market }, { shortcuts: [] }));
    const { endValue, cagr, maxDrawdown } = performance;
    expect(gist).toEqual({ endValue, cagr, maxDrawdown });
    expect(endValue).not.toBe(report.performance.endValue);
  }

  const drawn = valueOf(randomEntries(strategy, { ...market }, { first: 0, count: 200 }));
  const worse = drawn.growthPercent.filter(
    (percent) => percent < report.performance.totalGrowthPercent,
  ).length;
  expect(found.random?.runs).toBe(200);
  expect(found.random?.worse).toBe(worse);
  expect(worse).toBeGreaterThan(0);
  expect(found.random?.cagr).toHaveLength(200);
  expect(found.random?.cagr).toEqual([...(found.random?.cagr ?? [])].toSorted((a, b) => a - b));

  const starts = found.starts ?? [];
  expect(starts).toHaveLength(12);
  expect(starts[0]?.from).toBe("2000-02-02"); // a twelfth of 365.25 days after 2000-01-03
  expect(starts.at(-1)?.from).toBe("2001-01-02");
  const { day, universe = new Float64Array() } = report.equity;
  for (const { from, cagr, benchmarkCagr, universeCagr } of starts) {
    const later = { ...strategy, simulation: { ...strategy.simulation, startDate: from } };
    const own = valueOf(backtest(later, { ...market }, { shortcuts: [] }));
    expect(cagr).toBe(own.performance.cagr);
    expect(benchmarkCagr).not.toBeNull();
    // what the average share of this run made from the first session of that one on
    const row = day.findIndex((session) => formatIsoDay(session) >= from);
    const years = ((day.at(-1) ?? 0) - (day[row] ?? 0)) / 365.25;
    const growth = (universe.at(-1) ?? 0) / (universe[row] ?? 0);
    expect(universeCagr).toBeCloseTo((growth ** (1 / years) - 1) * 100, 8);
  }
  expect(found.lookAhead).toEqual({ sessions: 50, changed: 0 });

  const percents = progress.map(({ percent }) => percent);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  expect(percents.at(-1)).toBeLessThanOrEqual(100);
  expect(client.endIdle).toHaveBeenCalledOnce();
});

it("maps the two numbers whose next values move the CAGR most, the strategy's own in the middle", async () => {
  const { found } = await check();
  const [rows, columns] = found.map?.axes ?? [];
  if (!rows || !columns || !found.map) throw new Error("no map of two numbers");
  const own = report.performance.cagr ?? Number.NaN;
  const moveOf = (field: "sell.trailingStopLoss" | "sell.minHoldingDays", step: number) =>
    Math.max(
      ...[-step, step].map((by) => {
        const value = (fieldValue(strategy, { field }) ?? 0) + by;
        const [varied = strategy] = valueOf(
          gridVariants(strategy, [{ field, from: value, to: value, step: 1 }]),
        );
        return Math.abs((cagrOf(varied) ?? own) - own);
      }),
    );
  const stepOf = { "sell.trailingStopLoss": 2, "sell.minHoldingDays": 1 } as const;
  const moves = Object.fromEntries(
    (["sell.trailingStopLoss", "sell.minHoldingDays"] as const).map((field) => [
      field,
      moveOf(field, stepOf[field]),
    ]),
  );
  expect(moves["sell.trailingStopLoss"]).toBeGreaterThan(0);
  const chosen: readonly string[] = [rows.field, columns.field];
  const others = Object.keys(moves).filter((field) => !chosen.includes(field));
  for (const left of others)
    for (const field of chosen) expect(moves[field] ?? Infinity).toBeGreaterThanOrEqual(moves[left] ?? 0);
  const [down, across] = [axisValues(rows), axisValues(columns)];
  expect([down.length, across.length]).toEqual([5, 5]);
  expect(found.map.cagr).toHaveLength(25);
  expect(found.map.cagr).toEqual(
    valueOf(gridVariants(strategy, [rows, columns])).map((varied) => cagrOf(varied)),
  );
  const middle =
    down.indexOf(fieldValue(strategy, rows) ?? -1) * 5 + across.indexOf(fieldValue(strategy, columns) ?? -1);
  expect(found.map.cagr[middle]).toBe(report.performance.cagr);
});

it("ends with the cancel, keeps what it found, and goes on from there", async () => {
  const stop = new AbortController();
  const first = await check({ stop, onPart: () => stop.abort() });
  expect(first.done).toEqual(err(cancelled));
  expect(Object.keys(first.found)).toEqual(["costs"]);
  expect(first.client.randomEntries).toHaveBeenCalledOnce();
  expect(first.client.endIdle).toHaveBeenCalledOnce();

  const second = await check({ known: first.found });
  expect(second.done).toEqual(ok(null));
  expect(Object.keys(second.found).toSorted()).toEqual([
    "costs",
    "lasted",
    "late",
    "lookAhead",
    "map",
    "random",
    "scheduleDays",
    "setBack",
    "starts",
    "withoutBest",
  ]);
  expect(second.progress[0]?.part).toBe("random");

  const third = await check({ known: second.found });
  expect(third.done).toEqual(ok(null));
  expect(third.client.runVariants).not.toHaveBeenCalled();
});

it("refuses a run that is not the same any more: on other data, or with another end", async () => {
  const other = await check({ run: { datasetFingerprint: "other" } });
  expect(other.done.ok).toBe(false);
  expect(other.client.runVariants).not.toHaveBeenCalled();

  const edited = { ...strategy, sell: { ...strategy.sell, trailingStopLoss: 20 } };
  const changed = await check({ run: { strategy: edited } });
  expect(changed.done).toMatchObject({ ok: false, problem: { code: "dataset-unavailable" } });
  expect(changed.found).toEqual({});
});

/** The costs with which it is run, percent a side. */
async function sidesAgainst(benchmark: number): Promise<readonly number[] | undefined> {
  const stop = new AbortController();
  const { found } = await check({ benchmark, stop, onPart: () => stop.abort() });
  return found.costs?.map(({ side }) => side);
}

it("climbs to dearer costs as long as the strategy is ahead of its benchmark, and no further", async () => {
  expect(await sidesAgainst(-99.99)).toEqual([0, 0.1, 0.25, 0.5, 1, 2, 4]);
  expect(await sidesAgainst(1000)).toEqual([0, 0.1, 0.25, 0.5]);
  const withOne = { ...strategy.simulation, commissionPercent: 1, slippagePercent: 0 };
  const rate = cagrOf({ ...strategy, simulation: withOne }) ?? Number.NaN;
  expect(await sidesAgainst(rate + 1e-9)).toEqual([0, 0.1, 0.25, 0.5, 1]); // the first that is not ahead
});
