/**
 * What a price file looks like, from its first bytes: delimiter, header, and which column is what.
 * Papa Parse reads the first lines for that; what can't be a price file is refused here, by name and with the mend.
 */
import Papa from "papaparse";
import { SAMPLE_BYTES } from "./byte-sink.ts";
import { dayFromText, decodeText, numberFromText, trimCell } from "./cells.ts";
import { refusal } from "./refusal.ts";
import { quoteCell } from "./row-rules.ts";
import {
  ADJ_CLOSE,
  CLOSE,
  DATE,
  HIGH,
  LOW,
  MARKET_CAP,
  OPEN,
  SHARES,
  SKIP,
  SLOT_NAMES,
  SYMBOL,
  UNREADABLE_DAY,
  VOLUME,
} from "./row.ts";
import { symbolFault } from "#workers/model/symbol-text.ts";

const SAMPLE_LINES = 20;
const NEWLINE = 10;

/** A header with its place; cells as the file has them, without blanks around. */
export interface Header {
  readonly cells: readonly string[];
  readonly delimiter: string;
  /** Rows below the header, as far as the sample shows them. */
  readonly sampleRows: readonly (readonly string[])[];
  /** Line of the header, 1-based, and of the first line below it. */
  readonly line: number;
  readonly nextLine: number;
  /** Bytes of the sample up to and with the header's line end. */
  readonly byteLength: number;
}

export interface Layout {
  readonly file: string;
  /** One ASCII character. */
  readonly delimiter: string;
  /** The slot of each column, SKIP for those that nobody asked for. */
  readonly slots: Uint8Array;
  /** Column by slot, -1 where the file has none. */
  readonly columns: Int32Array;
  /** For files without a symbol column. */
  readonly symbolFromName: string;
  /** 1-based line of the first line below the header. */
  readonly firstLine: number;
  /** For people: `comma, symbol in column Name`. */
  readonly description: string;
  /** For people, too. */
  readonly warnings: readonly string[];
}

/** Column names by slot, compared in lower case; an earlier name wins over a later one. */
const COLUMN_NAMES: readonly (readonly [slot: number, names: readonly string[]])[] = [
  [OPEN, ["open"]],
  [HIGH, ["high"]],
  [LOW, ["low"]],
  [CLOSE, ["close"]],
  [VOLUME, ["volume"]],
  [ADJ_CLOSE, ["adjclose", "adj close", "adj_close", "adjusted_close"]],
  [MARKET_CAP, ["marketcap"]],
  [SHARES, ["sharesoutstanding"]],
  [DATE, ["date", "timestamp"]],
  [SYMBOL, ["symbol", "ticker"]],
];

const DELIMITER_NAMES = new Map([
  [",", "comma"],
  [";", "semicolon"],
  ["\t", "tab"],
  ["|", "bar"],
]);

/** Short, upper-case and without blanks: what a ticker looks like and a company's name doesn't. */
const TICKER = /^[A-Z0-9^][A-Z0-9.&^=_-]{0,14}$/;

/**
 * Reads the header from a file's first bytes.
 *
 * @param sample - the first SAMPLE_BYTES of the file, or all of a shorter one; line ends LF or CR LF
 * @param wanted - true for a header that will do; settles which delimiter is meant when the guess is doubtful
 * @throws Refusal for an empty file, one that is no text, a web page, and a first line that doesn't end
 */
export function readHeader(
  file: string,
  sample: Uint8Array,
  wanted: (cells: readonly string[]) => boolean,
): Header {
  refuseOtherThanText(file, sample);
  const [start, skipped] = skipBlankLines(sample);
  if (start === sample.length)
    throw refusal("file-refused", file, 1, "empty file; give it a header and rows");
  const line = skipped + 1;
  const isWhole = sample.length < SAMPLE_BYTES;
  const text = sampleText(sample.subarray(start), isWhole);
  if (/^\s*<(?:!doctype|!--|html|head|body|\?xml)/i.test(text)) {
    throw refusal("file-refused", file, line, "a web page, not CSV; download the data itself and try again");
  }
  if (!isWhole && !text.includes("\n")) {
    throw refusal(
      "file-refused",
      file,
      line,
      "the first line is longer than 64 KB; give the file a header and line ends",
    );
  }
  const guessed = Papa.parse<string[]>(text, { newline: "\n", skipEmptyLines: true }).meta.delimiter;
  const delimiter =
    [guessed, ...DELIMITER_NAMES.keys()].find((one) => wanted(headerCells(text, one))) ?? guessed;
  const [first = [], ...sampleRows] = Papa.parse<string[]>(text, { newline: "\n", delimiter }).data;
  const lines = 1 + first.join("").split("\n").length - 1;
  let end = start;
  for (let count = 0; count < lines; count++) {
    const at = sample.indexOf(NEWLINE, end);
    end = at < 0 ? sample.length : at + 1;
  }
  const cells = first.map(trimCell);
  return { cells, delimiter, sampleRows, line, nextLine: line + lines, byteLength: end };
}

/**
 * The layout, and how many bytes of the sample its header takes.
 *
 * @throws Refusal as readHeader, and when the header lacks a date or a close
 */
export function readLayout(
  file: string,
  sample: Uint8Array,
): { readonly layout: Layout; readonly byteLength: number } {
  const header = readHeader(file, sample, (cells) => missingColumns(findColumns(cells)).length === 0);
  const columns = findColumns(header.cells);
  const missing = missingColumns(columns);
  if (missing.length > 0) throw refuseHeader(file, header, missing);
  if (columns[SYMBOL] === -1) columns[SYMBOL] = findTickersInName(header);
  const slots = new Uint8Array(header.cells.length).fill(SKIP);
  columns.forEach((column, slot) => {
    if (column >= 0) slots[column] = slot;
  });
  const symbolColumn = header.cells[columns[SYMBOL] ?? -1];
  const ownSymbol = symbolFromName(file);
  const fault = symbolColumn === undefined ? symbolFault(trimCell(ownSymbol)) : null;
  if (fault !== null)
    throw refusal(
      "file-refused",
      file,
      1,
      `no symbol column, and the file's name gives the symbol ${quoteCell(ownSymbol)}, which ${fault}; rename the file`,
    );
  const origin =
    symbolColumn === undefined ? "symbol from the file name" : `symbol in column ${symbolColumn}`;
  const layout: Layout = {
    file,
    delimiter: header.delimiter,
    slots,
    columns,
    symbolFromName: ownSymbol,
    firstLine: header.nextLine,
    description: `${DELIMITER_NAMES.get(header.delimiter) ?? "separator"}, ${origin}`,
    warnings: twiceNamed(header.cells, columns).map(
      (twice) => `${twice}; the first was read. Rename the one that isn't meant.`,
    ),
  };
  return { layout, byteLength: header.byteLength };
}

/** The file's name without folders and extensions: `BRK.A.csv` is `BRK.A`, `x.csv.gz` is `x`. */
export function symbolFromName(file: string): string {
  return baseName(file)
    .replace(/\.gz$/i, "")
    .replace(/\.(?:csv|txt|tsv)$/i, "");
}

/** The file's name without folders. */
export function baseName(file: string): string {
  return file.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1);
}

/** Cells of a first line; every column of the header by its first name. */
function headerCells(text: string, delimiter: string): string[] {
  const [cells = []] = Papa.parse<string[]>(text, { newline: "\n", delimiter, preview: 1 }).data;
  return cells.map(trimCell);
}

/**
 * Which columns that are read share their name with another one: `columns 3 and 5 are both named "close"`.
 *
 * @param columns - those that are read, -1 for none
 */
export function twiceNamed(cells: readonly string[], columns: Iterable<number>): string[] {
  const names = cells.map((cell) => cell.toLowerCase());
  return [...columns].flatMap((column) => {
    const other = column < 0 ? -1 : names.indexOf(names[column] ?? "", column + 1);
    return other < 0
      ? []
      : `columns ${column + 1} and ${other + 1} are both named ${quoteCell(cells[column] ?? "")}`;
  });
}

/** The column with one of the names, compared in lower case: earlier names first, then earlier columns; -1 for none. */
export function findColumn(cells: readonly string[], names: readonly string[]): number {
  const lowered = cells.map((cell) => cell.toLowerCase());
  for (const name of names) {
    const column = lowered.indexOf(name);
    if (column >= 0) return column;
  }
  return -1;
}

function findColumns(cells: readonly string[]): Int32Array {
  const columns = new Int32Array(COLUMN_NAMES.length).fill(-1);
  for (const [slot, names] of COLUMN_NAMES) columns[slot] = findColumn(cells, names);
  return columns;
}

function missingColumns(columns: Int32Array): string[] {
  return [DATE, CLOSE].filter((slot) => columns[slot] === -1).map((slot) => SLOT_NAMES[slot] ?? "");
}

/** A column called name holds the symbol when all that the sample shows of it looks like tickers. */
function findTickersInName({ cells, sampleRows }: Header): number {
  const column = findColumn(cells, ["name"]);
  if (column < 0) return -1;
  const values = sampleRows.map((row) => trimCell(row[column] ?? "")).filter((value) => value !== "");
  return values.length > 0 && values.every((value) => TICKER.test(value)) ? column : -1;
}

/** A date or a number: what stands in rows, not in headers. */
function isValue(cell: string): boolean {
  return dayFromText(cell) > UNREADABLE_DAY || Number.isFinite(numberFromText(cell));
}

function refuseHeader(file: string, { cells, line }: Header, missing: readonly string[]): Error {
  const example = "date,open,high,low,close,volume";
  if (cells.some(isValue)) {
    return refusal(
      "file-refused",
      file,
      line,
      `no header; add a first line that names the columns, e.g. ${example}`,
    );
  }
  const columns = missing.map((name) => `no ${name} column`).join(" and ");
  const garbled = cells.some((cell) => cell.includes("\uFFFD")) ? " Save the file as UTF-8." : "";
  return refusal(
    "file-refused",
    file,
    line,
    `${columns} in the header ${quoteCell(cells.join(","))}; name the columns, e.g. ${example}.${garbled}`,
  );
}

function refuseOtherThanText(file: string, sample: Uint8Array): void {
  const [first = 0, second = 0, third = 0, fourth = 0] = sample;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw refusal("file-refused", file, 1, "saved as UTF-16; save it as CSV in UTF-8");
  }
  if (first === 0x50 && second === 0x4b && third === 3 && fourth === 4) {
    throw refusal(
      "file-refused",
      file,
      null,
      "a zip archive or a workbook, not CSV; save it as CSV, or name an archive of CSV files .zip",
    );
  }
  if (sample.includes(0))
    throw refusal("file-refused", file, 1, "not a text file; save the data as CSV in UTF-8");
}

/** Where the first line that is not blank starts, and how many lines lie before it. */
function skipBlankLines(sample: Uint8Array): [start: number, lines: number] {
  const isMarked = sample[0] === 0xef && sample[1] === 0xbb && sample[2] === 0xbf;
  let start = isMarked ? 3 : 0;
  let lines = 0;
  for (let at = start; at < sample.length; at++) {
    const byte = sample[at] ?? 0;
    if (byte === NEWLINE) {
      start = at + 1;
      lines++;
    } else if (byte !== 32 && byte !== 9 && byte !== 13) {
      return [start, lines];
    }
  }
  return [sample.length, lines];
}

/** The first lines as text with LF line ends; a line that the sample cuts is left out, unless it is the only one. */
function sampleText(sample: Uint8Array, isWhole: boolean): string {
  let end = 0;
  for (let line = 0; line < SAMPLE_LINES; line++) {
    const at = sample.indexOf(NEWLINE, end);
    if (at < 0) {
      if (isWhole || end === 0) end = sample.length;
      break;
    }
    end = at + 1;
  }
  const text = decodeText(sample.subarray(0, end));
  return text.replaceAll("\r\n", "\n");
}
