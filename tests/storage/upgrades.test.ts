import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { beforeEach, expect, it } from "vitest";
import { VERSION_1 } from "../fixtures/database-1.ts";
import { VERSION_6 } from "../fixtures/database-6.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { database } from "#src/storage/database.ts";
import { latestGrid, loadGrid } from "#src/storage/grids.ts";
import { listRuns } from "#src/storage/runs.ts";
import { loadSettings } from "#src/storage/settings.ts";
import { listStrategies, loadDraft, saveStrategy } from "#src/storage/strategies.ts";
import { countTrials } from "#src/storage/trials.ts";
import { upgradeRecord } from "#src/storage/upgrades.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

const strategy = { ...defaultStrategy, name: "Momentum" };

beforeEach(async () => {
  await database.delete({ disableAutoOpen: false });
  database.close({ disableAutoOpen: false });
});

it("a database of version 1 opens with everything in it, readable, and can be written", async () => {
  const old = new Dexie("tidemark");
  old.version(1).stores({
    strategies: "id",
    drafts: "strategyId",
    runs: "id, [strategyId+startedAt], state",
    results: "runId",
    datasets: "id",
    settings: "key",
  });
  const [stored] = VERSION_1.strategies;
  const [run] = VERSION_1.runs;
  await old.table("strategies").add({ ...stored, strategy });
  await old.table("drafts").bulkAdd([...VERSION_1.drafts]);
  await old.table("runs").add({ ...run, strategy });
  await old.table("settings").bulkAdd([...VERSION_1.settings]);
  old.close();

  expect(await listStrategies()).toEqual({ records: [{ ...stored, strategy }], damaged: [] });
  expect(await loadDraft(stored.id)).toEqual(VERSION_1.drafts[0]);
  expect(await listRuns()).toEqual({ records: [{ ...run, strategy, resultBytes: null }], damaged: [] });
  expect((await loadSettings()).theme).toBe("dark");
  expect(valueOf(await saveStrategy(stored.id, strategy, 3)).revision).toBe(4);
  expect((await database.open()).backendDB().version).toBe(70);
});

it("a database of version 6 keeps its grids, whose variants count, a damaged one too", async () => {
  const old = new Dexie("tidemark");
  old.version(6).stores({
    strategies: "id",
    drafts: "strategyId",
    runs: "id, [strategyId+startedAt], state",
    results: "runId",
    datasets: "id",
    settings: "key",
    marks: "key",
    grids: "id, strategyId",
    walks: "id",
    sketches: "id, updatedAt",
    deployments: "id",
    entries: "id",
  });
  const grids = VERSION_6.grids.map((grid) => ({ ...grid, strategy }));
  await old.table("grids").bulkAdd(grids);
  await old.table("grids").add({ id: "damaged", strategyId: "mine", cells: "gone" });
  await old.table("walks").bulkAdd([...VERSION_6.walks]);
  old.close();

  expect(await loadGrid("later")).toEqual(grids[1]);
  expect((await latestGrid("mine"))?.id).toBe("later");
  // The first grid's cells with figures, 10 and 30 %, and the second's, 12 %.
  const run = { strategyId: "mine", datasetFingerprint: "abc", strategy };
  expect(await countTrials(run)).toBe(3);
  expect(await database.walks.toArray()).toEqual(VERSION_6.walks);
  expect(await database.table("grids").get("damaged")).toEqual({
    id: "damaged",
    strategyId: "mine",
    cells: "gone",
  });
});

it("a record that left a database of version 1 is read as if it had been upgraded there", () => {
  expect(upgradeRecord("runs", { id: "r" }, 1)).toEqual({ id: "r", resultBytes: null });
  expect(upgradeRecord("runs", { id: "r", resultBytes: 7 }, 2)).toEqual({ id: "r", resultBytes: 7 });
  expect(upgradeRecord("settings", { key: "theme" }, 1)).toEqual({ key: "theme" });
});
