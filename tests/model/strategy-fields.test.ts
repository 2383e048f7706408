import { describe, expect, it } from "vitest";
import {
  choiceName,
  fieldAt,
  FIELD_PATHS,
  isWithin,
  limitWords,
  VARIED_FIELDS,
  variedField,
} from "#workers/model/strategy-fields.ts";

const ROWS = FIELD_PATHS.map((path) => ({ path, field: fieldAt(path) }));

const FIGURES = ROWS.flatMap(({ path, field }) => ("limits" in field ? [{ path, field }] : []));

describe("the table of settings", () => {
  it("calls no two settings the same", () => {
    const labels = ROWS.map(({ field }) => field.label);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it.each(FIGURES)("has a default, a suggestion and a range within the limits of $path", ({ field }) => {
    const { limits, range } = field;
    const given = [field.default, field.suggested, range?.from, range?.to].filter(
      (figure) => typeof figure === "number",
    );
    expect(given.filter((figure) => !isWithin(figure, limits))).toEqual([]);
  });

  it("suggests a figure for each one that can be switched on", () => {
    const bare = FIGURES.filter(({ field }) => field.canBeOff && field.suggested === undefined);
    expect(bare.map(({ path }) => path)).toEqual([]);
  });

  it.each(VARIED_FIELDS.map((path) => ({ path })))("has a range for $path with a few values", ({ path }) => {
    const { from, to, step } = variedField(path).range;
    const values = (to - from) / step + 1;
    expect(values).toBeGreaterThan(2);
    expect(values).toBeLessThan(30);
  });

  it("names only settings that there are, and only choices that they have", () => {
    const paths = new Set<string>(FIELD_PATHS);
    for (const { field } of ROWS) {
      const named = [field.partOf, field.neededFor?.path].filter((path) => path !== undefined);
      expect(named.filter((path) => !paths.has(path))).toEqual([]);
      const needed = FIELD_PATHS.find((path) => path === field.neededFor?.path);
      const row = needed && fieldAt(needed);
      const known = row?.unit === "choice" ? Object.keys(row.choices) : [];
      expect(field.neededFor?.choices.filter((choice) => !known.includes(choice)) ?? []).toEqual([]);
    }
  });

  it("has a name for every choice", () => {
    expect(choiceName("simulation.fillAt", "next-close")).toBe("Next day's close");
    expect(choiceName("simulation.schedule", "weekly")).toBe("Weekly");
  });
});

it.each([
  { limits: {}, words: "a number", inside: [-1e9, 0.5], outside: [Number.NaN, Infinity] },
  { limits: { above: 0 }, words: "above 0", inside: [1e-9], outside: [0, -1] },
  { limits: { above: 0, below: 100 }, words: "above 0, under 100", inside: [99.9], outside: [0, 100] },
  { limits: { above: 0, most: 100 }, words: "above 0, at most 100", inside: [100], outside: [100.1] },
  { limits: { least: 0, most: 50 }, words: "0 to 50", inside: [0, 50], outside: [-0.1, 50.1] },
  {
    limits: { least: 1, most: 5000, whole: true as const },
    words: "whole, 1 to 5000",
    inside: [1, 5000],
    outside: [0, 2.5, 5001],
  },
])("$words: $inside are within, $outside are not", ({ limits, words, inside, outside }) => {
  expect(limitWords(limits)).toBe(words);
  expect(inside.filter((value) => !isWithin(value, limits))).toEqual([]);
  expect(outside.filter((value) => isWithin(value, limits))).toEqual([]);
});
