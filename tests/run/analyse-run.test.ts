import "#tests/storage/empty-database.ts";
import { expect, it, vi } from "vitest";
import { sampleReport } from "#tests/storage/sample-report.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { analyseRun } from "#src/run/analyse-run.ts";
import type { BacktestClient } from "#src/run/backtest-client.ts";
import { createRun, finishRun } from "#src/storage/runs.ts";
import { err } from "#workers/model/problem.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

it("sends the report, the strategy as it was run and the variants that were tried", async () => {
  const analyse = vi.fn<BacktestClient["analyseRun"]>(() =>
    Promise.resolve(err({ code: "worker-lost", message: "gone" } as const)),
  );
  const run = valueOf(
    await createRun({
      id: "r",
      strategyId: "s",
      strategy: defaultStrategy,
      datasetId: "demo",
      datasetTitle: "Demo",
      datasetFingerprint: "abc",
      engineVersion: "1",
    }),
  );
  valueOf(await finishRun("r", sampleReport));
  const analysed = await analyseRun(run, sampleReport, { analyseRun: analyse });
  expect(analysed.ok).toBe(false);
  expect(analyse.mock.lastCall).toEqual([{ report: sampleReport, strategy: defaultStrategy, trials: [1.5] }]);
});
