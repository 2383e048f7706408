import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import {
  ABSENT,
  codedBytes,
  bytesFromRow,
  decodeSeries,
  encodeSeries,
  RAW,
  SCALED,
  TIMES_CLOSE,
} from "#workers/market/series-code.ts";
import { tries } from "#tests/support/tries.ts";

interface Stored {
  readonly code: number;
  readonly bytes: Uint8Array;
}

function stored(series: Float64Array, close: Float64Array | null): Stored {
  const into = new Uint8Array(codedBytes(RAW, series.length) + 8).fill(0xaa);
  const code = encodeSeries(series, close, into);
  return { code, bytes: into.slice(0, codedBytes(code, series.length)) };
}

function coded(series: Float64Array, close: Float64Array | null): { code: number; back: Float64Array } {
  const { code, bytes } = stored(series, close);
  const back = new Float64Array(series.length).fill(-1);
  decodeSeries(code, bytes, close, back);
  return { code, back };
}

const anyDouble = fc.double({ noDefaultInfinity: false, noNaN: false });
const price = fc.tuple(fc.nat(2 ** 31 - 1), fc.nat(7)).map(([whole, decimals]) => whole / 10 ** decimals);

describe("a stored series", () => {
  it.each([
    { title: "rupees in steps of 0.05", values: [101.05, 99.1, 7], code: SCALED + 2, bytes: 16 },
    { title: "whole numbers", values: [0, 12, 2_147_483_647], code: SCALED, bytes: 16 },
    { title: "currency pairs", values: [1.10342, 1.1], code: SCALED + 5, bytes: 8 },
    { title: "more decimals than six", values: [1.1034217], code: RAW, bytes: 8 },
    { title: "numbers of more than 31 bits", values: [2_147_483_648], code: RAW, bytes: 8 },
    { title: "minus zero", values: [-0], code: RAW, bytes: 8 },
    { title: "a gap", values: [1, NaN], code: RAW, bytes: 16 },
    { title: "nothing but gaps", values: [NaN, NaN], code: ABSENT, bytes: 0 },
  ])("of $title takes $bytes bytes", ({ values, code, bytes }) => {
    const series = Float64Array.from(values);
    expect(coded(series, null)).toEqual({ code, back: series });
    expect(codedBytes(code, series.length)).toBe(bytes);
  });

  it("of market caps from one number of shares takes that number", () => {
    const close = Float64Array.of(0.1, 123.45, 0.3);
    const caps = close.map((value) => value * 98_765_432_100);
    expect(coded(caps, close)).toEqual({ code: TIMES_CLOSE, back: caps });
    expect(coded(close, close).code).toBe(TIMES_CLOSE);
  });

  test.prop([fc.array(fc.oneof(anyDouble, price), { minLength: 1, maxLength: 40 }), fc.boolean()], {
    numRuns: tries(500),
  })("comes back to the bit, as a whole and bar by bar", (values, hasClose) => {
    const series = Float64Array.from(values);
    const close = hasClose ? series.map((value) => value / 3) : null;
    const { back } = coded(series, close);
    const { code, bytes } = stored(series, close);
    for (const [row, value] of series.entries()) {
      expect(back[row]).toBe(value);
      const figure = new Float64Array(1);
      const own = close && Float64Array.of(close[row] ?? NaN);
      decodeSeries(code, bytesFromRow(code, bytes, row), own, figure);
      expect(figure[0]).toBe(value);
    }
  });

  test.prop([fc.array(price, { minLength: 1 })], { numRuns: tries(500) })(
    "of prices comes back to the bit",
    (values) => {
      const series = Float64Array.from(values);
      expect(coded(series, null).back).toEqual(series);
    },
  );
});
