/** Runs of a Parquet page that stand for more values than there are would fill the memory before anyone could look. */
import { describe, expect, it } from "vitest";
import { checkRuns, readRuns } from "#workers/tables/parquet-runs.ts";

const place = (bytes: Uint8Array, values: number, width = 1) => ({
  from: 0,
  to: bytes.length,
  width,
  values,
});

describe("the runs of a page", () => {
  it("one value thirty times, and four groups of eight with their padding", () => {
    const repeated = Uint8Array.of(30 << 1, 1);
    expect(() => checkRuns(repeated, place(repeated, 30))).not.toThrow();
    const packed = Uint8Array.of((4 << 1) | 1, 0xff, 0xff, 0xff, 0x3f);
    expect(() => checkRuns(packed, place(packed, 30))).not.toThrow();
  });

  it.each([
    { title: "a value two thousand million times", bytes: [0xfe, 0xff, 0xff, 0xff, 0x0f, 1] },
    { title: "as many groups", bytes: [0xff, 0xff, 0xff, 0xff, 0x0f, 1] },
    { title: "a length that doesn't end", bytes: [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01] },
  ])("refuses $title", ({ bytes }) => {
    const page = Uint8Array.from(bytes);
    expect(() => checkRuns(page, place(page, 30))).toThrow("a page with runs of more values than it has");
  });

  it("refuses runs that are cut short", () => {
    const page = Uint8Array.of(10 << 1, 1);
    expect(() => checkRuns(page, place(page, 30))).toThrow("a page with runs that are cut short");
    expect(() => readRuns(page, place(page, 30))).toThrow("a page with runs that are cut short");
    const packed = Uint8Array.of((2 << 1) | 1, 0xff);
    expect(() => readRuns(packed, place(packed, 9))).toThrow("a page with runs that are cut short");
  });

  it("are read as Encodings.md packs them: 0 to 7 in three bits are 88 C6 FA", () => {
    const page = Uint8Array.of((1 << 1) | 1, 0x88, 0xc6, 0xfa, 5 << 1, 0x06);
    expect([...readRuns(page, place(page, 13, 3))]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 6, 6, 6, 6, 6]);
    expect([...readRuns(page, place(page, 10, 3))]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 6, 6]);
  });

  it.each([1, 5, 8, 9, 13, 16, 17, 24, 31, 32])(
    "of %i bits a value come back, packed and repeated",
    (width) => {
      const values = Array.from({ length: 16 }, (_, at) =>
        Math.floor(((at * 7919 + 13) % 97) * (2 ** width / 97)),
      );
      const bits = values.flatMap((value) =>
        Array.from({ length: width }, (_, bit) => Math.floor(value / 2 ** bit) % 2),
      );
      const packed = Array.from({ length: 2 * width }, (_, byte) =>
        bits.slice(8 * byte, 8 * byte + 8).reduce((sum, bit, at) => sum + bit * 2 ** at, 0),
      );
      const last = values.at(-1) ?? 0;
      const repeated = Array.from(
        { length: Math.ceil(width / 8) },
        (_, byte) => Math.floor(last / 256 ** byte) % 256,
      );
      const page = Uint8Array.from([(2 << 1) | 1, ...packed, 3 << 1, ...repeated]);
      expect([...readRuns(page, place(page, 19, width))]).toEqual([...values, last, last, last]);
      expect(() => checkRuns(page, place(page, 19, width))).not.toThrow();
    },
  );
});
