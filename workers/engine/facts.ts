/**
 * What a market's prices say whatever the strategy: the universe's sessions, and prices on a basis. Worked out when first
 * asked for, and kept as long as whoever keeps the market keeps these facts beside it.
 */
import type { JudgedBars } from "#workers/model/bar-length.ts";
import { rowsOf } from "#workers/model/late-column.ts";
import type { RowsOf } from "#workers/model/late-column.ts";
import type { Market } from "#workers/model/market.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { Prices } from "./bar-prices.ts";
import { buildCalendar } from "#workers/sessions/calendar.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { judgeBarsIn } from "#workers/sessions/frequency.ts";
import { keepLast } from "#workers/model/keep-last.ts";
import { adjustedPrices } from "./price-basis.ts";
import { adjustedIn, splitsInPrices } from "#workers/sessions/splits-in-prices.ts";
import type { SplitInPrices } from "#workers/sessions/splits-in-prices.ts";
import { membersAmong } from "#workers/model/universe.ts";
import type { Universe } from "#workers/model/universe.ts";

const UNIVERSES_KEPT = 4;

export type PriceBasis = Strategy["simulation"]["priceBasis"];

export interface MarketFacts {
  readonly market: Market;
  /** The same object again while not too many other universes were asked for since. */
  readonly ofUniverse: (universe: Universe) => UniverseFacts;
}

/** What is known of some of a market's instruments. */
interface UniverseOutline {
  readonly market: Market;
  /** The market's instrument numbers, in symbol order. */
  readonly universe: Int32Array;
  /** This very object stands for the universe: what else is worked out of it may be kept by it. */
  readonly calendar: Calendar;
  /** Whether any bar of the universe has a market cap. */
  readonly isCapKnown: boolean;
}

export interface UniverseFacts extends UniverseOutline {
  readonly bars: () => JudgedBars;
  /** Splits that show in the prices as traded, over the whole calendar. */
  readonly splits: () => readonly SplitInPrices[];
  /** null where the basis is adjusted and the universe has no adjClose at all. */
  readonly onBasis: (basis: PriceBasis) => PriceFacts | null;
}

/** On one price basis. */
export interface PriceFacts extends UniverseOutline {
  readonly basis: PriceBasis;
  readonly prices: Prices;
  /** Bars of the universe that stay as traded for want of an adjClose. */
  readonly barsWithoutAdjClose: number;
}

export function makeMarketFacts(market: Market): MarketFacts {
  const kept = keepLast(UNIVERSES_KEPT, (_key: string, universe: Universe) => {
    const places = membersAmong(universe, market.instruments);
    return factsOn(market, places, buildCalendar(market, places));
  });
  return {
    market,
    ofUniverse: (universe) => {
      const { exchange, exchanges, instrumentType, symbols, sectors } = universe;
      return kept(JSON.stringify([exchanges ?? [exchange], instrumentType, symbols, sectors]), universe);
    },
  };
}

/**
 * Of these instruments of the market; the calendar may have sessions on which none of them has a bar.
 *
 * @param isCapKnown - as in UniverseFacts, where somebody knows it
 */
export function factsOn(
  market: Market,
  universe: Int32Array,
  calendar: Calendar,
  isCapKnown: boolean = hasMarketCap(market, universe),
): UniverseFacts {
  const outline: UniverseOutline = { market, universe, calendar, isCapKnown };
  let asTraded: PriceFacts | null = null;
  let adjusted: PriceFacts | null = null;
  let bars: JudgedBars | null = null;
  let splits: readonly SplitInPrices[] | null = null;
  return {
    ...outline,
    bars: () => (bars ??= judgeBarsIn(market, universe, calendar)),
    splits: () => (splits ??= splitsInPrices(market, universe, calendar, adjustedIn(market))),
    onBasis: (basis) =>
      basis === "adjusted"
        ? (adjusted ??= adjustedFacts(outline))
        : (asTraded ??= {
            ...outline,
            basis: "as-traded",
            prices: pricesOf(outline, market),
            barsWithoutAdjClose: 0,
          }),
  };
}

function adjustedFacts(outline: UniverseOutline): PriceFacts | null {
  const found = adjustedPrices(outline.market, outline.universe);
  return (
    found && {
      ...outline,
      basis: "adjusted",
      prices: pricesOf(outline, found),
      barsWithoutAdjClose: found.barsWithout,
    }
  );
}

/** Late columns stay where they are until they are looked at. */
function pricesOf(
  { market, isCapKnown }: UniverseOutline,
  columns: { readonly open: Float64Array; readonly close: Float64Array },
): Prices {
  return {
    get open() {
      return columns.open;
    },
    get close() {
      return columns.close;
    },
    get fileClose() {
      return market.close;
    },
    get volume() {
      return market.volume;
    },
    get marketCap() {
      return isCapKnown ? market.marketCap : null;
    },
  };
}

function hasMarketCap(market: Market, universe: Int32Array): boolean {
  const capsOf = rowsOf(market, "marketCap");
  return capsOf !== null && universe.some((instrument) => hasCap(market, instrument, capsOf));
}

function hasCap({ barOffset }: Market, instrument: number, capsOf: RowsOf): boolean {
  return capsOf(instrument, barOffset[instrument], barOffset[instrument + 1]).some((cap) => cap > 0);
}
