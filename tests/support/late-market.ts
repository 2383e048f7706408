/** A market as the store gives it: its columns are copied out as they are looked at. */
import { withLateColumns } from "#workers/model/late-column.ts";
import type { LateColumn } from "#workers/model/late-column.ts";
import type { Market } from "#workers/model/market.ts";
import { withZones } from "./market-zones.ts";

/** The same prices with their zones. */
export function lateMarket(market: Market): Market {
  const { open, high, low, close, volume, adjClose, marketCap, day, ...rest } = withZones(market);
  const { barOffset } = market;
  return withLateColumns(rest, {
    day: {
      of: (instrument) => day.slice(barOffset[instrument], barOffset[instrument + 1]),
      whole: () => day,
    },
    open: late(open),
    high: late(high),
    low: late(low),
    close: late(close),
    volume: late(volume),
    adjClose: adjClose && late(adjClose),
    marketCap: marketCap && late(marketCap),
  });
}

function late(column: Float64Array): LateColumn {
  return {
    rows: (_, from, to) => column.slice(from, to),
    beside: (_, row) => column[row] ?? Number.NaN,
    copy: (_, { from, to }, into, at) => into.set(column.subarray(from, to), at),
    whole: () => column,
  };
}
