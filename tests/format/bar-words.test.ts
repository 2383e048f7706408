import { describe, expect, it } from "vitest";
import { endsMeaning, nameAtEnds, wordsAtEnds } from "#src/format/bar-words.ts";

describe("falls and volatility of few closes", () => {
  it.each([
    { frequency: "daily", name: "Volatility", words: "deepest fall" },
    { frequency: "weekly", name: "Volatility, ends of weeks", words: "deepest fall at ends of weeks" },
    { frequency: "monthly", name: "Volatility, month ends", words: "deepest fall at month ends" },
    { frequency: undefined, name: "Volatility", words: "deepest fall" },
  ] as const)("are marked where bars are $frequency", ({ frequency, name, words }) => {
    expect(nameAtEnds("Volatility", frequency)).toBe(name);
    expect(wordsAtEnds("deepest fall", frequency)).toBe(words);
    expect(endsMeaning(frequency) === "").toBe(name === "Volatility");
  });
});
