/** Puts chunks together to lines for the byte reader, and hands over to the text reader at the first quote. */
import { LF } from "./byte-cells.ts";
import type { ByteSink } from "./byte-sink.ts";
import { createByteRows } from "./byte-rows.ts";
import type { LineRows } from "./byte-rows.ts";
import type { Layout } from "./layout.ts";
import { refuseLongLine } from "./refusal.ts";
import { MAX_LINE_BYTES } from "./row.ts";
import type { TakeRow } from "./row.ts";
import type { SymbolList } from "./symbols.ts";
import { createTextRows } from "./text-rows.ts";

export interface LineReader extends ByteSink {
  /** 1-based number of the line after those before the first quote. */
  nextLine(): number;
  /** True from the first quote on. */
  hasQuotes(): boolean;
}

export interface RowReader extends LineReader {
  /** Cells of the narrowest and of the widest line before the first quote; Infinity and 0 without a line. */
  widths(): { readonly fewest: number; readonly most: number };
}

const QUOTE = 34;
const FIRST_BUFFER = 4096;

/** A sink for the bytes of prices below the header; see createLineReader. */
export function createRowReader(layout: Layout, symbols: SymbolList, take: TakeRow): RowReader {
  const rows = createByteRows(layout, symbols, take);
  const reader = createLineReader(layout.file, rows, (line) => createTextRows(layout, line, symbols, take));
  return { ...reader, widths: () => rows.widths() };
}

/**
 * A sink for the bytes below the header. Up to its first quote a file is what lines and delimiters say; from the line
 * of that quote on, Papa Parse decides. The rows are the same wherever the chunks are cut.
 *
 * @param rows - reads the lines before the first quote
 * @param openText - gives the reader of the bytes from that quote's line on; `line` is its 1-based number
 */
export function createLineReader(
  file: string,
  rows: LineRows,
  openText: (line: number) => ByteSink,
): LineReader {
  let textRows: ByteSink | null = null;
  /** The start of a line whose end has not come yet: the first `held` bytes. */
  let buffer = new Uint8Array(FIRST_BUFFER);
  let held = 0;

  function hold(bytes: Uint8Array): void {
    if (held + bytes.length > buffer.length) {
      const larger = new Uint8Array(Math.max(buffer.length * 2, held + bytes.length));
      larger.set(buffer.subarray(0, held));
      buffer = larger;
    }
    buffer.set(bytes, held);
    held += bytes.length;
  }

  /** Reads the lines that end in these bytes and holds the rest; they have no quote. */
  function readLines(bytes: Uint8Array): void {
    let start = 0;
    if (held > 0) {
      start = bytes.indexOf(LF) + 1;
      if (start > 0) {
        hold(bytes.subarray(0, start));
        rows.readLines(buffer, 0, held);
        held = 0;
      }
    }
    const end = bytes.lastIndexOf(LF) + 1;
    if (end > start) rows.readLines(bytes, start, end);
    hold(bytes.subarray(end));
    if (held > MAX_LINE_BYTES) throw refuseLongLine(file, rows.nextLine());
  }

  return {
    push(chunk) {
      if (textRows) {
        textRows.push(chunk);
        return;
      }
      const quote = chunk.indexOf(QUOTE);
      readLines(quote < 0 ? chunk : chunk.subarray(0, quote));
      if (quote < 0) return;
      textRows = openText(rows.nextLine());
      textRows.push(buffer.subarray(0, held));
      textRows.push(chunk.subarray(quote));
    },
    end() {
      if (textRows) textRows.end();
      else if (held > 0) readLines(Uint8Array.of(LF));
    },
    nextLine: () => rows.nextLine(),
    hasQuotes: () => textRows !== null,
  };
}
