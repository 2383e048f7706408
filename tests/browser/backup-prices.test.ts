/** Prices in a backup: where this device keeps them, in private files or in its database, is what these hang on. */
import { beforeEach, expect, it } from "vitest";
import { browserClient } from "#src/run/browser-client.ts";
import { checkImport, importDataset } from "#src/run/import-dataset.ts";
import { sweepUnfinished } from "#src/run/sweep-columns.ts";
import { goneDatasets } from "#src/storage/column-marks.ts";
import { database } from "#src/storage/database.ts";
import { renameDataset, sourceFor } from "#src/storage/datasets.ts";
import type { ImportPlan } from "#workers/model/import-plan.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import { backUp, deleteEverything, restore } from "#tests/support/backups.ts";
import { namesIn } from "#tests/support/device-files.ts";
import { valueOf } from "#tests/support/value-of.ts";

beforeEach(deleteEverything);

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

it("brings imported prices where it has them, and names what it has not", async () => {
  const id = await importPrices();
  const [withPrices, without] = [await backUp(true), await backUp(false)];
  await deleteEverything();
  await browserClient.deleteDataset(id);

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
  const counted = await browserClient.previewStrategy(
    { strategy, source: data.source },
    new AbortController().signal,
  );
  expect(counted.ok || !["data-missing", "storage-failed"].includes(counted.problem.code)).toBe(true);
});

it("gives a dataset its prices back that are gone from this device", async () => {
  const id = await importPrices();
  const file = await backUp(true);
  expect(await goneDatasets()).toEqual(new Set());
  valueOf(await renameDataset(id, "Mine, renamed"));
  await browserClient.deleteDataset(id);
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
  valueOf(await sweepUnfinished());
  const now = await namesIn("datasets");
  expect(now).toHaveLength(stored.length);
  expect(now).not.toContain(`${id}.columns`);
  expect(valueOf(await sourceFor(id, "NSE")).title).toBe("Mine");
});
