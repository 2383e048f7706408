import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { generateDataset } from "#datasets/generator/dataset.ts";
import { packDataset, type Catalog, type PackedFile } from "#datasets/generator/pack.ts";
import { readDatasetFile, readInstruments, readRows } from "./demo-market.ts";

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

describe("the generator", () => {
  let files: readonly PackedFile[] = [];
  beforeAll(() => {
    files = packDataset(generateDataset(), sha256);
  }, 120_000);

  it("makes exactly the committed files, byte for byte", () => {
    expect(files.map(({ path }) => path)).toEqual([
      "demo/nse.csv.gz",
      "demo/bse.csv.gz",
      "demo/nyse.csv.gz",
      "demo/nasdaq.csv.gz",
      "demo/instruments.csv",
      "catalog.json",
    ]);
    const different = files.filter(({ path, bytes }) => sha256(readDatasetFile(path)) !== sha256(bytes));
    expect(different.map(({ path }) => path)).toEqual([]);
  });

  it("writes gzip headers without a time or a file name", () => {
    const packed = files.filter(({ path }) => path.endsWith(".gz"));
    // RFC 1952: two magic bytes, method 8, no flags, four bytes of time
    const header = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0];
    expect(packed.map(({ bytes }) => [...bytes.subarray(0, 8)])).toEqual(packed.map(() => header));
  });
});

describe("the catalogue", () => {
  // the bytes are compared with the generator's above, so they have the generator's type
  const catalog: Catalog = JSON.parse(new TextDecoder().decode(readDatasetFile("catalog.json")));
  const [demo] = catalog.datasets;
  const files = demo?.files ?? [];

  it("describes one dataset, the demo market, and calls it invented", () => {
    expect(catalog.format).toBe("catalog/1");
    expect(catalog.datasets).toHaveLength(1);
    expect(demo).toMatchObject({
      id: "demo",
      title: "Demo market (invented)",
      firstDate: "2000-01-03",
      lastDate: "2025-03-20",
    });
  });

  it("states the size and the checksum of every unpacked file", () => {
    const found = files.map(({ path }) => {
      const csv = gunzipSync(readDatasetFile(path));
      return { path, bytes: csv.length, sha256: sha256(csv) };
    });
    expect(found).toEqual(files.map(({ path, bytes, sha256: stated }) => ({ path, bytes, sha256: stated })));
    expect(demo?.instrumentsFile.sha256).toBe(sha256(readDatasetFile("demo/instruments.csv")));
  });

  it("counts the rows and instruments that are there", () => {
    const instruments = readInstruments();
    const found = files.map(({ exchange }) => ({
      exchange,
      rows: readRows(exchange).length,
      instruments: instruments.filter((line) => line.exchange === exchange).length,
    }));
    expect(found).toEqual(
      files.map(({ exchange, rows, instruments: stated }) => ({ exchange, rows, instruments: stated })),
    );
    expect(demo?.instruments).toBe(instruments.length);
    expect(demo?.rows).toBe(files.reduce((sum, { rows }) => sum + rows, 0));
  });

  it("leads to files of less than 16 MB in all", () => {
    const paths = [...files.map(({ path }) => path), demo?.instrumentsFile.path ?? ""];
    const total = paths.reduce((sum, path) => sum + readDatasetFile(path).length, 0);
    expect(paths).toHaveLength(5);
    expect(total).toBeLessThan(16_000_000);
  });
});
