import { beforeEach, describe, expect, it } from "vitest";
import { askOfDataset } from "#src/run/ask.ts";
import { database } from "#src/storage/database.ts";
import { listDatasets, loadDataset, loadDatasetRecord } from "#src/storage/datasets.ts";
import { loadHealed } from "#src/storage/healed.ts";
import { useStorageState } from "#src/storage/storage-state.ts";
import { createStrategy, listStrategies } from "#src/storage/strategies.ts";
import { compareWithCopy } from "#src/storage/writer.ts";
import { COPY_FOLDER } from "#workers/model/second-copy.ts";
import { importDatasetWithFacts } from "#tests/support/dataset-with-facts.ts";
import { valueOf } from "#tests/support/value-of.ts";

async function slotFiles(): Promise<readonly FileSystemFileHandle[]> {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(COPY_FOLDER);
  return Promise.all(["slot-0", "slot-1"].map((name) => folder.getFileHandle(name)));
}

async function damageCopy(): Promise<void> {
  for (const file of await slotFiles()) {
    // oxlint-disable-next-line no-await-in-loop -- one file after the other
    const writable = await file.createWritable();
    // oxlint-disable-next-line no-await-in-loop -- as above
    await writable.write("not a copy");
    // oxlint-disable-next-line no-await-in-loop -- as above
    await writable.close();
  }
}

beforeEach(async () => {
  await compareWithCopy();
  useStorageState.setState({ isNewer: false, isBlocked: false, copyProblem: null, lossProblem: null });
});

describe("the second copy on the device's disk", () => {
  it("is there when a save is acknowledged, and puts back an emptied database", async () => {
    const name = `Kept ${crypto.randomUUID()}`;
    valueOf(await createStrategy(name));
    const written = await Promise.all((await slotFiles()).map(async (file) => (await file.getFile()).text()));
    expect(written.join("")).toContain(name);

    await database.delete({ disableAutoOpen: false });
    expect((await listStrategies()).records.map((record) => record.name)).toContain(name);
    expect(await loadHealed()).not.toBeNull();
  });

  it("holds what is known of a dataset's facts, and puts it back beside the prices and facts themselves", async () => {
    const id = await importDatasetWithFacts();
    const record = valueOf(await loadDatasetRecord(id));
    const { factNames } = valueOf(await loadDataset(id));
    const names = factNames.map(({ name }) => name);
    expect(names).toEqual(["eps", "model", "revenue.quarter", "shares.quarter"]);
    const before = valueOf(await askOfDataset("loadBars", id, (source) => ({ source, symbol: "AAA" })));
    expect(before.facts).toHaveLength(4);

    await database.delete({ disableAutoOpen: false });
    expect((await listDatasets()).records.map((dataset) => dataset.id)).toContain(id);
    expect(valueOf(await loadDatasetRecord(id))).toEqual(record);
    expect(valueOf(await askOfDataset("loadBars", id, (source) => ({ source, symbol: "AAA" })))).toEqual(
      before,
    );
  });

  it("that is damaged is made anew at the next start", async () => {
    const name = `Kept ${crypto.randomUUID()}`;
    valueOf(await createStrategy(name));
    await damageCopy();
    await compareWithCopy();
    await database.delete({ disableAutoOpen: false });
    expect((await listStrategies()).records.map((record) => record.name)).toContain(name);
  });

  it("damaged together with the emptied database is told, not taken for a first start", async () => {
    valueOf(await createStrategy("Lost"));
    await damageCopy();
    await database.delete({ disableAutoOpen: false });
    expect((await listStrategies()).records).toEqual([]);
    expect(useStorageState.getState().lossProblem?.message).toMatch(/damaged in both its places/);
  });
});
