/** Tables with a column an instrument: which columns are one, and which words among them are something else. */
import { CLOSE, HIGH, LOW, NUMBER_SLOTS, OPEN, VOLUME } from "#workers/market/row.ts";
import type { Group } from "./table-columns.ts";
import { isEmpty, share } from "./table-columns.ts";
import { isTicker, knownName } from "./header-names.ts";
import type { KnownName, Role } from "./header-names.ts";
import { looksNumeric } from "../cells/numbers.ts";
import type { Table } from "../what/table.ts";

/** So many columns of numbers that tickers head are no single instrument's. */
export const SURELY_WIDE = 5;
/** Shares of the cells that hold something. */
const NEARLY_ALL = 0.9;
const SOME = 0.2;
/** No name of an instrument: none, what pandas puts in place of none, and names of counts. */
export const NO_NAME: RegExp = /^(?:.?|unnamed: ?\d+|index|level_\d+|id|no\.?|row|sr\.? ?no\.?)$/i;
/** What these words name is another figure than a price, where they are no tickers. */
const NO_TICKERS: ReadonlySet<Role | undefined> = new Set<Role | undefined>([
  "known",
  "date",
  "volume",
  "adjClose",
  "adjOther",
  "marketCap",
  "shares",
]);

export interface WideGroups {
  readonly groups: Group[];
  /** Columns of `groups` that words head which are mostly something else. */
  readonly doubtful: readonly number[];
  /** Columns of figures beside them that no ticker heads, `Reliance Industries` or `spread`: behind `groups`. */
  readonly likely: readonly number[];
  /** The like that are empty in the rows looked at: behind `likely`. */
  readonly late: readonly number[];
}

/**
 * A close for each column of numbers that a ticker heads. One that is empty in the rows looked at is of an instrument that
 * was listed later; and among many tickers a word that is mostly something else, as RSI or DATA, is one like the others.
 */
export function wideGroups(table: Table, known: readonly (KnownName | null)[], dateAt: number): WideGroups {
  const tickers = [...table.header.entries()].filter(([column, cell]) => column !== dateAt && isTicker(cell));
  const isWord = (column: number): boolean => NO_TICKERS.has(known[column]?.role);
  const isNumeric = (column: number): boolean => share(table, column, looksNumeric) >= NEARLY_ALL;
  const sure = tickers.filter(([column]) => !isWord(column) && isNumeric(column));
  const isSurelyWide = sure.length >= SURELY_WIDE;
  const hasSome = sure.length > 0;
  // What is no number there is left out with its place, and no instrument is lost for it.
  const hasNumbers = (column: number): boolean => share(table, column, looksNumeric) >= SOME;
  const isTaken = (column: number): boolean =>
    isNumeric(column) || (hasSome && (isEmpty(table, column) || hasNumbers(column)));
  const taken = tickers.filter(([column]) => (!isWord(column) || hasSome) && isTaken(column));
  const isOpen = ([column, cell]: readonly [number, string]): boolean =>
    column !== dateAt && !isTicker(cell) && !known[column] && !NO_NAME.test(cell);
  const open = hasSome ? [...table.header.entries()].filter(isOpen) : [];
  const likely = open.filter(([column]) => isOfPrices(table, column));
  const late = open.filter(([column]) => isEmpty(table, column));
  return {
    groups: taken.concat(likely, late).map(([column, cell]) => {
      const columns = new Int32Array(NUMBER_SLOTS).fill(-1);
      columns[CLOSE] = column;
      return { symbol: cell, columns };
    }),
    likely: likely.map(([column]) => column),
    late: late.map(([column]) => column),
    doubtful: isSurelyWide ? [] : taken.map(([column]) => column).filter(isWord),
  };
}

/** True where figures stand, nearly all above 0, that are no count of the rows. */
export function isOfPrices(table: Table, column: number): boolean {
  const figures = table.rows.map((row) => Number(row[column]?.replace(",", ".") ?? NaN));
  const isCount = figures.every((figure, at) => at === 0 || figure === (figures[at - 1] ?? NaN) + 1);
  const ofFigures = share(table, column, looksNumeric);
  const ofPrices = share(
    table,
    column,
    (cell) => looksNumeric(cell) && !/^\s*(?:[-(]|0*\.?0*\s*$)/.test(cell),
  );
  return !isCount && ofFigures >= SOME && ofPrices >= NEARLY_ALL * ofFigures;
}

/** Names of figures that are worked out of prices, in capitals. */
const INDICATOR =
  /^(?:ATR|OBV|MFI|CCI|ADX|ROC|EMA|SMA|WMA|DMA|MACD|BB|UPPER|LOWER|MIDDLE|SIGNAL|HIST|STD|RET|LOG|PCT)$|\d/;

/** A close alone beside columns that tickers head: it may be one of them. "" where nothing is doubtful. */
export function besideClose({ header }: Table, { columns }: Group, wide: readonly Group[]): string {
  if ([OPEN, HIGH, LOW, VOLUME].some((slot) => columns[slot] !== -1)) return "";
  const close = columns[CLOSE] ?? -1;
  const others = wide.map(({ columns: own }) => header[own[CLOSE] ?? -1] ?? "");
  const found = others.filter((name) => name !== header[close] && !INDICATOR.test(name) && !knownName(name));
  if (!isTicker(header[close] ?? "") || found.length === 0) return "";
  return `${header[close] ?? ""} would be the close, and nothing is taken of ${found.join(", ").slice(0, 80)}, which may be instruments.`;
}
