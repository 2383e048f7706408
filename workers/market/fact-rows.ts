/** Reads rows of facts from bytes, as byte-rows.ts reads rows of prices. */
import { findCellEnd, readDay, readNumber } from "./byte-cells.ts";
import type { Scan } from "./byte-cells.ts";
import type { LineRows } from "./byte-rows.ts";
import { DATE_CELL, NAME_CELL, SYMBOL_CELL } from "./facts-layout.ts";
import type { FactsLayout } from "./facts-layout.ts";
import { createFramedRows } from "./line-frame.ts";
import { createRow, NO_DAY, NO_SYMBOL } from "./row.ts";
import type { Row } from "./row.ts";
import { createSymbolCells } from "./symbol-cells.ts";
import type { SymbolList } from "./symbols.ts";

/** The symbols and the names of figures that a reading has met, numbered. */
export interface FactWords {
  readonly symbols: SymbolList;
  /** Every way in which a name is written is one of its own. */
  readonly names: SymbolList;
}

/**
 * Takes a row: `row.values` has one number a figure of the layout, `name` the number of the name that the row has for its
 * figure, or a mark as symbolNumber gives it. `cellText` gives the text of a column's cell for a message.
 */
export type TakeFactRow = (row: Row, name: number, cellText: (column: number) => string) => void;

/** Reads lines without quotes. */
export function createFactByteRows(
  layout: FactsLayout,
  { symbols, names }: FactWords,
  take: TakeFactRow,
): LineRows {
  const figures = layout.names?.length ?? 1; // a row
  const row = createRow(figures);
  const delimiter = layout.delimiter.charCodeAt(0);
  const scan: Scan = { row, delimiter };
  const symbolCells = createSymbolCells(symbols, delimiter);
  const nameCells = createSymbolCells(names, delimiter);
  return createFramedRows(layout, {
    values: row.values,
    begin() {
      for (let figure = 0; figure < figures; figure++) row.values[figure] = NaN;
      row.day = NO_DAY;
      symbolCells.number = NO_SYMBOL;
      nameCells.number = NO_SYMBOL;
    },
    readCell(bytes, at, cell) {
      if (cell >= 0) return readNumber(bytes, at, cell, scan);
      if (cell === DATE_CELL) return readDay(bytes, at, scan);
      if (cell === SYMBOL_CELL) return symbolCells.read(bytes, at);
      return cell === NAME_CELL ? nameCells.read(bytes, at) : findCellEnd(bytes, at, delimiter);
    },
    end(line, cellText, lines) {
      row.symbol = symbolCells.number;
      row.line = line;
      row.lines = lines;
      take(row, nameCells.number, cellText);
    },
  });
}
