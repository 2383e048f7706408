/** A market's instruments one by one: a line of facts and findings each, and the bars of one. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { InstrumentBars, InstrumentSummary } from "#workers/model/instruments.ts";
import type { Market } from "#workers/model/market.ts";
import { findQuality } from "./find-quality.ts";

/** In the market's order. @param today - EpochDay */
export function summariseInstruments(market: Market, today: number): InstrumentSummary[] {
  const quality = findQuality(market, today);
  return market.instruments.flatMap(({ symbol, name, exchange, instrumentType, currency }, at) => {
    const found = quality[at];
    const [from, to] = [market.barOffset[at] ?? 0, market.barOffset[at + 1] ?? 0];
    const dateOf = (bar: number): string | null => (from === to ? null : formatIsoDay(market.day[bar] ?? 0));
    const facts = { symbol, name, exchange, instrumentType, currency, bars: to - from };
    return found ? [{ ...facts, firstDate: dateOf(from), lastDate: dateOf(to - 1), quality: found }] : [];
  });
}

/** Copies of the instrument's columns, for another thread to keep; null for a symbol that the market hasn't. */
export function barsOf(market: Market, symbol: string): InstrumentBars | null {
  const at = market.instruments.findIndex((instrument) => instrument.symbol === symbol);
  if (at < 0) return null;
  const [from, to] = [market.barOffset[at] ?? 0, market.barOffset[at + 1] ?? 0];
  const { day, open, high, low, close, volume } = market;
  return {
    day: day.slice(from, to),
    open: open.slice(from, to),
    high: high.slice(from, to),
    low: low.slice(from, to),
    close: close.slice(from, to),
    volume: volume.slice(from, to),
  };
}
