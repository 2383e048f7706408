/**
 * Columns that a market from the store leaves in their stored code: a run fills at the opens of a few bars in a thousand,
 * and zones spare it the look at most days, volumes and market caps.
 */
import type { Market } from "./market.ts";

/** Figures of the rows from .. to - 1, all of them of that instrument; good until the next call. */
export type RowsOf = (instrument: number, from: number, to: number) => Float64Array;

export interface LateColumn {
  /** Works out these figures alone while the column is not there. */
  readonly rows: RowsOf;
  /** The column, worked out at the first call; the same one from then on. */
  readonly whole: () => Float64Array;
}

export interface LateDays {
  /** Of one instrument's bars, worked out alone while the column is not there. */
  readonly of: (instrument: number) => Int32Array;
  /** As LateColumn's. */
  readonly whole: () => Int32Array;
}

export interface LateColumns {
  readonly day: LateDays;
  readonly open: LateColumn;
  readonly volume: LateColumn;
  /** null where no bar has one. */
  readonly marketCap: LateColumn | null;
}

/** Of the very market: a copy, with other columns perhaps, has its own. */
const lateColumns = new WeakMap<Market, LateColumns>();

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
    get volume() {
      return columns.volume.whole();
    },
    get marketCap() {
      return columns.marketCap?.whole() ?? null;
    },
  };
  lateColumns.set(late, columns);
  return late;
}

/** Figures of some bars, without the column where it is not there yet; null where no bar has one. */
export function rowsOf(market: Market, name: "open" | "volume"): RowsOf;
export function rowsOf(market: Market, name: "open" | "volume" | "marketCap"): RowsOf | null;
export function rowsOf(market: Market, name: "open" | "volume" | "marketCap"): RowsOf | null {
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
