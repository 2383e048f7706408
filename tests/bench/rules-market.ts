/** The market of `npm run bench -- --rules`: whole columns in memory with the store's zones, facts, and days of heavy trade. */
import type { Market } from "#workers/model/market.ts";
import { withZones } from "../support/market-zones.ts";
import { syntheticFacts, syntheticMarket } from "./synthetic-market.ts";
import type { MarketShape } from "./synthetic-market.ts";

/** So many bars apart three times as much is traded, so that rules about volume come true. */
const BARS_BETWEEN_HEAVY = 23;

export function rulesMarket(shape: MarketShape): Market {
  const market = syntheticMarket(shape);
  for (let bar = 0; bar < market.volume.length; bar += BARS_BETWEEN_HEAVY)
    market.volume[bar] = 3 * (market.volume[bar] ?? 0);
  return withZones({ ...market, facts: syntheticFacts(shape) });
}
