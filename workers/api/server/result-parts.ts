/** Parts of a result/1, as JSON or as tables. */
import type { ResultFile } from "#workers/model/report.ts";
import { csvOf } from "./csv.ts";

export type PartName = "positions" | "equity" | "yearly";

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
  }
}

export function partCsv({ positions, equity, yearlyPerformance }: ResultFile, part: PartName): string {
  switch (part) {
    case "positions":
      return csvOf(
        POSITION_COLUMNS,
        positions.map((row) => POSITION_COLUMNS.map((name) => row[name])),
      );
    case "equity":
      return csvOf(
        ["date", "value", "benchmark"],
        equity.dates.map((date, at) => [date, equity.values[at], equity.benchmark[at]]),
      );
    case "yearly":
      return csvOf(
        YEAR_COLUMNS,
        yearlyPerformance.map((row) => YEAR_COLUMNS.map((name) => row[name])),
      );
  }
}
