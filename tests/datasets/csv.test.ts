import { describe, expect, it } from "vitest";
import { writeBars } from "#datasets/generator/csv.ts";

/** One bar of 2024-03-01 with the same price four times, in hundredths. */
function writeBar(price: number, adjustment: number): string {
  const prices = Float64Array.of(price);
  return writeBars(
    "TIDE",
    {
      session: Int32Array.of(0),
      open: prices,
      high: prices,
      low: prices,
      close: prices,
      volume: Float64Array.of(1200),
      sharesOutstanding: Float64Array.of(5_000_000),
      adjustment: Float64Array.of(adjustment),
    },
    ["2024-03-01"],
  );
}

describe("a row of prices", () => {
  it.each([
    { title: "has no needless decimals", price: 25_000, adjustment: 1, close: "250", adjClose: "250" },
    { title: "drops a zero at the end", price: 25_050, adjustment: 1, close: "250.5", adjClose: "250.5" },
    {
      title: "keeps a zero before the last decimal",
      price: 25_005,
      adjustment: 1,
      close: "250.05",
      adjClose: "250.05",
    },
    {
      title: "adjusts to two decimals from 10 on",
      price: 25_005,
      adjustment: 0.5,
      close: "250.05",
      adjClose: "125.03",
    },
    {
      title: "adjusts to four decimals under 10",
      price: 1995,
      adjustment: 0.25,
      close: "19.95",
      adjClose: "4.9875",
    },
    {
      title: "adjusts to no less than 0.0001",
      price: 5,
      adjustment: 0.000_01,
      close: "0.05",
      adjClose: "0.0001",
    },
  ])("$title", ({ price, adjustment, close, adjClose }) => {
    expect(writeBar(price, adjustment)).toBe(
      `TIDE,2024-03-01,${close},${close},${close},${close},1200,${adjClose},5000000\n`,
    );
  });
});
