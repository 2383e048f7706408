import { strToU8, zipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { browserClient } from "#src/run/browser-client.ts";
import { checkImport, importDataset } from "#src/run/import-dataset.ts";
import { ask } from "#src/run/ask.ts";
import { sweepMarked } from "#src/storage/column-marks.ts";
import { BACKUP_TABLES } from "#src/storage/backup/backup-format.ts";
import { loadBackupState, noteBackup } from "#src/storage/backup/backup-state.ts";
import { compareBackup } from "#src/storage/backup/compare-backup.ts";
import { makeBackup } from "#src/storage/backup/make-backup.ts";
import { openBackup } from "#src/storage/backup/open-backup.ts";
import type { OpenBackup } from "#src/storage/backup/open-backup.ts";
import { readHere } from "#src/storage/backup/records-here.ts";
import { restoreBackup } from "#src/storage/backup/restore-backup.ts";
import type { RestoreChoice, RestoreOutcome } from "#src/storage/backup/restore-backup.ts";
import { goneDatasets } from "#src/storage/column-marks.ts";
import { database } from "#src/storage/database.ts";
import { renameDataset, sourceFor } from "#src/storage/datasets.ts";
import { loadWalk, storeGrid, storeWalk } from "#src/storage/grids.ts";
import {
  createRun,
  finishRun,
  keepRobustness,
  listRuns,
  loadReport,
  loadRun,
  remarkOn,
} from "#src/storage/runs.ts";
import { loadSettings, saveSetting } from "#src/storage/settings.ts";
import { createStrategy, listStrategies, renameStrategy, saveStrategy } from "#src/storage/strategies.ts";
import { write } from "#src/storage/writer.ts";
import { ENGINE_VERSION } from "#workers/model/engine-version.ts";
import type { ImportPlan } from "#workers/model/import-plan.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import { gridCell, gridQuestion, walkOutcome } from "../storage/sample-grid.ts";
import { sampleReport } from "../storage/sample-report.ts";
import { namesIn } from "#tests/support/device-files.ts";
import { forge } from "#tests/support/forged-backup.ts";
import { valueOf } from "#tests/support/value-of.ts";

const TABLES = [...BACKUP_TABLES, "results"] as const;

async function deleteEverything(): Promise<void> {
  await write("Everything", TABLES, async () => {
    for (const name of TABLES) {
      // oxlint-disable-next-line no-await-in-loop -- one transaction
      await database.table(name).clear();
    }
  });
}

beforeEach(deleteEverything);

async function backUp(withPrices = false): Promise<File> {
  const { name, file } = valueOf(
    await makeBackup({ withPrices, now: Date.UTC(2026, 0, 31), onProgress: () => undefined }),
  );
  return new File([file], name);
}

async function restore(file: File, choice: RestoreChoice): Promise<RestoreOutcome> {
  const backup = valueOf(await openBackup(file));
  const outcome = valueOf(await restoreBackup(backup, choice));
  backup.close();
  return outcome;
}

/** Imports a month of one instrument as the dataset "Mine"; gives its id. */
async function importPrices(): Promise<string> {
  const rows = Array.from(
    { length: 50 },
    (_, at) => `AAA,2020-01-${String((at % 28) + 1).padStart(2, "0")},${at}`,
  );
  const file = new File([`symbol,date,close\n${rows.slice(0, 28).join("\n")}`], "prices.csv");
  const { signal } = new AbortController();
  const plan: ImportPlan = {
    id: crypto.randomUUID(),
    files: [{ name: file.name, bytes: file }],
    answers: new Map(),
    leftOut: new Set(),
    factsAsOf: "",
    addTo: null,
  };
  const { digest } = valueOf(await checkImport(plan, () => undefined, signal)).planned;
  const defaults = new Map([["prices.csv", { exchange: "NSE", instrumentType: "EQUITY", currency: "" }]]);
  const imported = await importDataset(
    { title: "Mine", plan, digest, datasetId: null, defaults },
    () => undefined,
    signal,
  );
  return valueOf(imported).id;
}

async function createFinishedRun(id: string, report = sampleReport): Promise<void> {
  await createRun({
    id,
    strategyId: "builtin-1",
    strategy: defaultStrategy,
    datasetId: "demo",
    datasetTitle: "Demo market",
    datasetFingerprint: "abc",
    engineVersion: "1",
  });
  await finishRun(id, report);
}

async function names(): Promise<readonly string[]> {
  return (await listStrategies()).records.map(({ name }) => name).toSorted();
}

describe("a backup", () => {
  it("gives everything back on another device: strategies, settings, runs with their results", async () => {
    valueOf(await createStrategy("Momentum"));
    await saveSetting("riskFreePercent", 6.5);
    await createFinishedRun("r");
    valueOf(await remarkOn("r", { note: "Costs are too low.", tags: ["keep"] }));
    valueOf(await keepRobustness("r", { lookAhead: { sessions: 50, changed: 0 } }, ENGINE_VERSION));
    valueOf(await storeGrid("g", gridQuestion, [gridCell(1), null, null]));
    const settings = { choose: 5, trade: 1, metric: "sharpe" };
    valueOf(await storeWalk({ id: "g", settings, outcome: walkOutcome }, gridQuestion, []));
    const file = await backUp();
    expect(file.name).toBe("tidemark-backup-2026-01-31.zip");
    const before = await readHere();
    await deleteEverything();

    const outcome = await restore(file, { mode: "merge", differing: "keep-mine" });
    expect(outcome).toMatchObject({
      written: { strategies: 1, settings: 1, runs: 1, grids: 1, walks: 1 },
      deleted: 0,
      leftOut: [],
    });
    expect(await readHere()).toEqual(before);
    expect(valueOf(await loadReport("r"))).toEqual(sampleReport);
    expect((await loadWalk("g"))?.outcome).toEqual(walkOutcome); // its curves are curves again
    expect(valueOf(await loadRun("r"))).toMatchObject({
      remark: { note: "Costs are too low.", tags: ["keep"] },
      robustness: { lookAhead: { sessions: 50, changed: 0 } },
    });
    expect((await loadSettings()).riskFreePercent).toBe(6.5);
  });

  it("gives back every one of many results, as several workers packed them", async () => {
    const ids = Array.from({ length: 40 }, (_, at) => `run ${at}/é`);
    for (const [at, id] of ids.entries()) {
      const performance = { ...sampleReport.performance, endValue: 100 + at };
      // oxlint-disable-next-line no-await-in-loop -- one run after the other
      await createFinishedRun(id, { ...sampleReport, performance });
    }
    const steps: number[] = [];
    const made = valueOf(
      await makeBackup({ withPrices: false, now: 0, onProgress: (done, total) => steps.push(done / total) }),
    );
    expect(steps).toEqual(Array.from({ length: 50 }, (_, at) => (at + 1) / 50)); // nine tables, forty results, the whole
    await deleteEverything();
    const outcome = await restore(new File([made.file], made.name), {
      mode: "merge",
      differing: "keep-mine",
    });
    expect(outcome).toMatchObject({ written: { runs: 40 }, leftOut: [] });
    const ends = await Promise.all(ids.map(async (id) => valueOf(await loadReport(id)).performance.endValue));
    expect(ends).toEqual(ids.map((_id, at) => 100 + at));
  });

  it("brings imported prices where it has them, and names what it has not", async () => {
    const id = await importPrices();
    const [withPrices, without] = [await backUp(true), await backUp(false)];
    await deleteEverything();
    await browserClient.call("deleteDataset", id);

    const poor = await restore(without, { mode: "merge", differing: "keep-mine" });
    expect(poor.leftOut).toEqual(["Mine: its prices are not in the backup. Import its files again."]);
    expect(await database.datasets.count()).toBe(0);
    const rich = await restore(withPrices, { mode: "merge", differing: "keep-mine" });
    expect(rich).toMatchObject({ written: { datasets: 1 }, leftOut: [] });
    const strategy = {
      ...defaultStrategy,
      simulation: { ...defaultStrategy.simulation, startDate: "2020-01-01", endDate: "2020-01-28" },
    };
    const data = valueOf(await sourceFor(id, "NSE"));
    const counted = await browserClient.call("preview", { strategy, source: data.source });
    expect(counted.ok || !["data-missing", "storage-failed"].includes(counted.problem.code)).toBe(true);
  });

  it("gives a dataset its prices back that are gone from this device", async () => {
    const id = await importPrices();
    const file = await backUp(true);
    expect(await goneDatasets()).toEqual(new Set());
    valueOf(await renameDataset(id, "Mine, renamed"));
    await browserClient.call("deleteDataset", id);
    expect(await goneDatasets()).toEqual(new Set([id]));
    await restore(file, { mode: "merge", differing: "keep-mine" });
    const { title } = valueOf(await sourceFor(id, "NSE"));
    expect([await goneDatasets(), title]).toEqual([new Set(), "Mine, renamed"]);
  });

  it("leaves no prices behind of the datasets that it replaces", async () => {
    const id = await importPrices();
    const file = await backUp(true);
    valueOf(await renameDataset(id, "Mine, edited"));
    const stored = await namesIn("datasets");
    await restore(file, { mode: "merge", differing: "take-theirs" });
    expect(await namesIn("datasets")).toHaveLength(stored.length + 1);
    valueOf(await sweepMarked((abandoned) => ask("sweepDatasets", abandoned)));
    const now = await namesIn("datasets");
    expect(now).toHaveLength(stored.length);
    expect(now).not.toContain(`${id}.columns`);
    expect(valueOf(await sourceFor(id, "NSE")).title).toBe("Mine");
  });

  it("resets the count of changes that a reminder goes by", async () => {
    await noteBackup(0);
    for (let at = 0; at < 20; at++) {
      // oxlint-disable-next-line no-await-in-loop -- one save after the other
      await createStrategy(`S${at}`);
    }
    expect(await loadBackupState(Date.now())).toMatchObject({ changes: 20, isDue: false }); // the demo market alone
    await importPrices();
    expect(await loadBackupState(Date.now())).toMatchObject({ isDue: true });
    await noteBackup(Date.now());
    expect(await loadBackupState(Date.now())).toMatchObject({ changes: 0, isDue: false });
    await createStrategy("Later");
    const inTwoWeeks = Date.now() + 15 * 86_400_000;
    expect([(await loadBackupState(Date.now())).isDue, (await loadBackupState(inTwoWeeks)).isDue]).toEqual([
      false,
      true,
    ]);
  });
});

async function editedAfterBackup(): Promise<{ file: File; id: string }> {
  const { id } = valueOf(await createStrategy("Momentum"));
  valueOf(await createStrategy("Same"));
  const file = await backUp();
  await renameStrategy(id, "Momentum edited");
  valueOf(await createStrategy("Only here"));
  return { file, id };
}

describe("a restore over what is there", () => {
  it("shows first what is new, same, different and only here, and which is newer", async () => {
    const { file, id } = await editedAfterBackup();
    const backup = valueOf(await openBackup(file));
    const [strategies] = compareBackup(backup.records, await readHere());
    expect(strategies).toMatchObject({
      inBackup: 2,
      added: [],
      same: 1,
      differing: [{ key: id, name: "Momentum", standing: "older" }],
      onlyHere: [{ name: "Only here" }],
    });
    backup.close();
  });

  it.each([
    [{ mode: "merge", differing: "keep-mine" }, ["Momentum edited", "Only here", "Same"]],
    [{ mode: "merge", differing: "take-theirs" }, ["Momentum", "Only here", "Same"]],
    [{ mode: "merge", differing: "keep-both" }, ["Momentum", "Momentum edited", "Only here", "Same"]],
    [{ mode: "replace" }, ["Momentum", "Same"]],
  ] as const)("%o leaves %j", async (choice, left) => {
    const { file } = await editedAfterBackup();
    await restore(file, choice);
    expect(await names()).toEqual(left);
  });

  it("keeps both under names of their own where neither was renamed", async () => {
    const { id } = valueOf(await createStrategy("Momentum"));
    const file = await backUp();
    const changed = {
      ...defaultStrategy,
      name: "Momentum",
      sell: { ...defaultStrategy.sell, minHoldingDays: 9 },
    };
    valueOf(await saveStrategy(id, changed, 1));
    await restore(file, { mode: "merge", differing: "keep-both" });
    expect(await names()).toEqual(["Momentum", "Momentum (2)"]);
    const copy = (await listStrategies()).records.find((record) => record.id !== id);
    expect(copy?.strategy.name).toBe("Momentum (2)");
  });

  it("twice changes nothing more", async () => {
    const { file } = await editedAfterBackup();
    await restore(file, { mode: "merge", differing: "take-theirs" });
    const again = await restore(file, { mode: "merge", differing: "take-theirs" });
    expect(again.written.strategies).toBe(0);
  });
});

async function refusalOf(file: File): Promise<string> {
  const opened = await openBackup(file);
  if (opened.ok) throw new Error("it was let in");
  return opened.problem.message;
}

describe("a file that is no good backup", () => {
  it.each([
    ["no archive", () => new File(["hello"], "a.zip"), /not a zip archive/],
    ["an empty file", () => new File([], "a.zip"), /not a zip archive/],
    [
      "another archive",
      () => new File([zipSync({ "a.txt": strToU8("a") })], "a.zip"),
      /not a backup of Tidemark/,
    ],
    [
      "an archive that is made to fill the device",
      () => new File([zipSync({ "manifest.json": new Uint8Array(30_000_000) })], "a.zip"),
      /would unpack to \d+ times its size.* Choose another backup/,
    ],
    [
      "a manifest that is no JSON",
      () => new File([zipSync({ "manifest.json": strToU8("{") })], "a.zip"),
      /not a backup/,
    ],
    ["another format", () => forge({}, { format: "other/1" }), /not a backup of Tidemark/],
    ["a newer app's", () => forge({}, { databaseVersion: 99 }), /made by a newer Tidemark/],
    ["fields that nobody knows", () => forge({}, { evil: true }), /not a backup of Tidemark/],
    [
      "a part that is missing",
      () => forge({}, { parts: [{ path: "x", bytes: 1, sha256: null }] }),
      /incomplete \(x\)/,
    ],
    ["a table that is no list", () => forge({ "strategies.json": { a: 1 } }), /strategies\.json/],
  ] as const)("%s is refused by name", async (_title, make, message) => {
    expect(await refusalOf(await make())).toMatch(message);
  });

  it("is noticed when a byte of it changed", async () => {
    valueOf(await createStrategy("Momentum"));
    const bytes = new Uint8Array(await (await backUp()).arrayBuffer());
    for (const place of [60, 200, Math.floor(bytes.length / 2), bytes.length - 40]) {
      const damaged = bytes.slice();
      damaged[place] = (damaged[place] ?? 0) ^ 255;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const opened = await openBackup(new File([damaged], "damaged.zip"));
      const isHarmless = opened.ok && opened.value.records.strategies[0]?.name === "Momentum";
      expect(opened.ok ? isHarmless : opened.problem.message).toBeTruthy();
    }
  });

  it("cut short is refused", async () => {
    const file = await backUp();
    expect(await refusalOf(new File([file.slice(0, file.size - 30)], "cut.zip"))).toMatch(
      /not a zip archive/,
    );
  });

  it("lists records it can't read, and lets the others in; hostile names stay names", async () => {
    const good = { ...valueOf(await createStrategy("Good")), id: "__proto__" };
    const name = "<img src=x onerror=alert(1)>";
    const odd = { ...good, id: "../../up", name, strategy: { ...good.strategy, name } };
    const bad = { ...good, id: "bad", revision: "many" };
    await deleteEverything();
    const file = await forge({
      "strategies.json": [good, odd, bad],
      "settings.json": [{ key: "evil", value: 1 }],
    });
    const backup: OpenBackup = valueOf(await openBackup(file));
    expect(backup.damaged.map((record) => record.name)).toEqual(["Good", ""]);
    valueOf(await restoreBackup(backup, { mode: "merge", differing: "take-theirs" }));
    backup.close();
    expect(await names()).toEqual([name, "Good"]);
    expect(Object.prototype).not.toHaveProperty("revision");
    expect(await database.settings.count()).toBe(0);
  });

  it.each([9e15, 1e308])("leaves records out by name that have the time %d", async (moment) => {
    const good = valueOf(await createStrategy("Good"));
    await createFinishedRun("r");
    const [run] = (await listRuns()).records;
    valueOf(await storeGrid("g", gridQuestion, [gridCell(1)]));
    const grid = await database.grids.get("g");
    await deleteEverything();
    const file = await forge({
      "strategies.json": [good, { ...good, id: "late", name: "Late", updatedAt: moment }],
      "drafts.json": [{ strategyId: good.id, revision: 1, values: {}, updatedAt: moment }],
      "runs.json": [{ ...run, id: "late", strategyName: "Late run", startedAt: moment }],
      "grids.json": [{ ...grid, updatedAt: moment }],
    });
    const { leftOut } = await restore(file, { mode: "merge", differing: "take-theirs" });
    expect(leftOut.map((line) => line.split(":")[0])).toEqual(["Late", "A record", "Late run", "Mine"]);
    expect(await names()).toEqual(["Good"]);
    const left = [database.drafts, database.runs, database.grids].map((table) => table.count());
    expect(await Promise.all(left)).toEqual([0, 0, 0]);
  });

  it("leaves a grid out by name whose axis can't be listed, and a walk-forward that chose no cell", async () => {
    valueOf(await storeGrid("g", gridQuestion, [gridCell(1)]));
    const settings = { choose: 5, trade: 1, metric: "sharpe" };
    valueOf(await storeWalk({ id: "g", settings, outcome: walkOutcome }, gridQuestion, []));
    const [grid, walk] = [await database.grids.get("g"), await database.walks.get("g")];
    await deleteEverything();
    const axis = { field: "scanner.minPrice", from: 0, to: 1, step: 0 };
    const chose = (cell: number) => ({ ...walk?.outcome, windows: [{ ...walk?.outcome.windows[0], cell }] });
    const file = await forge({
      "grids.json": [grid, { ...grid, id: "bad", axes: [axis] }],
      "walks.json": [{ ...walk, id: "bad", outcome: chose(1e9) }],
    });
    const { leftOut } = await restore(file, { mode: "merge", differing: "take-theirs" });
    expect(leftOut.map((line) => line.split(":")[0])).toEqual(["Mine", "A record"]);
    expect(await database.grids.toCollection().primaryKeys()).toEqual(["g"]);
    expect(await database.gridHeads.toCollection().primaryKeys()).toEqual(["g"]); // its variants count again
    expect(await database.walks.count()).toBe(0);
  });

  it("counts a record once that it has twice, and names the second", async () => {
    const good = valueOf(await createStrategy("Good"));
    await deleteEverything();
    const twice = { ...good, name: "Other", strategy: { ...good.strategy, name: "Other" } };
    const file = await forge({ "strategies.json": [good, twice, good] });
    const backup = valueOf(await openBackup(file));
    const [strategies] = compareBackup(backup.records, await readHere());
    expect(strategies).toMatchObject({ table: "strategies", inBackup: 1, added: [{ name: "Good" }] });
    expect(backup.damaged.map(({ name }) => name)).toEqual(["Other", "Good"]);
    expect(backup.damaged[0]?.problem.message).toContain("a second time; the first one counts");
    const outcome = valueOf(await restoreBackup(backup, { mode: "merge", differing: "keep-mine" }));
    backup.close();
    expect(outcome.written.strategies).toBe(1);
    expect(await names()).toEqual(["Good"]);
  });

  it("with a result of the wrong shape restores the run without it", async () => {
    await createFinishedRun("r");
    const [run] = (await listRuns()).records;
    await deleteEverything();
    const file = await forge({
      "runs.json": [run],
      "results/r.json": { runId: "r", report: { ...sampleReport, equity: null }, checksum: "x" },
    });
    const outcome = await restore(file, { mode: "merge", differing: "keep-mine" });
    expect(outcome.leftOut).toHaveLength(1);
    expect((await listRuns()).records).toHaveLength(1);
    expect((await loadReport("r")).ok).toBe(false);
  });
});
