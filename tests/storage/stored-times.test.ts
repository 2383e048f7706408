/** A stored moment that no calendar has is a damaged record: named, and never in the way of its list. */
import "./empty-database.ts";
import { describe, expect, it } from "vitest";
import { gridCell, gridQuestion, walkOutcome } from "./sample-grid.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { database } from "#src/storage/database.ts";
import { listDatasets } from "#src/storage/datasets.ts";
import { latestGrid, loadGrid, loadWalk, storeGrid, storeWalk } from "#src/storage/grids.ts";
import { listMappings, saveMapping } from "#src/storage/mappings.ts";
import { createRun, listRuns } from "#src/storage/runs.ts";
import {
  addStrategy,
  clearDraft,
  listStrategies,
  loadDraft,
  saveDraft,
  saveStrategy,
} from "#src/storage/strategies.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

const NO_MOMENTS = [9e15, 1e308, Infinity, NaN, -1, 253_402_300_800_000];

const run = {
  strategyId: "mine",
  strategy: defaultStrategy,
  datasetId: "demo",
  datasetTitle: "Demo market",
  datasetFingerprint: "abc",
  engineVersion: "1",
};

const dataset = {
  id: "good",
  title: "Good",
  importedAt: 1,
  facts: {
    instruments: 1,
    bars: 1,
    firstDate: "2020-01-01",
    lastDate: "2020-01-01",
    exchanges: ["NSE"],
    instrumentTypes: ["EQUITY"],
    fingerprint: "abc",
    bytes: 1,
  },
  notes: { files: [] },
  defaults: { exchange: "NSE", instrumentType: "EQUITY", currency: "INR" },
};

const split = { symbol: "A", date: "2020-01-01", factor: 2, fraction: "2:1", decision: "adjust" };

/** Stores a record as damage, or a restore by an older app, would leave it. */
async function put(table: string, record: object): Promise<void> {
  await database.table(table).put(record);
}

describe.each(NO_MOMENTS)("a record with the time %s", (moment) => {
  it("of a strategy is named as damaged, and the others are listed", async () => {
    const good = valueOf(await addStrategy(defaultStrategy, "demo"));
    await put("strategies", { ...good, id: "late", name: "Late", updatedAt: moment });
    await put("strategies", { ...good, id: "early", name: "Early", createdAt: moment });
    const { records, damaged } = await listStrategies();
    expect(records.map(({ id }) => id)).toEqual([good.id]);
    expect(damaged.map(({ name }) => name).toSorted()).toEqual(["Early", "Late"]);
    expect(damaged[0]?.problem.message).toMatch(/is damaged \((updatedAt|createdAt)\)/);
  });

  it("of a run is named as damaged, and doesn't pass for the latest run", async () => {
    const good = valueOf(await createRun({ ...run, id: "good" }));
    const complete = { ...good, id: "complete", state: "complete", startedAt: 1, finishedAt: 2 };
    await put("runs", complete);
    const remark = { note: "", tags: [], changedAt: moment };
    await put("runs", { ...complete, id: "a", finishedAt: moment });
    await put("runs", { ...complete, id: "b", remark });
    if (!Number.isNaN(moment)) await put("runs", { ...complete, id: "c", startedAt: moment });
    const { records, damaged } = await listRuns();
    expect(records.map(({ id }) => id)).toEqual(["good", "complete"]);
    expect(damaged.map(({ id }) => id).slice(0, 2)).toEqual(["a", "b"]);
  });

  it("of a dataset is named as damaged, and the others are listed", async () => {
    await put("datasets", dataset);
    await put("datasets", { ...dataset, id: "a", title: "Late", importedAt: moment });
    await put("datasets", { ...dataset, id: "b", title: "Split", splits: [{ ...split, decidedAt: moment }] });
    const { records, damaged } = await listDatasets();
    expect(records.map(({ id }) => id)).toEqual(["demo", "good"]);
    expect(damaged.map(({ name }) => name)).toEqual(["Late", "Split"]);
  });

  it("of a grid or a walk-forward counts as none", async () => {
    valueOf(await storeGrid("good", gridQuestion, [gridCell(1)]));
    const settings = { choose: 5, trade: 1, metric: "sharpe" };
    valueOf(await storeWalk({ id: "good", settings, outcome: walkOutcome }, gridQuestion, []));
    const [grid, walk] = [await database.grids.get("good"), await database.walks.get("good")];
    await put("grids", { ...grid, id: "bad", updatedAt: moment });
    await put("walks", { ...walk, id: "bad", updatedAt: moment });
    expect((await latestGrid(gridQuestion.strategyId))?.id).toBe("good");
    expect([await loadGrid("bad"), await loadWalk("bad")]).toEqual([null, null]);
    expect(await loadWalk("good")).not.toBeNull();
  });

  it("of a draft counts as none: the next one is kept in its place, and saved with the strategy", async () => {
    const strategyId = valueOf(await addStrategy(defaultStrategy, "demo")).id;
    const draft = { strategyId, revision: 1, values: { typed: true } };
    await put("drafts", { ...draft, updatedAt: moment });
    expect(await loadDraft(strategyId)).toBeNull();
    const at = valueOf(await saveDraft(draft, null));
    expect(await loadDraft(strategyId)).toEqual({ ...draft, updatedAt: at, form: 2 });
    await put("drafts", { ...draft, updatedAt: moment });
    valueOf(await saveStrategy(strategyId, defaultStrategy, 1, { draftAt: null }));
    expect(await database.drafts.count()).toBe(0);
    await put("drafts", { ...draft, updatedAt: moment });
    valueOf(await clearDraft(strategyId, null));
    expect(await database.drafts.count()).toBe(0);
  });

  it("of a remembered layout counts as none", async () => {
    const mapping = { signature: "date,close", name: "Mine", savedAt: 1, answers: {} };
    valueOf(await saveMapping(mapping));
    const stored = (await database.settings.get("mappings"))?.value;
    const value = [...(Array.isArray(stored) ? stored : []), { ...mapping, savedAt: moment }];
    await put("settings", { key: "mappings", value });
    expect(await listMappings()).toEqual([mapping]);
  });
});
