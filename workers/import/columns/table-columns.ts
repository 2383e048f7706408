/** Columns of a table: what most of their cells are, and those that are one instrument's. */
import { isNothing } from "../cells/numbers.ts";
import type { Table } from "../what/table.ts";

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
  const step = stepOf(table);
  const found = shareOfEach(table, column, step, fits);
  // What begins in the last of them lies between those looked at.
  return found ?? (step > 1 ? shareOfEach(table, column, 1, fits) : null) ?? 0;
}

/** The same as share() > 0, of which the first cell that fits is enough. */
export function hasSome(table: Table, column: number, fits: (cell: string) => boolean): boolean {
  const isFitting = (cell: string): boolean => !isNothing(cell) && fits(cell);
  const step = stepOf(table);
  for (let at = 0; at < table.rows.length; at += step)
    if (isFitting(table.rows[at]?.[column] ?? "")) return true;
  return share(table, column, fits) > 0;
}

function stepOf({ rows }: Table): number {
  return Math.max(1, Math.floor(rows.length / SHARE_ROWS));
}

/** Share of the cells that pass in every `step`-th row; null where none of them holds something. */
function shareOfEach(
  table: Table,
  column: number,
  step: number,
  fits: (cell: string) => boolean,
): number | null {
  let cells = 0;
  let fitting = 0;
  let last = "";
  let isFitting = false;
  for (let at = 0; at < table.rows.length; at += step) {
    const cell = table.rows[at]?.[column] ?? "";
    if (cell === "") continue;
    if (cell !== last) {
      if (isNothing(cell)) continue;
      last = cell; // a symbol, as a rule, is the same in the next row
      isFitting = fits(cell);
    }
    cells++;
    if (isFitting) fitting++;
  }
  return cells === 0 ? null : fitting / cells;
}

/** True for a column without a cell that holds something in the rows looked at. */
export function isEmpty({ rows }: Table, column: number): boolean {
  return rows.every((row) => isNothing(row[column] ?? ""));
}

/** True for a column that says yes or no in its first row: whatever its name, it has no prices. */
export function isTruth({ rows }: Table, column: number): boolean {
  return /^(?:true|false|yes|no)$/i.test((rows[0]?.[column] ?? "").trim());
}
