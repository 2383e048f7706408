/** What a dataset knows of its instruments, kept for them when files are added to it. */
import type { Market } from "#workers/model/market.ts";
import { fillCaps } from "./apply-facts.ts";
import type { Base } from "./base.ts";
import { lastShares } from "./merge-rows.ts";

/**
 * Market caps from one share count: it holds for the bars that came now, too.
 *
 * @returns gives a part of the new market what the dataset knows
 */
export function createBaseKeeper(base: Base): (part: Market) => Market {
  const before = new Map(base.instruments.map((instrument, at) => [instrument.symbol, { instrument, at }]));
  return (part) => {
    const hasCaps = part.marketCap !== null || base.hasMarketCap;
    const caps = hasCaps ? (part.marketCap?.slice() ?? new Float64Array(part.close.length).fill(NaN)) : null;
    const instruments = part.instruments.map((instrument, at) => {
      const known = before.get(instrument.symbol);
      if (!known) return instrument;
      const { marketCapLooksAhead } = known.instrument;
      if (caps && marketCapLooksAhead) {
        const series = base.series(known.at);
        copyCaps(series, { market: part, instrument: at }, caps);
        fillCaps(part, at, caps, lastShares(series, 0));
      }
      return {
        ...instrument,
        marketCapLooksAhead: instrument.marketCapLooksAhead || marketCapLooksAhead,
      };
    });
    return { ...part, instruments, marketCap: caps };
  };
}

interface SeriesPlace {
  readonly market: Market;
  readonly instrument: number;
}

/** By day: a dataset's bars are all among those of the market. */
function copyCaps(from: Market, to: SeriesPlace, caps: Float64Array): void {
  let bar = 0;
  for (
    let into = to.market.barOffset[to.instrument] ?? 0;
    into < (to.market.barOffset[to.instrument + 1] ?? 0);
    into++
  ) {
    if (to.market.day[into] !== from.day[bar]) continue;
    caps[into] = from.marketCap?.[bar] ?? NaN;
    bar++;
  }
}
