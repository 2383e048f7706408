/**
 * What a market's prices say whatever the strategy's thresholds: the universe's sessions, verdicts of look-backs,
 * ranks, zones. Worked out when first asked for and kept beside the market, so that the next run on it needs only
 * what is new. A fact takes between a 64th (bits) and a 16th (zones) of a price column; all that are kept take less
 * than one column more, two more on adjusted prices.
 */
import { lateCloses, rowsOf } from "#workers/model/late-column.ts";
import type { RowsOf } from "#workers/model/late-column.ts";
import type { Market } from "#workers/model/market.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { figuresOf } from "./bar-prices.ts";
import type { BarFigure, RowsOfMember } from "./bar-prices.ts";
import { equalWeight } from "./benchmark.ts";
import type { EqualWeight } from "./benchmark.ts";
import { passBuyRules } from "./buy-rules.ts";
import type { BuyRules } from "./buy-rules.ts";
import { buildCalendar } from "./calendar.ts";
import type { Calendar } from "./calendar.ts";
import { closesInCode, closesInMemory } from "./closes.ts";
import type { Closes } from "./closes.ts";
import { makeCapRank } from "./cap-rank.ts";
import type { CapRank } from "./cap-rank.ts";
import type { Caps } from "./rank-sizes.ts";
import { keepLast } from "./keep-last.ts";
import { dailyValues } from "./daily-values.ts";
import type { DailyValues } from "./daily-values.ts";
import type { MemberBits } from "./member-bits.ts";
import { adjustedPrices } from "./price-basis.ts";
import { TOP_GAINER_DAYS, topGainerBounds } from "./priority.ts";
import type { KeyBounds, TopGainerBounds } from "./priority.ts";
import { membersAmong } from "./universe.ts";
import { knownZones, boundsOfGains, zonesByWord, zonesOfBars } from "./zones.ts";
import type { BarZones, GainBounds, Zones } from "./zones.ts";

/** Bits of so many look-backs, or percents, of a kind are kept. */
const BITS_KEPT = 8;
/** Zones of so many look-backs. */
const ZONES_KEPT = 3;

/** Column values by the market's row. Those of a market from the store are worked out when they are first looked at. */
export interface Prices {
  /** On the run's price basis. */
  readonly open: Float64Array;
  readonly close: Float64Array;
  /** The same for single bars, whether their columns are there or not. */
  readonly openAt: BarFigure;
  readonly closeAt: BarFigure;
  /** As in the file, whatever the basis. */
  readonly fileClose: Float64Array;
  readonly volume: Float64Array;
  /** NaN where unknown; null where the universe has none at all. */
  readonly marketCap: Float64Array | null;
}

/** Of one exchange and instrument type. */
export interface UniverseFacts {
  /** The market's instrument numbers, in symbol order. */
  readonly universe: Int32Array;
  readonly calendar: Calendar;
  /** Whether any bar of the universe has a market cap. */
  readonly isCapKnown: boolean;
  readonly onBasis: (basis: Basis) => PriceFacts | NoAdjustedPrices;
}

type Basis = Strategy["simulation"]["priceBasis"];

/** The universe has no adjClose at all. */
export interface NoAdjustedPrices {
  readonly prices: null;
}

/** On one price basis. Look-backs are in bars. */
export interface PriceFacts {
  readonly prices: Prices;
  /** Bars of the universe that stay as traded for want of an adjClose. */
  readonly barsWithoutAdjClose: number;
  readonly closes: Closes;
  readonly closeZones: Zones;
  readonly gains: (days: number) => GainBounds;
  /** As in the file, whatever the basis. */
  readonly fileCloses: Closes;
  readonly fileCloseZones: Zones;
  readonly buyRules: (rules: BuyRules) => MemberBits;
  readonly dailyValues: (days: number) => DailyValues;
  /** null where no bar has a market cap. */
  readonly capRank: ((percent: number) => CapRank) | null;
  /** Mean growth, as a factor, since that session. */
  readonly equalWeight: (firstSession: number) => EqualWeight;
  /** Of the members whose bits are set, null for all; those of others may be missing. */
  readonly topGainerBounds: (needed: Int32Array | null) => KeyBounds;
}

type FactsOfType = (instrumentType: string) => UniverseFacts;

const known = new WeakMap<Market, (exchange: string) => FactsOfType>();

/** The same object while the market is there and not too many other universes were asked for since. */
export function factsOf(market: Market, exchange: string, instrumentType: string): UniverseFacts {
  const facts =
    known.get(market) ??
    keepLast(2, (ofExchange: string) =>
      keepLast(2, (type: string) => universeFacts(market, ofExchange, type)),
    );
  known.set(market, facts);
  return facts(exchange)(instrumentType);
}

function universeFacts(market: Market, exchange: string, instrumentType: string): UniverseFacts {
  const universe = membersAmong({ exchange, instrumentType }, market.instruments);
  return factsOn(market, universe, buildCalendar(market, universe));
}

/** Of these instruments of the market; the calendar may have sessions on which none of them has a bar. */
export function factsOn(market: Market, universe: Int32Array, calendar: Calendar): UniverseFacts {
  const capsInFile = rowsOf(market, "marketCap");
  const isCapKnown = capsInFile !== null && hasMarketCap(market, universe, capsInFile);
  const capsOf = isCapKnown ? rowsOfMembers(capsInFile, universe) : null;
  let caps: Caps | null = null;
  const capRank =
    capsOf === null
      ? null
      : keepLast(BITS_KEPT, (percent: number) => {
          caps ??= { calendar, capsOf, zones: zones.marketCap() };
          return makeCapRank(caps, percent);
        });
  const fileCloses = closesInFile(market, universe, calendar);
  const volumeOf = rowsOfMembers(rowsOf(market, "volume"), universe);
  const zones = columnZones(market, universe, calendar);
  const fileCloseZones = zonesByWord(calendar, zones.close);
  const shared = {
    capRank,
    fileCloses,
    fileCloseZones,
    dailyValues: keepLast(ZONES_KEPT, (days: number) =>
      dailyValues(calendar, { closesOf: fileCloses.rows, volumeOf, zones: zones.value }, days),
    ),
  };

  /** Late columns stay where they are until they are looked at. */
  function pricesOf(
    columns: { readonly open: Float64Array; readonly close: Float64Array },
    openAt: BarFigure,
    closeAt: BarFigure,
  ): Prices {
    return {
      get open() {
        return columns.open;
      },
      get close() {
        return columns.close;
      },
      openAt,
      closeAt,
      get fileClose() {
        return market.close;
      },
      get volume() {
        return market.volume;
      },
      get marketCap() {
        return capsOf && market.marketCap;
      },
    };
  }

  function asTraded(): PriceFacts {
    const openInFile = rowsOf(market, "open");
    const openAt: BarFigure = (row, member) => openInFile(universe[member], row, row + 1)[0];
    return {
      ...shared,
      ...closeFacts(fileCloses, zones.close, fileCloseZones),
      prices: pricesOf(market, openAt, fileCloses.at),
      barsWithoutAdjClose: 0,
    };
  }

  function adjusted(): PriceFacts | NoAdjustedPrices {
    const found = adjustedPrices(market, universe);
    if (found === null) return { prices: null };
    const { open, barsWithout } = found;
    const closeBarZones = zonesOfBars(calendar, found.close);
    const closes = closesInMemory(calendar, found.close);
    return {
      ...shared,
      ...closeFacts(closes, closeBarZones, zonesByWord(calendar, closeBarZones)),
      prices: pricesOf(found, figuresOf(open), closes.at),
      barsWithoutAdjClose: barsWithout,
    };
  }

  return {
    universe,
    calendar,
    isCapKnown,
    onBasis: keepLast(2, (basis: Basis) => (basis === "adjusted" ? adjusted() : asTraded())),
  };
}

/** Zones of the market's own columns: those that came with it, or worked out as they are asked for. */
interface ColumnZones {
  readonly close: BarZones;
  /** Of close x volume; null where they would have to be worked out: the means themselves are hardly dearer. */
  readonly value: BarZones | null;
  readonly marketCap: () => BarZones;
}

function columnZones(market: Market, universe: Int32Array, calendar: Calendar): ColumnZones {
  const { zones } = market;
  const capZones = () => zonesOfBars(calendar, market.marketCap ?? new Float64Array(market.close.length));
  if (zones === undefined) {
    return {
      close: zonesOfBars(calendar, market.close),
      value: null,
      marketCap: capZones,
    };
  }
  const zoneOffset = universe.map((instrument) => zones.zoneOffset[instrument]);
  return {
    close: knownZones(zones.close, zoneOffset),
    value: knownZones(zones.value, zoneOffset),
    marketCap: () => (zones.marketCap === null ? capZones() : knownZones(zones.marketCap, zoneOffset)),
  };
}

function closeFacts(closes: Closes, closeBarZones: BarZones, closeZones: Zones) {
  const { calendar } = closes;
  let bounds: TopGainerBounds | null = null;
  const gains = (days: number) => boundsOfGains(calendar, closeBarZones, days);
  const buyRules = keepLast(BITS_KEPT, (_key: string, rules: BuyRules) =>
    passBuyRules(closes, closeZones, rules),
  );
  return {
    closes,
    closeZones,
    gains,
    buyRules: (rules: BuyRules) => buyRules(`${rules.closeDays} ${rules.meanDays}`, rules),
    equalWeight: keepLast(2, (firstSession: number) => equalWeight(closes, firstSession)),
    topGainerBounds: (needed: Int32Array | null) => {
      bounds ??= topGainerBounds(closes, gains(TOP_GAINER_DAYS));
      bounds.ready(needed);
      return bounds;
    },
  };
}

function closesInFile(market: Market, universe: Int32Array, calendar: Calendar): Closes {
  const late = market.zones ? lateCloses(market) : null; // without zones all are looked at
  return late ? closesInCode(calendar, universe, late) : closesInMemory(calendar, market.close);
}

function rowsOfMembers(rows: RowsOf, universe: Int32Array): RowsOfMember {
  return (member, from, to) => rows(universe[member], from, to);
}

function hasMarketCap({ barOffset }: Market, universe: Int32Array, capsOf: RowsOf): boolean {
  return universe.some((instrument) =>
    capsOf(instrument, barOffset[instrument], barOffset[instrument + 1]).some((cap) => cap > 0),
  );
}
