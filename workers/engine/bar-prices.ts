/** Figures of single bars, for what is traded, marked and ranked: from columns in memory, or read when asked for. */

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

/** Column values by the market's row. Those of a market from the store are worked out when they are first looked at. */
export interface Prices {
  /** On the run's price basis. */
  readonly open: Float64Array;
  readonly close: Float64Array;
  /** Closes as the file has them, whatever the basis. */
  readonly fileClose: Float64Array;
  readonly volume: Float64Array;
  /** NaN where unknown; null where the universe has none at all. */
  readonly marketCap: Float64Array | null;
}

/** Each column is looked up once, when the first of its figures is asked for. */
export function pricesInMemory(prices: Prices): BarPrices {
  let open: Float64Array | null = null;
  let close: Float64Array | null = null;
  let volume: Float64Array | null = null;
  let marketCap: Float64Array | null = null;
  return {
    open: (row) => (open ??= prices.open)[row],
    close: (row) => (close ??= prices.close)[row],
    volume: (row) => (volume ??= prices.volume)[row],
    marketCap: (row) => (marketCap ??= prices.marketCap)?.[row] ?? NaN,
  };
}
