/**
 * The files that a run can be saved as. Dates in them are ISO, fields named as in result/1; figures are unrounded in the
 * JSON, as its format has them, and without the noise of arithmetic in the CSV files.
 */
import { saveFile } from "#src/ui/save-file.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { toResultFile } from "#workers/model/report.ts";
import type { Position, Report } from "#workers/model/report.ts";
import { toCsv } from "#src/format/csv.ts";
import type { CsvCell } from "#src/format/csv.ts";
import { averageShareYears } from "./average-share.ts";

export type ReportFile = "result" | "positions" | "equity" | "yearly";

export function saveReportFile(report: Report, file: ReportFile): void {
  switch (file) {
    case "result":
      saveFile(
        fileName(report, "result.json"),
        "application/json",
        `${JSON.stringify(toResultFile(report))}\n`,
      );
      break;
    case "positions":
      savePositions(report, report.positions);
      break;
    case "equity":
      saveFile(fileName(report, "equity.csv"), "text/csv", equityCsv(report.equity));
      break;
    case "yearly":
      saveFile(fileName(report, "yearly.csv"), "text/csv", yearlyCsv(report));
  }
}

/** These positions of the report, in this order. */
export function savePositions(report: Report, positions: readonly Position[]): void {
  saveFile(fileName(report, "positions.csv"), "text/csv", positionsCsv(positions));
}

/** A table or chart of the page: what is undefined (null, NaN) is an empty cell. */
export function saveTable(
  report: Report,
  name: string,
  header: readonly string[],
  rows: Iterable<readonly CsvCell[]>,
): void {
  saveFile(fileName(report, `${name}.csv`), "text/csv", toCsv(header, rows));
}

const POSITION_FIELDS = [
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
] as const satisfies readonly (keyof Position)[];

export function positionsCsv(positions: readonly Position[]): string {
  return toCsv(
    POSITION_FIELDS,
    positions.map((position) => POSITION_FIELDS.map((field) => position[field])),
  );
}

export function equityCsv({ day, value, benchmark, universe, positions }: Report["equity"]): string {
  const rows = Array.from(day, (session, row) => [
    formatIsoDay(session),
    value[row] ?? null,
    benchmark[row] ?? null,
    positions[row] ?? null,
    ...(universe ? [universe[row] ?? null] : []),
  ]);
  const header = ["date", "value", "benchmark", "openPositions", ...(universe ? ["universe"] : [])];
  return toCsv(header, rows);
}

const YEAR_FIELDS = [
  "year",
  "startValue",
  "endValue",
  "growth",
  "growthPercent",
  "benchmarkPercent",
] as const satisfies readonly (keyof Report["yearlyPerformance"][number])[];

export function yearlyCsv(report: Report): string {
  const average = averageShareYears(report);
  return toCsv(
    [...YEAR_FIELDS, ...(average ? ["universePercent"] : [])],
    report.yearlyPerformance.map((year) => [
      ...YEAR_FIELDS.map((field) => year[field]),
      ...(average ? [average.get(year.year) ?? null] : []),
    ]),
  );
}

/** "my-momentum-2000-01-03-2025-03-20-positions.csv", of characters that every system takes. */
export function fileName({ metadata }: Report, ending: string): string {
  const words = metadata.strategyName
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);
  return [words || "run", metadata.backtestStart, metadata.backtestEnd, ending].join("-");
}
