/** Runs of a Parquet page that stand for more values than there are would fill the memory before anyone could look. */
import { describe, expect, it } from "vitest";
import { checkLongestRun, checkRuns } from "#workers/tables/parquet-runs.ts";

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
    expect(() => checkLongestRun(page, place(page, 30))).toThrow("runs of more values");
  });

  it("refuses runs that are cut short, unless there may be fewer values", () => {
    const page = Uint8Array.of(10 << 1, 1);
    expect(() => checkRuns(page, place(page, 30))).toThrow("a page with runs that are cut short");
    expect(checkLongestRun(page, place(page, 30))).toBe(false);
  });
});
