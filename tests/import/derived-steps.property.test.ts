/** Steps of statements against a naive reading: on each day everything is worked out of all rows so far. */
import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { openFactsTally } from "#workers/market/facts-tally.ts";
import { createStatementRows, LAST_QUARTER } from "#workers/import/statements/statement-table.ts";
import { statementsToFacts } from "#workers/import/statements/to-facts.ts";
import { tries } from "#tests/support/tries.ts";

interface Row {
  /** From the first one on; each fourth one ends a year. */
  readonly quarter: number;
  /** Days from the quarter's end to publication. */
  readonly later: number;
  /** null where the row doesn't say it. */
  readonly revenue: number | null;
  readonly assets: number | null;
}

const FIRST_END = 10_000;
const endOf = (quarter: number): number => FIRST_END + quarter * 91;
const dayOf = ({ quarter, later }: Row): number => endOf(quarter) + later;
const isYearEnd = (quarter: number): boolean => quarter % 4 === 3;

const figure = fc.option(fc.integer({ min: -3, max: 30 }), { freq: 6 });
/** No two become known on one day; a quarter may come again, restated, or late. */
const rowsOf = fc.uniqueArray(
  fc.record({
    quarter: fc.nat(9),
    later: fc.oneof(fc.integer({ min: 20, max: 60 }), fc.nat(300)),
    revenue: figure,
    assets: figure,
  }),
  { maxLength: 24, selector: dayOf },
);

type Steps = readonly (readonly [day: number, value: number | null])[];

/** Of each company, the steps of its facts that have any. */
function stepsOf(companies: readonly (readonly Row[])[]): Record<string, Steps>[] {
  const rows = createStatementRows(2, () => {});
  for (const [symbol, own] of companies.entries()) {
    for (const [at, row] of own.entries()) {
      rows.add(
        {
          symbol,
          period: endOf(row.quarter),
          known: dayOf(row),
          span: isYearEnd(row.quarter) ? LAST_QUARTER : 1,
          isAlone: false,
          line: at + 2,
        },
        Float64Array.of(row.revenue ?? NaN, row.assets ?? NaN),
        Float64Array.of(1, 1),
      );
    }
  }
  const symbols = companies.map((_, at) => `S${at}`);
  const table = {
    tally: openFactsTally("s.csv", "fact"),
    vendor: "test",
    symbols,
    code: "symbol",
    figures: [
      { name: "revenue", kind: "flow" },
      { name: "assets", kind: "stock" },
    ],
    ...rows.columns(),
    currency: "",
    lag: null,
    passed: new Map<string, number>(),
    units: [],
  } as const;
  const owners = Int32Array.from(companies.keys());
  const made = statementsToFacts([{ table, owners, unmatched: [] }], symbols, [{ remarks: [], hole: null }]);
  const all = (made.tables[0]?.figures ?? []).map(({ name, steps }) => {
    // Good until the next item's are asked for.
    const { stepOffset, day, value } = steps;
    return companies.map((_, at) => {
      const span = [stepOffset[at], stepOffset[at + 1]] as const;
      const values = value.slice(...span);
      return [
        name,
        Array.from(day.subarray(...span), (each, step): [number, number | null] => [
          each,
          Number.isNaN(values[step]) ? null : (values[step] ?? null),
        ]),
      ] as const;
    });
  });
  return companies.map((_, at) =>
    Object.fromEntries(all.flatMap((each) => (each[at] && each[at][1].length > 0 ? [each[at]] : []))),
  );
}

interface Value {
  readonly value: number;
  /** The quarter at whose end its period ends. */
  readonly of: number;
}

type Known = Record<"quarter" | "year" | "ttm" | "yoy", Value | null>;

/** What is known of an item at the end of a day, of rows that are in the order of their days. */
function knownOn(day: number, rows: readonly Row[], item: "revenue" | "assets"): Known {
  const isFlow = item === "revenue";
  const quarters = new Map<number, number>();
  /** Ends of years that were whole when their last quarter came. */
  const years: number[] = [];
  for (const row of rows) {
    const value = row[item];
    if (value === null || dayOf(row) > day) continue;
    quarters.set(row.quarter, value);
    if (isYearEnd(row.quarter) && (!isFlow || sumOf(quarters, row.quarter) !== null)) years.push(row.quarter);
  }
  const last = Math.max(...quarters.keys());
  const lastYear = Math.max(...years);
  const [now, before] = [quarters.get(last), quarters.get(last - 4)];
  return {
    quarter: valueOf(now, last),
    year: valueOf(isFlow ? sumOf(quarters, lastYear) : quarters.get(lastYear), lastYear),
    ttm: isFlow ? valueOf(sumOf(quarters, last), last) : null,
    yoy:
      isFlow && now !== undefined && before !== undefined && before > 0
        ? valueOf((now / before - 1) * 100, last)
        : null,
  };
}

function valueOf(value: number | null | undefined, of: number): Value | null {
  return value === null || value === undefined ? null : { value, of };
}

/** Of the four quarters up to and with one; null where one is missing. */
function sumOf(quarters: ReadonlyMap<number, number>, last: number): number | null {
  const values = [0, 1, 2, 3].map((at) => quarters.get(last - at));
  return values.reduce<number | null>(
    (sum, one) => (sum === null || one === undefined ? null : sum + one),
    0,
  );
}

function expectedSteps(unordered: readonly Row[]): Record<string, Steps> {
  const rows = unordered.toSorted((a, b) => dayOf(a) - dayOf(b));
  const found: Record<string, [number, number | null][]> = {};
  for (const item of ["revenue", "assets"] as const) {
    for (const form of ["quarter", "year", "ttm", "yoy"] as const) {
      const steps: [number, number | null][] = [];
      let before: Value | null = null;
      for (const day of rows.map(dayOf)) {
        const now: Value | null = knownOn(day, rows, item)[form];
        const isSame = now === null ? before === null : before?.value === now.value && before.of === now.of;
        if (!isSame) steps.push([day, now?.value ?? null]);
        before = now;
      }
      // Steps that say nothing but that nothing is known are none.
      if (steps.length > 0) found[`${item}.${form}`] = steps;
    }
  }
  return found;
}

describe("steps of statements by the quarter", () => {
  test.prop([rowsOf, rowsOf], { numRuns: tries(100) })(
    "are what a naive reading gives of all rows up to each day: late ones, restated ones, missing ones",
    (first, second) => {
      expect(stepsOf([first, second])).toEqual([first, second].map(expectedSteps));
    },
  );

  test.prop([rowsOf, fc.array(fc.integer({ min: -3, max: 30 }), { minLength: 1, maxLength: 9 })], {
    numRuns: tries(100),
  })(
    "are each company's own where companies publish alike: on the same days or others, with the same figures or others",
    (rows, figures) => {
      const other = (at: number): number => figures[at % figures.length] ?? 0;
      const whole = rows.map((row, at) => ({ ...row, revenue: other(at), assets: other(at + 1) }));
      const later = whole.map((row) => ({ ...row, later: row.later + 1 }));
      const others = rows.map((row, at) => ({ ...row, revenue: other(at + 2), assets: other(at * 2) }));
      const rising = rows.map((row, at) => ({ ...row, revenue: at + 1, assets: at + 2 }));
      const companies = [rising, whole, rows, later, others, rising];
      expect(stepsOf(companies)).toEqual(companies.map(expectedSteps));
    },
  );
});
