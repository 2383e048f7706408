/**
 * Reads rows of statements: from the bytes of a plain file, else from cells of text. A cell of the usual shape is
 * read without a text being made of it; what a cell means otherwise is settled in dates.ts and numbers.ts.
 */
import { findCellEnd, readDay, readNumber } from "#workers/market/byte-cells.ts";
import type { Scan } from "#workers/market/byte-cells.ts";
import { decodeText } from "#workers/market/cells.ts";
import type { LineRows } from "#workers/market/byte-rows.ts";
import { createFramedRows } from "#workers/market/line-frame.ts";
import { createRow, NO_DAY, NO_SYMBOL, UNREADABLE, UNREADABLE_DAY } from "#workers/market/row.ts";
import { createSymbolCells } from "#workers/market/symbol-cells.ts";
import { createSymbolList, createWordList, symbolNumber } from "#workers/market/symbols.ts";
import type { SymbolList } from "#workers/market/symbols.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { DateOrder, Decimal } from "#workers/model/import-check.ts";
import { dayOf, isNoDay, readDateCell } from "../cells/dates.ts";
import { readNumber as numberOf } from "../cells/numbers.ts";
import type { ColumnMeaning } from "./layout-shape.ts";

/** A mark in the place of a column's number. */
export const OTHER_CELL = -1;
export const SYMBOL_CELL = -2;
/** Anything in it says that the row is of a part of the company. */
const PART_CELL = -3;
const FIRST_DAY = -10;
const FIRST_WORD = -20;

/** Cells that hold days, in the order of RawRow.days. */
export const DAY_MEANINGS = ["period", "spanStart", "from", "until"] as const;
/** Cells that hold words, in the order of RawRow.words. */
export const WORD_MEANINGS = [
  "span",
  "currency",
  "dimension",
  "sum",
  "time",
  "name",
  "unit",
  "form",
  "frame",
] as const;
/** Days of publication stand behind the others: there may be several. */
export const PUBLISHED_AT: number = DAY_MEANINGS.length;
const MOST_PUBLISHED = 3;

/** A line as its columns have it; the same object for all lines. */
export interface RawRow {
  line: number;
  /** Number in the list of symbols, or a mark as symbolNumber gives it. */
  symbol: number;
  /** True where one of the values is UNREADABLE. */
  isDamaged: boolean;
  /** By number column: NaN for an empty cell, UNREADABLE for one that is no number. */
  readonly values: Float64Array;
  /** By DAY_MEANINGS, then days of publication: NO_DAY or UNREADABLE_DAY where there is none. */
  readonly days: Int32Array;
  /** True for a figure of a segment, a subsidiary or the like. */
  isPart: boolean;
  /** Seconds of the day behind the latest day of publication; -1 where it has no time. */
  seconds: number;
  /** By WORD_MEANINGS: the number of the word in words, NO_SYMBOL for an empty cell. */
  readonly words: Int32Array;
}

export interface RawColumns {
  readonly file: string;
  readonly delimiter: string;
  /** For each column, the place of a number from 0 on, or a mark. */
  readonly cells: Int32Array;
  readonly numbers: number;
  /** Of days such as 03/04/2024; null where nothing says it, and they are unreadable. */
  readonly dateOrder: DateOrder | null;
  /** The numbers' decimal sign; a file with commas is read from text. */
  readonly decimal: Decimal;
  /** What cells of parts hold in rows of the whole company, beside nothing. */
  readonly whole?: RegExp | undefined;
  readonly firstLine: number;
}

export interface RawWords {
  readonly symbols: SymbolList;
  /** Words of each of WORD_MEANINGS. */
  readonly words: readonly SymbolList[];
}

export function createRawWords(): RawWords {
  return { symbols: createSymbolList(), words: WORD_MEANINGS.map(createWordList) };
}

/** The mark of a column that is no number. @param published - how many days of publication stand before it */
export function markOf(meaning: ColumnMeaning | null, published: number): number {
  if (meaning === "symbol") return SYMBOL_CELL;
  if (meaning === "part") return PART_CELL;
  if (meaning === "published")
    return published < MOST_PUBLISHED ? FIRST_DAY - PUBLISHED_AT - published : OTHER_CELL;
  const day = DAY_MEANINGS.findIndex((one) => one === meaning);
  if (day >= 0) return FIRST_DAY - day;
  const word = WORD_MEANINGS.findIndex((one) => one === meaning);
  return word >= 0 ? FIRST_WORD - word : OTHER_CELL;
}

export type TakeRawRow = (row: RawRow, cellText: (column: number) => string) => void;

function createRawRow(numbers: number): RawRow {
  return {
    line: 0,
    symbol: NO_SYMBOL,
    isDamaged: false,
    values: new Float64Array(numbers).fill(NaN),
    days: new Int32Array(PUBLISHED_AT + MOST_PUBLISHED).fill(NO_DAY),
    isPart: false,
    seconds: -1,
    words: new Int32Array(WORD_MEANINGS.length).fill(NO_SYMBOL),
  };
}

function clear(row: RawRow): void {
  const { values, days, words } = row;
  for (let at = 0; at < values.length; at++) values[at] = NaN;
  for (let at = 0; at < days.length; at++) days[at] = NO_DAY;
  for (let at = 0; at < words.length; at++) words[at] = NO_SYMBOL;
  row.symbol = NO_SYMBOL;
  row.isDamaged = false;
  row.isPart = false;
  row.seconds = -1;
}

/** Digits of nothing stand for no part in the SEC's newer files. */
const NO_PART = /^(?:0x0+)?$/;

function isPart({ whole }: RawColumns, text: string): boolean {
  const word = text.trim();
  return !NO_PART.test(word) && !whole?.test(word);
}

/** A day in any shape whose order is plain; UNREADABLE_DAY for another, NO_DAY for an empty cell. */
function dayOfText(text: string, row: RawRow, order: DateOrder | null): number {
  const trimmed = text.trim();
  if (isNoDay(trimmed)) return NO_DAY;
  const cell = readDateCell(trimmed);
  if (!cell || (cell.parts.type === "open" && order === null)) return UNREADABLE_DAY;
  if (cell.time > 0 && !cell.isUtc) row.seconds = cell.time;
  return dayOf(cell.parts, order ?? "ymd") ?? UNREADABLE_DAY;
}

/** Reads lines without quotes. */
export function createRawByteRows(columns: RawColumns, known: RawWords, take: TakeRawRow): LineRows {
  const { numbers } = columns;
  const row = createRawRow(numbers);
  const delimiter = columns.delimiter.charCodeAt(0);
  const scanned = createRow(numbers);
  const scan: Scan = { row: { ...scanned, values: row.values }, delimiter };
  const symbolCells = createSymbolCells(known.symbols, delimiter);
  const wordCells = known.words.map((list) => createSymbolCells(list, delimiter));
  /** Reads the cell that starts at `at` and returns where it ends: at a delimiter or line feed. */
  function readCell(bytes: Uint8Array, at: number, cell: number): number {
    if (cell >= 0) {
      const end = readNumber(bytes, at, cell, scan);
      if (row.values[cell] === UNREADABLE) {
        const value = numberOf(decodeText(bytes.subarray(at, end)), "dot");
        row.values[cell] = value;
        row.isDamaged ||= value === UNREADABLE;
      }
      return end;
    }
    if (cell === OTHER_CELL) return findCellEnd(bytes, at, delimiter);
    if (cell === SYMBOL_CELL) {
      const end = symbolCells.read(bytes, at);
      row.symbol = symbolCells.number;
      return end;
    }
    if (cell === PART_CELL) {
      const end = findCellEnd(bytes, at, delimiter);
      row.isPart ||= end > at && isPart(columns, decodeText(bytes.subarray(at, end)));
      return end;
    }
    if (cell > FIRST_WORD) {
      const end = readDay(bytes, at, scan);
      const day = scan.row.day;
      row.days[FIRST_DAY - cell] =
        day === UNREADABLE_DAY ? dayOfText(decodeText(bytes.subarray(at, end)), row, columns.dateOrder) : day;
      return end;
    }
    const word = FIRST_WORD - cell;
    const reader = wordCells[word];
    if (!reader) return findCellEnd(bytes, at, delimiter);
    const end = reader.read(bytes, at);
    row.words[word] = reader.number;
    return end;
  }

  return createFramedRows(columns, {
    values: row.values,
    begin: () => clear(row),
    readCell,
    end(line, cellText) {
      row.line = line;
      take(row, cellText);
    },
  });
}

/** Takes the cells of one line, from text. */
export function createRawTextRow(
  columns: RawColumns,
  known: RawWords,
  take: TakeRawRow,
): (texts: readonly string[], line: number) => void {
  const { cells, numbers, dateOrder, decimal } = columns;
  const row = createRawRow(numbers);
  let current: readonly string[] = [];
  const cellText = (column: number): string => current[column] ?? "";
  return (texts, line) => {
    current = texts;
    clear(row);
    row.line = line;
    for (const [column, cell] of cells.entries()) {
      const text = texts[column] ?? "";
      if (cell >= 0) {
        row.values[cell] = numberOf(text, decimal);
        row.isDamaged ||= row.values[cell] === UNREADABLE;
      } else if (cell === SYMBOL_CELL) row.symbol = symbolNumber(known.symbols, text);
      else if (cell === PART_CELL) row.isPart ||= isPart(columns, text);
      else if (cell <= FIRST_WORD) {
        const list = known.words[FIRST_WORD - cell];
        if (list) row.words[FIRST_WORD - cell] = symbolNumber(list, text);
      } else if (cell <= FIRST_DAY) row.days[FIRST_DAY - cell] = dayOfText(text, row, dateOrder);
    }
    take(row, cellText);
  };
}

/** For messages. */
export function showDay(day: number): string {
  return day <= UNREADABLE_DAY ? "no day" : formatIsoDay(day);
}
