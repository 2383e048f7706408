import { describe, expect, it } from "vitest";
import { readAxes, toText, valuesText } from "#src/pages/optimise/axis-form.ts";
import { judgeGrid, neighboursOf } from "#src/pages/optimise/neighbours.ts";
import type { AxisText } from "#src/pages/optimise/axis-form.ts";

describe("the neighbourhood of a cell", () => {
  it("is the eight cells around it, fewer at an edge", () => {
    const shape = { rows: 3, columns: 3 };
    expect(neighboursOf(shape, 4)).toEqual([0, 1, 2, 3, 5, 6, 7, 8]);
    expect(neighboursOf(shape, 0)).toEqual([1, 3, 4]);
    expect(neighboursOf(shape, 5)).toEqual([1, 2, 4, 7, 8]);
  });

  it("is the cells before and behind it where there is one axis", () => {
    expect(neighboursOf({ rows: 4, columns: 1 }, 0)).toEqual([1]);
    expect(neighboursOf({ rows: 4, columns: 1 }, 2)).toEqual([1, 3]);
  });
});

describe("the best of a grid", () => {
  // deviations: 10 among eight 0: mean 10/9, variance 100/9 - 100/81 = 9.88, deviation 3.14; 10 - 0 is 3.2 of them
  it.each([
    {
      title: "stands alone when all around it is poor",
      values: [0, 0, 0, 0, 10, 0, 0, 0, 0],
      shape: { rows: 3, columns: 3 },
      best: { cell: 4, value: 10, neighbours: 0 },
      isLonely: true,
    },
    {
      // mean 5.4, deviation 4.5; 10 - (8 + 9) / 2 = 1.5 is a third of it
      title: "does not on a plateau",
      values: [0, 8, 10, 9, 0],
      shape: { rows: 5, columns: 1 },
      best: { cell: 2, value: 10, neighbours: 8.5 },
      isLonely: false,
    },
    {
      // deviation 1.15; 4 - (3 + 3 + 2) / 3 = 1.33 is 1.15 of it
      title: "does not at the end of a slope",
      values: [0, 1, 2, 1, 2, 3, 2, 3, 4],
      shape: { rows: 3, columns: 3 },
      best: { cell: 8, value: 4, neighbours: 8 / 3 },
      isLonely: false,
    },
    {
      title: "is not judged among four cells",
      values: [0, 0, 10, 0],
      shape: { rows: 4, columns: 1 },
      best: { cell: 2, value: 10, neighbours: 0 },
      isLonely: false,
    },
  ])("$title", ({ values, shape, best, isLonely }) => {
    expect(judgeGrid(values, shape)).toMatchObject({ best, isLonely });
  });

  it("may not be the best with its neighbours", () => {
    // a lone 10, and a plateau of 8: (8 + 8 + 8) / 3 is above (10 + 0) / 2
    const judged = judgeGrid([10, 0, 0, 8, 8, 8, 0], { rows: 7, columns: 1 });
    expect(judged?.best.cell).toBe(0);
    expect(judged?.steadiest).toEqual({ cell: 4, value: 8, neighbours: 8 });
  });

  it("is none while nothing is known, and leaves out what is not", () => {
    expect(judgeGrid([null, null], { rows: 2, columns: 1 })).toBeNull();
    expect(judgeGrid([3, null], { rows: 2, columns: 1 })?.best).toEqual({
      cell: 0,
      value: 3,
      neighbours: null,
    });
  });
});

const stop: AxisText = { field: "sell.trailingStopLoss", from: "5", to: "25", step: "5" };

describe("the form of a grid", () => {
  it("reads figures as people type them", () => {
    const value: AxisText = { field: "scanner.avgDailyValue", from: "1cr", to: "3,00,00,000", step: "1cr" };
    expect(readAxes(stop, value)).toEqual({
      type: "axes",
      axes: [
        { field: "sell.trailingStopLoss", from: 5, to: 25, step: 5 },
        { field: "scanner.avgDailyValue", from: 10_000_000, to: 30_000_000, step: 10_000_000 },
      ],
    });
    expect(readAxes(toText({ field: "sell.stopLoss", from: 0.5, to: 2, step: 0.5 }), null).type).toBe("axes");
  });

  it.each([
    { title: "no number", rows: { ...stop, to: "many" }, columns: null, place: "rows.to" },
    { title: "a step of 0", rows: { ...stop, step: "0" }, columns: null, place: "rows.step" },
    { title: "an end below the start", rows: { ...stop, to: "4" }, columns: null, place: "rows.to" },
    {
      title: "201 values",
      rows: { ...stop, from: "0", to: "20", step: "0.1" },
      columns: null,
      place: "rows.step",
    },
    { title: "one figure twice", rows: stop, columns: stop, place: "columns.field" },
    {
      title: "1,020 variants",
      rows: { ...stop, from: "1", to: "51", step: "1" },
      columns: { field: "sell.minHoldingDays", from: "1", to: "20", step: "1" } as const,
      place: "grid",
    },
  ])("refuses $title, and says where", ({ rows, columns, place }) => {
    const read = readAxes(rows, columns);
    expect(read.type === "wrong" && Object.keys(read.messages)).toEqual([place]);
  });

  it("says which values it makes", () => {
    expect(valuesText({ from: 5, to: 25, step: 5 })).toBe("5 values: 5, 10, 15 … 25");
    expect(valuesText({ from: 1, to: 2, step: 1 })).toBe("2 values: 1, 2");
    expect(valuesText({ from: 1, to: 1, step: 1 })).toBe("1 value: 1");
  });
});
