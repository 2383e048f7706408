/** Two markets as one: where both have a bar of an instrument and day, or a value of a fact, that of the second counts. */
import type { Series } from "#workers/market/bar-series.ts";
import type { ColumnWriter } from "#workers/market/column-writer.ts";
import { compareSymbols } from "#workers/model/market.ts";
import type { FactSeries, Instrument, Market } from "#workers/model/market.ts";

const FIGURES = ["open", "high", "low", "close", "volume", "adjClose", "marketCap"] as const;

/** Writes all instruments of both, by symbol, then their facts. What an instrument is, the first says where it has it. */
export function addMerged(writer: ColumnWriter, first: Market, second: Market): void {
  const markets = [first, second];
  const places = markets.map(({ instruments }) => new Map(instruments.map(({ symbol }, at) => [symbol, at])));
  const symbols = [...new Set(places.flatMap((each) => [...each.keys()]))].toSorted(compareSymbols);
  for (const symbol of symbols) {
    const spans = markets.map((market, at) => spanOf(market, places[at]?.get(symbol)));
    writer.add(mergeBars(markets, spans, describedIn(markets, places, symbol)));
  }
  const facts = mergeFactSeries(markets, places, symbols);
  if (facts.length > 0) writer.addFacts(facts);
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function spanOf({ barOffset }: Market, place: number | undefined): Span {
  return place === undefined
    ? { from: 0, to: 0 }
    : { from: barOffset[place] ?? 0, to: barOffset[place + 1] ?? 0 };
}

function describedIn(
  markets: readonly Market[],
  places: readonly ReadonlyMap<string, number>[],
  symbol: string,
): Instrument {
  for (const [at, { instruments }] of markets.entries()) {
    const found = instruments[places[at]?.get(symbol) ?? -1];
    if (found) return found;
  }
  throw new RangeError(`${symbol} is in neither market`);
}

/** A bar by its market and row. */
interface BarPlace {
  readonly market: Market;
  readonly row: number;
}

function mergeBars(markets: readonly Market[], spans: readonly Span[], instrument: Instrument): Series {
  const byDay = new Map<number, BarPlace>();
  for (const [at, market] of markets.entries()) {
    const { from, to } = spans[at] ?? { from: 0, to: 0 };
    for (let row = from; row < to; row++) byDay.set(market.day[row] ?? 0, { market, row });
  }
  const day = Int32Array.from(byDay.keys()).toSorted();
  const figure = (name: (typeof FIGURES)[number]): Float64Array =>
    Float64Array.from(day, (one) => {
      const { market, row } = byDay.get(one) ?? { market: null, row: 0 };
      return market?.[name]?.[row] ?? NaN;
    });
  const optional = (name: "adjClose" | "marketCap"): Float64Array | null =>
    markets.some((market) => market[name] !== null) ? figure(name) : null;
  return {
    instrument,
    day,
    open: figure("open"),
    high: figure("high"),
    low: figure("low"),
    close: figure("close"),
    volume: figure("volume"),
    adjClose: optional("adjClose"),
    marketCap: optional("marketCap"),
  };
}

function mergeFactSeries(
  markets: readonly Market[],
  places: readonly ReadonlyMap<string, number>[],
  symbols: readonly string[],
): FactSeries[] {
  const byName = new Map<string, (FactSeries | null)[]>();
  for (const [at, { facts = [] }] of markets.entries()) {
    for (const fact of facts) {
      const key = fact.name.toLowerCase();
      const known = byName.get(key) ?? [null, null];
      known[at] = fact;
      byName.set(key, known);
    }
  }
  return [...byName]
    .toSorted(([a], [b]) => compareSymbols(a, b))
    .flatMap(([, sources]) => mergeFact(sources, places, symbols));
}

function mergeFact(
  sources: readonly (FactSeries | null)[],
  places: readonly ReadonlyMap<string, number>[],
  symbols: readonly string[],
): FactSeries[] {
  const about = sources.find((source) => source !== null);
  if (!about) return [];
  const stepOffset = new Int32Array(symbols.length + 1);
  const days: number[] = [];
  const values: number[] = [];
  for (const [number, symbol] of symbols.entries()) {
    const steps = new Map<number, number>();
    for (const [at, source] of sources.entries()) {
      const place = places[at]?.get(symbol);
      if (!source || place === undefined) continue;
      for (let step = source.stepOffset[place] ?? 0; step < (source.stepOffset[place + 1] ?? 0); step++)
        steps.set(source.day[step] ?? 0, source.value[step] ?? NaN);
    }
    for (const [day, value] of [...steps].toSorted(([a], [b]) => a - b)) {
      days.push(day);
      values.push(value);
    }
    stepOffset[number + 1] = days.length;
  }
  return [{ ...about, stepOffset, day: Int32Array.from(days), value: Float64Array.from(values) }];
}
