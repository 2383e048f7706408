/**
 * Reads rows through Papa Parse, for files with quotes: slower than byte-rows.ts, and the same rows.
 *
 * In: the bytes of whole lines onward, in any chunks; characters and lines that a chunk cuts are put together again.
 */
import Papa from "papaparse";
import type { ByteSink } from "./byte-sink.ts";
import { dayFromText, numberFromText, trimCell } from "./cells.ts";
import type { Layout } from "./layout.ts";
import { refusal } from "./refusal.ts";
import { createRow, DATE, MAX_LINE_BYTES, NUMBER_SLOTS, SKIP, SYMBOL } from "./row.ts";
import type { TakeRow } from "./row.ts";
import { symbolNumber } from "./symbols.ts";
import type { SymbolList } from "./symbols.ts";

/** Text is parsed when this much has gathered: the start of a cut row is read again with each part. */
const PARSE_CHARACTERS = 262_144;

export interface TextSource {
  readonly file: string;
  readonly delimiter: string;
}

/**
 * Cells line by line. Line ends are LF or CR LF; the last may be missing; blank lines are counted, not handed over.
 *
 * @param firstLine - 1-based physical line where the bytes start; a row's line is the one where it starts
 * @throws Refusal from push and end, for a quote that is not closed and for lines without an end
 */
export function createTextTable(
  { file, delimiter }: TextSource,
  firstLine: number,
  takeCells: (cells: readonly string[], line: number, lines: number) => void,
): ByteSink {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const parser = new Papa.Parser({ delimiter, newline: "\n" });
  let line = firstLine;
  let text = "";

  function parse(isLast: boolean): void {
    // A carriage return at the very end may belong to a line feed that has not come yet.
    const held = !isLast && text.endsWith("\r") ? "\r" : "";
    text = (held === "" ? text : text.slice(0, -1)).replaceAll("\r\n", "\n");
    if (isLast && text !== "" && !text.endsWith("\n")) text += "\n";
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Papa types its own result as any
    const { data, meta } = parser.parse(text, 0, true) as Papa.ParseResult<string[]>;
    for (const cells of data) {
      const lines = 1 + countLineFeeds(cells);
      if (cells.length > 1 || trimCell(cells[0] ?? "") !== "") takeCells(cells, line, lines);
      line += lines;
    }
    text = text.slice(meta.cursor) + held;
    if (text.length > MAX_LINE_BYTES || (isLast && text !== "")) throw refuseOpenQuote();
  }

  function refuseOpenQuote(): Error {
    return refusal(
      "file-refused",
      file,
      line,
      "a line or a quote that does not end; close the quote or mend the line ends",
    );
  }

  return {
    push(chunk) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length >= PARSE_CHARACTERS) parse(false);
    },
    end() {
      text += decoder.decode();
      parse(true);
    },
  };
}

function countLineFeeds(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) {
    for (let at = cell.indexOf("\n"); at >= 0; at = cell.indexOf("\n", at + 1)) count++;
  }
  return count;
}

/** Rows of prices from text; `firstLine` as in createTextTable. */
export function createTextRows(
  layout: Layout,
  firstLine: number,
  symbols: SymbolList,
  take: TakeRow,
): ByteSink {
  const row = createRow();
  const { slots, columns } = layout;
  const hasSymbols = (columns[SYMBOL] ?? -1) >= 0;
  const fileSymbol = hasSymbols ? -1 : symbolNumber(symbols, layout.symbolFromName);
  let current: readonly string[] = [];
  const cellText = (slot: number): string => current[columns[slot] ?? -1] ?? "";

  return createTextTable(layout, firstLine, (cells, line, lines) => {
    current = cells;
    row.values.fill(NaN);
    row.day = dayFromText(cellText(DATE));
    row.symbol = hasSymbols ? symbolNumber(symbols, cellText(SYMBOL)) : fileSymbol;
    row.line = line;
    row.lines = lines;
    for (let column = 0; column < slots.length; column++) {
      const slot = slots[column] ?? SKIP;
      if (slot < NUMBER_SLOTS) row.values[slot] = numberFromText(cells[column] ?? "");
    }
    take(row, cellText);
  });
}
