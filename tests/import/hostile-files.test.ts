/** Files that are made to cost a device its memory or its time: refused soon, with the place. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync, zipSync } from "fflate";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { importCheckCommand } from "#workers/commands/import-check-command.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { rangeSource } from "../market/text-sources.ts";
import { checkAll } from "./check-support.ts";
import { encode, good, weekdays } from "./good-rows.ts";

const MEGABYTE = 1_000_000;
const GIGABYTES = 2000;

/** Two gigabytes behind a good start, and how many megabytes of them were asked for. */
function endless(
  start: string,
  piece: string,
): { readonly source: PriceSource; readonly asked: () => number } {
  let asked = 0;
  const chunk = encode(piece.repeat(MEGABYTE / piece.length));
  const source: PriceSource = {
    name: "ACME.csv",
    bytes: start.length + GIGABYTES * MEGABYTE,
    async *open() {
      yield encode(start);
      for (let at = 0; at < GIGABYTES; at++) {
        asked++;
        yield chunk;
      }
    },
  };
  return { source, asked: () => asked };
}

describe("a line that doesn't end", () => {
  it.each([
    { title: "of letters", start: good, piece: "a" },
    { title: "of cells", start: good, piece: "1," },
    { title: "in the first line", start: "Date,", piece: "Open," },
  ])("$title is refused before a hundredth of it is read", async ({ start, piece }) => {
    const { source, asked } = endless(start, piece);
    const [file] = await checkAll([source]);
    expect(file?.check.verdict).toBe("refuse");
    expect(file?.check.message).toMatch(/line \d+: a line longer than 1 MB|\d+ columns, more than any table/);
    expect(file?.rows).toBeNull();
    expect(asked()).toBeLessThan(GIGABYTES / 100);
  });

  it("packed a thousandfold is refused as soon", async () => {
    const bomb = gzipSync(new Uint8Array(64 * MEGABYTE).fill(97));
    const [inGzip] = await checkAll([rangeSource("ACME.csv.gz", bomb)]);
    expect(inGzip?.check.verdict).toBe("refuse");
    const nested = zipSync({ "inner.zip": zipSync({ "ACME.csv": new Uint8Array(32 * MEGABYTE) }) });
    const [inZip] = await checkAll([rangeSource("outer.zip", nested)]);
    expect(inZip?.check).toMatchObject({ verdict: "refuse", bars: 0 });
  });
});

describe("Parquet", () => {
  const days = weekdays(60);
  const columns = [
    { name: "date", data: days, type: "STRING" as const },
    {
      name: "close",
      data: days.map((_, at) => BigInt(1000 + at * 3)),
      type: "INT64" as const,
      encoding: "DELTA_BINARY_PACKED" as const,
    },
  ];
  const bytes = new Uint8Array(parquetWriteBuffer({ columnData: columns, codec: "UNCOMPRESSED" }));

  it("with counts of thousands of millions in its deltas and lengths is read or refused before the patience of a test ends", async () => {
    for (let at = 4; at < bytes.length - 5; at += 7) {
      const hostile = bytes.slice();
      hostile.set([0xff, 0xff, 0xff, 0xff, 0x0f], at);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const [file] = await checkAll([rangeSource("ACME.parquet", hostile)]);
      expect(file?.check.message).not.toBe("");
    }
  });
});

it("a folder that is named like a file is a folder, and what is in it is looked at", async () => {
  const folder = await mkdtemp(join(tmpdir(), "import-"));
  await mkdir(join(folder, "x.csv"));
  await mkdir(join(folder, "empty.csv"));
  await writeFile(join(folder, "x.csv", "ACME.csv"), good);
  let out = "";
  const terminal = { out: (text: string) => (out += text), progress: () => {} };
  expect(await importCheckCommand([folder], terminal)).toBe(0);
  expect(JSON.parse(out)).toMatchObject([{ file: join(folder, "x.csv", "ACME.csv"), verdict: "ok" }]);
  await rm(folder, { recursive: true });
});
