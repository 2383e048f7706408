import type { CsvCell } from "#src/format/csv.ts";
import type { RobustnessParts, RunGist } from "#src/storage/robustness-record.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { gridCells, targetKey } from "#workers/model/variant-grid.ts";
import type { GridAxes } from "#workers/model/variant-grid.ts";

export const CSV_HEADER = [
  "check",
  "case",
  "cagrPercent",
  "benchmarkCagrPercent",
  "endValue",
  "maxDrawdownPercent",
];

/** A row for each run of the checks that are there, this run's own first. */
export function csvRows(
  parts: RobustnessParts,
  report: Report,
  strategy: Strategy,
): readonly (readonly CsvCell[])[] {
  const benchmark = report.benchmarkPerformance.cagr;
  const row = (check: string, name: CsvCell, gist: RunGist, other = benchmark): readonly CsvCell[] => [
    check,
    name,
    gist.cagr,
    other,
    gist.endValue,
    gist.maxDrawdown,
  ];
  const { costs = [], late, starts = [], random, map } = parts;
  const [rows, columns] = map?.axes ?? [];
  const axes: GridAxes | null = rows ? (columns ? [rows, columns] : [rows]) : null;
  return [
    row("run", strategy.name, report.performance),
    ...costs.map((rung) => row("costs a side in percent", rung.side, rung)),
    ...(late ? [row("every order a session later", null, late)] : []),
    ...starts.map((start) => row("begun on", start.from, start, start.benchmarkCagr)),
    ...(random?.cagr ?? []).map((cagr, at) => [
      "random entries by rank",
      at + 1,
      cagr,
      benchmark,
      null,
      null,
    ]),
    ...(axes
      ? gridCells(axes).map((values, cell) => [
          axes.map((axis) => targetKey(axis)).join(", "),
          values.join(", "),
          map?.cagr[cell] ?? null,
          benchmark,
          null,
          null,
        ])
      : []),
  ];
}
