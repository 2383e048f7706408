import { expect, it } from "vitest";
import { createVariantPool } from "#src/run/variant-pool.ts";
import { demoFilesOf } from "#src/storage/demo-market.ts";
import { createClient } from "#tests/support/create-client.ts";
import { valueOf } from "#tests/support/value-of.ts";
import type { DatasetSource } from "#workers/model/dataset-source.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import { gridVariants } from "#workers/model/variant-grid.ts";

const now = () => performance.now();

async function demoSource(): Promise<DatasetSource> {
  const { fingerprint: _fingerprint, ...prices } = valueOf(await demoFilesOf("NSE"));
  return { type: "bundled", ...prices };
}

const grid = gridVariants(defaultStrategy, [
  { field: "sell.trailingStopLoss", from: 5, to: 40, step: 5 },
  { field: "simulation.maxPositions", from: 5, to: 30, step: 5 },
]);
const strategies = grid.ok ? grid.value : [];

it("two real workers give each variant the figures of its own run; a cancelled search ends and the next one works", async () => {
  const source = await demoSource();
  const pool = createVariantPool({ makeClient: createClient, workers: 2, now });
  const stop = new AbortController();
  const cancelled = await pool.run({
    strategies,
    source,
    onFigures: () => stop.abort(),
    signal: stop.signal,
  });
  expect(!cancelled.ok && cancelled.problem.code).toBe("cancelled");

  const ends = new Map<number, number>();
  const done = await pool.run({
    strategies,
    source,
    onFigures(first, figures) {
      for (const [at, one] of figures.entries())
        if (one.ok) ends.set(first + at, one.value.performance.endValue);
    },
    signal: new AbortController().signal,
  });
  expect(done.ok).toBe(true);
  expect(ends.size).toBe(48);
  pool.end();

  const client = createClient();
  for (const at of [0, 17, 47]) {
    const strategy = strategies[at];
    if (!strategy) throw new Error("the grid has 48 cells");
    // oxlint-disable-next-line no-await-in-loop -- one run after the other, on one worker
    const own = await client.call("run", { strategy, source });
    expect(own.ok && own.value.performance.endValue).toBe(ends.get(at));
  }
  client.endIdle();
});
