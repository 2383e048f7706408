/** The first pass over a market that is read in parts: who is there, on which days, with which figures. */
import type { Instrument, PartedMarket, PriceColumn } from "#workers/model/market.ts";
import { markDays } from "#workers/model/price-zones.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { numberSessions } from "./calendar.ts";
import type { Sessions } from "./calendar.ts";
import { makeCapCensus } from "./cap-census.ts";
import type { CapCensus } from "./cap-census.ts";
import { isMember } from "./universe.ts";

/** EpochDays of the years 0 to 9999. */
const FIRST_DAY = -719_528;
const DAYS = 3_652_425;
/** The word of their first as bits, and how many words they are. */
const FIRST_WORD = FIRST_DAY >> 5;
const DAY_WORDS = ((FIRST_DAY + DAYS - 1) >> 5) - FIRST_WORD + 1;
/** The first day of an instrument without a bar. */
const NEVER = 0x7fff_ffff;

export interface PartedSurvey {
  /** The instruments that are whole, and the number of each among all of the market. */
  readonly instruments: readonly Instrument[];
  readonly numbers: readonly number[];
  /** EpochDay of each one's first bar. */
  readonly firstDays: readonly number[];
  /** Places of the universe's in these lists. */
  readonly universe: Int32Array;
  readonly sessions: Sessions;
  /** The universe's bars with and without an adjClose; counted for a run on adjusted prices. */
  readonly adjusted: number;
  readonly unadjusted: number;
  /** Of the universe; null where the run does not rank. */
  readonly caps: CapCensus | null;
}

/** @param onPart - called with the number of parts read */
export function surveyParts(
  strategy: Strategy,
  market: PartedMarket,
  onPart: (done: number) => void,
): PartedSurvey {
  const columns: PriceColumn[] = ["day"];
  const ranks = strategy.scanner.marketCapRank !== null;
  const isAdjusted = strategy.simulation.priceBasis === "adjusted";
  if (ranks) columns.push("marketCap");
  if (isAdjusted) columns.push("adjClose");
  const days = new Int32Array(DAY_WORDS);
  const caps = ranks ? makeCapCensus(FIRST_DAY, DAYS, market.days) : null;
  const instruments: Instrument[] = [];
  const numbers: number[] = [];
  const firstDays: number[] = [];
  const universe: number[] = [];
  let [adjusted, unadjusted] = [0, 0];
  for (let at = 0; at < market.parts; at++) {
    const part = market.readPart(at, columns);
    const { barOffset, day, adjClose, marketCap } = part.market;
    part.market.instruments.forEach((instrument, place) => {
      const [from, to] = [barOffset[place], barOffset[place + 1]];
      instruments.push(instrument);
      numbers.push(part.numbers[place]);
      firstDays.push(from < to ? day[from] : NEVER);
      if (!isMember(strategy.scanner, instrument)) return;
      universe.push(instruments.length - 1);
      markDays(day, { from, to }, days, -FIRST_WORD);
      if (marketCap !== null) caps?.count({ day, marketCap }, from, to);
      if (!isAdjusted) return;
      const known = adjClose === null ? 0 : countKnown(adjClose, from, to);
      adjusted += known;
      unadjusted += to - from - known;
    });
    onPart(at + 1);
  }
  return {
    instruments,
    numbers,
    firstDays,
    universe: Int32Array.from(universe),
    sessions: sessionsOf(days),
    adjusted,
    unadjusted,
    caps: caps?.isAnyKnown() === true ? caps : null,
  };
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
