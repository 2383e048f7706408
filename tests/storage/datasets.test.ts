import "./empty-database.ts";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { valueOf } from "#tests/support/value-of.ts";
import { database } from "#src/storage/database.ts";
import {
  addDataset,
  deleteDatasetRecord,
  listDatasets,
  loadDataset,
  renameDataset,
  sourceFor,
} from "#src/storage/datasets.ts";
import type { DatasetRecord } from "#src/storage/records.ts";
import { loadSettings, saveSetting } from "#src/storage/settings.ts";

const imported: DatasetRecord = {
  id: "mine",
  title: "My prices",
  importedAt: 1000,
  facts: {
    instruments: 2,
    bars: 20,
    firstDate: "2020-01-01",
    lastDate: "2020-01-10",
    exchanges: ["NSE"],
    instrumentTypes: ["EQUITY"],
    fingerprint: "f00d",
    bytes: 1234,
  },
  notes: { files: [] },
  defaults: { exchange: "NSE", instrumentType: "EQUITY", currency: "" },
};

describe("the catalogue", () => {
  it("always has the demo market, which says that it is invented", async () => {
    const [demo, ...others] = (await listDatasets()).records;
    expect(demo).toMatchObject({
      id: "demo",
      origin: "bundled",
      exchanges: ["BSE", "NASDAQ", "NSE", "NYSE"],
    });
    expect(demo?.note).not.toBe("");
    expect(others).toEqual([]);
  });

  it("shows imports after it, the newest first", async () => {
    await addDataset(imported);
    await addDataset({ ...imported, id: "newer", title: "Newer", importedAt: 2000 });
    expect((await listDatasets()).records.map((dataset) => dataset.id)).toEqual(["demo", "newer", "mine"]);
  });

  it("tells two imports of one name apart", async () => {
    await addDataset(imported);
    const second = valueOf(await addDataset({ ...imported, id: "again" }));
    expect(second.title).toBe(`${imported.title} (2)`);
    expect(valueOf(await loadDataset("again")).title).toBe(`${imported.title} (2)`);
  });

  it("keeps of each fact what it covers, and the lag that was assumed", async () => {
    const fact = {
      name: "revenue.ttm",
      kind: "fact",
      lag: { quarter: 45, year: null },
      coverage: { newest: "2020-01-09", firstYear: 2019, instruments: [1, 2] },
    } as const;
    await addDataset({ ...imported, facts: { ...imported.facts, factNames: [fact] } });
    expect(valueOf(await loadDataset("mine")).factNames).toEqual([fact]);
  });

  it("renames an import, and refuses a title in which nothing can be seen", async () => {
    await addDataset(imported);
    await renameDataset("mine", " Better ");
    expect(await renameDataset("mine", " \u200b")).toMatchObject({ ok: false, problem: { place: "title" } });
    expect(valueOf(await loadDataset("mine")).title).toBe("Better");
  });

  it("no longer has what was deleted", async () => {
    await addDataset(imported);
    await deleteDatasetRecord("mine");
    expect(await loadDataset("mine")).toMatchObject({ ok: false, problem: { code: "dataset-unavailable" } });
  });

  it("names a damaged entry and keeps showing the others", async () => {
    await addDataset(imported);
    await database.table("datasets").update("mine", { facts: null });
    const { records, damaged } = await listDatasets();
    expect(records.map((dataset) => dataset.id)).toEqual(["demo"]);
    expect(damaged).toMatchObject([{ id: "mine", name: "My prices" }]);
  });
});

describe("what a run reads", () => {
  it.each([
    ["NSE", "nse.csv"],
    ["BSE", "bse.csv"],
    ["NYSE", "nyse.csv"],
    ["NASDAQ", "nasdaq.csv"],
  ])(
    "is on the demo market and %s that exchange's prices, the list of instruments and the facts",
    async (exchange, file) => {
      const { source } = valueOf(await sourceFor("demo", exchange));
      const files = source.type === "bundled" ? source.files : [];
      expect(files.map(({ name }) => name)).toEqual([file, "instruments.csv", "facts.csv"]);
      for (const { url } of files) expect(readFileSync(new URL(url)).length).toBeGreaterThan(0);
    },
  );

  it("has a fingerprint that differs by exchange and stays the same", async () => {
    const [nse, again, bse] = await Promise.all(["NSE", "NSE", "BSE"].map((name) => sourceFor("demo", name)));
    expect(nse).toEqual(again);
    expect(nse?.ok && nse.value.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(nse?.ok && nse.value.fingerprint).not.toBe(bse?.ok && bse.value.fingerprint);
  });

  it("is refused on an exchange that the demo market has not", async () => {
    expect(await sourceFor("demo", "LSE")).toMatchObject({
      ok: false,
      problem: { code: "universe-empty", place: "scanner.exchange" },
    });
  });

  it("is on an import its stored columns, with their fingerprint", async () => {
    await addDataset(imported);
    expect(await sourceFor("mine", "NSE")).toEqual({
      ok: true,
      value: {
        source: { type: "stored", datasetId: "mine" },
        title: "My prices",
        fingerprint: "f00d",
        benchmark: null,
      },
    });
  });
});

describe("settings", () => {
  it("have defaults, keep what was set and forget what can't be read", async () => {
    expect(await loadSettings()).toEqual({
      theme: "system",
      colours: "classic",
      dateStyle: "day-first",
      locale: null,
      growthScale: null,
      growthAverage: true,
      riskFreePercent: 0,
    });
    await saveSetting("theme", "dark");
    await database.settings.put({ key: "colours", value: 7 });
    expect(await loadSettings()).toMatchObject({ theme: "dark", colours: "classic" });
  });
});
