/**
 * Reads rows straight from bytes: no text, no object, no cell is made for a row that is well.
 *
 * In: complete lines without quotes, in UTF-8, one ASCII delimiter. Out: each row to `take`, in its order.
 * Files with quotes are for text-rows.ts; what a cell means is settled in cells.ts for both.
 */
import { isCalendarDay, toEpochDay } from "#workers/model/day.ts";
import { dayFromText, decodeText, isBlank, numberFromText } from "./cells.ts";
import type { Layout } from "./layout.ts";
import { refuseLongLine } from "./refusal.ts";
import { createRow, DATE, MAX_LINE_BYTES, NO_DAY, NUMBER_SLOTS, SKIP, SYMBOL } from "./row.ts";
import type { Row, TakeRow } from "./row.ts";
import { createSymbolFinder, startsWith, symbolNumber } from "./symbols.ts";
import type { KnownSymbol, SymbolList } from "./symbols.ts";

const LF = 10;
const CR = 13;
const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;

/** Powers that a double holds exactly: an integer below 2^53 divided by one of them is correctly rounded. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
const ISO_DAY_BYTES = 10;
const EXACT_BELOW = 2 ** 53;

export interface ByteRows {
  /** Reads the lines in bytes[start..end-1]; bytes[end-1] is a line feed. */
  readLines(bytes: Uint8Array, start: number, end: number): void;
  /** 1-based number of the next line. */
  nextLine(): number;
  /** Cells of the narrowest and of the widest line so far; Infinity and 0 without a line. */
  widths(): { readonly fewest: number; readonly most: number };
}

/** What one line needs at hand; one object for all lines. */
interface Scan {
  readonly row: Row;
  readonly delimiter: number;
}

export function createByteRows(layout: Layout, symbols: SymbolList, take: TakeRow): ByteRows {
  const finder = createSymbolFinder(symbols);
  const { slots, columns } = layout;
  const scan: Scan = { row: createRow(), delimiter: layout.delimiter.charCodeAt(0) };
  const { row, delimiter } = scan;
  const lastColumn = columns.reduce((last, column) => Math.max(last, column), 0);
  const hasSymbols = (columns[SYMBOL] ?? -1) >= 0;
  const fileSymbol = hasSymbols ? -1 : symbolNumber(symbols, layout.symbolFromName);
  let known: KnownSymbol = finder.none;
  let line = layout.firstLine;
  let lineBytes: Uint8Array = new Uint8Array(0);
  let lineStart = 0;
  let fewest = Infinity;
  let most = 0;

  function cellText(slot: number): string {
    const end = lineBytes.indexOf(LF, lineStart);
    const text = decodeText(lineBytes.subarray(lineStart, end));
    return text.split(layout.delimiter)[columns[slot] ?? -1] ?? "";
  }

  /** Reads the cell that starts at `at` and returns where it ends: at a delimiter or line feed. */
  function readCell(bytes: Uint8Array, at: number, slot: number): number {
    if (slot < NUMBER_SLOTS) return readNumber(bytes, at, slot, scan);
    if (slot === DATE) return readDay(bytes, at, scan);
    return slot === SYMBOL ? readSymbol(bytes, at) : findCellEnd(bytes, at, delimiter);
  }

  /** Most rows have the symbol of the row before, so its bytes are tried first. */
  function readSymbol(bytes: Uint8Array, at: number): number {
    const knownEnd = at + known.bytes.length;
    const next = bytes[knownEnd] ?? LF;
    if ((next === delimiter || next === LF) && startsWith(bytes, at, known.bytes)) {
      row.symbol = known.number;
      return knownEnd;
    }
    const cellEnd = findCellEnd(bytes, at, delimiter);
    let start = at;
    let end = cellEnd;
    while (start < end && isBlank(bytes[start] ?? 0)) start++;
    while (end > start && isBlank(bytes[end - 1] ?? 0)) end--;
    known = finder.find(bytes, start, end);
    row.symbol = known.number;
    return cellEnd;
  }

  /** Reads one line and returns where the next one starts. */
  function readLine(bytes: Uint8Array, start: number): number {
    for (let slot = 0; slot < NUMBER_SLOTS; slot++) row.values[slot] = NaN; // half the time of fill(), on eight numbers
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
    readLines(bytes, start, end) {
      lineBytes = bytes;
      for (let at = start; at < end; line++) {
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
    },
    nextLine: () => line,
    widths: () => ({ fewest, most }),
  };
}

function findCellEnd(bytes: Uint8Array, start: number, delimiter: number): number {
  let at = start;
  for (let byte = bytes[at] ?? LF; byte !== delimiter && byte !== LF; byte = bytes[at] ?? LF) at++;
  return at;
}

function isBlankLine(bytes: Uint8Array, start: number, delimiter: number): boolean {
  let at = start;
  let byte = bytes[at] ?? LF;
  while (isBlank(byte) && byte !== delimiter) byte = bytes[++at] ?? LF;
  return byte === LF;
}

/**
 * A number of digits with at most one dot, up to its delimiter, is read here and exactly; anything else by Number(text).
 * Returns where the cell ends.
 */
function readNumber(bytes: Uint8Array, start: number, slot: number, { row, delimiter }: Scan): number {
  let at = start;
  let byte = bytes[at] ?? LF;
  const isNegative = byte === MINUS;
  if (isNegative || byte === PLUS) byte = bytes[++at] ?? LF;
  const firstDigit = at;
  let mantissa = 0;
  while (byte >= ZERO && byte <= ZERO + 9) {
    mantissa = mantissa * 10 + (byte - ZERO);
    byte = bytes[++at] ?? LF;
  }
  let digits = at - firstDigit;
  let decimals = 0;
  if (byte === DOT) {
    const firstDecimal = at + 1;
    byte = bytes[++at] ?? LF;
    while (byte >= ZERO && byte <= ZERO + 9) {
      mantissa = mantissa * 10 + (byte - ZERO);
      byte = bytes[++at] ?? LF;
    }
    decimals = at - firstDecimal;
    digits += decimals;
  }
  if (byte === CR && bytes[at + 1] === LF) byte = bytes[++at] ?? LF;
  const isPlain = (byte === delimiter || byte === LF) && digits > 0;
  if (isPlain && mantissa < EXACT_BELOW && decimals < POWERS_OF_TEN.length) {
    const value = decimals === 0 ? mantissa : mantissa / (POWERS_OF_TEN[decimals] ?? NaN);
    row.values[slot] = isNegative ? -value : value;
    return at;
  }
  const end = findCellEnd(bytes, at, delimiter);
  row.values[slot] = at === start && end === start ? NaN : numberFromText(latin1(bytes, start, end));
  return end;
}

/** YYYY-MM-DD is read here, anything else from its text. Returns where the cell ends. */
function readDay(bytes: Uint8Array, start: number, { row, delimiter }: Scan): number {
  const plainEnd = start + ISO_DAY_BYTES;
  const next = bytes[plainEnd] ?? LF;
  if (next === delimiter || next === LF) {
    const year = twoDigits(bytes, start) * 100 + twoDigits(bytes, start + 2);
    const month = twoDigits(bytes, start + 5);
    const dayOfMonth = twoDigits(bytes, start + 8);
    const hasDashes = bytes[start + 4] === MINUS && bytes[start + 7] === MINUS;
    if (hasDashes && year >= 0 && isCalendarDay(year, month, dayOfMonth)) {
      row.day = toEpochDay(year, month, dayOfMonth);
      return plainEnd;
    }
  }
  const end = findCellEnd(bytes, start, delimiter);
  row.day = dayFromText(latin1(bytes, start, end));
  return end;
}

/** The number of two digits, NaN for anything else. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] ?? 0) - ZERO;
  const ones = (bytes[at + 1] ?? 0) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}

/** Bytes as text, one character each: enough to tell a number from what is none. */
function latin1(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}
