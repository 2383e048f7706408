/** Splits that a person accepted, applied to a market as it is read: what is stored stays as it was imported. */
import { parseIsoDay } from "#workers/model/day.ts";
import { LEFT_OUT } from "#workers/model/instruments.ts";
import type { AppliedSplit } from "#workers/model/instruments.ts";
import { boundProducts, boundSeries } from "#workers/model/price-zones.ts";
import type { Instrument, Market, MarketZones } from "#workers/model/market.ts";

/** An adjusted close that moves by more than this in a night was not adjusted for the split. */
const LEAST_JUMP = 1.2;

/**
 * Adjusts the market's columns in place: bars before each split have their prices divided by its factor and their
 * volume multiplied, so that their value traded stays. Adjusted closes follow where they jump with the price, market
 * caps where they came from one count of shares. A split of a symbol that the market hasn't is passed over.
 */
export function applySplits(market: Market, splits: readonly AppliedSplit[]): void {
  const places = new Map(market.instruments.map(({ symbol }, at) => [symbol, at]));
  for (const { symbol, date, factor, leavesOut } of splits) {
    if (leavesOut) continue;
    const instrument = places.get(symbol);
    const day = parseIsoDay(date);
    if (instrument === undefined || day === null || !(factor > 0)) continue;
    const from = market.barOffset[instrument] ?? 0;
    const end = market.barOffset[instrument + 1] ?? 0;
    let to = from;
    while (to < end && (market.day[to] ?? 0) < day) to++;
    if (to === end) continue;
    adjustBars(market, {
      from,
      to,
      factor,
      looksAhead: market.instruments[instrument]?.marketCapLooksAhead === true,
    });
    if (market.zones) renewZones(market, market.zones, instrument);
  }
}

/** The instruments, those that a person left out for a split as such. */
export function withLeftOut(
  instruments: readonly Instrument[],
  splits: readonly AppliedSplit[],
): readonly Instrument[] {
  const symbols = new Set(splits.filter(({ leavesOut }) => leavesOut).map(({ symbol }) => symbol));
  if (symbols.size === 0) return instruments;
  return instruments.map((one) => (symbols.has(one.symbol) ? { ...one, instrumentType: LEFT_OUT } : one));
}

function renewZones(
  { barOffset, close, volume, marketCap }: Market,
  zones: MarketZones,
  instrument: number,
): void {
  const rows = { from: barOffset[instrument] ?? 0, to: barOffset[instrument + 1] ?? 0 };
  const zone = zones.zoneOffset[instrument] ?? 0;
  boundSeries(close, rows, zones.close, zone);
  boundProducts([close, volume], rows, zones.value, zone);
  if (marketCap && zones.marketCap) boundSeries(marketCap, rows, zones.marketCap, zone);
}

/** Bars from .. to - 1, those before the split. */
interface EarlierBars {
  readonly from: number;
  readonly to: number;
  readonly factor: number;
  readonly looksAhead: boolean;
}

function adjustBars(market: Market, { from, to, factor, looksAhead }: EarlierBars): void {
  // All of them before one is changed: a late column may be worked out of the closes.
  const { open, high, low, close, volume, adjClose, marketCap } = market;
  const divided = [open, high, low, close];
  if (adjClose && jumps(adjClose, to, factor)) divided.push(adjClose);
  if (marketCap && looksAhead) divided.push(marketCap);
  for (const column of divided) {
    for (let bar = from; bar < to; bar++) column[bar] = (column[bar] ?? NaN) / factor;
  }
  for (let bar = from; bar < to; bar++) volume[bar] = (volume[bar] ?? NaN) * factor;
}

/** True where the adjusted close moves with the split at its bar. */
function jumps(adjClose: Float64Array, bar: number, factor: number): boolean {
  const step = (adjClose[bar - 1] ?? NaN) / (adjClose[bar] ?? NaN);
  return factor > 1 ? step > LEAST_JUMP : step < 1 / LEAST_JUMP;
}
