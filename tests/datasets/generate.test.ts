import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { strToU8 } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { generateDataset } from "#datasets/generator/dataset.ts";
import { packDataset, type Catalog, type PackedFile } from "#datasets/generator/pack.ts";
import { readDatasetFile, readInstruments, readRows } from "./demo-market.ts";

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

describe("the generator", () => {
  let files: readonly PackedFile[] = [];
  beforeAll(() => {
    files = packDataset(generateDataset(), sha256);
  });

  it("makes exactly the committed files, byte for byte", () => {
    expect(files.map(({ path }) => path)).toEqual([
      "demo/nse.csv.gz",
      "demo/bse.csv.gz",
      "demo/nyse.csv.gz",
      "demo/nasdaq.csv.gz",
      "demo/instruments.csv",
      "demo/facts.csv.gz",
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

describe("the prices of companies and their indices", () => {
  const others = new Set(
    readInstruments()
      .filter(({ symbol, instrumentType }) => instrumentType === "FUND" || symbol === "TIDEPRICES")
      .map(({ symbol }) => symbol),
  );
  // As they were before there were facts, sectors and funds: nothing that is added to the demo market may move them.
  it.each([
    { id: "nse", digest: "8a7670ad70eaa12b35bd596860abc29bf38f5072121d0162a42e7cf92137685a" },
    { id: "bse", digest: "8510b6da74482f7fbb7e43f396ec50f5429d068c3877000d6fb0882f2feb5fbf" },
    { id: "nyse", digest: "df4344cc725ce49666f17fb93d67c6c7894aefb51d1ee1395de10a9e1a49719a" },
    { id: "nasdaq", digest: "d285ae0233f465ba9a8174e234974bc4372d4426f99c64e31c5519be795f007c" },
  ])("of $id stay as they are", ({ id, digest }) => {
    const lines = gunzipSync(readDatasetFile(`demo/${id}.csv.gz`))
      .toString("utf8")
      .split("\n");
    const kept = lines.filter((line) => !others.has(line.slice(0, line.indexOf(","))));
    expect(sha256(strToU8(kept.join("\n")))).toBe(digest);
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
    const facts = gunzipSync(readDatasetFile("demo/facts.csv.gz"));
    expect(demo?.factsFile.sha256).toBe(sha256(facts));
    expect(demo?.factsFile.names).toEqual(facts.toString("utf8").split("\n")[0]?.split(",").slice(2));
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
    expect(files.map(({ exchange, types }) => ({ exchange, types }))).toEqual([
      { exchange: "NSE", types: { EQUITY: 120, FUND: 6, INDEX: 2 } },
      { exchange: "BSE", types: { EQUITY: 40, INDEX: 1 } },
      { exchange: "NYSE", types: { EQUITY: 40, INDEX: 1 } },
      { exchange: "NASDAQ", types: { EQUITY: 40, INDEX: 1 } },
    ]);
    expect(demo?.instruments).toBe(instruments.length);
    expect(demo?.rows).toBe(files.reduce((sum, { rows }) => sum + rows, 0));
  });

  it("leads to files of less than 20 MB in all, of which the facts are less than one", () => {
    const facts = demo?.factsFile.path ?? "";
    const paths = [...files.map(({ path }) => path), demo?.instrumentsFile.path ?? "", facts];
    const total = paths.reduce((sum, path) => sum + readDatasetFile(path).length, 0);
    expect(paths).toHaveLength(6);
    expect(total).toBeLessThan(20_000_000);
    expect(readDatasetFile(facts).length).toBeLessThan(1_000_000);
  });
});
