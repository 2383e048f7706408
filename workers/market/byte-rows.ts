/**
 * Reads rows straight from bytes: no text, no object, no cell is made for a row that is well.
 *
 * In: complete lines without quotes, in UTF-8, one ASCII delimiter. Out: each row to `take`, in its order.
 */
import { cellOfLine, findCellEnd, isBlankLine, LF, readDay, readNumber } from "./byte-cells.ts";
import type { Scan } from "./byte-cells.ts";
import type { Layout } from "./layout.ts";
import { refuseLongLine } from "./refusal.ts";
import { createRow, DATE, MAX_LINE_BYTES, NO_DAY, NUMBER_SLOTS, SKIP, SYMBOL, VOLUME } from "./row.ts";
import type { TakeRow } from "./row.ts";
import { symbolNumber } from "./symbols.ts";
import type { SymbolList } from "./symbols.ts";
import { createSymbolCells } from "./symbol-cells.ts";

/** Reads whole lines without a quote. */
export interface LineRows {
  /**
   * Reads the lines in the bytes, the last of which is a line feed. Returns the number of the line behind them.
   *
   * @param line - 1-based number of the first of them
   * @param lines - how many lines of the file the one in the bytes is; 1 where there are more in them
   */
  readLines(bytes: Uint8Array, line: number, lines?: number): number;
}

export interface ByteRows extends LineRows {
  /** Cells of the narrowest and of the widest line so far; Infinity and 0 without a line. */
  widths(): { readonly fewest: number; readonly most: number };
}

export function createByteRows(layout: Layout, symbols: SymbolList, take: TakeRow): ByteRows {
  const { slots, columns } = layout;
  const hasBarsAlone = slots.every((slot) => slot <= VOLUME || slot >= NUMBER_SLOTS);
  const numbers = hasBarsAlone ? VOLUME + 1 : NUMBER_SLOTS;
  const scan: Scan = { row: createRow(numbers), delimiter: layout.delimiter.charCodeAt(0) };
  const { row, delimiter } = scan;
  const symbolCells = createSymbolCells(symbols, delimiter);
  const lastColumn = columns.reduce((last, column) => Math.max(last, column), 0);
  const hasSymbols = (columns[SYMBOL] ?? -1) >= 0;
  const fileSymbol = hasSymbols ? -1 : symbolNumber(symbols, layout.symbolFromName);
  let lineBytes: Uint8Array = new Uint8Array(0);
  let lineStart = 0;
  let fewest = Infinity;
  let most = 0;

  const cellText = (slot: number): string =>
    cellOfLine(lineBytes, lineStart, layout.delimiter, columns[slot] ?? -1);

  /** Reads the cell that starts at `at` and returns where it ends: at a delimiter or line feed. */
  function readCell(bytes: Uint8Array, at: number, slot: number): number {
    if (slot < NUMBER_SLOTS) return readNumber(bytes, at, slot, scan);
    if (slot === DATE) return readDay(bytes, at, scan);
    if (slot !== SYMBOL) return findCellEnd(bytes, at, delimiter);
    const end = symbolCells.read(bytes, at);
    row.symbol = symbolCells.number;
    return end;
  }

  /** Reads one line and returns where the next one starts. */
  function readLine(bytes: Uint8Array, start: number): number {
    for (let slot = 0; slot < numbers; slot++) row.values[slot] = NaN; // half the time of fill(), on so few numbers
    row.day = NO_DAY;
    row.symbol = fileSymbol;
    let at = start;
    let cells = 1;
    for (; ; cells++) {
      at = readCell(bytes, at, slots[cells - 1] ?? SKIP);
      if (cells > lastColumn || (bytes[at] ?? LF) === LF) break;
      at++;
    }
    for (let byte = bytes[at] ?? LF; byte !== LF; byte = bytes[++at] ?? LF) if (byte === delimiter) cells++;
    if (cells < fewest) fewest = cells;
    if (cells > most) most = cells;
    return at + 1;
  }

  return {
    readLines(bytes, firstLine, lines = 1) {
      lineBytes = bytes;
      row.lines = lines;
      let line = firstLine;
      for (let at = 0; at < bytes.length; line += lines) {
        lineStart = at;
        if (isBlankLine(bytes, at, delimiter)) {
          at = bytes.indexOf(LF, at) + 1;
          continue;
        }
        at = readLine(bytes, at);
        if (at - lineStart > MAX_LINE_BYTES) throw refuseLongLine(layout.file, line);
        row.line = line;
        take(row, cellText);
      }
      return line;
    },
    widths: () => ({ fewest, most }),
  };
}
