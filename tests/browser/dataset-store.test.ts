import { wrap } from "comlink";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { cdp } from "vitest/browser";
import { storedFile } from "#workers/market/dataset-backup.ts";
import { openStaging } from "#workers/market/dataset-writing.ts";
import type { Market } from "#workers/model/market.ts";
import { readTexts } from "../market/text-sources.ts";
import { hasPrivateFiles, namesIn, putFile, readFile, removeAllFiles } from "../support/device-files.ts";
import { withZones } from "../support/market-zones.ts";
import { valueOf } from "../support/value-of.ts";
import { columnFileOf } from "../support/memory-file.ts";
import type { DatasetStoreApi } from "../support/dataset-store.worker.ts";

const worker = new Worker(new URL("../support/dataset-store.worker.ts", import.meta.url), { type: "module" });
const store = wrap<DatasetStoreApi>(worker);
const MEGABYTE = 1e6;

afterAll(() => worker.terminate());

beforeEach(removeAllFiles);

async function marketOf(rows: number): Promise<Market> {
  const lines = Array.from({ length: rows }, (_, at) => `S${at},2020-01-02,${at + 1}\n`).join("");
  return (await readTexts({ "p.csv": `symbol,date,close\n${lines}` })).market;
}

/** What loading gives where nothing is damaged. */
function whole(market: Market) {
  return { ok: true, value: { market: withZones(market), damaged: [] } };
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
    const bytes = await readFile("nse.columns");
    bytes[32] = 255; // the first series: days of the first instrument
    await putFile("datasets", "nse.columns", bytes);
    const loaded = await store.loadDataset("nse");
    expect(loaded).toMatchObject({ ok: true, value: { damaged: ["S0"] } });
    expect(loaded.ok && loaded.value.market.close).toEqual(market.close.subarray(1));
  });

  it.runIf(hasPrivateFiles)("reads a dataset that another tab is reading", async () => {
    const market = await marketOf(100);
    await store.saveDataset("nse", market);
    expect(await store.loadWhileReading("nse")).toEqual(whole(market));
  });

  it.runIf(hasPrivateFiles)(
    "sweeps what interrupted imports left, and leaves alone what is published or being written",
    async () => {
      const market = await marketOf(2);
      await store.saveDataset("nse", market);
      await putFile("datasets-staging", "half.columns", Uint8Array.of(1, 2, 3));
      // what is told is how many files were in use
      expect(await store.sweepWhileWriting("other-tab.columns")).toEqual({ ok: true, value: 1 });
      expect(await namesIn("datasets-staging")).toEqual(["other-tab.columns"]);
      expect(await store.sweepStaging()).toEqual({ ok: true, value: 0 });
      expect(await namesIn("datasets-staging")).toEqual([]);
      expect(await store.loadDataset("nse")).toEqual(whole(market));
    },
  );

  it("keeps prices in the database where no file can be written at once; a worker that writes files finds them", async () => {
    const without = new Worker(
      new URL("../support/dataset-store-without-handles.worker.ts", import.meta.url),
      { type: "module" },
    );
    const other = wrap<DatasetStoreApi>(without);
    const market = await marketOf(1000);
    const { facts } = await columnFileOf(market);
    expect(await other.saveDataset("nse", market)).toEqual({ ok: true, value: facts });
    expect([await namesIn("datasets"), await namesIn("datasets-staging")]).toEqual([
      hasPrivateFiles ? [] : ["nse.columns"],
      [],
    ]);
    expect(await other.loadDataset("nse")).toEqual(whole(market));
    expect(await store.loadDataset("nse")).toEqual(whole(market));
    expect(await store.deleteDataset("nse")).toEqual({ ok: true, value: null });
    expect(await other.loadDataset("nse")).toMatchObject({ ok: false, problem: { code: "data-missing" } });
    without.terminate();
  });

  it.each([
    ["SecurityError", /^This browser cannot store prices here \(switched off.*\)\. Use a normal window/s],
    ["QuotaExceededError", /^There is no room for these prices after 6 MB\. Delete a dataset/],
  ])(
    "keeps what was there where the database refuses a part with %s, and says what to do",
    async (name, said) => {
      const old = Uint8Array.of(1, 2, 3, 4);
      const before = valueOf(await openStaging()); // on the page, which writes no file at once
      before.columns.write(old, 0);
      valueOf(await before.publish("nse", 4));
      const saved = valueOf(await openStaging());
      saved.columns.write(new Uint8Array(6e6), 0); // two pages
      const put = Reflect.get(IDBObjectStore.prototype, "put");
      let isSecond = false;
      const refusing = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (
        this: IDBObjectStore,
        ...args
      ) {
        if (isSecond) throw new DOMException("switched off", name);
        isSecond = true;
        return Reflect.apply(put, this, args);
      });
      const published = await saved.publish("nse", 6e6);
      refusing.mockRestore();
      expect(published).toMatchObject({ ok: false, problem: { code: "storage-failed" } });
      expect(published.ok ? "" : published.problem.message).toMatch(said);
      const kept = valueOf(await storedFile("nse"));
      expect(new Uint8Array(await kept.arrayBuffer())).toEqual(old);
    },
  );

  it.runIf(hasPrivateFiles)(
    "keeps what was there when there is no room, and says how much is needed",
    async () => {
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
    },
  );

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
  });
});
