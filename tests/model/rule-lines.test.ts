import { describe, expect, it } from "vitest";
import type { Rule } from "#workers/model/rule.ts";
import { isInUse, numbersIn, ruleLines, withNumber } from "#workers/model/rule-lines.ts";
import { strategyOf } from "../support/strategy-of.ts";

describe("the lines of a strategy", () => {
  it("stand in the order of the file, each with its place", () => {
    const strategy = strategyOf({
      scanner: { rules: ["a"] },
      buy: { rules: [{ any: ["b", { none: ["c"] }] }, { off: { all: ["d", "e"] } }] },
      sell: { rules: ["f"] },
    });
    expect(ruleLines(strategy)).toEqual([
      { place: "scanner.rules[0]", text: "a", isOff: false },
      { place: "buy.rules[0].any[0]", text: "b", isOff: false },
      { place: "buy.rules[0].any[1].none[0]", text: "c", isOff: false },
      { place: "buy.rules[1].off.all[0]", text: "d", isOff: true },
      { place: "buy.rules[1].off.all[1]", text: "e", isOff: true },
      { place: "sell.rules[0]", text: "f", isOff: false },
    ]);
  });

  it.each<{ rule: Rule; used: boolean }>([
    { rule: "a", used: true },
    { rule: { off: "a" }, used: false },
    { rule: { any: [] }, used: false },
    { rule: { all: [{ off: "a" }, { none: [] }] }, used: false },
    { rule: { none: [{ any: ["a"] }] }, used: true },
  ])("$rule is in use: $used", ({ rule, used }) => {
    expect(isInUse(rule)).toBe(used);
  });
});

describe("the numbers of a text", () => {
  it.each([
    { text: "close > sma(200)", values: [200] },
    { text: "close[3] >= 1.5 * highest(high, 252)[1]", values: [3, 1.5, 252, 1] },
    { text: "value > 2cr and volume > 1.5LAKH", values: [20_000_000, 150_000] },
    { text: "value > 3k or value > 2m or value > 1bn", values: [3000, 2_000_000, 1_000_000_000] },
    { text: "value > 1.005k or value > 2.3e-1cr", values: [1005, 2_300_000] },
    { text: "profit > 10%", values: [10] },
    { text: "value > 1_000_000", values: [1_000_000] },
    { text: "close > 2.5e3 or close > 1E-2", values: [2500, 0.01] },
    { text: "eps.q4 > 0 and sma2 > x_3", values: [0] },
    { text: 'of("BANK50", close) > 7', values: [7] },
    { text: "-5 < rsi(2)-3", values: [5, 2, 3] },
    { text: "close > 5x and close > 1e999", values: [] },
    { text: 'rank(close, "sec', values: [] },
    { text: "", values: [] },
  ])("$text has $values", ({ text, values }) => {
    expect(numbersIn(text).map(({ value }) => value)).toEqual(values);
  });

  it.each([
    { text: "close > sma(200)", which: 1, value: 50, expected: "close > sma(50)" },
    { text: "close[3] > 1.5 * low", which: 2, value: 0.25, expected: "close[3] > 0.25 * low" },
    { text: "fall > 10% or held > 5", which: 1, value: 12.5, expected: "fall > 12.5% or held > 5" },
    { text: "value > 2 CR or value > 2cr", which: 2, value: 5, expected: "value > 2 CR or value > 5" },
    { text: "value > 2cr", which: 1, value: 20_000_000, expected: "value > 2cr" },
    { text: "close > 1", which: 1, value: -2, expected: "close > -2" },
    { text: "close > 1", which: 1, value: 1e-7, expected: "close > 1e-7" },
    { text: "close > 1", which: 2, value: 5, expected: null },
    { text: "close > 1", which: 0, value: 5, expected: null },
  ])("$text with $value as number $which is $expected", ({ text, which, value, expected }) => {
    expect(withNumber(text, which, value)).toBe(expected);
  });
});
