import { wrap } from "comlink";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { cdp } from "vitest/browser";
import { openStaging } from "#workers/market/dataset-writing.ts";
import type { Market } from "#workers/model/market.ts";
import { readTexts } from "../market/text-sources.ts";
import { withZones } from "../support/market-zones.ts";
import { columnFileOf } from "../support/memory-file.ts";
import type { DatasetStoreApi } from "../support/dataset-store.worker.ts";

const worker = new Worker(new URL("../support/dataset-store.worker.ts", import.meta.url), { type: "module" });
const store = wrap<DatasetStoreApi>(worker);
const MEGABYTE = 1e6;

afterAll(() => worker.terminate());

beforeEach(async () => {
  const root = await navigator.storage.getDirectory();
  for await (const name of folderNames(root)) await root.removeEntry(name, { recursive: true });
});

async function marketOf(rows: number): Promise<Market> {
  const lines = Array.from({ length: rows }, (_, at) => `S${at},2020-01-02,${at + 1}\n`).join("");
  return (await readTexts({ "p.csv": `symbol,date,close\n${lines}` })).market;
}

/** What loading gives where nothing is damaged. */
function whole(market: Market) {
  return { ok: true, value: { market: withZones(market), damaged: [] } };
}

/** The library of the page does not list a folder's names yet. */
async function* folderNames(folder: FileSystemDirectoryHandle): AsyncGenerator<string> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as in the standard
  yield* (folder as unknown as { keys(): AsyncIterable<string> }).keys();
}

async function namesIn(folder: string): Promise<string[]> {
  const root = await navigator.storage.getDirectory();
  const names: string[] = [];
  for await (const name of folderNames(await root.getDirectoryHandle(folder, { create: true })))
    names.push(name);
  return names;
}

async function writeFile(folder: string, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const root = await navigator.storage.getDirectory();
  const directory = await root.getDirectoryHandle(folder, { create: true });
  const writable = await (await directory.getFileHandle(name, { create: true })).createWritable();
  await writable.write(bytes);
  await writable.close();
}

describe("the dataset store", () => {
  it("gives back what it was given, and the facts of it", async () => {
    const market = await marketOf(1000);
    const { facts } = await columnFileOf(market);
    expect(await store.saveDataset("nse", market)).toEqual({ ok: true, value: facts });
    expect(await store.loadDataset("nse")).toEqual(whole(market));
    expect([await namesIn("datasets"), await namesIn("datasets-staging")]).toEqual([["nse.columns"], []]);
  });

  it("puts a new market in place of the old one", async () => {
    await store.saveDataset("nse", await marketOf(500));
    const market = await marketOf(3);
    await store.saveDataset("nse", market);
    expect(await store.loadDataset("nse")).toEqual(whole(market));
  });

  it("takes any id for a name", async () => {
    const market = await marketOf(2);
    const ids = ["../up", "a/b", "..", "ü %", "__proto__"];
    for (const id of ids) {
      // oxlint-disable-next-line no-await-in-loop -- one writer at a time, as in the app
      expect(await store.saveDataset(id, market)).toMatchObject({ ok: true });
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await store.loadDataset(id)).toEqual(whole(market));
    }
    expect(await namesIn("datasets")).toHaveLength(ids.length);
  });

  it("says so when there is nothing", async () => {
    expect(await store.loadDataset("none")).toMatchObject({ ok: false, problem: { code: "data-missing" } });
  });

  it("deletes, and does not mind when there is nothing to delete", async () => {
    await store.saveDataset("nse", await marketOf(2));
    expect(await store.deleteDataset("nse")).toEqual({ ok: true, value: null });
    expect(await store.deleteDataset("nse")).toEqual({ ok: true, value: null });
    expect(await store.loadDataset("nse")).toMatchObject({ ok: false });
  });

  it("names the instrument that is damaged, and gives the others", async () => {
    const market = await marketOf(100);
    await store.saveDataset("nse", market);
    const root = await navigator.storage.getDirectory();
    const file = await (await root.getDirectoryHandle("datasets")).getFileHandle("nse.columns");
    const bytes = new Uint8Array(await (await file.getFile()).arrayBuffer());
    bytes[32] = 255; // the first series: days of the first instrument
    await writeFile("datasets", "nse.columns", bytes);
    const loaded = await store.loadDataset("nse");
    expect(loaded).toMatchObject({ ok: true, value: { damaged: ["S0"] } });
    expect(loaded.ok && loaded.value.market.close).toEqual(market.close.subarray(1));
  });

  it("reads a dataset that another tab is reading", async () => {
    const market = await marketOf(100);
    await store.saveDataset("nse", market);
    expect(await store.loadWhileReading("nse")).toEqual(whole(market));
  });

  it("sweeps what interrupted imports left, and leaves alone what is published or being written", async () => {
    const market = await marketOf(2);
    await store.saveDataset("nse", market);
    await writeFile("datasets-staging", "half.columns", Uint8Array.of(1, 2, 3));
    expect(await store.sweepWhileWriting("other-tab.columns")).toEqual({ ok: true, value: null });
    expect(await namesIn("datasets-staging")).toEqual(["other-tab.columns"]);
    expect(await store.sweepStaging()).toEqual({ ok: true, value: null });
    expect(await namesIn("datasets-staging")).toEqual([]);
    expect(await store.loadDataset("nse")).toEqual(whole(market));
  });

  it("is refused where the platform has no files for it, with what to do", async () => {
    const saved = await openStaging(); // on the page, which has no files that are written at once
    expect(saved).toMatchObject({ ok: false, problem: { code: "storage-failed" } });
    expect(saved.ok ? "" : saved.problem.message).toMatch(
      /^This browser cannot store prices here .* Use a normal window/,
    );
    expect(await namesIn("datasets-staging")).toEqual([]);
  });

  it("keeps what was there when there is no room, and says how much is needed", async () => {
    const old = await marketOf(3);
    await store.saveDataset("nse", old);
    const { usage = 0 } = await navigator.storage.estimate();
    const quota = { origin: location.origin, quotaSize: usage + 2 * MEGABYTE };
    await cdp().send("Storage.overrideQuotaForOrigin", quota);
    try {
      const saved = await store.saveDataset("nse", await marketOf(100_000));
      expect(saved).toMatchObject({ ok: false, problem: { code: "storage-failed" } });
      expect(saved.ok ? "" : saved.problem.message).toMatch(
        /^There is no room for these prices after \d+ MB\. Delete a dataset or free space on the device, then import again\.$/,
      );
    } finally {
      await cdp().send("Storage.overrideQuotaForOrigin", { origin: location.origin });
    }
    expect(await namesIn("datasets-staging")).toEqual([]);
    expect(await store.loadDataset("nse")).toEqual(whole(old));
  });

  /** The last one: Chromium keeps the files of a terminated worker locked while the page lives. */
  it("leaves nothing or the whole, wherever an import is killed", async () => {
    const market = await marketOf(100_000);
    const outcomes: unknown[] = [];
    for (let wait = 0; wait < 10; wait++) {
      const doomed = new Worker(new URL("../support/dataset-store.worker.ts", import.meta.url), {
        type: "module",
      });
      const doomedStore = wrap<DatasetStoreApi>(doomed);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await doomedStore.sweepStaging();
      void doomedStore.saveDataset(`killed-${wait}`, market);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await new Promise((resolve) => {
        setTimeout(resolve, wait * 40);
      });
      doomed.terminate();
      // oxlint-disable-next-line no-await-in-loop -- as above
      const loaded = await store.loadDataset(`killed-${wait}`);
      outcomes.push(loaded.ok ? loaded : loaded.problem.code);
    }
    expect(outcomes.filter((outcome) => outcome !== "data-missing")).toEqual(
      outcomes.filter((outcome) => outcome !== "data-missing").map(() => whole(market)),
    );
  }, 60_000);
});
