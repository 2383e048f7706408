/**
 * What came, put to what a dataset has, instrument by instrument: bars that follow on its last one are handed over
 * alone, and the rest of the dataset stays where it is; an instrument that gets others is put together whole.
 */
import type { InstrumentFacts } from "#workers/market/instruments-file.ts";
import { instrumentOf } from "#workers/market/whole-parts.ts";
import type { DaysAdded } from "#workers/model/import-plan.ts";
import { compareSymbols } from "#workers/model/market.ts";
import type { Instrument, Market } from "#workers/model/market.ts";
import { fillCaps } from "./apply-facts.ts";
import type { Base } from "./base.ts";
import { pickBars, uniteBars } from "../rows/pick-bars.ts";

export interface Carrier {
  /** Takes a part of what came, with what the dataset has of these instruments and of those before them. */
  take(part: Market): void;
  /** Takes the rest of the dataset; what its instruments got. */
  finish(): DaysAdded;
}

interface CarrierTarget {
  /** What is said of instruments, by symbol. */
  readonly said: ReadonlyMap<string, InstrumentFacts>;
  /** Goes on with an instrument of the dataset; false where it has to be put together whole. `more` is null for no bar. */
  readonly keep: (number: number, instrument: Instrument, more: Market | null) => boolean;
  /** Takes a market of one instrument. */
  readonly add: (market: Market) => void;
}

export function createCarrier(base: Base, { said, keep, add }: CarrierTarget): Carrier {
  let next = 0;
  let added = NO_DAYS_ADDED;

  function pass(came: Market | null): void {
    const number = next++;
    const known = base.instruments[number];
    if (!known) throw new RangeError(`no instrument ${number}`);
    const fresh = came && withGivenCaps(came, base, number);
    const instrument = describe(known, fresh, said.get(known.symbol));
    const shares = said.get(known.symbol)?.sharesOutstanding ?? NaN;
    const later = fresh && barsAfter(fresh, base.lastDay(number));
    const earlier = (fresh?.day.length ?? 0) - (later?.day.length ?? 0);
    const isLater = fresh === null || earlier === 0 || base.hasDays(number, fresh.day.subarray(0, earlier));
    if (isLater && Number.isNaN(shares) && keep(number, instrument, later)) {
      added = withDays(added, later?.day.length ?? 0);
      return;
    }
    const stored = base.series(number);
    const { length } = stored.day;
    const united = whole(stored, fresh, { instrument, shares, given: base.shares(number) });
    added = withDays(added, united.day.length - length);
    add(united);
  }

  function passBefore(symbol: string | null): void {
    while (next < base.instruments.length) {
      const own = base.instruments[next]?.symbol ?? "";
      if (symbol !== null && compareSymbols(own, symbol) >= 0) return;
      pass(null);
    }
  }

  return {
    take(part) {
      for (const [at, { symbol }] of part.instruments.entries()) {
        passBefore(symbol);
        const came = instrumentOf(part, at);
        if (base.instruments[next]?.symbol === symbol) pass(came);
        else add(came);
      }
    },
    finish() {
      passBefore(null);
      return added;
    },
  };
}

export const NO_DAYS_ADDED: DaysAdded = { instruments: 0, fewest: 0, most: 0 };

/** @param days - of one instrument more */
function withDays(added: DaysAdded, days: number): DaysAdded {
  if (days === 0) return added;
  const { instruments, fewest, most } = added;
  return {
    instruments: instruments + 1,
    fewest: instruments === 0 ? days : Math.min(fewest, days),
    most: Math.max(most, days),
  };
}

/** Market caps from one share count: it holds for the bars that came now, too. */
function withGivenCaps(came: Market, base: Base, number: number): Market {
  if (base.instruments[number]?.marketCapLooksAhead !== true) return came;
  const marketCap = came.marketCap?.slice() ?? new Float64Array(came.close.length).fill(NaN);
  fillCaps(came, 0, marketCap, base.shares(number));
  return { ...came, marketCap };
}

function barsAfter(market: Market, day: number): Market | null {
  const first = market.day.findIndex((each) => each > day);
  if (first === 0) return market;
  const places = Array.from(market.day.keys()).slice(first);
  return first < 0 ? null : pickBars(market, places);
}

/** An instrument as the dataset knows it, where nothing else is said of it now. */
function describe(known: Instrument, came: Market | null, said: InstrumentFacts | undefined): Instrument {
  const { sector: _, ...others } = known;
  const sector = said?.sector ?? "";
  return {
    ...others,
    name: said?.name ?? known.name,
    ...(sector === "" ? {} : { sector }),
    marketCapLooksAhead: known.marketCapLooksAhead || came?.instruments[0]?.marketCapLooksAhead === true,
  };
}

interface Said {
  readonly instrument: Instrument;
  /** Share counts that hold for all bars without a market cap: that which is said now, and that which was. */
  readonly shares: number;
  readonly given: number;
}

function whole(stored: Market, came: Market | null, { instrument, shares, given }: Said): Market {
  const united = came ? uniteBars(stored, came, [instrument]) : { ...stored, instruments: [instrument] };
  const before = stored.instruments[0]?.marketCapLooksAhead === true ? given : NaN;
  if (Number.isNaN(shares) && Number.isNaN(before)) return united;
  const marketCap = united.marketCap?.slice() ?? new Float64Array(united.close.length).fill(NaN);
  fillCaps(united, 0, marketCap, before);
  const isFilled = fillCaps(united, 0, marketCap, shares);
  const marketCapLooksAhead = instrument.marketCapLooksAhead || isFilled;
  return { ...united, marketCap, instruments: [{ ...instrument, marketCapLooksAhead }] };
}
