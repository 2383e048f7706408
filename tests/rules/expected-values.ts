/** Values of expressions and rules that an independent implementation gives on a small market beside the project. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Value } from "#tests/support/naive-rules/values.ts";
import { hasSharedData, SHARED_DATA } from "#tests/support/shared-cases.ts";

/** The folder with the market (data/) and the values. */
export const FUNCTION_VALUES: string = join(SHARED_DATA, "function-values");

export interface ExpectedValues {
  readonly text: string;
  readonly symbol: string;
  /** On each bar of that instrument, oldest first. */
  readonly values: readonly Value[];
}

/** None on a plain clone. */
export function readExpectedValues(): readonly ExpectedValues[] {
  if (!hasSharedData) return [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape that data/README.md promises
  return JSON.parse(readFileSync(join(FUNCTION_VALUES, "values.json"), "utf8")) as readonly ExpectedValues[];
}

/** One line for each bar whose value differs by more than 1e-9 relative, with a floor of 1e-12. */
export function differencesFrom({ values }: ExpectedValues, found: readonly Value[]): string[] {
  const wrong = values.flatMap((expected, bar) =>
    isSame(found[bar], expected) ? [] : `bar ${bar}: ${found[bar]}, expected ${expected}`,
  );
  return found.length === values.length ? wrong : [...wrong, `${found.length} bars of ${values.length}`];
}

function isSame(found: Value | undefined, expected: Value): boolean {
  if (typeof found !== "number" || typeof expected !== "number") return found === expected;
  return Math.abs(found - expected) <= Math.max(1e-9 * Math.abs(expected), 1e-12);
}
