/** A search's cells as the heatmap draws them, by the chosen figure. */
import type { GridCell } from "#src/storage/grid-record.ts";
import { axisValues, fieldValue, gridCells } from "#workers/model/variant-grid.ts";
import type { GridAxes } from "#workers/model/variant-grid.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { HeatCell, Mark } from "./heatmap.tsx";
import { rankOf } from "./metrics.ts";
import type { Metric } from "./metrics.ts";
import { judgeGrid } from "./neighbours.ts";
import type { GridShape, Robustness } from "./neighbours.ts";

export interface GridView {
  readonly cells: readonly HeatCell[];
  /** null while nothing is known. */
  readonly robustness: Robustness | null;
}

/** What the cells are looked at by. */
interface GridFigure {
  readonly metric: Metric;
  /** Its own figure, which then has no colour; null for none. */
  readonly benchmark: number | null;
}

export function shapeOf([rows, columns]: GridAxes): GridShape {
  return { rows: axisValues(rows).length, columns: columns ? axisValues(columns).length : 1 };
}

export function viewGrid(
  cells: readonly (GridCell | null)[],
  axes: GridAxes,
  { metric, benchmark }: GridFigure,
  strategy: Strategy,
): GridView {
  const sign = metric.isLowerBetter ? -1 : 1;
  const values = cells.map((cell) => (cell?.type === "figures" ? metric.valueOf(cell.figures) : null));
  const signed = cells.map((cell) => (cell?.type === "figures" ? rankOf(metric, cell.figures) : null));
  const known = signed.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const zero = benchmark === null ? null : sign * benchmark;
  const farthest = zero === null ? 0 : Math.max(Math.abs(least - zero), Math.abs(most - zero));
  const heatOf = (value: number) => {
    if (zero !== null) return farthest === 0 ? 0 : (value - zero) / farthest;
    return most === least ? null : (value - least) / (most - least);
  };
  const robustness = judgeGrid(signed, shapeOf(axes));
  const saved = savedCell(axes, strategy);
  const marksOf = (at: number): Mark[] => [
    ...(at === robustness?.best.cell ? (["best"] as const) : []),
    ...(at === robustness?.steadiest.cell ? (["steadiest"] as const) : []),
    ...(at === saved ? (["saved"] as const) : []),
  ];
  return {
    robustness,
    cells: cells.map((cell, at) => {
      const value = signed[at] ?? null;
      return {
        text: cell?.type === "refused" ? "can't run" : metric.text(values[at] ?? null),
        heat: value === null ? null : heatOf(value),
        marks: marksOf(at),
        isOpen: cell === null,
      };
    }),
  };
}

/** The cell with the strategy's own figures; -1 where the grid has none. */
function savedCell(axes: GridAxes, strategy: Strategy): number {
  return gridCells(axes).findIndex((values) =>
    axes.every((axis, at) => values[at] === fieldValue(strategy, axis)),
  );
}
