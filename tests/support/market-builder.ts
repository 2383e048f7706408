/**
 * Builds a Market from series written by hand or made by chance.
 *
 * Days are ISO dates or session numbers; session 0 is 2020-01-01 and every number is the next calendar day.
 */
import { formatIsoDay, parseIsoDay, toEpochDay } from "#workers/model/day.ts";
import { compareSymbols } from "#workers/model/market.ts";
import type { FactSeries, Market } from "#workers/model/market.ts";

/** What a bar may have beside open and close; high and low default to the outer ones of open and close. */
export interface BarExtras {
  readonly high?: number;
  readonly low?: number;
  readonly volume?: number;
  readonly adjClose?: number;
  readonly marketCap?: number;
}

export type BarSpec = readonly [when: string | number, open: number, close: number, extras?: BarExtras];

export interface SeriesSpec {
  readonly symbol: string;
  readonly name?: string;
  /** Default EQUITY. */
  readonly type?: string;
  /** Default NSE. */
  readonly exchange?: string;
  readonly currency?: string;
  readonly sector?: string;
  readonly marketCapLooksAhead?: boolean;
  readonly bars: readonly BarSpec[];
}

const SESSION_0 = toEpochDay(2020, 1, 1);

/** ISO date of a session number. */
export function dateOf(session: number): string {
  return formatIsoDay(SESSION_0 + session);
}

/** EpochDay of a session number or an ISO date. */
export function dayOf(when: string | number): number {
  if (typeof when === "number") return SESSION_0 + when;
  const day = parseIsoDay(when);
  if (day === null) throw new RangeError(`dayOf: ${when} is no ISO date`);
  return day;
}

/** The inverse of dayOf for session numbers. */
export function sessionOf(day: number): number {
  return day - SESSION_0;
}

/** A market of these series: sorted by symbol, bars by day; columns that no bar has are null. */
export function buildMarket(specs: readonly SeriesSpec[]): Market {
  const series = specs.toSorted((a, b) => compareSymbols(a.symbol, b.symbol));
  const offsets = [0];
  for (const { bars } of series) offsets.push((offsets.at(-1) ?? 0) + bars.length);
  const rows = series.flatMap(({ bars }) => bars.toSorted((a, b) => dayOf(a[0]) - dayOf(b[0])));
  const column = (pick: (bar: BarSpec) => number) => Float64Array.from(rows, pick);
  const optional = (pick: (extras: BarExtras) => number | undefined) =>
    rows.some((bar) => pick(bar[3] ?? {}) !== undefined)
      ? column((bar) => pick(bar[3] ?? {}) ?? Number.NaN)
      : null;
  return {
    instruments: series.map((spec) =>
      Object.assign(
        {
          symbol: spec.symbol,
          name: spec.name ?? "",
          exchange: spec.exchange ?? "NSE",
          instrumentType: spec.type ?? "EQUITY",
          currency: spec.currency ?? "",
          marketCapLooksAhead: spec.marketCapLooksAhead ?? false,
        },
        spec.sector === undefined ? {} : { sector: spec.sector },
      ),
    ),
    barOffset: Int32Array.from(offsets),
    day: Int32Array.from(rows, ([when]) => dayOf(when)),
    open: column(([, open]) => open),
    high: column(([, open, close, extras]) => extras?.high ?? Math.max(open, close)),
    low: column(([, open, close, extras]) => extras?.low ?? Math.min(open, close)),
    close: column(([, , close]) => close),
    volume: column(([, , , extras]) => extras?.volume ?? 0),
    adjClose: optional((extras) => extras.adjClose),
    marketCap: optional((extras) => extras.marketCap),
  };
}

export interface FactSpec {
  readonly name: string;
  readonly kind: FactSeries["kind"];
  /** By symbol: the days on which values become known, oldest first. */
  readonly steps: Readonly<Record<string, readonly (readonly [when: string | number, value: number])[]>>;
}

/** The market with these facts and signals. */
export function withFacts(market: Market, specs: readonly FactSpec[]): Market {
  const facts = specs.map(({ name, kind, steps }): FactSeries => {
    const own = market.instruments.map(({ symbol }) => steps[symbol] ?? []);
    const offsets = [0];
    for (const each of own) offsets.push((offsets.at(-1) ?? 0) + each.length);
    return {
      name,
      kind,
      stepOffset: Int32Array.from(offsets),
      day: Int32Array.from(own.flat(), ([when]) => dayOf(when)),
      value: Float64Array.from(own.flat(), ([, value]) => value),
    };
  });
  return { ...market, facts };
}
