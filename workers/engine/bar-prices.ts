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

export function pricesInMemory({ openAt, close, volume, marketCap }: Prices): BarPrices {
  return {
    open: openAt,
    close: (row) => close[row],
    volume: (row) => volume[row],
    marketCap: (row) => marketCap?.[row] ?? NaN,
  };
}
