import "#tests/storage/empty-database.ts";
import { expect, it } from "vitest";
import { checkRobustness } from "#src/run/check-robustness.ts";
import type { RobustnessPart } from "#src/run/check-robustness.ts";
import { createBrowserClient } from "#src/run/browser-client.ts";
import { requestToRun } from "#src/run/ask.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { RobustnessParts } from "#src/storage/robustness-record.ts";
import { createRun } from "#src/storage/runs.ts";
import { demoFilesOf } from "#src/storage/demo-market.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

const never = new AbortController().signal;

async function recordRun(): Promise<RunRecord> {
  const { fingerprint } = valueOf(await demoFilesOf("NSE"));
  const created = await createRun({
    id: "r",
    strategyId: "s",
    strategy: defaultStrategy,
    datasetId: "demo",
    datasetTitle: "Demo",
    datasetFingerprint: fingerprint,
    engineVersion: "1",
  });
  return valueOf(created);
}

it("a real worker finds every part on the demo market, what it found before a cancel included", async () => {
  const run = await recordRun();
  const { source } = valueOf(await requestToRun({ strategy: defaultStrategy, datasetId: "demo" }));
  const client = createBrowserClient();
  const report = valueOf(await client.call("run", { strategy: defaultStrategy, source }));

  let found: RobustnessParts = {};
  const told: { readonly part: RobustnessPart; readonly percent: number }[] = [];
  const stop = new AbortController();
  const check = (signal: AbortSignal) =>
    checkRobustness(
      run,
      { report, known: found },
      {
        signal,
        onPart: (part) => {
          found = { ...found, ...part };
        },
        onProgress: (progress) => {
          told.push(progress);
          if (progress.part !== "random" || stop.signal.aborted) return;
          stop.abort(); // in the midst of it
        },
      },
    );
  const cancelled = await check(stop.signal);
  expect(cancelled).toMatchObject({ ok: false, problem: { code: "cancelled" } });
  expect(Object.keys(found)).toEqual(["costs"]);
  const costs = found.costs?.map(({ cagr }) => cagr);
  expect(costs?.[0]).toBe(report.performance.cagr); // the run itself has no costs

  expect(await check(never)).toEqual({ ok: true, value: null });
  expect(Object.keys(found).toSorted()).toEqual([
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
  expect(found).toMatchObject({ lasted: null, scheduleDays: null, setBack: null }); // of portfolios alone
  const withCosts = { ...defaultStrategy.simulation, commissionPercent: 0.25 };
  const own = await client.call("run", { strategy: { ...defaultStrategy, simulation: withCosts }, source });
  expect(found.costs?.find(({ side }) => side === 0.25)?.endValue).toBe(valueOf(own).performance.endValue);
  expect(found.random?.cagr).toHaveLength(200);
  expect(found.random?.worse).toBeGreaterThan(0);
  expect(found.random?.worse).toBeLessThan(200);
  expect(found.starts).toHaveLength(12);
  expect(found.map?.cagr).toContain(report.performance.cagr);
  expect(found.lookAhead).toEqual({ sessions: 50, changed: 0 });
  expect(told.at(-1)?.percent).toBeLessThanOrEqual(100);
  client.endIdle();
});
