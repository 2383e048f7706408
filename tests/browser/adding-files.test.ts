/** Files added to a stored dataset, which is read part by part from the browser's private files. */
import { wrap } from "comlink";
import { afterAll, describe, expect, it } from "vitest";
import { browserClient } from "#src/run/browser-client.ts";
import { checkImport, deleteDataset, importDataset } from "#src/run/import-dataset.ts";
import { makeBackup } from "#src/storage/backup/make-backup.ts";
import { openBackup } from "#src/storage/backup/open-backup.ts";
import { restoreBackup } from "#src/storage/backup/restore-backup.ts";
import { goneDatasets } from "#src/storage/column-marks.ts";
import { columnsOf, loadDatasetRecord, wholeSourceOf } from "#src/storage/datasets.ts";
import type { DatasetRecord } from "#src/storage/records.ts";
import { valueOf } from "#tests/support/value-of.ts";
import type { ImportPlan } from "#workers/model/import-plan.ts";
import { readFile } from "../support/device-files.ts";
import type { ImportDeskApi } from "../support/import-desk.worker.ts";

const worker = new Worker(new URL("../support/import-desk.worker.ts", import.meta.url), { type: "module" });
const desk = wrap<ImportDeskApi>(worker);
const HEADER = "symbol,date,open,high,low,close,volume\n";

afterAll(() => worker.terminate());

function planOf(id: string, text: string, addTo: string | null): ImportPlan {
  return {
    id,
    files: [{ name: `${id}.csv`, bytes: new File([HEADER + text], `${id}.csv`) }],
    answers: new Map(),
    leftOut: new Set(),
    factsAsOf: "",
    addTo,
  };
}

function lineOf(instrument: number, day: number): string {
  const date = new Date(Date.UTC(2020, 0, day)).toISOString().slice(0, 10);
  const close = instrument + day;
  return `S${instrument},${date},${close},${close + 1},${close},${close},${instrument * day}\n`;
}

/** Of so many days, of a hundred instruments. */
function daysOf(from: number, count: number): string {
  const rows = Array.from({ length: 100 * count }, (_, at) =>
    lineOf(Math.floor(at / count), from + (at % count)),
  );
  return rows.join("");
}

async function imported(plan: ImportPlan) {
  const outcome = await desk.importPlan(plan, 0);
  if (!outcome.ok) throw new Error(outcome.problem.message);
  const { dryRun, stored } = outcome.value;
  if (!stored.ok) throw new Error(stored.problem.message);
  return { dryRun, ...stored.value };
}

/** Days of one instrument, as a dataset or into one. */
async function importDays(days: readonly number[], into: DatasetRecord | null): Promise<DatasetRecord> {
  const { signal } = new AbortController();
  const plan = planOf(
    crypto.randomUUID(),
    days.map((day) => lineOf(0, day)).join(""),
    into && columnsOf(into),
  );
  const { digest } = valueOf(await checkImport(plan, () => undefined, signal)).planned;
  const request = { title: "Grown", plan, digest, datasetId: into?.id ?? null, defaults: new Map() };
  return valueOf(await importDataset(request, () => undefined, signal));
}

async function closes({ id }: DatasetRecord): Promise<number[]> {
  return [
    ...valueOf(
      await browserClient.call("loadBars", { source: valueOf(await wholeSourceOf(id)), symbol: "S0" }),
    ).close,
  ];
}

describe("files added to a stored dataset", () => {
  const first = "AB,2020-01-01,1,3,1,2,10\nAB,2020-01-02,2,3,1,2,10\n";
  const more = "AB,2020-01-03,2,3,1,2,10\nCD,2020-01-03,5,6,4,5,10\n";

  it("give the dataset that all files give at once", async () => {
    const before = await imported(planOf("one", first, null));
    const after = await imported(planOf("two", more, "one"));
    expect(after.dryRun.before).toEqual({
      instruments: 1,
      bars: 2,
      first: "2020-01-01",
      last: "2020-01-02",
      digest: before.dryRun.planned.digest,
      added: { instruments: 1, fewest: 1, most: 1 }, // a day of AB, which was there; CD is new
    });
    expect(after.facts).toMatchObject({ instruments: 2, bars: 4, lastDate: "2020-01-03" });
    const atOnce = await imported(planOf("all", first + more, null));
    expect(after.dryRun.planned.digest).toBe(atOnce.dryRun.planned.digest);
  });

  it("leave the file of before as it is, and take as much room as they need", async () => {
    await imported(planOf("grown", daysOf(1, 200), null));
    const before = await readFile("grown.columns");
    const once = await imported(planOf("grown-1", daysOf(201, 1), "grown"));
    const twice = await imported(planOf("grown-2", daysOf(202, 1), "grown-1"));
    expect([once.frontId, twice.frontId]).toEqual(["grown", "grown"]);
    expect(await readFile("grown.columns")).toEqual(before);
    expect((await readFile("grown-2.columns")).length).toBeLessThan(before.length / 2);
    expect(twice.facts.bytes).toBe(before.length + (await readFile("grown-2.columns")).length);
    const atOnce = await imported(planOf("grown-at-once", daysOf(1, 202), null));
    expect(twice.facts).toEqual({ ...atOnce.facts, bytes: twice.facts.bytes });
  });

  it("say that a dataset which is gone is gone", async () => {
    expect(await desk.importPlan(planOf("three", more, "none"), 0)).toMatchObject({
      ok: false,
      problem: { code: "data-missing" },
    });
  });
});

describe("a backup of a dataset that lies in two files", () => {
  it("has it in one, which days can be added to again", async () => {
    const days = Array.from({ length: 28 }, (_, at) => at + 1);
    const first = await importDays(days, null);
    const grown = await importDays([29], first);
    expect(grown).toMatchObject({ id: first.id, frontId: first.id, facts: { bars: 29 } });
    expect(await closes(grown)).toEqual([...days, 29]);
    const { file } = valueOf(await makeBackup({ withPrices: true, now: 0, onProgress: () => undefined }));
    valueOf(await deleteDataset(first.id, browserClient, 0));
    const backup = valueOf(await openBackup(new File([file], "backup.zip")));
    valueOf(await restoreBackup(backup, { mode: "merge", differing: "keep-mine" }));
    backup.close();
    const restored = valueOf(await loadDatasetRecord(first.id));
    expect("frontId" in restored).toBe(false);
    expect(await closes(restored)).toEqual([...days, 29]);
    const again = await importDays([30], restored);
    expect(again).toMatchObject({ frontId: columnsOf(restored), facts: { bars: 30 } });
    expect(await closes(again)).toEqual([...days, 29, 30]);
    expect(await goneDatasets()).toEqual(new Set());
  });
});
