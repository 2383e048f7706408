/**
 * Cells straight from bytes: numbers and days of the usual shapes without a text, all others by their text, so that what
 * a cell means is settled in cells.ts. Lines are complete, without quotes, in UTF-8, with one ASCII delimiter.
 */
import { isCalendarDay, toEpochDay } from "#workers/model/day.ts";
import { dayFromText, decodeText, isBlank, numberFromText } from "./cells.ts";
import type { Row } from "./row.ts";

export const LF = 10;
export const CR = 13;
const PLUS = 43;
export const MINUS = 45;
const DOT = 46;
export const ZERO = 48;

/** Stands between cells whose quotes were taken off, because these may have any delimiter in them. */
export const BETWEEN_UNQUOTED = "\u001f";
/** Stands in such a cell for a line end: a vertical tab, which is no blank and in no number. */
export const LINE_IN_CELL = 11;

/** Powers that a double holds exactly: an integer below 2^53 divided by one of them is correctly rounded. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
const ISO_DAY_BYTES = 10;
const EXACT_BELOW = 2 ** 53;
/** So many digits are below 2^31. */
export const FEW_DIGITS = 9;

/** What one line needs at hand; one object for all lines. */
export interface Scan {
  readonly row: Row;
  readonly delimiter: number;
}

export function findCellEnd(bytes: Uint8Array, start: number, delimiter: number): number {
  let at = start;
  for (let byte = bytes[at] ?? LF; byte !== delimiter && byte !== LF; byte = bytes[at] ?? LF) at++;
  return at;
}

export function isBlankLine(bytes: Uint8Array, start: number, delimiter: number): boolean {
  let at = start;
  let byte = bytes[at] ?? LF;
  while (isBlank(byte) && byte !== delimiter) byte = bytes[++at] ?? LF;
  return byte === LF;
}

/** The text of one cell of the line that starts at `start`, for a message; "" for a line that is shorter. */
export function cellOfLine(bytes: Uint8Array, start: number, delimiter: string, column: number): string {
  const text = decodeText(bytes.subarray(start, bytes.indexOf(LF, start)));
  const cell = text.split(delimiter)[column] ?? "";
  return delimiter === BETWEEN_UNQUOTED ? cell.replaceAll("\v", "\n") : cell;
}

/**
 * A number of digits with at most one dot, up to its delimiter, is read here and exactly; anything else by Number(text).
 * Returns where the cell ends.
 */
export function readNumber(bytes: Uint8Array, start: number, slot: number, { row, delimiter }: Scan): number {
  let at = start;
  let byte = bytes[at] ?? LF;
  const isNegative = byte === MINUS;
  if (isNegative || byte === PLUS) byte = bytes[++at] ?? LF;
  const firstDigit = at;
  let few = 0; // whole numbers are put together sooner than doubles
  for (const end = at + FEW_DIGITS; byte >= ZERO && byte <= ZERO + 9 && at < end; byte = bytes[++at] ?? LF)
    few = (Math.imul(few, 10) + (byte - ZERO)) | 0;
  let mantissa = few;
  while (byte >= ZERO && byte <= ZERO + 9) {
    mantissa = mantissa * 10 + (byte - ZERO);
    byte = bytes[++at] ?? LF;
  }
  let digits = at - firstDigit;
  let decimals = 0;
  if (byte === DOT) {
    const firstDecimal = at + 1;
    byte = bytes[++at] ?? LF;
    if (digits < FEW_DIGITS) {
      for (
        const end = at + FEW_DIGITS - digits;
        byte >= ZERO && byte <= ZERO + 9 && at < end;
        byte = bytes[++at] ?? LF
      )
        few = (Math.imul(few, 10) + (byte - ZERO)) | 0;
      mantissa = few;
    }
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
export function readDay(bytes: Uint8Array, start: number, { row, delimiter }: Scan): number {
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
