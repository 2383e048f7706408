/** One row of a price file on its way from the text to the columns, and what each of its cells is called. */
import type { EpochDay } from "#workers/model/day.ts";

/** Places of the numbers in Row.values, and the two cells that are no numbers. */
export const OPEN = 0;
export const HIGH = 1;
export const LOW = 2;
export const CLOSE = 3;
export const VOLUME = 4;
export const ADJ_CLOSE = 5;
export const MARKET_CAP = 6;
export const SHARES = 7;
export const NUMBER_SLOTS = 8;
/** In a RowStore beside the figures: seconds of the day, of files that have times. */
export const TIME = 8;
export const DATE = 8;
export const SYMBOL = 9;
/** A column that nobody asked for. */
export const SKIP = 10;

/** The canonical column name of each slot, as messages say it. */
export const SLOT_NAMES: readonly string[] = [
  "open",
  "high",
  "low",
  "close",
  "volume",
  "adjClose",
  "marketCap",
  "sharesOutstanding",
  "date",
  "symbol",
];

/** In Row.values: a cell that holds something other than a finite number. An empty cell is NaN. */
export const UNREADABLE = Infinity;

/** In Row.day, an empty date cell; like the next one a mark before every EpochDay of a file, never stored. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a mark, checked before a row becomes a bar
export const NO_DAY = -2_147_483_648 as EpochDay;
/** In Row.day, the mark of a date cell that holds something other than a day. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a mark, as above
export const UNREADABLE_DAY = -2_147_483_647 as EpochDay;

/** In place of an instrument's number: an empty symbol cell, and one that holds no symbol. */
export const NO_SYMBOL = -1;
export const UNREADABLE_SYMBOL = -2;

/** A line, or a quoted cell, that is longer than this is no row of prices; keeps a hostile file out of memory. */
export const MAX_LINE_BYTES = 1_048_576;

/** Overwritten row by row, so that no row allocates. */
export interface Row {
  /**
   * One number a slot (those up to VOLUME alone where no cell can be another), or a figure of a file of facts: NaN where
   * the cell is empty or its column missing, UNREADABLE where it is no number.
   */
  readonly values: Float64Array;
  day: EpochDay;
  /** Number of the instrument in the reading's SymbolList, or one of the two marks. */
  symbol: number;
  /** 1-based physical line of the uncompressed file where the row starts. */
  line: number;
  /** How many lines it takes: more than 1 only with a line end inside quotes. */
  lines: number;
}

/** @param numbers - how many of its cells are numbers */
export function createRow(numbers: number = NUMBER_SLOTS): Row {
  return {
    values: new Float64Array(numbers).fill(NaN),
    day: NO_DAY,
    symbol: NO_SYMBOL,
    line: 0,
    lines: 1,
  };
}

/** Takes a row that a reader understood; `cellText` gives the text of a slot's cell for a message. */
export type TakeRow = (row: Row, cellText: (slot: number) => string) => void;
