/**
 * The rows of a file of statements as columns: whose, of which period, known from when, and a column of values for each
 * figure. What a file leaves open, such as the day of publication, is settled when all files of an import are known.
 */
import { NO_DAY } from "#workers/market/row.ts";
import type { FactsTally } from "#workers/market/facts-tally.ts";
import type { FactLag } from "#workers/model/market.ts";
import type { CodeKind } from "./identities.ts";
import type { ItemKind } from "./items.ts";
import {
  closePages,
  createValueColumn,
  isPageStart,
  openPages,
  packBefore,
  setRow,
  setValue,
  valueAt,
} from "./value-column.ts";
import type { OpenPages, ValueColumn } from "./value-column.ts";

/** How many quarters a row is of, 1 to 4; or one of these marks. */
export const DATED = 0;
/** A quarter that ends a fiscal year. */
export const LAST_QUARTER = 5;
/** Twelve months up to any quarter's end: no fiscal year. */
export const TRAILING = 6;
/** A statement whose span is told by the distance of its periods. */
export const SPAN_OPEN = 255;
/** A day on which results were announced, without figures and without a period. */
export const ANNOUNCED = 254;

export interface StatementFigure {
  /** As rules have it, before `.quarter` and the others; of a dated figure the whole name. */
  readonly name: string;
  readonly kind: ItemKind | "dated";
}

export interface StatementTable {
  readonly tally: FactsTally;
  readonly vendor: string;
  /** Names or codes of its companies. */
  readonly symbols: readonly string[];
  readonly code: CodeKind;
  readonly figures: readonly StatementFigure[];
  readonly rows: number;
  /** The symbol of each row; arrays may be longer than there are rows. */
  readonly symbol: Int32Array;
  /** EpochDay of the period's end; NO_DAY for a dated figure. */
  readonly period: Int32Array;
  /** EpochDay of publication, from the next day on known; NO_DAY where the file doesn't say it. */
  readonly known: Int32Array;
  readonly span: Uint8Array;
  /** 1 for a row of a company without its group: not used where there are rows of the group. */
  readonly alone: Uint8Array;
  readonly line: Int32Array;
  /** Values of each figure: NaN where the file says nothing. */
  readonly values: readonly ValueColumn[];
  /** Currency of all its money; "" where the file doesn't say it. */
  readonly currency: string;
  /** What was answered for rows without a day of publication; null where nobody had to. */
  readonly lag: FactLag | null;
  /** How many rows have a time of publication whose zone nobody knows; absent for none. */
  readonly unzoned?: number;
  /** How many rows were passed over, by what they are: "of TTM". */
  readonly passed: ReadonlyMap<string, number>;
  /** What figures were multiplied by, as the file or its layout says that they are in lakhs or the like; 1 is none. */
  readonly units: readonly number[];
}

/** A row on its way in; the same object for all rows of a file. */
export interface StatementRow {
  symbol: number;
  period: number;
  known: number;
  span: number;
  isAlone: boolean;
  line: number;
}

/** Takes rows by the one way or by the other. */
export interface StatementRows {
  /** A row with its figures as they were read, and what each is multiplied by. */
  add(row: StatementRow, raw: Float64Array, factors: Float64Array): void;
  /** Sets one figure of the row of this symbol, period, span and day, a new row on first sight. */
  put(row: StatementRow, figure: number, value: number): void;
  /** A figure that no row had so far. */
  addFigure(): void;
  columns(): Pick<
    StatementTable,
    "rows" | "symbol" | "period" | "known" | "span" | "alone" | "line" | "values"
  >;
}

const FIRST_ROWS = 1024;

export function createStatementRow(): StatementRow {
  return {
    symbol: -1,
    period: NO_DAY,
    known: NO_DAY,
    span: SPAN_OPEN,
    isAlone: false,
    line: 0,
  };
}

/** @param onContradiction - told of a line that has a figure a second time with a different value; the first stays */
export function createStatementRows(
  figures: number,
  onContradiction: (line: number, figure: number, firstLine: number) => void,
): StatementRows {
  let room = FIRST_ROWS;
  let rows = 0;
  let symbol = new Int32Array(room);
  let period = new Int32Array(room);
  let known = new Int32Array(room);
  let span = new Uint8Array(room);
  let alone = new Uint8Array(room);
  let line = new Int32Array(room);
  const values = Array.from({ length: figures }, createValueColumn);
  const places = new Map<string, number>();
  let open: OpenPages | null = null;

  function grow(): void {
    room *= 2;
    symbol = grown(symbol, new Int32Array(room));
    period = grown(period, new Int32Array(room));
    known = grown(known, new Int32Array(room));
    span = grown(span, new Uint8Array(room));
    alone = grown(alone, new Uint8Array(room));
    line = grown(line, new Int32Array(room));
  }

  function begin(row: StatementRow): number {
    if (rows === room) grow();
    if (isPageStart(rows)) {
      if (open) closePages(open, values, rows);
      else for (const column of values) packBefore(column, rows);
    }
    symbol[rows] = row.symbol;
    period[rows] = row.period;
    known[rows] = row.known;
    span[rows] = row.span;
    alone[rows] = row.isAlone ? 1 : 0;
    line[rows] = row.line;
    return rows++;
  }

  return {
    add(row, raw, factors) {
      open ??= openPages(figures);
      setRow(open, begin(row), raw, factors);
    },
    put(row, figure, value) {
      const key = `${row.symbol} ${row.period} ${row.known} ${row.span} ${row.isAlone}`;
      let at = places.get(key);
      if (at === undefined) {
        at = begin(row);
        places.set(key, at);
      }
      const column = values[figure];
      if (!column) throw new RangeError(`no figure ${figure}`);
      const first = valueAt(column, at);
      if (Number.isNaN(first)) setValue(column, at, value);
      else if (first !== value) onContradiction(row.line, figure, line[at] ?? 0);
    },
    addFigure() {
      values.push(createValueColumn());
    },
    columns() {
      if (open && rows > 0) closePages(open, values, rows);
      return { rows, symbol, period, known, span, alone, line, values };
    },
  };
}

function grown<Column extends Int32Array | Uint8Array>(from: Column, into: Column): Column {
  into.set(from);
  return into;
}
