/** What an optimisation found, as CSV: percent as percent, money in the run's currency; empty is undefined. */
import { toCsv } from "#src/format/csv.ts";
import type { WalkedWindow, WalkOutcome } from "#src/storage/walk-record.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { PERFORMANCE_FIGURES } from "#workers/model/performance-figures.ts";
import { gridCells, targetKey } from "#workers/model/variant-grid.ts";
import type { GridAxes } from "#workers/model/variant-grid.ts";
import type { Cells } from "./use-search.ts";

/** One line a variant that was run: its values, its figures, or why it can't be run. */
export function gridCsv(axes: GridAxes, cells: Cells): string {
  const values = gridCells(axes);
  const rows = cells.flatMap((cell, at) => {
    const varied = values[at];
    if (!cell || !varied) return [];
    if (cell.type === "refused") return [[...varied, ...PERFORMANCE_FIGURES.map(() => null), cell.message]];
    return [[...varied, ...PERFORMANCE_FIGURES.map((name) => cell.figures[name]), null]];
  });
  return toCsv([...axes.map(targetKey), ...PERFORMANCE_FIGURES, "problem"], rows);
}

/** One line a window: what was chosen, its figures in the years of choosing (in) and in those after them (out). */
export function windowsCsv(windows: readonly WalkedWindow[], nameOf: (cell: number) => string): string {
  const [inside, outside] = [
    PERFORMANCE_FIGURES.map((name) => `in.${name}`),
    PERFORMANCE_FIGURES.map((name) => `out.${name}`),
  ];
  return toCsv(
    ["chosenFrom", "chosenTo", "tradedFrom", "tradedTo", "variant", ...inside, ...outside],
    windows.map(({ chosenOn, tradedOn, cell, inSample, outOfSample }) => [
      chosenOn.from,
      chosenOn.to,
      tradedOn.from,
      tradedOn.to,
      nameOf(cell),
      ...PERFORMANCE_FIGURES.map((name) => inSample[name]),
      ...PERFORMANCE_FIGURES.map((name) => outOfSample[name]),
    ]),
  );
}

/** One line a session: both accounts and, where its curve is kept, what the benchmark made of the same start value. */
export function accountsCsv({ walked, saved }: Pick<WalkOutcome, "walked" | "saved">): string {
  const { benchmark } = walked;
  const curves = [walked.value, saved.value, ...(benchmark?.value ? [benchmark.value] : [])];
  return toCsv(
    ["date", "walkForward", "asSaved", ...(benchmark?.value ? ["benchmark"] : [])],
    Array.from(walked.day, (day, row) => [formatIsoDay(day), ...curves.map((values) => values[row] ?? null)]),
  );
}
