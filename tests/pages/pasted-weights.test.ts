/** Rows of a portfolio out of what people paste: messages, sheets, broker files. */
import { describe, expect, it } from "vitest";
import { isSheet, readPastedWeights } from "#src/pages/builder/portfolio/pasted-weights.ts";
import { equalPercents, scaledToFull, sumOfWeights } from "#src/pages/builder/portfolio/weight-sums.ts";

const SYMBOLS = new Set(["SPY", "BND", "BRK.B", "7203"]);

function rowsIn(text: string): string {
  const read = readPastedWeights(text, SYMBOLS);
  return read.ok
    ? read.value.weights.map(({ symbol, weight }) => `${symbol} ${weight}`).join(", ")
    : read.problem;
}

function sheet(rows: number): string {
  return Array.from({ length: rows }, (_, at) => `S${at}x\t0.5`).join("\n");
}

describe("pasted rows", () => {
  it.each([
    ["a sentence", "SPY 60, BND 40", "SPY 60, BND 40"],
    ["percents", "SPY 60%; BND: 40 %", "SPY 60, BND 40"],
    ["percents first", "60% SPY\n40% BND", "SPY 60, BND 40"],
    ["lines", "SPY 60\r\nBND 40\r\n", "SPY 60, BND 40"],
    ["a sheet with a heading and a sum", "Symbol\tWeight\nSPY\t60\nBND\t40\nTotal\t100", "SPY 60, BND 40"],
    ["names beside symbols", "S&P 500 fund\tSPY\t60.5%\nBonds\tBND\t39.5%", "SPY 60.5, BND 39.5"],
    ["CSV", "symbol,percent\nSPY,60\nBND,40", "SPY 60, BND 40"],
    ["CSV with quotes", '"SPY","60"\n"BND","40"', "SPY 60, BND 40"],
    ["commas for points", "SPY\t62,5\nBND\t37,5", "SPY 62.5, BND 37.5"],
    ["fractions", "SPY 0.6\nBND 0.4", "SPY 60, BND 40"],
    ["a position's price before its percent", "SPY\t512.10\t60%\nBND\t71.2\t40%", "SPY 60, BND 40"],
    ["a symbol twice", "SPY 30, BND 40, SPY 30", "SPY 60, BND 40"],
    ["symbols with a point", "BRK.B 100", "BRK.B 100"],
    ["what the data lacks", "SPI 60, BND 40", "SPI 60, BND 40"],
  ])("reads %s", (_, text, rows) => {
    expect(rowsIn(text)).toBe(rows);
  });

  it("tells what it made of them", () => {
    const read = readPastedWeights("SPY 0.3, SPY 0.3, BND 0.4", SYMBOLS);
    expect(read.ok && read.value.notes).toEqual([
      "SPY stands there twice: its parts were put together.",
      "The numbers sum to 1: they were taken as parts of 100.",
    ]);
  });

  it("takes two hundred, and says of three hundred that these are too many", () => {
    expect(rowsIn(sheet(200)).split(", ")).toHaveLength(200);
    expect(rowsIn(sheet(300))).toBe(
      'These are 300 rows, and a portfolio may list 200. Leave the smallest out, or hold them as "all others".',
    );
  });

  it("takes nothing of a text without numbers", () => {
    for (const text of ["", "SPY", "buy low, sell high"])
      expect(rowsIn(text)).toMatch(/^No symbol with a number/);
  });

  it("lets a field take what is for one field", () => {
    expect(["SPY", "60", "60%", "Tide bond fund"].map(isSheet)).toEqual([false, false, false, false]);
    expect(["SPY 60", "SPY\t60", "SPY\nBND"].map(isSheet)).toEqual([true, true, true]);
  });
});

describe("sums", () => {
  it("are of plain numbers; formulas are counted", () => {
    const weights = ["60", "0.1", "0.2", "if(close > sma(210), 20, 0)", ""].map((weight) => ({
      symbol: "A",
      weight,
    }));
    expect(sumOfWeights(weights)).toEqual({ sum: 60.3, formulas: 1 });
  });

  it("of equal parts are 100", () => {
    expect(equalPercents(3)).toEqual(["33.33", "33.33", "33.34"]);
    for (let count = 1; count <= 200; count++) {
      const sum = equalPercents(count).reduce((total, part) => total + Math.round(Number(part) * 100), 0);
      expect(sum).toBe(10_000);
    }
  });

  it("are made 100 in the same proportions", () => {
    const rows = [
      { symbol: "A", weight: "90" },
      { symbol: "B", weight: "60" },
      { symbol: "C", weight: "1 / volatility(60)" },
    ];
    expect(scaledToFull(rows).map(({ weight }) => weight)).toEqual(["60", "40", "1 / volatility(60)"]);
  });
});
