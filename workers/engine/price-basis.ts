/** Adjusted prices: every price of a bar multiplied by adjClose / close of the same bar. */
import { rowsOf } from "#workers/model/late-column.ts";
import type { Market } from "#workers/model/market.ts";

export interface AdjustedPrices {
  readonly open: Float64Array;
  readonly close: Float64Array;
  /** Bars of the universe without adjClose: they stay as traded. */
  readonly barsWithout: number;
}

/** @returns columns by the market's row, or null where no bar of the universe has an adjClose */
export function adjustedPrices(market: Market, universe: Int32Array): AdjustedPrices | null {
  const { adjClose, barOffset, close: fileClose } = market;
  if (adjClose === null) return null;
  const open = market.open.slice();
  const close = fileClose.slice();
  let barsWith = 0;
  let barsWithout = 0;
  for (const instrument of universe) {
    for (let row = barOffset[instrument]; row < barOffset[instrument + 1]; row++) {
      const factor = factorOf(adjClose[row], fileClose[row]);
      if (Number.isNaN(factor)) {
        barsWithout++;
        continue;
      }
      barsWith++;
      open[row] *= factor;
      close[row] *= factor;
    }
  }
  return barsWith === 0 ? null : { open, close, barsWithout };
}

/** As traded, of one instrument's bars; good until closes are asked for again. */
export function closesOf(market: Market, instrument: number): Float64Array {
  const { barOffset } = market;
  return rowsOf(market, "close")(instrument, barOffset[instrument], barOffset[instrument + 1]);
}

/** Adjusted, of one instrument's bars; those without adjClose stay as traded. */
export function adjustedCloses(market: Market, instrument: number): Float64Array {
  const { adjClose, barOffset } = market;
  const from = barOffset[instrument];
  return closesOf(market, instrument).map((close, bar) => {
    const factor = factorOf(adjClose?.[from + bar] ?? NaN, close);
    return Number.isNaN(factor) ? close : close * factor;
  });
}

/** NaN for a bar without adjClose. */
function factorOf(adjClose: number, close: number): number {
  return adjClose > 0 ? adjClose / close : NaN;
}
