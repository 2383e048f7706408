import { describe, expect, it } from "vitest";
import { thinRows } from "#src/ui/thin-rows.ts";

describe("thinRows", () => {
  it("keeps all rows where there are not too many", () => {
    expect([...thinRows(4, [], 4)]).toEqual([0, 1, 2, 3]);
    expect([...thinRows(0, [], 4)]).toEqual([]);
  });

  it("keeps the first, the last and evenly spaced ones between", () => {
    expect([...thinRows(9, [], 3)]).toEqual([0, 4, 8]);
  });

  it("keeps where a curve is lowest and highest; gaps are neither", () => {
    const curve = Float64Array.of(NaN, 5, 6, 1, 5, 5, 5, 9, 5);
    expect([...thinRows(9, [curve], 3)]).toEqual([0, 3, 4, 7, 8]);
    expect([...thinRows(9, [new Float64Array(9).fill(NaN)], 3)]).toEqual([0, 4, 8]);
  });

  it("keeps every point that stands by itself", () => {
    const points = Float64Array.of(NaN, 5, NaN, 6, NaN, NaN, 7, NaN, NaN);
    expect([...thinRows(9, [points], 3, [points])]).toEqual([0, 1, 3, 4, 6, 8]);
  });
});
