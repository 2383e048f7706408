/** A market that is in memory as one in parts: one part, of all of it. */
import type { Market, PartedMarket } from "#workers/model/market.ts";

export function wholeAsParts(market: Market): PartedMarket {
  const { instruments, barOffset } = market;
  const bars = Int32Array.from(instruments, (_, at) => (barOffset[at + 1] ?? 0) - (barOffset[at] ?? 0));
  const part = { market, numbers: Int32Array.from(instruments.keys()) };
  return {
    instruments,
    bars,
    days: market.day.length,
    parts: 1,
    mostBars: market.day.length,
    keptBytes: 0,
    readPart: () => part,
    outlinePart: () => part,
    readInstrument: (instrument) => instrumentOf(market, instrument),
    readBars(instrument, _, from, to) {
      const first = barOffset[instrument] ?? 0;
      return barsOf(market, instruments.slice(instrument, instrument + 1), first + from, first + to);
    },
    facts: market.facts ?? [],
    damagedFacts: [],
    damaged: () => [],
  };
}

/** A market of one instrument, whose columns are views of the given one's; columns without rows stay so. */
export function instrumentOf(market: Market, instrument: number): Market {
  const [from = 0, to = 0] = market.barOffset.subarray(instrument, instrument + 2);
  return barsOf(market, market.instruments.slice(instrument, instrument + 1), from, to);
}

/** Bars of some rows, all of them of that instrument, as instrumentOf gives all of its bars. */
export function barsOf(market: Market, instruments: Market["instruments"], from: number, to: number): Market {
  const part = (column: Float64Array): Float64Array => column.subarray(from, to);
  return {
    instruments,
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
