/** A market that is in memory as one in parts: one part, of all of it. */
import type { Market, PartedMarket } from "#workers/model/market.ts";

export function wholeAsParts(market: Market): PartedMarket {
  const { instruments, barOffset } = market;
  const bars = Int32Array.from(instruments, (_, at) => (barOffset[at + 1] ?? 0) - (barOffset[at] ?? 0));
  return {
    instruments,
    bars,
    days: market.day.length,
    parts: 1,
    mostBars: market.day.length,
    readPart: () => ({ market, numbers: Int32Array.from(instruments.keys()) }),
    readInstrument: (instrument) => instrumentOf(market, instrument),
    damaged: () => [],
  };
}

/** A market of one instrument, whose columns are views of the given one's; columns without rows stay so. */
export function instrumentOf(market: Market, instrument: number): Market {
  const described = market.instruments.slice(instrument, instrument + 1);
  const [from, to] = [market.barOffset[instrument] ?? 0, market.barOffset[instrument + 1] ?? 0];
  const part = (column: Float64Array): Float64Array => column.subarray(from, to);
  return {
    instruments: described,
    barOffset: Int32Array.of(0, to - from),
    day: market.day.subarray(from, to),
    open: part(market.open),
    high: part(market.high),
    low: part(market.low),
    close: part(market.close),
    volume: part(market.volume),
    adjClose: market.adjClose && part(market.adjClose),
    marketCap: market.marketCap && part(market.marketCap),
  };
}
