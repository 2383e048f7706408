/** Columns of a table: what most of their cells are, and those that are one instrument's. */
import { isNothing } from "./numbers.ts";
import type { Table } from "./table.ts";

/** One instrument's columns by slot of a row, -1 for none. */
export interface Group {
  /** "" where the header does not name it. */
  readonly symbol: string;
  readonly columns: Int32Array;
}

/** What a column holds is told by so many of its cells, spread over the first rows. */
const SHARE_ROWS = 200;

/** How many of a column's cells that hold something fit, as a fraction; 0 for a column of nothing. */
export function share(table: Table, column: number, fits: (cell: string) => boolean): number {
  if (column < 0) return 0;
  const step = Math.max(1, Math.floor(table.rows.length / SHARE_ROWS));
  const found = shareOfEach(table, column, step, fits);
  // What begins in the last of them lies between those looked at.
  return found ?? (step > 1 ? shareOfEach(table, column, 1, fits) : null) ?? 0;
}

/** Of each so many rows; null where none of them holds something. */
function shareOfEach(
  table: Table,
  column: number,
  step: number,
  fits: (cell: string) => boolean,
): number | null {
  let cells = 0;
  let fitting = 0;
  for (let at = 0; at < table.rows.length; at += step) {
    const cell = table.rows[at]?.[column] ?? "";
    if (isNothing(cell)) continue;
    cells++;
    if (fits(cell)) fitting++;
  }
  return cells === 0 ? null : fitting / cells;
}

/** True for a column without a cell that holds something in the rows looked at. */
export function isEmpty({ rows }: Table, column: number): boolean {
  return rows.every((row) => isNothing(row[column] ?? ""));
}
