import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SHARED_DATA, UNLESS_SHARED, hasSharedData } from "#tests/support/shared-cases.ts";
import { checkNumber, checkRule } from "#workers/rules/check.ts";

interface ErrorCase {
  readonly place: string;
  /** Of the first error, from 1; "fine" where there is none. */
  readonly column: string;
  readonly text: string;
}

/** The rows of rule-errors.tsv; the text may begin or end with white space. */
function readErrorCases(): ErrorCase[] {
  if (!hasSharedData) return [];
  const [, ...lines] = readFileSync(join(SHARED_DATA, "rule-errors.tsv"), "utf8").split("\n");
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const [place = "", column = "", text = ""] = line.split("\t");
      return { place, column, text };
    });
}

describe.skipIf(!hasSharedData)(`texts with the column of their first error${UNLESS_SHARED}`, () => {
  it.each(readErrorCases())("$place, column $column: $text", ({ place, column, text }) => {
    const checked = place.endsWith("sortBy") ? checkNumber(text) : checkRule(text, place.startsWith("sell"));
    const columns = checked.ok ? [] : checked.problems.map((problem) => problem.column);
    expect(checked.ok ? "fine" : String(Math.min(...columns))).toBe(column);
    expect(String(columns[0] ?? "fine")).toBe(column);
  });
});
