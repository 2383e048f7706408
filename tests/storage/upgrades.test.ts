import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { expect, it } from "vitest";
import { VERSION_1 } from "../fixtures/database-1.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { database } from "#src/storage/database.ts";
import { listRuns } from "#src/storage/runs.ts";
import { loadSettings } from "#src/storage/settings.ts";
import { listStrategies, loadDraft, saveStrategy } from "#src/storage/strategies.ts";
import { upgradeRecord } from "#src/storage/upgrades.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

const strategy = { ...defaultStrategy, name: "Momentum" };

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
  expect((await database.open()).backendDB().version).toBe(60);
});

it("a record that left a database of version 1 is read as if it had been upgraded there", () => {
  expect(upgradeRecord("runs", { id: "r" }, 1)).toEqual({ id: "r", resultBytes: null });
  expect(upgradeRecord("runs", { id: "r", resultBytes: 7 }, 2)).toEqual({ id: "r", resultBytes: 7 });
  expect(upgradeRecord("settings", { key: "theme" }, 1)).toEqual({ key: "theme" });
});
