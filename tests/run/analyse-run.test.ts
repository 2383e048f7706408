import "#tests/storage/empty-database.ts";
import { expect, it, vi } from "vitest";
import { gridCell, gridQuestion } from "#tests/storage/sample-grid.ts";
import { sampleReport } from "#tests/storage/sample-report.ts";
import { fakeClient } from "#tests/support/fake-client.ts";
import type { Answer } from "#tests/support/fake-client.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { analyseRun } from "#src/run/analyse-run.ts";
import { database } from "#src/storage/database.ts";
import { storeGrid } from "#src/storage/grids.ts";
import { createRun, finishRun } from "#src/storage/runs.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { err } from "#workers/model/problem.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

const analyse = vi.fn<Answer<"analyse">>(() =>
  Promise.resolve(err({ code: "worker-lost", message: "gone" } as const)),
);
vi.mock("#src/run/browser-client.ts", () => ({
  browserClient: fakeClient({ analyse: (...asked) => analyse(...asked) }),
}));

/** A run that is finished. */
async function finishedRun(id: string): Promise<RunRecord> {
  const run = valueOf(
    await createRun({
      id,
      strategyId: "s",
      strategy: defaultStrategy,
      datasetId: "demo",
      datasetTitle: "Demo",
      datasetFingerprint: "abc",
      engineVersion: "1",
    }),
  );
  valueOf(await finishRun(id, sampleReport));
  return run;
}

it("sends the report, the strategy as it was run and the variants that were tried", async () => {
  const run = await finishedRun("r");
  const analysed = await analyseRun(run, sampleReport);
  expect(analysed.ok).toBe(false);
  expect(analyse.mock.lastCall?.[0]).toEqual({ report: sampleReport, strategy: defaultStrategy, trials: 1 });
});

it.each([
  { title: "whose step leads nowhere", axis: { from: 0, to: 1, step: 0 } },
  { title: "of a hundred million values", axis: { from: 0, to: 1e8, step: 1 } },
  { title: "whose end is no number", axis: { from: 0, to: Number.NaN, step: 1 } },
])("works out a result beside a grid of the same data $title", async ({ axis }) => {
  const run = await finishedRun("r");
  valueOf(await storeGrid("bad", gridQuestion, [gridCell(2)]));
  const grid = await database.grids.get("bad");
  const hostile = { ...grid, strategyId: "s", axes: [{ field: "scanner.minPrice", ...axis }] };
  await database.table("grids").put(hostile);
  await database.table("gridHeads").put({ ...(await database.gridHeads.get("bad")), ...hostile });
  await analyseRun(run, sampleReport);
  expect(analyse.mock.lastCall?.[0].trials).toBe(1);
});

it("works out a result where the variants that were tried can't be read", async () => {
  const run = await finishedRun("r");
  const reading = vi.spyOn(database.gridHeads, "where").mockImplementationOnce(() => {
    throw new Error("damaged");
  });
  await analyseRun(run, sampleReport);
  expect(analyse.mock.lastCall?.[0].trials).toBeNull();
  reading.mockRestore();
});
