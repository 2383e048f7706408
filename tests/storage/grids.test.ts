import "./empty-database.ts";
import { describe, expect, it } from "vitest";
import { sampleReport } from "./sample-report.ts";
import { valueOf } from "./value-of.ts";
import { database } from "#src/storage/database.ts";
import type { GridCell } from "#src/storage/grid-record.ts";
import { gridId, latestGrid, loadGrid, storeGrid } from "#src/storage/grids.ts";
import type { GridQuestion } from "#src/storage/grids.ts";
import { createRun, finishRun, listTrials } from "#src/storage/runs.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";

const question: GridQuestion = {
  strategyId: "mine",
  strategy: { ...defaultStrategy, name: "Mine" },
  datasetFingerprint: "abc",
  engineVersion: "1",
  axes: [{ field: "sell.trailingStopLoss", from: 10, to: 30, step: 10 }],
};

function cell(sharpeRatio: number): GridCell {
  return { type: "figures", figures: { ...sampleReport.performance, sharpeRatio } };
}

function stopAt(trailingStopLoss: number): Strategy {
  return { ...defaultStrategy, name: "Other", sell: { ...defaultStrategy.sell, trailingStopLoss } };
}

describe("a stored grid", () => {
  it("is found again by its question, whatever the strategy's name, with what was found so far", async () => {
    const id = await gridId(question);
    expect(await loadGrid(id)).toBeNull();
    valueOf(await storeGrid(id, question, [cell(1), null, { type: "refused", message: "No." }]));
    const renamed = { ...question, strategy: { ...question.strategy, name: "Renamed" } };
    const found = await loadGrid(await gridId(renamed));
    expect(found?.cells).toEqual([cell(1), null, { type: "refused", message: "No." }]);
    expect((await latestGrid("mine"))?.id).toBe(id);
    expect(await latestGrid("another")).toBeNull();
  });

  it.each([
    { title: "other data", change: { datasetFingerprint: "xyz" } },
    { title: "another engine", change: { engineVersion: "2" } },
    { title: "other settings", change: { strategy: stopAt(12) } },
    {
      title: "another range",
      change: { axes: [{ field: "sell.trailingStopLoss", from: 10, to: 40, step: 10 }] } as const,
    },
  ])("is another one with $title", async ({ change }) => {
    expect(await gridId({ ...question, ...change })).not.toBe(await gridId(question));
  });

  it("that is damaged is run again", async () => {
    const id = await gridId(question);
    await storeGrid(id, question, [cell(1), null, null]);
    await database.table("grids").update(id, { cells: "gone" });
    expect(await loadGrid(id)).toBeNull();
    expect(await latestGrid("mine")).toBeNull();
  });
});

describe("the variants of a grid", () => {
  const run = { strategyId: "mine", datasetFingerprint: "abc", strategy: stopAt(10) };

  it("count for every run of their strategy on the data, those that were run once", async () => {
    await storeGrid(await gridId(question), question, [cell(1), cell(2), null]);
    expect(await listTrials(run)).toEqual([1, 2]);
    expect(await listTrials({ ...run, datasetFingerprint: "xyz" })).toEqual([]);
    await createRun({ ...run, id: "own", datasetId: "d", datasetTitle: "D", engineVersion: "1" });
    await finishRun("own", {
      ...sampleReport,
      performance: { ...sampleReport.performance, sharpeRatio: 1 },
    });
    expect(await listTrials(run)).toEqual([1, 2]); // the run is the grid's first variant
  });

  it("count for a strategy of its own that one of them was saved as", async () => {
    await storeGrid(await gridId(question), question, [cell(1), cell(2), cell(3)]);
    expect(await listTrials({ ...run, strategyId: "saved", strategy: stopAt(20) })).toEqual([1, 2, 3]);
    expect(await listTrials({ ...run, strategyId: "saved", strategy: stopAt(25) })).toEqual([]);
  });
});
