import { describe, expect, it } from "vitest";
import { valuesOf } from "#tests/support/naive-rules/evaluate.ts";
import { parseNaively } from "#tests/support/naive-rules/parse.ts";
import { plainInstruments } from "#tests/support/naive-rules/plain-market.ts";
import type { Value } from "#tests/support/naive-rules/values.ts";
import { openWorld } from "#tests/support/naive-rules/world.ts";
import type { NaiveRun } from "#tests/support/naive-rules/world.ts";
import { FUNCTIONS } from "#workers/rules/function-table.ts";
import { engineValues, openEngineWorld, readExpression } from "./engine-values.ts";
import { FUNCTION_TABLES } from "./function-tables.ts";
import type { FunctionTable } from "./function-tables.ts";
import { MARKET_OF_UNITS, ROUNDING_TABLES, UNITS } from "./rounding-tables.ts";

/** The values, and in place of those within 1e-9 of what was worked out by hand these; so that toEqual compares them. */
function settled(found: readonly Value[], { values }: FunctionTable): Value[] {
  return found.map((value, bar) => {
    const expected = values[bar];
    const isClose =
      typeof value === "number" &&
      typeof expected === "number" &&
      Math.abs(value - expected) <= 1e-9 * Math.max(1, Math.abs(expected));
    return isClose ? expected : value;
  });
}

function runOf({ market, priceBasis = "as-traded" }: FunctionTable): NaiveRun {
  const hasIndex = market.instruments.some(({ symbol }) => symbol === "^IDX");
  return { exchange: "NSE", type: "EQUITY", priceBasis, benchmark: hasIndex ? "^IDX" : null };
}

function naiveValues(table: FunctionTable): Value[] {
  const world = openWorld(plainInstruments(table.market), runOf(table));
  const series = world.bySymbol.get("X");
  return series === undefined ? [] : valuesOf(parseNaively(table.text), world, series);
}

function ownValues(table: FunctionTable): Value[] {
  const run = runOf(table);
  const world = openEngineWorld(table.market, run, openWorld(plainInstruments(table.market), run));
  return engineValues(world, readExpression(table.text), "X");
}

describe("every function, on bars worked out by hand", () => {
  it.each(FUNCTION_TABLES)("$about: $text", (table) => {
    expect(settled(ownValues(table), table)).toEqual(table.values);
    expect(settled(naiveValues(table), table)).toEqual(table.values);
  });

  it("has a table for each function of the language", () => {
    const about = new Set<string>(FUNCTION_TABLES.map((table) => table.about));
    const missing = FUNCTIONS.filter(({ name }) => !about.has(name));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});

describe("rounding, worked out by hand", () => {
  it.each(ROUNDING_TABLES)("$about: $text", (table) => {
    expect(settled(ownValues(table), table)).toEqual(table.values);
    expect(settled(naiveValues(table), table)).toEqual(table.values);
  });

  const units = UNITS.flatMap(([unit, texts]) => texts.map((text) => ({ unit, text })));
  it.each(units)("$text is forgiven as $unit", ({ unit, text }) => {
    const isAbove = (little: string) => {
      const rule = `(${text}) - (${text}) + ${little} > 0`;
      const table = { about: unit, text: rule, market: MARKET_OF_UNITS, values: [] };
      return { own: ownValues(table).at(-1), naive: naiveValues(table).at(-1) };
    };
    const found = { beyondPercent: isAbove("5e-7"), withinPercent: isAbove("5e-8") };
    const [beyond, within] = [unit !== "price", unit === "neither"];
    expect(found).toEqual({
      beyondPercent: { own: beyond, naive: beyond },
      withinPercent: { own: within, naive: within },
    });
  });
});
