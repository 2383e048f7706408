/** Numbers near the largest that a double can hold: what isn't finite is unknown, and nothing infinite goes on from it. */
import { describe, expect, it } from "vitest";
import { valuesOf } from "#tests/support/naive-rules/evaluate.ts";
import { parseNaively } from "#tests/support/naive-rules/parse.ts";
import { plainInstruments } from "#tests/support/naive-rules/plain-market.ts";
import { FUNCTION_ARGUMENTS } from "#tests/support/naive-rules/tree.ts";
import { openWorld } from "#tests/support/naive-rules/world.ts";
import { engineValues, openEngineWorld, readExpression } from "./engine-values.ts";
import { volumesOnly } from "./small-markets.ts";

const RUN = { exchange: "NSE", type: "EQUITY", priceBasis: "as-traded", benchmark: null } as const;

/** Large values that never end, and some that come into windows of three bars and leave them again. */
const VOLUMES: Readonly<Record<string, readonly number[]>> = {
  "all of them large": [1.7, 1.7, 1.7, 1.7, 1.7, 1.7, 1.7, 1.7],
  "some of them large": [1, 2, 1e-300, 1.7, 1.7, 1.7, 1, 2, 1, 3e-300, 2e-300, 1e-300, 1e-300, 1e-300],
};

const TEXTS = Object.entries(FUNCTION_ARGUMENTS).flatMap(([name, args]) => {
  if (args === "xn") return [`${name}(volume * 1e308, 3)`];
  if (args === "x" || args === "a") return [`${name}(volume * 1e308)`];
  return args === "aa" ? [`${name}(volume * 1e308, 5)`] : [];
});

function kinds(values: readonly unknown[]): string[] {
  return values.map((value) => (value === null ? "unknown" : value === Infinity ? "infinite" : "known"));
}

describe.each(Object.entries(VOLUMES))("numbers, %s", (_, volumes) => {
  it.each(TEXTS)("%s", (text) => {
    const market = volumesOnly(volumes);
    const world = openWorld(plainInstruments(market), RUN);
    const series = world.bySymbol.get("X");
    if (!series) throw new Error("no X");
    const expected = valuesOf(parseNaively(text), world, series);
    const found = engineValues(openEngineWorld(market, RUN, world), readExpression(text), "X");
    expect(kinds(found)).toEqual(kinds(expected));
    expect(kinds(found)).not.toContain("infinite");
  });
});

it("weighs values that change their sign within reach of an overflow", () => {
  const market = volumesOnly([0.00059, 0.00059, -0.58, -0.58, 0.58]);
  const world = openEngineWorld(market, RUN, openWorld(plainInstruments(market), RUN));
  const found = engineValues(world, readExpression("wma(volume * 1e308, 2)"), "X");
  expect(Number(found[4]) / 1e307).toBeCloseTo((2 * 5.8 - 5.8) / 3, 9);
});
