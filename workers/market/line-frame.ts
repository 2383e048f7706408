/**
 * The frame of readers of lines without quotes: counts lines, passes over blank ones, knows the text of a line for a
 * message. What is in a line is the reader's own. byte-rows.ts, which reads prices, has a frame of its own.
 */
import { cellOfLine, FEW_DIGITS, isBlankLine, LF, MINUS, ZERO } from "./byte-cells.ts";
import type { LineRows } from "./byte-rows.ts";
import { refuseLongLine } from "./refusal.ts";
import { MAX_LINE_BYTES } from "./row.ts";

export interface LineFrame {
  readonly file: string;
  /** One ASCII character. */
  readonly delimiter: string;
  /** By column, what its cells hold: the slot of a number from 0 on, and below it what the reader knows. */
  readonly cells: Int32Array;
}

export interface FramedRow {
  /** Before the first cell of a line. */
  begin(): void;
  /** Where the numbers go: whole ones of few digits without a call of readCell. */
  readonly values: Float64Array;
  /** Reads the cell that starts at `at` and returns where it ends: at a delimiter or line feed. */
  readCell(bytes: Uint8Array, at: number, cell: number): number;
  /** Behind the last cell. `cellText` gives the text of a column's cell; `lines` as readLines has it. */
  end(line: number, cellText: (column: number) => string, lines: number): void;
}

export function createFramedRows({ file, delimiter, cells }: LineFrame, row: FramedRow): LineRows {
  const sign = delimiter.charCodeAt(0);
  const { values } = row;
  let lineBytes: Uint8Array = new Uint8Array(0);
  let lineStart = 0;

  const cellText = (column: number): string => cellOfLine(lineBytes, lineStart, delimiter, column);

  /** Most cells of numbers are whole ones of few digits: those take a third of the time here. */
  function readCell(bytes: Uint8Array, start: number, cell: number): number {
    if (cell < 0) return row.readCell(bytes, start, cell);
    let at = start;
    let byte = bytes[at] ?? LF;
    const isNegative = byte === MINUS;
    if (isNegative) byte = bytes[++at] ?? LF;
    const firstDigit = at;
    let whole = 0;
    for (; byte >= ZERO && byte <= ZERO + 9; byte = bytes[++at] ?? LF)
      whole = (Math.imul(whole, 10) + (byte - ZERO)) | 0;
    const digits = at - firstDigit;
    const isPlain = (byte === sign || byte === LF) && digits > 0 && digits <= FEW_DIGITS;
    if (!isPlain) return row.readCell(bytes, start, cell);
    values[cell] = isNegative ? -whole : whole;
    return at;
  }

  return {
    readLines(bytes, firstLine, lines = 1) {
      lineBytes = bytes;
      let line = firstLine;
      for (let at = 0; at < bytes.length; line += lines) {
        lineStart = at;
        if (isBlankLine(bytes, at, sign)) {
          at = bytes.indexOf(LF, at) + 1;
          continue;
        }
        row.begin();
        for (let column = 0; column < cells.length; column++) {
          at = readCell(bytes, at, cells[column] ?? 0);
          if ((bytes[at] ?? LF) === LF) break;
          at++;
        }
        at = (bytes[at] === LF ? at : bytes.indexOf(LF, at)) + 1;
        if (at - lineStart > MAX_LINE_BYTES) throw refuseLongLine(file, line);
        row.end(line, cellText, lines);
      }
      return line;
    },
  };
}
