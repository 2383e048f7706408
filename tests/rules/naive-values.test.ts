/**
 * The naive reference against values that an independent implementation of workers/rules/README.md gives on a small market.
 * The files are read here, line by line, so that nothing of the product stands between them and the reference.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { valuesOf } from "#tests/support/naive-rules/evaluate.ts";
import { parseNaively } from "#tests/support/naive-rules/parse.ts";
import type { PlainFact, PlainInstrument } from "#tests/support/naive-rules/plain-market.ts";
import { openWorld } from "#tests/support/naive-rules/world.ts";
import { UNLESS_SHARED, hasSharedData } from "#tests/support/shared-cases.ts";
import { differencesFrom, FUNCTION_VALUES, readExpectedValues } from "./expected-values.ts";

type Row = Readonly<Record<string, string>>;

function readRows(name: string): Row[] {
  const [head = "", ...lines] = readFileSync(join(FUNCTION_VALUES, "data", name), "utf8")
    .trim()
    .split(/\r?\n/);
  const columns = head.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? ""]));
  });
}

function dayOf(row: Row): number {
  return Date.parse(row["date"] ?? "") / 86_400_000;
}

/** Of two rows of a day the first stays; an empty value is unknown. The value is the column's of that name. */
function factOf(fact: Pick<PlainFact, "name" | "kind">, column: string, rows: readonly Row[]): PlainFact {
  const days = [...new Set(rows.map(dayOf))].toSorted((a, b) => a - b);
  return {
    ...fact,
    steps: days.map((day) => {
      const text = rows.find((row) => dayOf(row) === day)?.[column] ?? "";
      return { day, value: text === "" ? null : Number(text) };
    }),
  };
}

function readMarket(): PlainInstrument[] {
  const prices = readRows("prices.csv");
  const scores = readRows("facts.csv");
  const models = readRows("signals.csv");
  return readRows("instruments.csv").map((row) => {
    const symbol = row["symbol"] ?? "";
    const ofSymbol = (rows: readonly Row[]) => rows.filter((each) => each["symbol"] === symbol);
    return {
      symbol,
      exchange: row["exchange"] ?? "",
      type: row["instrumentType"] ?? "",
      sector: row["sector"] ?? "",
      bars: ofSymbol(prices)
        .map((bar) => ({
          day: dayOf(bar),
          open: Number(bar["open"]),
          high: Number(bar["high"]),
          low: Number(bar["low"]),
          close: Number(bar["close"]),
          volume: Number(bar["volume"]),
          adjClose: null,
          marketCap: null,
        }))
        .toSorted((a, b) => a.day - b.day),
      facts: [
        factOf({ name: "score", kind: "fact" }, "value", ofSymbol(scores)),
        factOf({ name: "model", kind: "signal" }, "model", ofSymbol(models)),
      ],
    };
  });
}

describe.skipIf(!hasSharedData)(`the naive reference${UNLESS_SHARED}`, () => {
  const world = hasSharedData
    ? openWorld(readMarket(), { exchange: "NSE", type: "EQUITY", priceBasis: "as-traded", benchmark: "IDX" })
    : null;

  it.each(readExpectedValues())("gives the values of $text on $symbol", (expected) => {
    const series = world?.bySymbol.get(expected.symbol);
    const found = world && series ? valuesOf(parseNaively(expected.text), world, series) : [];
    expect(differencesFrom(expected, found)).toEqual([]);
  });
});
