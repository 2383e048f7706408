import { describe, expect, it } from "vitest";
import { parseStrategy } from "#workers/model/strategy.ts";

/** Place and text of the first fault of buy.rules; null where they are in order. */
function faultOf(rules: unknown) {
  const parsed = parseStrategy({ buy: { rules } });
  return parsed.ok ? null : { place: parsed.problem.place, text: parsed.problem.details?.[0] };
}

/** A line within so many objects of a kind. */
function nested(kind: "any" | "none" | "off", levels: number): unknown {
  let rule: unknown = "close > 5";
  for (let level = 0; level < levels; level++) rule = kind === "off" ? { off: rule } : { [kind]: [rule] };
  return rule;
}

function lines(count: number): string[] {
  return Array.from({ length: count }, () => "close > 5");
}

const LINE = "x".repeat(500);

describe("the shape of rules", () => {
  it.each([
    { title: "no rules", rules: [] },
    { title: "a line whatever it says", rules: [""] },
    { title: "a line of 500 characters, a wave being one", rules: [`${LINE.slice(1)}🌊`] },
    { title: "an empty group", rules: [{ any: [] }] },
    { title: "what is off within what is off", rules: [{ off: { off: "close > 5" } }] },
    { title: "groups 8 deep, and off between them", rules: [{ off: { all: [{ off: nested("any", 7) }] } }] },
    { title: "200 lines", rules: lines(200) },
  ])("may be $title", ({ rules }) => {
    expect(faultOf(rules)).toBeNull();
  });

  it.each([
    { title: "a number", rules: [5], place: "buy.rules[0]" },
    { title: "a list within a list", rules: ["a", ["b"]], place: "buy.rules[1]" },
    { title: "null", rules: [null], place: "buy.rules[0]" },
    { title: "two of the keys", rules: [{ any: [], all: [] }], place: "buy.rules[0]" },
    { title: "none of the keys", rules: [{ label: "x" }], place: "buy.rules[0]" },
    { title: "another key", rules: [{ any: [], note: "x" }], place: "buy.rules[0].note" },
    { title: "members that are no list", rules: [{ none: "a" }], place: "buy.rules[0].none" },
    { title: "a label that is no text", rules: [{ off: "a", label: 1 }], place: "buy.rules[0].label" },
    { title: "nothing that is off", rules: [{ off: null }], place: "buy.rules[0].off" },
    { title: "an error within off", rules: [{ off: { all: ["a", 7] } }], place: "buy.rules[0].off.all[1]" },
  ])("may not be $title", ({ rules, place }) => {
    expect(faultOf(rules)?.place).toBe(place);
  });

  it("names the column behind the longest line", () => {
    expect(faultOf([{ any: ["a", `${LINE}y`] }])).toEqual({
      place: "buy.rules[0].any[1]",
      text: "buy.rules[0].any[1], column 501: the text goes on, but may have at most 500 characters; shorten it, or split it into several lines",
    });
    const simulation = { sortingType: "expression", sortBy: `${LINE}y` };
    const parsed = parseStrategy({ simulation });
    expect(!parsed.ok && parsed.problem.message).toContain("simulation.sortBy, column 501:");
  });

  it("counts the lines of all three lists, those that are off too, and says once that there are too many", () => {
    const parsed = parseStrategy({
      scanner: { rules: lines(100) },
      buy: { rules: [{ off: { any: lines(60) } }] },
      sell: { rules: lines(300) },
    });
    expect(!parsed.ok && parsed.problem.details).toEqual([
      "sell.rules[40] is line 201, but a strategy may have 200 lines of rules in all; remove some",
    ]);
  });

  it("refuses the ninth group, at its place", () => {
    expect(faultOf([nested("none", 9)])?.place).toBe(`buy.rules[0]${".none[0]".repeat(8)}`);
  });

  it.each(["any", "none", "off"] as const)(
    "ends 100,000 objects of %s in each other in one fault",
    (kind) => {
      expect(faultOf([nested(kind, 100_000)])?.text).toMatch(/ is nested too deep: /);
    },
  );

  it("shows a deep value that stands in a wrong place without going down all of it", () => {
    const parsed = parseStrategy({ scanner: { minPrice: nested("any", 100_000) } });
    expect(!parsed.ok && parsed.problem.message).toBe(
      'strategy: scanner.minPrice is {"any":[{"any":"..."}]}, but must be a number',
    );
  });
});
