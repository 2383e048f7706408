/** A market with its zones, as one that comes from the store. */
import { boundProducts, boundSeries, dayBitsOf, makeBounds, zonesFor } from "#workers/model/price-zones.ts";
import type { Market } from "#workers/model/market.ts";

export function withZones(market: Market): Market {
  const { instruments, barOffset, close, volume, marketCap } = market;
  const zoneOffset = new Int32Array(barOffset.length);
  const rowsOf = (at: number) => ({ from: barOffset[at] ?? 0, to: barOffset[at + 1] ?? 0 });
  for (const at of instruments.keys()) {
    const { from, to } = rowsOf(at);
    zoneOffset[at + 1] = (zoneOffset[at] ?? 0) + zonesFor(to - from);
  }
  const bounds = () => makeBounds(zoneOffset.at(-1) ?? 0);
  const zones = { close: bounds(), value: bounds(), marketCap: marketCap && bounds() };
  for (const at of instruments.keys()) {
    const zone = zoneOffset[at] ?? 0;
    boundSeries(close, rowsOf(at), zones.close, zone);
    boundProducts([close, volume], rowsOf(at), zones.value, zone);
    if (marketCap && zones.marketCap) boundSeries(marketCap, rowsOf(at), zones.marketCap, zone);
  }
  const days = dayBitsOf(market, Int32Array.from(instruments.keys()));
  return { ...market, zones: { zoneOffset, ...zones, days } };
}
