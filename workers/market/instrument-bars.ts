/** A market's instruments one by one: a line of facts and findings each, and the bars of one. */
import { traitsOf } from "#workers/model/fact-traits.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { InstrumentBars, InstrumentSummary } from "#workers/model/instruments.ts";
import { daysOf, rowsOf } from "#workers/model/late-column.ts";
import type { FactSeries, Market } from "#workers/model/market.ts";
import { createQualityCheck } from "./find-quality.ts";

/** Of a market that comes in parts: all of it, or some instruments after the other. */
export interface InstrumentList {
  /** What the part's columns hold may change afterwards. */
  add(part: Market): void;
  /** Summaries of all instruments that were added, in their order. */
  finish(): InstrumentSummary[];
}

/** Summaries in the market's order. @param today - EpochDay */
export function summariseInstruments(market: Market, today: number): InstrumentSummary[] {
  const list = createInstrumentList(today);
  list.add(market);
  return list.finish();
}

export function createInstrumentList(today: number): InstrumentList {
  const check = createQualityCheck(today);
  const facts: Omit<InstrumentSummary, "quality">[] = [];
  return {
    add(part) {
      check.add(part);
      part.instruments.forEach(({ symbol, name, exchange, instrumentType, currency }, at) => {
        const [from, to] = [part.barOffset[at] ?? 0, part.barOffset[at + 1] ?? 0];
        const dateOf = (bar: number) => (from === to ? null : formatIsoDay(part.day[bar] ?? 0));
        const dates = { firstDate: dateOf(from), lastDate: dateOf(to - 1) };
        facts.push({ symbol, name, exchange, instrumentType, currency, bars: to - from, ...dates });
      });
    },
    finish() {
      const quality = check.finish();
      return facts.flatMap((fact, at) => {
        const found = quality[at];
        return found ? [{ ...fact, quality: found }] : [];
      });
    },
  };
}

/** Copies of the instrument's columns, for another thread to keep; null for a symbol that the market hasn't. */
export function barsOf(market: Market, symbol: string): InstrumentBars | null {
  const at = market.instruments.findIndex((instrument) => instrument.symbol === symbol);
  if (at < 0) return null;
  const [from, to] = [market.barOffset[at] ?? 0, market.barOffset[at + 1] ?? 0];
  const figures = (name: "open" | "high" | "low" | "close" | "volume") =>
    rowsOf(market, name)(at, from, to).slice();
  return {
    day: daysOf(market, at).slice(),
    open: figures("open"),
    high: figures("high"),
    low: figures("low"),
    close: figures("close"),
    volume: figures("volume"),
    ...factsOf(market.facts ?? [], at),
  };
}

/** Copies of an instrument's steps. @param instrument - its number among those that the facts are of */
export function factsOf(facts: readonly FactSeries[], instrument: number): Pick<InstrumentBars, "facts"> {
  const own = facts.flatMap(({ name, kind, stepOffset, day, value, lag, currency }) => {
    const [from, to] = [stepOffset[instrument] ?? 0, stepOffset[instrument + 1] ?? 0];
    if (from === to) return [];
    return {
      name,
      kind,
      day: day.slice(from, to),
      value: value.slice(from, to),
      ...traitsOf({ lag, currency }),
    };
  });
  return own.length > 0 ? { facts: own } : {};
}
