/** What the grammar of rules.md section 2 allows beyond what random texts have. */
import { describe, expect, it } from "vitest";
import { checkRule } from "#workers/rules/check.ts";
import { parseLine } from "#workers/rules/grammar.ts";
import { printLine } from "#workers/rules/print.ts";

describe("the grammar", () => {
  // postfix = primary { "[" whole "]" }
  it("goes back again from where it went back to", () => {
    const [apart, inBrackets] = ["close[1][2] > 5", "(close[1])[2] > 5"].map((text) => checkRule(text));
    expect(apart).toMatchObject({ ok: true });
    expect(apart).toEqual(inBrackets);
    expect(printLine(parseLine("( close [1] ) [2]"))).toBe("close[1][2]");
    expect(printLine(parseLine("(-close)[1][2]"))).toBe("(-close)[1][2]");
  });

  it("tells where the second of two steps back is wrong", () => {
    expect(checkRule("close[1][1.5] > 5")).toMatchObject({ ok: false, problems: [{ column: 10 }] });
    expect(checkRule("close[1][2 > 5")).toMatchObject({ ok: false, problems: [{ column: 12 }] });
  });

  it("counts columns in characters, however many code units each has", () => {
    expect(checkRule('of("😀😀", sam(20)) > 5 and rsi(0) > 5')).toMatchObject({
      problems: [{ column: 10 }, { column: 31 }],
    });
    expect(checkRule('of("😀", close) > 5 and')).toMatchObject({ problems: [{ column: 23 }] });
    expect(checkRule('of("😀", close) > 5x')).toMatchObject({ problems: [{ column: 19 }] });
    expect(checkRule("of(😀)")).toMatchObject({ problems: [{ column: 4 }] });
  });

  // 1.005 * 1000 is 1004.9999999999999 in binary places
  it("takes a count with a suffix for what it says", () => {
    expect(checkRule("close > sma(1.005k)")).toEqual(checkRule("close > sma(1005)"));
    expect(checkRule("close[1.1_15k] > 1")).toEqual(checkRule("close[1115] > 1"));
    expect(checkRule("close > sma(1.0055k)")).toMatchObject({ ok: false, problems: [{ column: 13 }] });
    expect(checkRule("close > 2e305k")).toMatchObject({ ok: false, problems: [{ column: 9 }] });
  });

  it("takes 500 characters, however many bytes each has", () => {
    const [most, oneMore] = [483, 484].map((signs) => `of("${"😀".repeat(signs)}", close) > 1`);
    expect(Array.from(most ?? "")).toHaveLength(500);
    expect(checkRule(most ?? "")).toMatchObject({ ok: true });
    expect(checkRule(oneMore ?? "")).toMatchObject({ ok: false, problems: [{ column: 501 }] });
  });

  it.each([
    ["close 5 ; 3", 7], // nothing may stand where the 5 does, whatever comes behind it
    ["close > 5 ; 3", 11],
    ["; close", 1],
    ["close > (5 6 # 7)", 12],
    ["sma(close 20x) > 1", 13],
    ["sma(close, 20x) > 1", 14],
    ['close[2.5] > "', 7],
  ])("tells the left one of two mistakes: %s", (line, column) => {
    expect(checkRule(line)).toMatchObject({ ok: false, problems: [{ column }] });
  });
});
