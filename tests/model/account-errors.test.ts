/** A strategy and patches of it, each refused with the place that the message must name, or fine at its limit. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkWhole } from "#workers/api/check-strategy.ts";
import { outlineOf, readOutline } from "#workers/api/outline.ts";
import { findStrategyProblems } from "#workers/words/whole-strategy.ts";
import { buildMarket } from "#tests/support/market-builder.ts";
import { SHARED_DATA, UNLESS_SHARED, hasSharedData } from "#tests/support/shared-cases.ts";

interface ErrorCase {
  readonly set: Readonly<Record<string, unknown>>;
  /** The place that the message must name; null for a strategy at its limit. */
  readonly refused: string | null;
}

describe.skipIf(!hasSharedData)(`the errors of an independent implementation${UNLESS_SHARED}`, () => {
  interface ErrorFile {
    readonly base: Readonly<Record<string, object | string>>;
    readonly cases: readonly ErrorCase[];
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape that data/README.md promises
  const { base, cases } = (
    hasSharedData
      ? JSON.parse(readFileSync(join(SHARED_DATA, "account-errors.json"), "utf8"))
      : { base: {}, cases: [] }
  ) as ErrorFile;

  /** The base with other values at some paths of two keys at most. */
  function patched(set: ErrorCase["set"]): unknown {
    const value: Record<string, unknown> = structuredClone(base);
    for (const [path, found] of Object.entries(set)) {
      const [section = "", name] = path.split(".");
      value[section] = name === undefined ? found : { ...Object(value[section]), [name]: found };
    }
    return value;
  }

  const market = readOutline(outlineOf(buildMarket([{ symbol: "A", bars: [["2020-03-02", 1, 2]] }])));

  /** What a check on the market says first; undefined of a strategy that can run. */
  function saidOf(value: unknown): string | undefined {
    const checked = checkWhole(value, market);
    return checked.ok ? undefined : checked.problems[0]?.message;
  }

  it.each(cases.filter(({ refused }) => refused !== null))("$set: $refused", ({ set, refused }) => {
    expect(saidOf(patched(set))).toContain(refused);
  });

  const fine = cases.filter(({ refused }) => refused === null);
  it.each(fine)("$set is fine", ({ set }) => {
    expect(findStrategyProblems(patched(set))).toEqual([]);
    expect(saidOf(patched(set))).toBeUndefined();
  });
});
