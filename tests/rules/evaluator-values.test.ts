/** The engine's evaluator, on files as the command line reads them, against the values of an independent implementation. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { plainInstruments } from "#tests/support/naive-rules/plain-market.ts";
import { openWorld } from "#tests/support/naive-rules/world.ts";
import type { NaiveRun } from "#tests/support/naive-rules/world.ts";
import { UNLESS_SHARED, hasSharedData } from "#tests/support/shared-cases.ts";
import { diskSource } from "#workers/commands/disk-source.ts";
import { readMarket } from "#workers/market/read-market.ts";
import { engineValues, openEngineWorld, readExpression } from "./engine-values.ts";
import type { EngineWorld } from "./engine-values.ts";
import { differencesFrom, FUNCTION_VALUES, readExpectedValues } from "./expected-values.ts";

const RUN: NaiveRun = { exchange: "NSE", type: "EQUITY", priceBasis: "as-traded", benchmark: "IDX" };

async function readWorld(): Promise<EngineWorld> {
  const folder = join(FUNCTION_VALUES, "data");
  const sources = await Promise.all(readdirSync(folder).map((name) => diskSource(join(folder, name), name)));
  const read = await readMarket(sources, { exchange: "NSE", instrumentType: "EQUITY", currency: "" });
  if (!read.ok) throw new Error(read.problem.message);
  const { market } = read.value;
  return openEngineWorld(market, RUN, openWorld(plainInstruments(market), RUN));
}

describe.skipIf(!hasSharedData)(`the evaluator${UNLESS_SHARED}`, async () => {
  const world = hasSharedData ? await readWorld() : null;

  it.each(readExpectedValues())("gives the values of $text on $symbol", (expected) => {
    const found = world ? engineValues(world, readExpression(expected.text), expected.symbol) : [];
    expect(differencesFrom(expected, found)).toEqual([]);
  });
});
