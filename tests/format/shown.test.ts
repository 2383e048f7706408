import { describe, expect, it } from "vitest";
import { shown, shownName, shownNode } from "#src/format/shown.ts";

describe("a name as it is shown", () => {
  it.each([
    ["stays as it is", "M&M Ltd. 50% – €/₹ 株 é", "M&M Ltd. 50% – €/₹ 株 é"],
    ["keeps joined signs", "👨‍👩‍👧 क्‍ष", "👨‍👩‍👧 क्‍ष"],
    ["loses what turns it round", "\u202Egpj.exe\u202C", "gpj.exe"],
    ["loses marks and isolates", "\u200Ea\u200Fb\u2066c\u2069\u061Cd", "abcd"],
    ["loses what steers a screen", "\u0000\u0007\u001B[2Ja\u009Bb\u007F", "[2Jab"],
    ["is one line", "a\r\nb\tc\u2028d", "a b c d"],
    ["in Hebrew keeps to its place", "קרן 20", "\u2068קרן 20\u2069"],
    ["in Arabic keeps to its place", "سهم A", "\u2068سهم A\u2069"],
    ["may be empty", "", ""],
  ])("%s", (_what, name, expected) => {
    expect(shown(name)).toBe(expected);
  });

  it("is cut where nobody would read on: a word of 100 letters, a message of 2,000, a title of 200", () => {
    expect(shown("W".repeat(100))).toBe("W".repeat(100));
    expect(shown(`a ${"W".repeat(10_000)} b`)).toBe(`a ${"W".repeat(100)}… b`);
    expect(shown("no end ".repeat(1000))).toBe(`${"no end ".repeat(1000).slice(0, 2000)}…`);
    expect(shownName("no end ".repeat(1000))).toBe(`${"no end ".repeat(1000).slice(0, 200)}…`);
    expect(shownName(`${"a ".repeat(99)}a😀😀`)).toBe(`${"a ".repeat(99)}a…`); // no half of a sign
    expect(shown("א".repeat(300))).toBe(`\u2068${"א".repeat(100)}…\u2069`);
  });

  it("leaves what is no text alone", () => {
    const node = { type: "b" };
    expect(shownNode(node)).toBe(node);
    expect(shownNode("\u202Ea")).toBe("a");
  });
});
