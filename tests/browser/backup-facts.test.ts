/** A dataset with facts, signals and sectors in a backup: what comes back on another device. */
import { expect, it } from "vitest";
import { browserClient } from "#src/run/browser-client.ts";
import { listInstruments, loadBars } from "#src/run/dataset-instruments.ts";
import { nameUniverse } from "#src/run/name-universe.ts";
import { makeBackup } from "#src/storage/backup/make-backup.ts";
import { openBackup } from "#src/storage/backup/open-backup.ts";
import { restoreBackup } from "#src/storage/backup/restore-backup.ts";
import { deleteDatasetRecord } from "#src/storage/datasets.ts";
import { importDatasetWithFacts } from "#tests/support/dataset-with-facts.ts";
import { valueOf } from "#tests/support/value-of.ts";

it("gives facts, signals and sectors back, value for value", async () => {
  const id = await importDatasetWithFacts();
  const before = valueOf(await loadBars(id, "AAA"));
  const list = valueOf(await listInstruments(id));
  const named = valueOf(await nameUniverse(id, "NSE", "EQUITY"));
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
  await browserClient.deleteDataset(id);
  const backup = valueOf(await openBackup(new File([made.file], made.name)));
  valueOf(await restoreBackup(backup, { mode: "merge", differing: "keep-mine" }));
  backup.close();

  expect(valueOf(await loadBars(id, "AAA"))).toEqual(before);
  expect(valueOf(await listInstruments(id))).toEqual(list);
  expect(valueOf(await nameUniverse(id, "NSE", "EQUITY"))).toEqual(named);
});
