/**
 * The first pass over a market that is read in parts: who is there, on which days, with which figures. Gains, for runs in parts:
 * days and caps are told by the zones where the file has them, and no column is read for them.
 */
import type { JudgedBars } from "#workers/model/bar-length.ts";
import { rowsOf } from "#workers/model/late-column.ts";
import type { Instrument, Market, PartedMarket, PriceColumn } from "#workers/model/market.ts";
import { dayBitsOf } from "#workers/model/price-zones.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { WORD, lowestBit } from "#workers/sessions/bits.ts";
import { alignBars, markedDaysOf, numberSessions } from "#workers/sessions/calendar.ts";
import type { Calendar, Sessions } from "#workers/sessions/calendar.ts";
import { addBars, isOther, judgeBars, noBars } from "#workers/model/bar-counts.ts";
import { countBars } from "#workers/sessions/frequency.ts";
import { isMember, membersAmong } from "#workers/model/universe.ts";

/** EpochDays of the years 0 to 9999. */
const FIRST_DAY = -719_528;
const DAYS = 3_652_425;
/** The word of their first as bits, and how many words they are. */
const FIRST_WORD = FIRST_DAY >> 5;
const DAY_WORDS = ((FIRST_DAY + DAYS - 1) >> 5) - FIRST_WORD + 1;
/** The first day of an instrument without a bar. */
export const NEVER = 0x7fff_ffff;

export interface PartedSurvey {
  /** The instruments that are whole, and the number of each among all of the market. */
  readonly instruments: readonly Instrument[];
  readonly numbers: readonly number[];
  /** EpochDay of each one's first bar. */
  readonly firstDays: readonly number[];
  /** Places of the universe's in these lists. */
  readonly universe: Int32Array;
  readonly sessions: Sessions;
  /** What bars the universe has. */
  readonly bars: JudgedBars;
  /** The universe's bars with and without an adjClose; counted for a run on adjusted prices. */
  readonly adjusted: number;
  readonly unadjusted: number;
  /** Whether a bar of the universe has a market cap; false where nobody asks. */
  readonly isCapKnown: boolean;
}

/**
 * Looks at prices only where zones don't tell.
 *
 * @param asksCaps - true where it matters whether there are market caps
 * @param onPart - called with every part that was read
 */
export function surveyParts(
  strategy: Strategy,
  market: PartedMarket,
  asksCaps: boolean,
  onPart: () => void,
): PartedSurvey {
  const isAdjusted = strategy.simulation.priceBasis === "adjusted";
  const days = new Int32Array(DAY_WORDS);
  const instruments: Instrument[] = [];
  const numbers: number[] = [];
  const firstDays: number[] = [];
  const universe: number[] = [];
  const bars = noBars();
  const others: number[] = [];
  let [adjusted, unadjusted] = [0, 0];
  let isCapKnown = false;
  for (let at = 0; at < market.parts; at++) {
    const looksForCap = asksCaps && !isCapKnown;
    const columns: PriceColumn[] = isAdjusted ? ["adjClose"] : [];
    if (looksForCap) columns.push("marketCap");
    const part = market.outlinePart(at, columns);
    const { barOffset, adjClose } = part.market;
    part.market.instruments.forEach((instrument, place) => {
      const [from, to] = [barOffset[place], barOffset[place + 1]];
      const own = markedDaysOf(part.market, place);
      instruments.push(instrument);
      numbers.push(part.numbers[place]);
      firstDays.push(from < to ? own.firstWord * WORD + lowestBit(own.bits[0]) : NEVER);
      if (!isMember(strategy.scanner, instrument)) return;
      universe.push(instruments.length - 1);
      const counts = countBars(own);
      addBars(bars, counts);
      if (isOther(counts)) others.push(instruments.length - 1);
      const shift = own.firstWord - FIRST_WORD;
      for (let word = 0; word < own.bits.length; word++) days[word + shift] |= own.bits[word];
      if (looksForCap) isCapKnown ||= hasMarketCap(part.market, place);
      if (!isAdjusted) return;
      const known = adjClose === null ? 0 : countKnown(adjClose, from, to);
      adjusted += known;
      unadjusted += to - from - known;
    });
    onPart();
  }
  return {
    instruments,
    numbers,
    firstDays,
    universe: Int32Array.from(universe),
    sessions: sessionsOf(days),
    bars: judgeBars(bars, others),
    adjusted,
    unadjusted,
    isCapKnown,
  };
}

/** The universe's instruments among a part's, and their bars on the market's sessions. */
export function membersOfPart(
  market: Market,
  { scanner }: Pick<Strategy, "scanner">,
  { sessions }: Pick<PartedSurvey, "sessions">,
): { readonly places: Int32Array; readonly calendar: Calendar } {
  const places = membersAmong(scanner, market.instruments);
  const days = market.zones?.days ?? dayBitsOf(market, places);
  return { places, calendar: alignBars(market, places, { days, sessions }) };
}

function hasMarketCap(market: Market, place: number): boolean {
  const capsOf = rowsOf(market, "marketCap");
  const [from, to] = market.barOffset.subarray(place, place + 2);
  return capsOf?.(place, from, to).some((cap) => cap > 0) ?? false;
}

function sessionsOf(days: Int32Array): Sessions {
  const first = Math.max(
    0,
    days.findIndex((word) => word !== 0),
  );
  const last = days.findLastIndex((word) => word !== 0);
  return numberSessions({ firstWord: FIRST_WORD + first, bits: days.subarray(first, last + 1) });
}

function countKnown(column: Float64Array, from: number, to: number): number {
  let known = 0;
  for (let row = from; row < to; row++) known += Number(column[row] > 0);
  return known;
}
