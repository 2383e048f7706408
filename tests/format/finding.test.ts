import { afterEach, describe, expect, it } from "vitest";
import { shownFinding } from "#src/format/finding.ts";
import { setFormatPreferences } from "#src/format/preferences.ts";

afterEach(() => setFormatPreferences({ locale: null, dateStyle: "day-first" }));

describe("what is said of files", () => {
  it.each([
    ["1234567 rows have no close.", "12,34,567 rows have no close."],
    ["Of 250000 of 1250000 rows the close is 0.", "Of 2,50,000 of 12,50,000 rows the close is 0."],
    ["It holds 1200 companies, each once.", "It holds 1,200 companies, each once."],
    ["The 2020 rows looked at have 2020 symbols.", "The 2,020 rows looked at have 2,020 symbols."],
  ])("counts as the person writes numbers: %s", (sentence, asShown) => {
    setFormatPreferences({ locale: "en-IN", dateStyle: "day-first" });
    expect(shownFinding(sentence)).toBe(asShown);
  });

  it("counts by thousand where nothing is chosen", () => {
    expect(shownFinding("1234567 rows repeat earlier ones.")).toBe("1,234,567 rows repeat earlier ones.");
  });

  it.each([
    ["a symbol", "500325 has no price."],
    ["a name", '"5000 rows.csv" has no date.'],
    ["a line", "Line 120000: the close is missing."],
    ["a year", "2019 to 2021, and 900 rows."],
    ["a date", "The day 20240105 is a holiday, and 2024-01-05 too."],
    ["a price", "The close 123456.5 rows away from 12,345 rows is 15000.25."],
  ])("leaves %s as it is", (_, sentence) => {
    expect(shownFinding(sentence)).toBe(sentence);
  });
});
