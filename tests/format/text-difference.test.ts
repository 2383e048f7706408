import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { lineDifference, textDifference } from "#src/format/text-difference.ts";

/** "close > sma([-200-]{+250+})". */
function marked(before: string, after: string): string {
  return textDifference(before, after)
    .map(({ kind, text }) => (kind === "same" ? text : kind === "added" ? `{+${text}+}` : `[-${text}-]`))
    .join("");
}

describe("the difference of two texts", () => {
  it.each([
    ["close > sma(200)", "close > sma(250)", "close > sma([-200-]{+250+})"],
    ["rsi(2) < 5", "rsi(2) < 5 and close > 10", "rsi(2) < 5 {+and close > 10+}"],
    ["a and b", "b", "[-a and -]b"],
    [
      "the close is above its 50-day average",
      "the close is above its 50-day average",
      "the close is above its 50-day average",
    ],
    ["", "new", "{+new+}"],
    ["old", "", "[-old-]"],
    ["", "", ""],
    ["1.5", "1.25", "[-1.5-]{+1.25+}"],
    ["a  >  b", "a > b", "a > b"],
  ])("of %j and %j is %j", (before, after, difference) => {
    expect(marked(before, after)).toBe(difference);
  });

  test.prop([fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 })])(
    "gives back each text without the other's parts, but for spaces",
    (before, after) => {
      const parts = textDifference(before, after);
      const textOf = (not: string) =>
        parts
          .flatMap(({ kind, text }) => (kind === not ? [] : [text]))
          .join("")
          .replaceAll(/\s/g, "");
      expect(textOf("removed")).toBe(after.replaceAll(/\s/g, ""));
      expect(textOf("added")).toBe(before.replaceAll(/\s/g, ""));
    },
  );
});

/** "= same", "~ from -> to", "+ added", "- removed". */
function told(before: readonly string[], after: readonly string[]): readonly string[] {
  return lineDifference(before, after, (line) => line).map((change) => {
    if (change.kind === "changed") return `~ ${change.before} -> ${change.after}`;
    return `${{ same: "=", added: "+", removed: "-" }[change.kind]} ${change.line}`;
  });
}

describe("the difference of two lists of lines", () => {
  it("pairs lines that are alike, and tells the rest as added and removed", () => {
    expect(
      told(
        ["close > sma(200)", "rsi(2) < 5", "pe < 15"],
        ["volume > 1000", "close > sma(250)", "rsi(2) < 5"],
      ),
    ).toEqual(["+ volume > 1000", "~ close > sma(200) -> close > sma(250)", "= rsi(2) < 5", "- pe < 15"]);
  });

  it("has every line for an empty list, and the same one twice", () => {
    expect(told([], ["a", "a"])).toEqual(["+ a", "+ a"]);
    expect(told(["a", "a"], ["a"])).toEqual(expect.arrayContaining(["= a", "- a"]));
    expect(told([], [])).toEqual([]);
  });

  test.prop([
    fc.array(fc.constantFrom("a b", "a c", "d e", "d"), { maxLength: 8 }),
    fc.array(fc.constantFrom("a b", "a c", "d e", "d"), { maxLength: 8 }),
  ])("gives back both lists", (before, after) => {
    const changes = lineDifference(before, after, (line) => line);
    const own = changes.flatMap((change) =>
      change.kind === "changed" ? [change.after] : change.kind === "removed" ? [] : [change.line],
    );
    const other = changes.flatMap((change) =>
      change.kind === "changed" ? [change.before] : change.kind === "added" ? [] : [change.line],
    );
    expect([own, other]).toEqual([after, before]);
  });
});
