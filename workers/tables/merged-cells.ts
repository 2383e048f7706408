/**
 * Cells that are merged have their value in the first of them. A header that spans columns names each of them, and a
 * symbol that spans rows is that of each of them, as pandas writes tables with two indices; a title that spans the
 * whole table stays where it is.
 */

import { refusal } from "#workers/market/refusal.ts";
import { MOST_COLUMNS } from "./csv-rows.ts";

/** Cells that are filled in over all of a sheet: symbols and headers that span some rows and columns need far fewer. */
const MOST_FILLED = 20_000_000;

/** Rows from 1, columns from 0, the last ones included. */
export interface MergedArea {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** Fills the cells of the next row in; rows come in their order. */
export function createMergeFiller(
  file: string,
  areas: readonly MergedArea[],
): (row: number, cells: readonly string[]) => readonly string[] {
  let next = 0;
  let filledCells = 0;
  let open: { readonly area: MergedArea; readonly value: string }[] = [];
  return (row, cells) => {
    if (open.length === 0 && (areas[next]?.firstRow ?? Infinity) > row) return cells;
    open = open.filter(({ area }) => area.lastRow >= row);
    const filled = [...cells];
    for (; (areas[next]?.firstRow ?? Infinity) <= row; next++) {
      const area = areas[next];
      const value = area?.firstRow === row ? (filled[area.firstColumn] ?? "") : "";
      if (area && value !== "") open.push({ area, value });
    }
    for (const { area, value } of open) {
      const last = area.firstColumn === 0 ? 0 : Math.min(area.lastColumn, MOST_COLUMNS - 1);
      filledCells += last - area.firstColumn + 1;
      if (filledCells > MOST_FILLED)
        throw refusal(
          "file-refused",
          file,
          row,
          "merged cells over millions of others; save the table as CSV",
        );
      for (let column = area.firstColumn; column <= last; column++) {
        while (filled.length < column) filled.push("");
        if ((filled[column] ?? "") === "") filled[column] = value;
      }
    }
    return filled;
  };
}
