import { expect, it, vi } from "vitest";
import { sampleReport } from "#tests/storage/sample-report.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { sketchRun } from "#workers/jobs/drafts.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { RunRequest } from "#workers/model/protocol.ts";
import { sketchOf } from "#workers/analysis/sketch.ts";
import { SKETCH_POINTS } from "#workers/model/run-sketch.ts";

const simulation = { priceBasis: "adjusted", commissionPercent: 0 } as const;

it("has curves in multiples of the start, each to four digits", () => {
  const equity = { ...sampleReport.equity, value: Float64Array.of(100, 95.123_45, 121) };
  const sketch = sketchOf({ ...sampleReport, equity }, simulation);
  expect(sketch).toEqual({
    from: "2020-01-01",
    to: "2020-01-03",
    priceBasis: "adjusted",
    cagr: null,
    maxDrawdown: -5,
    trades: 2,
    positions: 1,
    instruments: 1,
    invested: expect.closeTo(66.667, 3), // all of it at two of three closes
    benchmark: { label: "INDEX", cagr: 10, maxDrawdown: -2 },
    account: [1, 0.9512, 1.21],
    index: [1, 1.05, 1.1],
  });
});

it("notes bars that are not of days", () => {
  const { metadata } = sampleReport;
  const of = (frequency: "daily" | "monthly") =>
    sketchOf({ ...sampleReport, metadata: { ...metadata, frequency } }, simulation);
  expect(of("monthly").frequency).toBe("monthly");
  expect(of("daily")).not.toHaveProperty("frequency");
});

it("counts the closes at which weights gave orders", () => {
  const rows = ["2020-01-01", "2020-01-02"].map((date) => ({ date, sells: 1, buys: 1, turnover: 5 }));
  expect(sketchOf({ ...sampleReport, rebalances: rows }, simulation).rebalances).toBe(2);
  expect(sketchOf(sampleReport, simulation).rebalances).toBeUndefined();
});

it("thins long curves evenly, with their first and last session", () => {
  const rising = Float64Array.from({ length: 10 * (SKETCH_POINTS - 1) + 1 }, (_, session) => 100 + session);
  const equity = { ...sampleReport.equity, value: rising, benchmark: rising };
  const { account } = sketchOf({ ...sampleReport, equity }, simulation);
  expect(account).toHaveLength(SKETCH_POINTS);
  expect(account.slice(0, 3)).toEqual([1, 1.1, 1.2]);
  expect(account.at(-1)).toBe(12.9); // 100 + 1190, over 100
});

it("is there for a run of one session", () => {
  const one = Float64Array.of(100);
  const equity = { ...sampleReport.equity, value: one, benchmark: one };
  expect(sketchOf({ ...sampleReport, equity }, simulation).account).toEqual([1]);
});

const request: RunRequest = {
  strategy: strategyOf({ name: "A", simulation: { priceBasis: "adjusted" } }),
  source: { type: "stored", datasetId: "d" },
};

it("is of prices as traded where the data has no adjusted ones, and says so", async () => {
  const run = vi.fn<(one: RunRequest) => ReturnType<typeof runOf>>(runOf);
  expect(await sketchRun(request, run)).toMatchObject({ ok: true, value: { priceBasis: "as-traded" } });
  expect(run.mock.calls.map(([{ strategy }]) => strategy.simulation.priceBasis)).toEqual([
    "adjusted",
    "as-traded",
  ]);
});

async function runOf({ strategy }: RunRequest) {
  return strategy.simulation.priceBasis === "as-traded"
    ? ok(sampleReport)
    : err({ code: "adjclose-missing" as const, message: "No adjClose." });
}

it("is refused as the run is", async () => {
  const problem = { code: "period-empty" as const, message: "No session." };
  expect(await sketchRun(request, async () => err(problem))).toEqual(err(problem));
});
