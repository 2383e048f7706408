import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import {
  ABSENT,
  bytesFromRow,
  codedBytes,
  codedDayBytes,
  decodeDays,
  decodeSeries,
  encodeSeries,
  NEAR_CLOSE,
  packDays,
  packSeries,
  RAW,
  SCALED,
  STEPS,
  THREE_BYTES,
  TIMES_CLOSE,
} from "#workers/market/series-code.ts";
import { tries } from "#tests/support/tries.ts";

function packed(series: Float64Array, close: Float64Array | null): { code: number; bytes: Uint8Array } {
  const into = new Uint8Array(codedBytes(RAW, series.length) + 8).fill(0xaa);
  const plain = encodeSeries(series, close, into);
  const code = packSeries(plain, series.length, close, into);
  const end = codedBytes(code, series.length);
  expect(end).toBeLessThanOrEqual(codedBytes(plain, series.length));
  return { code, bytes: into.slice(0, end) };
}

function unpacked(
  { code, bytes }: { code: number; bytes: Uint8Array },
  rows: number,
  close: Float64Array | null,
) {
  const back = new Float64Array(rows).fill(-1);
  decodeSeries(code, bytes, close, back);
  return back;
}

const steps = (decimals: number, most: number) =>
  fc
    .tuple(fc.nat(2 ** 30), fc.array(fc.integer({ min: -most, max: most }), { maxLength: 40 }))
    .map(([first, moves]) => {
      let number = first;
      return Float64Array.from([0, ...moves], (move) => (number += move) / 10 ** decimals);
    });

/** Closes that move by as much as two bytes hold, and farther. */
const moving = fc
  .tuple(fc.nat(7), fc.constantFrom(100, 32_768, 40_000))
  .chain(([decimals, most]) => steps(decimals, most));

const closes = Float64Array.of(100, 101.25, 90, 4000);

describe("a packed series", () => {
  it.each([
    { title: "closes", values: [100, 101.25, 90, 417.67], refers: false, code: STEPS + 2, bytes: 16 },
    {
      title: "closes, one a step too far",
      values: [100, 90, 417.68, 90.01],
      refers: false,
      code: SCALED + 2,
      bytes: 16,
    },
    {
      title: "closes that fall as far as they may",
      values: [327.69, 0.01],
      refers: false,
      code: STEPS + 2,
      bytes: 8,
    },
    { title: "closes that fall farther", values: [327.7, 0.01], refers: false, code: SCALED + 2, bytes: 8 },
    { title: "one close", values: [21_474_836.47], refers: false, code: STEPS + 2, bytes: 8 },
    { title: "opens", values: [100.05, 101.2, 89, 3700.01], refers: true, code: NEAR_CLOSE + 2, bytes: 8 },
    {
      title: "opens of fewer decimals",
      values: [100, 101, 90, 4001],
      refers: true,
      code: NEAR_CLOSE,
      bytes: 8,
    },
    {
      title: "opens, one too far away",
      values: [100.05, 101.2, 89, 3600],
      refers: true,
      code: SCALED + 2,
      bytes: 16,
    },
    { title: "volumes", values: [0, 255, 65_536, 16_777_215], refers: true, code: THREE_BYTES, bytes: 16 },
    { title: "large volumes", values: [0, 255, 65_536, 16_777_216], refers: true, code: SCALED, bytes: 16 },
    { title: "negative numbers", values: [-1, 255, 65_536, 5], refers: true, code: SCALED, bytes: 16 },
    { title: "any doubles", values: [0.1 + 0.2, 1, 2, 3], refers: true, code: RAW, bytes: 32 },
    { title: "gaps", values: [NaN, NaN, NaN, NaN], refers: true, code: ABSENT, bytes: 0 },
    { title: "twice the close", values: [200, 202.5, 180, 8000], refers: true, code: TIMES_CLOSE, bytes: 8 },
  ])("of $title takes $bytes bytes and comes back", ({ values, refers, code, bytes }) => {
    const series = Float64Array.from(values);
    const own = refers ? closes : null;
    const stored = packed(series, own);
    expect([stored.code, stored.bytes.length]).toEqual([code, bytes]);
    expect(unpacked(stored, series.length, own)).toEqual(series);
  });

  test.prop([moving], { numRuns: tries(1000) })("of closes comes back to the bit", (series) => {
    expect(unpacked(packed(series, null), series.length, null)).toEqual(series);
  });

  test.prop(
    [moving, fc.array(fc.integer({ min: -33_000, max: 33_000 }), { minLength: 1, maxLength: 9 }), fc.nat(7)],
    {
      numRuns: tries(1000),
    },
  )("beside its closes comes back to the bit, as a whole and bar by bar", (close, away, decimals) => {
    const scale = 10 ** decimals;
    const series = close.map(
      (price, row) => (Math.round(price * scale) + (away[row % away.length] ?? 0)) / scale,
    );
    const stored = packed(series, close);
    expect(unpacked(stored, series.length, close)).toEqual(series);
    for (const [row, value] of series.entries()) {
      const bytes = bytesFromRow(stored.code, stored.bytes, row);
      expect(unpacked({ code: stored.code, bytes }, 1, close.subarray(row, row + 1))[0]).toBe(value);
    }
  });

  test.prop([fc.array(fc.nat(2 ** 24), { minLength: 1, maxLength: 40 })])(
    "of whole numbers comes back, as a whole and bar by bar",
    (values) => {
      const series = Float64Array.from(values);
      const close = series.map(() => NaN);
      const stored = packed(series, close);
      expect(unpacked(stored, series.length, close)).toEqual(series);
      for (const [row, value] of values.entries()) {
        const bytes = bytesFromRow(stored.code, stored.bytes, row);
        expect(unpacked({ code: stored.code, bytes }, 1, close)[0]).toBe(value);
      }
    },
  );

  it("ends with zeros: the same figures give the same bytes", () => {
    expect([...packed(Float64Array.of(1.5, 1.6), null).bytes]).toEqual([15, 0, 0, 0, 1, 0, 0, 0]);
  });
});

function packedDays(day: Int32Array): { code: number; bytes: Uint8Array; back: Int32Array } {
  const into = new Uint8Array(codedDayBytes(RAW, day.length));
  into.set(new Uint8Array(day.buffer));
  const code = packDays(RAW, day, into);
  const bytes = into.slice(0, codedDayBytes(code, day.length));
  const back = new Int32Array(day.length);
  decodeDays(code, bytes, new Int32Array(0), back);
  return { code, bytes, back };
}

describe("packed days", () => {
  it.each([
    { title: "a week and a long weekend", days: [-3, -2, -1, 0, 1, 5, 6], bytes: 8 },
    { title: "the longest step", days: [10_000, 10_015, 10_030], bytes: 8 },
    { title: "a step that is too long", days: [10_000, 10_016, 10_017], bytes: 16 },
    { title: "one day", days: [7], bytes: 8 },
    { title: "no day", days: [], bytes: 0 },
  ])("take $bytes bytes and come back: $title", ({ days, bytes }) => {
    const stored = packedDays(Int32Array.from(days));
    expect([...stored.back]).toEqual(days);
    expect(stored.bytes).toHaveLength(bytes);
  });

  it("are a first day and steps, two a byte, the earlier in the lower half", () => {
    expect([...packedDays(Int32Array.of(258, 259, 262, 263)).bytes]).toEqual([2, 1, 0, 0, 0x31, 0x01, 0, 0]);
  });

  test.prop(
    [
      fc.integer({ min: -700_000, max: 50_000 }),
      fc.array(fc.integer({ min: 1, max: 16 }), { maxLength: 60 }),
    ],
    {
      numRuns: tries(500),
    },
  )("come back", (first, gaps) => {
    let day = first;
    const days = Int32Array.from([0, ...gaps], (gap) => (day += gap));
    expect(packedDays(days).back).toEqual(days);
  });
});
