/** Bars of one instrument picked by their places, and those of two markets put together day by day. */
import type { Instrument, Market, PriceFigure } from "#workers/model/market.ts";

/** Where each of some days is among an instrument's; -1 for one that is not there. Both ascend; a day may come again. */
export function placesOf(days: Int32Array, wanted: Int32Array): number[] {
  let at = 0;
  const places: number[] = [];
  let before = NaN;
  for (const day of wanted) {
    if (day === before) continue;
    before = day;
    at = firstFrom(days, day, at);
    places.push(days[at] === day ? at : -1);
  }
  return places;
}

/** The first place from `from` on whose day is not before. */
export function firstFrom(days: Int32Array, day: number, from: number): number {
  let [low, high] = [from, days.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle] ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Some bars of a market of one instrument, in memory of their own. */
export function pickBars(market: Market, places: readonly number[]): Market {
  const pick = (name: PriceFigure): Float64Array | null => {
    const column = market[name];
    return column && Float64Array.from(places, (place) => column[place] ?? NaN);
  };
  return {
    instruments: market.instruments,
    barOffset: Int32Array.of(0, places.length),
    day: Int32Array.from(places, (place) => market.day[place] ?? 0),
    ...figures((name) => pick(name) ?? new Float64Array(0)),
    adjClose: pick("adjClose"),
    marketCap: pick("marketCap"),
  };
}

/** The bars of both; on a day that both have, those of the first. */
export function uniteBars(first: Market, second: Market, instruments: readonly Instrument[]): Market {
  const from: { readonly market: Market; readonly bar: number }[] = [];
  let other = 0;
  for (const [bar, day] of first.day.entries()) {
    for (; (second.day[other] ?? Infinity) < day; other++) from.push({ market: second, bar: other });
    if (second.day[other] === day) other++;
    from.push({ market: first, bar });
  }
  for (; other < second.day.length; other++) from.push({ market: second, bar: other });
  const unite = (name: PriceFigure): Float64Array =>
    Float64Array.from(from, ({ market, bar }) => market[name]?.[bar] ?? NaN);
  const has = (name: PriceFigure): boolean => first[name] !== null || second[name] !== null;
  return {
    instruments,
    barOffset: Int32Array.of(0, from.length),
    day: Int32Array.from(from, ({ market, bar }) => market.day[bar] ?? 0),
    ...figures(unite),
    adjClose: has("adjClose") ? unite("adjClose") : null,
    marketCap: has("marketCap") ? unite("marketCap") : null,
  };
}

function figures(of: (name: PriceFigure) => Float64Array) {
  return { open: of("open"), high: of("high"), low: of("low"), close: of("close"), volume: of("volume") };
}
