/** The market as the naive reference sees it: plain lists of bars, and what is known of them. */
import type { Market } from "#workers/model/market.ts";
import { itemAt } from "../reference-series.ts";

export interface PlainBar {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** null where unknown; so are the next two where they are 0 or less. */
  readonly adjClose: number | null;
  readonly marketCap: number | null;
}

export interface PlainFact {
  /** In lower case. */
  readonly name: string;
  readonly kind: "fact" | "signal";
  /** By day, oldest first. */
  readonly steps: readonly { readonly day: number; readonly value: number | null }[];
}

export interface PlainInstrument {
  readonly symbol: string;
  readonly exchange: string;
  readonly type: string;
  /** "" where none is known. */
  readonly sector: string;
  /** By day, oldest first. */
  readonly bars: readonly PlainBar[];
  readonly facts: readonly PlainFact[];
}

/** The engine's columns as plain lists. */
export function plainInstruments(market: Market): PlainInstrument[] {
  return market.instruments.map((instrument, i) => ({
    symbol: instrument.symbol,
    exchange: instrument.exchange,
    type: instrument.instrumentType,
    sector: instrument.sector ?? "",
    bars: plainBars(market, itemAt(market.barOffset, i), itemAt(market.barOffset, i + 1)),
    facts: (market.facts ?? []).map(({ name, kind, stepOffset, day, value }) => ({
      name: name.toLowerCase(),
      kind,
      steps: rowsFrom(itemAt(stepOffset, i), itemAt(stepOffset, i + 1)).map((row) => ({
        day: itemAt(day, row),
        value: figureAt(value, row),
      })),
    })),
  }));
}

function plainBars(market: Market, from: number, end: number): PlainBar[] {
  return rowsFrom(from, end).map((row) => ({
    day: itemAt(market.day, row),
    open: itemAt(market.open, row),
    high: itemAt(market.high, row),
    low: itemAt(market.low, row),
    close: itemAt(market.close, row),
    volume: itemAt(market.volume, row),
    adjClose: figureAt(market.adjClose, row),
    marketCap: figureAt(market.marketCap, row),
  }));
}

function rowsFrom(from: number, end: number): number[] {
  return Array.from({ length: end - from }, (_, i) => from + i);
}

function figureAt(column: Float64Array | null, row: number): number | null {
  const figure = column?.[row];
  return figure === undefined || Number.isNaN(figure) ? null : figure;
}
