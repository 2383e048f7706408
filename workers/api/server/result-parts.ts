/** Parts of a result/1, as JSON or as tables. */
import type { ResultFile } from "#workers/model/report.ts";
import { csvOf } from "./csv.ts";

/** money and rebalances are null of a result without them. */
export const PART_NAMES = ["positions", "equity", "yearly", "money", "rebalances"] as const;
export type PartName = (typeof PART_NAMES)[number];

const POSITION_COLUMNS = [
  "instrument",
  "label",
  "entryDate",
  "exitDate",
  "entryPrice",
  "exitPrice",
  "quantity",
  "profit",
  "profitPercent",
  "daysHeld",
  "exitReason",
] as const;
const REBALANCE_COLUMNS = ["date", "sells", "buys", "turnover"] as const;
const YEAR_COLUMNS = [
  "year",
  "startValue",
  "endValue",
  "growth",
  "growthPercent",
  "benchmarkPercent",
] as const;

export function partOf(result: ResultFile, part: PartName): unknown {
  switch (part) {
    case "positions":
      return result.positions;
    case "equity":
      return result.equity;
    case "yearly":
      return result.yearlyPerformance;
    case "money":
      return result.money ?? null;
    case "rebalances":
      return result.rebalances ?? null;
  }
}

/** What not every result has, growth and flows, is a column where it is there. */
export function partCsv(result: ResultFile, part: PartName): string {
  const { positions, equity, yearlyPerformance, rebalances = [] } = result;
  const { dates, values, benchmark, growth } = equity;
  switch (part) {
    case "positions":
      return csvOf(
        POSITION_COLUMNS,
        positions.map((row) => POSITION_COLUMNS.map((name) => row[name])),
      );
    case "equity":
      return curvesCsv(dates, { value: values, benchmark, growth });
    case "yearly": {
      const columns = growth === undefined ? YEAR_COLUMNS : ([...YEAR_COLUMNS, "flows"] as const);
      return csvOf(
        columns,
        yearlyPerformance.map((row) => columns.map((name) => row[name])),
      );
    }
    case "money":
      return moneyCsv(result);
    case "rebalances":
      return csvOf(
        REBALANCE_COLUMNS,
        rebalances.map((row) => REBALANCE_COLUMNS.map((name) => row[name])),
      );
  }
}

/** The account beside the same money in the yardsticks; a header alone for a result without money in and out. */
function moneyCsv({ equity, money }: ResultFile): string {
  return curvesCsv(money ? equity.dates : [], {
    value: equity.values,
    benchmarkValue: money?.benchmarkValues ?? [],
    universeValue: money?.universeValues ?? [],
  });
}

/** One line a session; curves that aren't there are left out. */
function curvesCsv(
  dates: readonly string[],
  curves: Readonly<Record<string, readonly number[] | undefined>>,
): string {
  const known = Object.entries(curves).flatMap(([name, curve]) => (curve ? [{ name, curve }] : []));
  return csvOf(
    ["date", ...known.map(({ name }) => name)],
    dates.map((date, at) => [date, ...known.map(({ curve }) => curve[at])]),
  );
}
