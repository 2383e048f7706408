/** What an optimisation found, as CSV: unrounded, percent as percent, money in the run's currency; empty is undefined. */
import { toCsv } from "#src/format/csv.ts";
import type { WalkedWindow } from "#src/storage/walk-record.ts";
import type { Performance } from "#workers/model/report.ts";
import { gridCells, targetKey } from "#workers/model/variant-grid.ts";
import type { GridAxes } from "#workers/model/variant-grid.ts";
import type { Cells } from "./use-search.ts";

const FIGURES = [
  "startValue",
  "endValue",
  "totalGrowth",
  "totalGrowthPercent",
  "cagr",
  "maxDrawdown",
  "sharpeRatio",
  "sortinoRatio",
  "calmarRatio",
  "volatility",
  "winRate",
  "trades",
] as const satisfies readonly (keyof Performance)[];

/** One line a variant that was run: its values, its figures, or why it can't be run. */
export function gridCsv(axes: GridAxes, cells: Cells): string {
  const values = gridCells(axes);
  const rows = cells.flatMap((cell, at) => {
    const varied = values[at];
    if (!cell || !varied) return [];
    if (cell.type === "refused") return [[...varied, ...FIGURES.map(() => null), cell.message]];
    return [[...varied, ...FIGURES.map((name) => cell.figures[name]), null]];
  });
  return toCsv([...axes.map(targetKey), ...FIGURES, "problem"], rows);
}

/** One line a window: what was chosen, its figures in the years of choosing (in) and in those after them (out). */
export function windowsCsv(windows: readonly WalkedWindow[], nameOf: (cell: number) => string): string {
  const [inside, outside] = [FIGURES.map((name) => `in.${name}`), FIGURES.map((name) => `out.${name}`)];
  return toCsv(
    ["chosenFrom", "chosenTo", "tradedFrom", "tradedTo", "variant", ...inside, ...outside],
    windows.map(({ chosenOn, tradedOn, cell, inSample, outOfSample }) => [
      chosenOn.from,
      chosenOn.to,
      tradedOn.from,
      tradedOn.to,
      nameOf(cell),
      ...FIGURES.map((name) => inSample[name]),
      ...FIGURES.map((name) => outOfSample[name]),
    ]),
  );
}
