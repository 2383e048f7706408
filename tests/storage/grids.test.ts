import "./empty-database.ts";
import { describe, expect, it } from "vitest";
import { gridCell as cell, gridQuestion as question, walkOutcome } from "./sample-grid.ts";
import { sampleReport } from "./sample-report.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { database } from "#src/storage/database.ts";
import {
  deleteGrid,
  gridId,
  latestGrid,
  loadGrid,
  loadWalk,
  storeGrid,
  storeWalk,
} from "#src/storage/grids.ts";
import type { GridRecord } from "#src/storage/grid-record.ts";
import type { GridQuestion } from "#src/storage/grids.ts";
import { everythingStrategy } from "#tests/support/strategy-of.ts";
import { createRun, finishRun } from "#src/storage/runs.ts";
import { countTrials } from "#src/storage/trials.ts";
import { listQuarantined, listStoredGrids } from "#src/storage/storage-items.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";

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

  it("over a number of a rule is kept with its axis", async () => {
    const ofRule: GridQuestion = {
      ...question,
      strategy: everythingStrategy,
      axes: [{ field: "buy.rules[1].any[0]", number: 1, from: 2, to: 4, step: 1 }],
    };
    const id = await gridId(ofRule);
    valueOf(await storeGrid(id, ofRule, [cell(1), null, null]));
    expect((await loadGrid(id))?.axes).toEqual(ofRule.axes);
    await database
      .table("grids")
      .update(id, { axes: [{ field: "buy", number: 1, from: 2, to: 4, step: 1 }] });
    expect(await loadGrid(id)).toBeNull();
  });

  it("that is damaged is run again", async () => {
    const id = await gridId(question);
    await storeGrid(id, question, [cell(1), null, null]);
    await database.table("grids").update(id, { cells: "gone" });
    expect(await loadGrid(id)).toBeNull();
    expect(await latestGrid("mine")).toBeNull();
  });
});

describe("a walk-forward", () => {
  const settings = { choose: 5, trade: 1, metric: "sharpe" };

  it("is kept with its grid, which the page opens with then; the next one takes its place", async () => {
    const [id, other] = ["grid", "other"];
    valueOf(await storeWalk({ id, settings, outcome: walkOutcome }, question, [null, null, null]));
    expect((await loadGrid(id))?.cells).toEqual([null, null, null]);
    expect(await loadWalk(id)).toMatchObject({ settings, outcome: walkOutcome });
    await database.grids.update(id, { updatedAt: 1 });
    valueOf(await storeGrid(other, question, [cell(1), cell(2), cell(3)]));
    expect((await latestGrid("mine"))?.id).toBe(other);
    await database.grids.update(other, { updatedAt: 2 });
    valueOf(await storeGrid(id, question, [cell(1), null, null]));
    await database.grids.update(id, { updatedAt: 1 });
    const again = { id, settings: { ...settings, choose: 6 }, outcome: walkOutcome };
    valueOf(await storeWalk(again, question, [null, null, null]));
    expect((await loadGrid(id))?.cells).toEqual([cell(1), null, null]); // what was found stays
    expect((await latestGrid("mine"))?.id).toBe(id);
    expect((await loadWalk(id))?.settings.choose).toBe(6);
  });

  it("that is damaged is none", async () => {
    valueOf(await storeWalk({ id: "grid", settings, outcome: walkOutcome }, question, []));
    await database.table("walks").update("grid", { outcome: "gone" });
    expect(await loadWalk("grid")).toBeNull();
  });

  it("is listed with what both take, and goes with its grid", async () => {
    valueOf(await storeGrid("grid", question, [cell(1), null, null]));
    const [alone] = await listStoredGrids();
    expect(alone?.hasWalk).toBe(false);
    valueOf(await storeWalk({ id: "grid", settings, outcome: walkOutcome }, question, []));
    const [both] = await listStoredGrids();
    expect(both).toMatchObject({ id: "grid", strategyName: "Mine", variants: 3, hasWalk: true });
    // Two curves of two sessions, a day 4 and a value 8 bytes, and the texts beside them.
    expect(both).not.toHaveProperty("cells");
    expect(both?.bytes).toBeGreaterThan((alone?.bytes ?? 0) + 2 * 2 * (4 + 8));
    valueOf(await deleteGrid("grid"));
    expect([await listStoredGrids(), await loadWalk("grid")]).toEqual([[], null]);
  });
});

describe("a stored grid that no page could have made", () => {
  const minPrice = { field: "scanner.minPrice", from: 1, to: 3, step: 1 };
  const dayVolume = { ...minPrice, field: "scanner.minDayVolume" };

  it.each([
    { title: "a step of nothing", change: { axes: [{ ...minPrice, step: 0 }] } },
    { title: "a step backwards", change: { axes: [{ ...minPrice, step: -1 }] } },
    { title: "an end before its start", change: { axes: [{ ...minPrice, to: 0 }] } },
    { title: "201 values", change: { axes: [{ ...minPrice, to: 201 }] } },
    {
      title: "1,020 cells",
      change: {
        axes: [
          { ...minPrice, to: 34 },
          { ...dayVolume, to: 30 },
        ],
      },
    },
    { title: "the same setting twice", change: { axes: [minPrice, { ...minPrice, to: 2 }] } },
    { title: "three axes", change: { axes: [minPrice, dayVolume, { ...minPrice, field: "sell.rank" }] } },
    { title: "no axis", change: { axes: [] } },
    { title: "more cells than its axes make", change: { cells: [cell(1), cell(2), cell(3), cell(4)] } },
  ])("counts as none: $title", async ({ change }) => {
    valueOf(await storeGrid("good", question, [cell(1), null, null]));
    const good = await database.grids.get("good");
    await database.table("grids").put({ ...good, id: "bad", updatedAt: Date.now() + 1000, ...change });
    expect(await loadGrid("bad")).toBeNull();
    expect((await latestGrid("mine"))?.id).toBe("good");
    expect((await listStoredGrids()).map(({ id }) => id)).toEqual(["good"]);
    expect((await listQuarantined()).map(({ record }) => record.name)).toEqual(["Mine"]);
  });

  it("is one with 200 values on its axis, the most", async () => {
    valueOf(
      await storeGrid(
        "most",
        { ...question, axes: [{ field: "scanner.minPrice", from: 1, to: 200, step: 1 }] },
        [],
      ),
    );
    expect((await loadGrid("most"))?.id).toBe("most");
  });
});

/** How many whole grids are read while `work` goes on. */
async function gridsReadBy(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const note = (grid: GridRecord) => {
    count++;
    return grid;
  };
  database.grids.hook("reading", note);
  await work();
  database.grids.hook("reading").unsubscribe(note);
  return count;
}

describe("the variants of a grid", () => {
  const run = { strategyId: "mine", datasetFingerprint: "abc", strategy: stopAt(10) };

  it("are counted without a grid being read, and the latest one is found by reading it alone", async () => {
    for (const [at, id] of ["one", "two", "three"].entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that their times are in order
      valueOf(await storeGrid(id, question, [cell(1), null, null]));
      // oxlint-disable-next-line no-await-in-loop -- likewise
      await database.grids.update(id, { updatedAt: at + 1 });
    }
    expect(await gridsReadBy(() => countTrials(run))).toBe(0);
    expect(await gridsReadBy(() => latestGrid("mine"))).toBe(1);
    expect((await latestGrid("mine"))?.id).toBe("three");
  });

  it("no longer count once the grid is deleted", async () => {
    valueOf(await storeGrid("grid", question, [cell(1), cell(2), null]));
    expect(await countTrials(run)).toBe(2);
    valueOf(await deleteGrid("grid"));
    expect(await countTrials(run)).toBe(0);
  });

  it("count for every run of their strategy on the data, those that were run once", async () => {
    await storeGrid(await gridId(question), question, [cell(1), cell(2), null]);
    expect(await countTrials(run)).toBe(2);
    expect(await countTrials({ ...run, datasetFingerprint: "xyz" })).toBe(0);
    await createRun({ ...run, id: "own", datasetId: "d", datasetTitle: "D", engineVersion: "1" });
    await finishRun("own", {
      ...sampleReport,
      performance: { ...sampleReport.performance, sharpeRatio: 1 },
    });
    expect(await countTrials(run)).toBe(2); // the run is the grid's first variant
  });

  it("count for a strategy of its own that one of them was saved as", async () => {
    await storeGrid(await gridId(question), question, [cell(1), cell(2), cell(3)]);
    expect(await countTrials({ ...run, strategyId: "saved", strategy: stopAt(20) })).toBe(3);
    expect(await countTrials({ ...run, strategyId: "saved", strategy: stopAt(25) })).toBe(0);
  });
});
