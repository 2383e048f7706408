/**
 * Rows of a table as the lines of a CSV text: row 12 of a sheet is line 12, so that what is told of a line is true of
 * the row. What reads CSV files then reads tables of any kind, and finds the same in them.
 */
import { refusal } from "#workers/market/refusal.ts";

/** The most rows that Excel has; LibreOffice can have more, for which nobody has a use here. */
export const MOST_ROWS = 1_048_576;
export const MOST_COLUMNS = 16_384;

/** So many rows are looked at for how wide the table is, as the first ones may be narrower than the rest. */
const ROWS_FOR_WIDTH = 500;

export interface CsvRows {
  /**
   * Takes a row; those between the last one and this are empty.
   *
   * @param row - 1-based
   * @throws Refusal for a row that no sheet has, and for one that stands above the last
   */
  add(row: number, cells: readonly string[]): void;
  /** No row follows. */
  end(): void;
  /** The lines since this was called last. */
  take(): string;
  /** UTF-16 units of the lines that take() would give. */
  waiting(): number;
}

export function createCsvRows(file: string): CsvRows {
  let text = "";
  let last = 0;
  let width = 0;
  let held: (readonly [row: number, cells: readonly string[]])[] | null = [];

  /** A sheet leaves out the empty cells at the end of a row; a CSV file has their commas. */
  function write(row: number, cells: readonly string[]): void {
    if (row > last + 1) text += "\n".repeat(row - last - 1);
    last = row;
    const most = Math.max(width, cells.length);
    for (let at = 0; at < most; at++) {
      const cell = csvCell(cells[at] ?? "");
      text += at === 0 ? cell : `,${cell}`;
    }
    text += "\n";
  }

  function writeHeld(): void {
    const first = held ?? [];
    held = null;
    for (const [row, cells] of first) write(row, cells);
  }

  return {
    add(row, cells) {
      const before = held?.at(-1)?.[0] ?? last;
      if (row > MOST_ROWS) {
        const most = MOST_ROWS.toLocaleString("en-US");
        const reason = `more rows than a sheet can have (${most}); save the table again`;
        throw refusal("file-refused", file, row, reason);
      }
      if (!(row > before)) {
        const reason = `a row that stands behind row ${before}; save the table again`;
        throw refusal("file-refused", file, row, reason);
      }
      const filled = withoutEmptyEnd(cells);
      if (filled.length === 0) return;
      if (!held) {
        write(row, filled);
        return;
      }
      width = Math.max(width, filled.length);
      held.push([row, filled]);
      if (held.length === ROWS_FOR_WIDTH) writeHeld();
    },
    end: writeHeld,
    take() {
      const lines = text;
      text = "";
      return lines;
    },
    waiting: () => text.length,
  };
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  let filled = cells.length;
  while (filled > 0 && (cells[filled - 1] ?? "") === "") filled--;
  return filled === cells.length ? cells : cells.slice(0, filled);
}

/** Line ends inside of a cell become blanks: a row stays one line. */
export function csvCell(cell: string): string {
  if (!/[",\r\n\t;|]/.test(cell)) return cell;
  const line = cell.replaceAll(/[\r\n\t]+/g, " ");
  return /[",;|]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}

/** 183.65, for whatever digits a program writes of it: 183.65000000000001, 1.8365E2. Other text stays as it is. */
export function numberCell(text: string): string {
  const value = Number(text);
  return text.trim() === "" || !Number.isFinite(value) ? text : String(value);
}
