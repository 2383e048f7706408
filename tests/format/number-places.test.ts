import { assert, constantFrom, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { formulaPieces, sentencePieces } from "#src/format/number-places.ts";
import type { TextPiece } from "#src/format/number-places.ts";

/** "the close is above its [200]1-day average": the numbers in brackets, with which of the rule's they are. */
function marked(pieces: readonly TextPiece[]): string {
  return pieces.map(({ text, number }) => (number === null ? text : `[${text}]${number}`)).join("");
}

it.each([
  { rule: "close > sma(200)", formula: "close > sma([200]1)" },
  { rule: "rsi(2) < 2", formula: "rsi([2]1) < [2]2" },
  { rule: "volume > 1.5 * sma(volume, 50)", formula: "volume > [1.5]1 * sma(volume, [50]2)" },
  { rule: "close > open", formula: "close > open" },
  { rule: "", formula: "" },
])("the numbers of “$rule” are found in it", ({ rule, formula }) => {
  expect(marked(formulaPieces(rule))).toBe(formula);
});

describe("the numbers of a sentence", () => {
  it.each([
    { rule: "close > sma(200)", words: /^The close is above its \[200\]1-day average\.$/ },
    { rule: "rsi(2) < 5", words: /^The \[2\]1-day RSI is below \[5\]2\.$/ },
    { rule: "sma(50) crosses above sma(200)", words: /\[50\]1-day average .*\[200\]2-day average/ },
  ])("of “$rule” are found in it", ({ rule, words }) => {
    const found = marked(sentencePieces("buy.rules[0]", rule));
    expect(found).toMatch(words);
  });

  it("says of the order of candidates which come first", () => {
    expect(marked(sentencePieces("simulation.sortBy", "-rsi(2)"))).toBe("Lowest [2]1-day RSI first.");
  });

  it("have no place where another value would change the words", () => {
    const pieces = sentencePieces("buy.rules[0]", "close > close[1]");
    expect(pieces).toHaveLength(1);
    expect(pieces[0]?.number).toBeNull();
  });

  it("never change the sentence, and never stand twice", () => {
    const rules = [
      "close > sma(N)",
      "rsi(N) < M",
      "close crosses above highest(high, N)[M]",
      "rank(growth(N)) < M",
    ];
    assert(
      property(
        constantFrom(...rules),
        integer({ min: 1, max: 300 }),
        integer({ min: 1, max: 99 }),
        (rule, n, m) => {
          const pieces = sentencePieces("buy.rules[0]", rule.replace("N", String(n)).replace("M", String(m)));
          const numbers = pieces.flatMap(({ number }) => (number === null ? [] : [number]));
          expect(new Set(numbers).size).toBe(numbers.length);
          expect(
            pieces.every(({ text, number }) => number === null || text === String(number === 1 ? n : m)),
          ).toBe(true);
        },
      ),
    );
  });
});
