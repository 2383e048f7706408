/** A column that a market from the store leaves in its stored code: a run fills at the opens of a few bars in a thousand. */
import type { Market } from "./market.ts";

/** The figure of one bar, by the market's row and the number of its instrument. */
export type FigureOf = (row: number, instrument: number) => number;

export interface LateColumn {
  /** Works out this figure alone while the column is not there. */
  readonly at: FigureOf;
  /** The column, worked out at the first call; the same one from then on. */
  readonly whole: () => Float64Array;
}

/** Of the very market: a copy, with other columns perhaps, has its own. */
const lateOpens = new WeakMap<Market, FigureOf>();

/** A market like any other, whose opens are worked out when the column is first looked at. */
export function withLateOpen(market: Omit<Market, "open">, open: LateColumn): Market {
  const late: Market = {
    ...market,
    get open() {
      return open.whole();
    },
  };
  lateOpens.set(late, open.at);
  return late;
}

/** Opens of single bars, without the column where it is not there yet. */
export function openOf(market: Market): FigureOf {
  const late = lateOpens.get(market);
  if (late) return late;
  const { open } = market;
  return (row) => open[row] ?? NaN;
}
