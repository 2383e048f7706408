import "#tests/storage/empty-database.ts";
import { expect, it, vi } from "vitest";
import { fakeClient } from "#tests/support/fake-client.ts";
import type { Answer } from "#tests/support/fake-client.ts";
import { syntheticMarket } from "#tests/bench/synthetic-market.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { sketchRuns } from "#src/run/sketch-runs.ts";
import { database } from "#src/storage/database.ts";
import { backtest } from "#workers/run/backtest.ts";
import { sketchRun } from "#workers/jobs/drafts.ts";
import { err } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { RunSketch } from "#workers/model/run-sketch.ts";
import type { Strategy } from "#workers/model/strategy.ts";

const market = syntheticMarket({ instruments: 10, sessions: 300 });
const period = { startDate: "2000-01-01", endDate: "2010-01-01" };
const strategy = strategyOf({
  name: "By hand",
  scanner: { match: "all", priceGrowth: null, minPrice: 10, marketCapRank: null, avgDailyValue: null },
  buy: { lastPriceVsClose: false, lastPriceVsMA: false },
  sell: { trailingStopLoss: 12, minHoldingDays: 5 },
  simulation: { ...period, maxPositions: 4, sortingType: "volume-desc" },
});
const other = strategyOf({ ...strategy, simulation: { ...strategy.simulation, maxPositions: 2 } });
const notRun = strategyOf({
  ...strategy,
  simulation: { ...strategy.simulation, startDate: "1980-01-01", endDate: "1980-12-31" },
});

/** The worker's own job without a thread, on a market of the test. */
function createClient() {
  const answer = vi.fn<Answer<"sketchRun">>((request) =>
    sketchRun(request, async (one) => backtest(one.strategy, market)),
  );
  return { sketchRun: answer, ...fakeClient({ sketchRun: answer }), endIdle: vi.fn<() => void>() };
}

interface Asked {
  readonly strategies: readonly Strategy[];
  readonly client?: ReturnType<typeof createClient>;
  readonly exchange?: string;
  readonly datasetId?: string;
  readonly stop?: AbortController;
  readonly onSketches?: () => void;
}

async function ask({ strategies, client = createClient(), ...asked }: Asked) {
  const { exchange = "NSE", datasetId = "demo", stop = new AbortController(), onSketches } = asked;
  const found = new Map<number, Result<RunSketch>>();
  const done = await sketchRuns(
    { datasetId, exchange, strategies },
    {
      client,
      signal: stop.signal,
      onSketches(more) {
        for (const [at, one] of more) found.set(at, one);
        onSketches?.();
      },
    },
  );
  return { client, found, done };
}

it("gives the figures of the strategies' own runs", async () => {
  const { found, done, client } = await ask({ strategies: [strategy, other] });
  expect(done.ok).toBe(true);
  for (const [at, one] of [strategy, other].entries()) {
    const { performance, benchmarkPerformance, metadata } = valueOf(backtest(one, market));
    const { cagr, maxDrawdown, trades } = performance;
    const { benchmark, ...sketch } = valueOf(found.get(at) ?? err(missing));
    expect(sketch).toMatchObject({ cagr, maxDrawdown, trades, priceBasis: "as-traded" });
    expect(benchmark).toMatchObject({ label: metadata.benchmark, cagr: benchmarkPerformance.cagr });
  }
  expect(client.endIdle).toHaveBeenCalledOnce();
});

it("runs nothing again on the same data, whatever was asked with it", async () => {
  const first = await ask({ strategies: [strategy, other] });
  const again = await ask({ strategies: [other, strategy] });
  expect(again.client.sketchRun).not.toHaveBeenCalled();
  expect(again.found.get(0)).toEqual(first.found.get(1));
  expect(again.found.get(1)).toEqual(first.found.get(0));
  const elsewhere = await ask({ strategies: [strategy], exchange: "NYSE" });
  expect(elsewhere.client.sketchRun).toHaveBeenCalledOnce();
});

it("works out anew what is kept in a form that can't be read", async () => {
  await ask({ strategies: [strategy] });
  await database.table("sketches").toCollection().modify({ sketch: "gone" });
  const again = await ask({ strategies: [strategy] });
  expect(again.client.sketchRun).toHaveBeenCalledOnce();
  expect(again.found.get(0)?.ok).toBe(true);
});

it("goes on after a strategy that can't be run, and asks for it again the next time", async () => {
  const { found, done } = await ask({ strategies: [notRun, strategy] });
  expect(done.ok).toBe(true);
  expect(found.get(0)).toMatchObject({ ok: false, problem: { code: "period-empty" } });
  expect(found.get(1)?.ok).toBe(true);
  const again = await ask({ strategies: [notRun, strategy] });
  expect(again.client.sketchRun).toHaveBeenCalledOnce();
});

it("ends at once when it is left, and keeps what was found", async () => {
  const stop = new AbortController();
  let told = 0;
  const onSketches = () => {
    if (++told === 2) stop.abort(); // what is known, then the first that was run
  };
  const left = await ask({ strategies: [strategy, other], stop, onSketches });
  expect(left.client.sketchRun.mock.calls.length).toBeLessThanOrEqual(2);
  expect(left.client.endIdle).toHaveBeenCalledOnce();
  expect(left.done).toMatchObject({ ok: false, problem: { code: "cancelled" } });
  const again = await ask({ strategies: [strategy, other] });
  expect(new Set(again.found.keys())).toEqual(new Set([0, 1]));
  expect(again.client.sketchRun.mock.calls.length).toBe(1);
});

it("ends where the worker is lost, and ends the worker", async () => {
  const client = createClient();
  client.sketchRun.mockResolvedValue(err({ code: "worker-lost", message: "Lost." }));
  const { done } = await ask({ strategies: [strategy, other], client });
  expect(done).toEqual(err({ code: "worker-lost", message: "Lost." }));
  expect(client.sketchRun).toHaveBeenCalledOnce();
  expect(client.endIdle).toHaveBeenCalledOnce();
});

it("is refused where the data is gone", async () => {
  const { done, client } = await ask({ strategies: [strategy], datasetId: "gone" });
  expect(done).toMatchObject({ ok: false, problem: { code: "dataset-unavailable" } });
  expect(client.sketchRun).not.toHaveBeenCalled();
});

const missing: Problem = { code: "not-found", message: "Nothing was found of it." };
