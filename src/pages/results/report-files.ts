/**
 * The files that a run can be saved as. Dates in them are ISO, fields named as in result/1; figures are unrounded in the
 * JSON, as its format has them, and without the noise of arithmetic in the CSV files.
 */
import { saveFile } from "#src/ui/save-file.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { FILL_FIELDS, toResultFile } from "#workers/model/report.ts";
import type { Position, RebalanceRow, Report, RunFill } from "#workers/model/report.ts";
import { toCsv } from "#src/format/csv.ts";
import type { CsvCell } from "#src/format/csv.ts";
import { averageShareYears } from "./average-share.ts";

export type ReportFile = "result" | "positions" | "equity" | "yearly" | "money" | "rebalances";

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
      break;
    case "money":
      saveFile(fileName(report, "money.csv"), "text/csv", moneyCsv(report));
      break;
    case "rebalances":
      saveFile(fileName(report, "rebalances.csv"), "text/csv", rebalancesCsv(report));
  }
}

/** Every purchase and sale of the run. */
export function saveFills(report: Report, fills: readonly RunFill[]): void {
  saveFile(fileName(report, "fills.csv"), "text/csv", fillsCsv(fills));
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

export function equityCsv({ day, value, benchmark, universe, growth, positions }: Report["equity"]): string {
  return bySession(day, { value, benchmark, openPositions: positions, universe, growth });
}

/** What came and went, and what the same money was worth in the yardsticks; a header alone for a run without. */
export function moneyCsv({ equity, money, account }: Report): string {
  const { day, value } = equity;
  const { in: putIn, paid, paidAfter, missed, interest, owed } = account?.moves ?? {};
  return bySession(money ? day : new Int32Array(), {
    value,
    cash: account?.cash,
    in: putIn,
    out: paid?.map((sum, row) => sum + (paidAfter?.[row] ?? 0)),
    owed,
    missed,
    interest,
    benchmarkValue: money?.benchmarkValues,
    universeValue: money?.universeValues,
  });
}

/** One line a session, its date first; curves that a report lacks are left out. */
function bySession(
  day: Int32Array,
  curves: Readonly<Record<string, Float64Array | Int32Array | undefined>>,
): string {
  const known = Object.entries(curves).flatMap(([name, curve]) => (curve ? [{ name, curve }] : []));
  const rows = Array.from(day, (session, row) => [
    formatIsoDay(session),
    ...known.map(({ curve }) => curve[row] ?? null),
  ]);
  return toCsv(["date", ...known.map(({ name }) => name)], rows);
}

const REBALANCE_FIELDS = [
  "date",
  "sells",
  "buys",
  "turnover",
] as const satisfies readonly (keyof RebalanceRow)[];

export function rebalancesCsv({ rebalances = [] }: Report): string {
  return toCsv(
    REBALANCE_FIELDS,
    rebalances.map((row) => REBALANCE_FIELDS.map((field) => row[field])),
  );
}

export function fillsCsv(fills: readonly RunFill[]): string {
  return toCsv(
    FILL_FIELDS,
    fills.map((fill) => FILL_FIELDS.map((field) => fill[field])),
  );
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
  const hasFlows = report.equity.growth !== undefined;
  return toCsv(
    [...YEAR_FIELDS, ...(average ? ["universePercent"] : []), ...(hasFlows ? ["flows"] : [])],
    report.yearlyPerformance.map((year) => [
      ...YEAR_FIELDS.map((field) => year[field]),
      ...(average ? [average.get(year.year) ?? null] : []),
      ...(hasFlows ? [year.flows ?? null] : []),
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
