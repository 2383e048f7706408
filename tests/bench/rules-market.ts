/**
 * The market of `npm run bench -- --rules`, with facts and days of heavy trade: as whole columns in memory with the store's zones,
 * or, of as many bars as nobody else measures, as the app has it: in memory too, but in the code of its file.
 */
import { createColumnWriter } from "#workers/market/column-writer.ts";
import type { ByteReader, ByteWriter } from "#workers/market/byte-file.ts";
import { readStoredMarket } from "#workers/market/stored-market.ts";
import type { Market } from "#workers/model/market.ts";
import { withZones } from "../support/market-zones.ts";
import { valueOf } from "../support/value-of.ts";
import { syntheticFacts, syntheticMarket, syntheticSeries } from "./synthetic-market.ts";
import type { MarketShape } from "./synthetic-market.ts";

/** So many bars apart three times as much is traded, so that rules about volume come true. */
const BARS_BETWEEN_HEAVY = 23;

export function rulesMarket(shape: MarketShape): Market {
  const market = syntheticMarket(shape);
  tradeHeavily(market.volume, 0);
  return withZones({ ...market, facts: syntheticFacts(shape) });
}

/** Writes the same market to a file of columns, instrument by instrument. */
export async function writeRulesMarket(shape: MarketShape, file: ByteWriter): Promise<void> {
  const writer = createColumnWriter(file);
  let bars = 0;
  for (const series of syntheticSeries(shape)) {
    tradeHeavily(series.volume, bars);
    bars += series.volume.length;
    writer.add(series);
  }
  writer.addFacts(syntheticFacts(shape));
  await writer.finish();
}

/** Reads it as the app does for rules that look at highs and lows. */
export async function readRulesMarket(file: ByteReader): Promise<Market> {
  const reading = { highAndLow: true, mostBytes: Infinity };
  return valueOf(await readStoredMarket(file, reading)).market;
}

/** @param bars - of the market, before the volume's first */
function tradeHeavily(volume: Float64Array, bars: number): void {
  const since = bars % BARS_BETWEEN_HEAVY;
  const first = since === 0 ? 0 : BARS_BETWEEN_HEAVY - since;
  for (let bar = first; bar < volume.length; bar += BARS_BETWEEN_HEAVY) volume[bar] = 3 * (volume[bar] ?? 0);
}
