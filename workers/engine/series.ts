/** Other instruments' closes as a run's plan asks for them: what idle cash earns, and what flows grow by. */
import { daysOf } from "#workers/model/late-column.ts";
import type { Market } from "#workers/model/market.ts";
import { adjustedCloses, closesOf } from "./price-basis.ts";

/** An instrument's bars, oldest first, one row a bar. */
export interface Series {
  /** EpochDay. */
  readonly day: Int32Array;
  /** Closes as the file has them. */
  readonly close: Float64Array;
  /** On the run's price basis; as traded where it has no adjusted close. */
  readonly onBasis: () => Float64Array;
}

/** null for a symbol without a bar. */
export type SeriesOf = (symbol: string) => Series | null;

export function seriesOfMarket(market: Market, basis: "as-traded" | "adjusted"): SeriesOf {
  return (symbol) => {
    const instrument = market.instruments.findIndex((each) => each.symbol === symbol);
    if (instrument < 0 || market.barOffset[instrument] === market.barOffset[instrument + 1]) return null;
    const close = closesOf(market, instrument).slice();
    return {
      day: daysOf(market, instrument),
      close,
      onBasis: () => (basis === "adjusted" ? adjustedCloses(market, instrument) : close),
    };
  };
}

/** The place of the last bar on or before a day; -1 where there is none. */
export function barOn({ day }: Series, date: number): number {
  let low = 0;
  let high = day.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (day[middle] <= date) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The last close above 0, as in the file, on or before a day; NaN where there is none. */
export function closeAboveZero(series: Series, date: number): number {
  for (let bar = barOn(series, date); bar >= 0; bar--) {
    if (series.close[bar] > 0) return series.close[bar];
  }
  return NaN;
}
