/** Figures of single bars, for what is traded, marked and ranked: from columns in memory, or read when asked for. */
import type { Prices } from "./facts.ts";

/** @param row - of the market, one of the member's */
export type BarFigure = (row: number, member: number) => number;

export interface BarPrices {
  /** On the run's price basis. */
  readonly open: BarFigure;
  readonly close: BarFigure;
  readonly volume: BarFigure;
  /** NaN, 0 or less where unknown. */
  readonly marketCap: BarFigure;
}

/** Figures of the market's rows from .. to - 1, all of them of that member; good until other figures are asked for. */
export type RowsOfMember = (member: number, from: number, to: number) => Float64Array;

export function pricesInMemory(prices: Prices): BarPrices {
  const { openAt, closeAt } = prices;
  let volume: Float64Array | null = null; // columns that are worked out when they are first looked at
  let marketCap: Float64Array | null = null;
  return {
    open: openAt,
    close: closeAt,
    volume: (row) => (volume ??= prices.volume)[row],
    marketCap: (row) => (marketCap ??= prices.marketCap)?.[row] ?? NaN,
  };
}

export function figuresOf(column: Float64Array): BarFigure {
  return (row) => column[row];
}
