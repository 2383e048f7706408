/**
 * Columns that a market from the store leaves in their stored code. A run fills at the opens of a few bars in a thousand,
 * and zones spare it the look at most days, volumes and market caps; it goes along the closes instrument by instrument.
 * What lies in a file still throws where it is looked at and turns out to be damaged (market/stored-market.ts).
 */
import type { Market, PriceFigure } from "./market.ts";
import type { RowSpan } from "./price-zones.ts";

/** Figures of the rows from .. to - 1, all of them of that instrument; good until those of any late column are asked for. */
export type RowsOf = (instrument: number, from: number, to: number) => Float64Array;

/** Writes such figures, the first one at into[at]. */
export type CopyRows = (instrument: number, span: RowSpan, into: Float64Array, at: number) => void;

/** The figure of a row whose close the caller has: others refer to it. */
export type FigureBeside = (instrument: number, row: number, close: number) => number;

export interface LateColumn {
  /** Works out these figures alone while the column is not there. */
  readonly rows: RowsOf;
  readonly beside: FigureBeside;
  readonly copy: CopyRows;
  /** The column, worked out at the first call; the same one from then on. */
  readonly whole: () => Float64Array;
}

export interface LateDays {
  /** Of one instrument's bars, worked out alone while the column is not there. */
  readonly of: (instrument: number) => Int32Array;
  /** The whole column of days, worked out as LateColumn's is. */
  readonly whole: () => Int32Array;
}

export interface LateColumns {
  readonly day: LateDays;
  readonly open: LateColumn;
  readonly high: LateColumn;
  readonly low: LateColumn;
  readonly close: LateColumn;
  readonly volume: LateColumn;
  /** null where no bar has one. */
  readonly adjClose: LateColumn | null;
  readonly marketCap: LateColumn | null;
}

/** Of the very market: a copy, with other columns perhaps, has its own. */
const lateColumns = new WeakMap<Market, LateColumns>();

const NO_FIGURES = new Float64Array(0);

/** A column without rows. */
export const NO_COLUMN: LateColumn = {
  rows: () => NO_FIGURES,
  beside: () => NaN,
  copy: () => {},
  whole: () => NO_FIGURES,
};

/** A market like any other, whose late columns are worked out when they are first looked at. */
export function withLateColumns(market: Omit<Market, keyof LateColumns>, columns: LateColumns): Market {
  const late: Market = {
    ...market,
    get day() {
      return columns.day.whole();
    },
    get open() {
      return columns.open.whole();
    },
    get high() {
      return columns.high.whole();
    },
    get low() {
      return columns.low.whole();
    },
    get close() {
      return columns.close.whole();
    },
    get volume() {
      return columns.volume.whole();
    },
    get adjClose() {
      return columns.adjClose?.whole() ?? null;
    },
    get marketCap() {
      return columns.marketCap?.whole() ?? null;
    },
  };
  lateColumns.set(late, columns);
  return late;
}

/** The same columns on an object of its own, with these facts: nothing that was worked out of the market is known of it. */
export function withFacts(market: Market, facts: Market["facts"]): Market {
  return changed(market, facts ? { facts } : {});
}

/** The same with other descriptions of its instruments, in their order. */
export function withInstruments(market: Market, instruments: Market["instruments"]): Market {
  const { facts } = market;
  return changed(market, { instruments, ...(facts ? { facts } : {}) });
}

/** Late columns stay late: to spread them into another object would work them all out. */
function changed(market: Market, change: Partial<Pick<Market, "instruments" | "facts">>): Market {
  const columns = lateColumns.get(market);
  if (!columns) return { ...market, ...change };
  const { instruments, barOffset, zones } = market;
  return withLateColumns({ instruments, barOffset, ...(zones ? { zones } : {}), ...change }, columns);
}

/** Columns of a market that are worked out when they are first looked at; null for another. */
export function lateColumnsOf(market: Market): Pick<LateColumns, "open" | "close"> | null {
  return lateColumns.get(market) ?? null;
}

type AlwaysThere = Exclude<PriceFigure, "adjClose" | "marketCap">;

/** Figures of some bars, without the column where it is not there yet; null where no bar has one. */
export function rowsOf(market: Market, name: AlwaysThere): RowsOf;
export function rowsOf(market: Market, name: PriceFigure): RowsOf | null;
export function rowsOf(market: Market, name: PriceFigure): RowsOf | null {
  const late = lateColumns.get(market);
  if (late) return late[name]?.rows ?? null;
  const column = market[name];
  return column && ((_, from, to) => column.subarray(from, to));
}

/** EpochDays of one instrument's bars, without the column where it is not there yet. */
export function daysOf(market: Market, instrument: number): Int32Array {
  const late = lateColumns.get(market);
  const { barOffset } = market;
  return late
    ? late.day.of(instrument)
    : market.day.subarray(barOffset[instrument], barOffset[instrument + 1]);
}

/** The whole column of a market whose columns are there from the start; null where it is to be copied. */
export function figuresInMemory(market: Market, name: PriceFigure): Float64Array | null {
  return lateColumns.has(market) ? null : market[name];
}

/** Writes the figures of an instrument's bars to the front of `into`; NaN where no bar of the market has one. */
export function copyFigures(market: Market, name: PriceFigure, instrument: number, into: Float64Array): void {
  const [from = 0, to = 0] = [market.barOffset[instrument], market.barOffset[instrument + 1]];
  const late = lateColumns.get(market);
  const column = late ? late[name] : market[name];
  if (column === null) into.fill(NaN, 0, to - from);
  else if (column instanceof Float64Array) into.set(column.subarray(from, to));
  else column.copy(instrument, { from, to }, into, 0);
}
