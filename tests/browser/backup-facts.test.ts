/** A dataset with facts, signals and sectors in a backup: what comes back on another device. */
import { expect, it } from "vitest";
import { browserClient } from "#src/run/browser-client.ts";
import { ask, askOfDataset } from "#src/run/ask.ts";
import { makeBackup } from "#src/storage/backup/make-backup.ts";
import { openBackup } from "#src/storage/backup/open-backup.ts";
import { restoreBackup } from "#src/storage/backup/restore-backup.ts";
import { deleteDatasetRecord, sourceFor } from "#src/storage/datasets.ts";
import { importDatasetWithFacts } from "#tests/support/dataset-with-facts.ts";
import { valueOf } from "#tests/support/value-of.ts";

const barsOf = (id: string) => askOfDataset("loadBars", id, (source) => ({ source, symbol: "AAA" }));
const listOf = (id: string) => askOfDataset("listInstruments", id, (source) => source);

async function namesOf(id: string) {
  const { source } = valueOf(await sourceFor(id, "NSE"));
  return ask("nameUniverse", { source, exchange: "NSE", instrumentType: "EQUITY" });
}

it("gives facts, signals and sectors back, value for value", async () => {
  const id = await importDatasetWithFacts();
  const before = valueOf(await barsOf(id));
  const list = valueOf(await listOf(id));
  const named = valueOf(await namesOf(id));
  expect(named.sectors).toEqual(["Banks"]);
  const facts = before.facts ?? [];
  expect(facts.map(({ name, kind, currency = "-" }) => `${kind} ${name} ${currency}`)).toEqual([
    "fact eps -",
    "signal model -",
    "fact revenue.quarter USD",
    "fact shares.quarter -",
  ]);
  expect([...(facts[0]?.value ?? [])]).toEqual([5.25, NaN, -0.1]);
  expect([...(facts[1]?.value ?? [])]).toEqual([0.30000000000000004]);

  const made = valueOf(await makeBackup({ withPrices: true, now: 0, onProgress: () => undefined }));
  valueOf(await deleteDatasetRecord(id));
  await browserClient.call("deleteDataset", id);
  const backup = valueOf(await openBackup(new File([made.file], made.name)));
  valueOf(await restoreBackup(backup, { mode: "merge", differing: "keep-mine" }));
  backup.close();

  expect(valueOf(await barsOf(id))).toEqual(before);
  expect(valueOf(await listOf(id))).toEqual(list);
  expect(valueOf(await namesOf(id))).toEqual(named);
});
