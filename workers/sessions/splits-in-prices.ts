/**
 * Splits that prices as traded have in them and adjusted closes prove: the close jumps from one bar to the next, and the
 * adjusted close goes on.
 */
import { rowsOf } from "#workers/model/late-column.ts";
import type { Market } from "#workers/model/market.ts";
import { ZONE, zonesFor } from "#workers/model/price-zones.ts";
import { sessionOf } from "./calendar.ts";
import type { Calendar } from "./calendar.ts";

/** Times the close before: a close below, or above, is a jump. */
const FALL = 0.67;
const RISE = 1.5;
/** Times the adjusted close before: within these it goes on. */
const LEAST_STEP = 0.8;
const MOST_STEP = 1.25;
/** Where the highest is at most so many times the lowest, nothing falls below FALL or rises above RISE. */
const CALM = 1.49;

export interface SplitInPrices {
  readonly symbol: string;
  /** Of the two bars, the one before and the one that shows the new price. */
  readonly sessionBefore: number;
  readonly session: number;
}

/** Adjusted closes of an instrument's own bars from .. to - 1; null where no bar of the market has one. */
export type AdjustedOf = (instrument: number, from: number, to: number) => Float64Array | null;

/** Adjusted closes of a market in memory; null where no bar of it has one. */
export function adjustedIn(market: Market): AdjustedOf | null {
  const rows = rowsOf(market, "adjClose");
  if (rows === null) return null;
  const { barOffset } = market;
  return (instrument, from, to) => rows(instrument, barOffset[instrument] + from, barOffset[instrument] + to);
}

/**
 * By symbol, each one's by session.
 *
 * @param universe - the instrument that each of the calendar's members is
 */
export function splitsInPrices(
  market: Market,
  universe: Int32Array,
  calendar: Calendar,
  adjustedOf: AdjustedOf | null,
): SplitInPrices[] {
  const found: SplitInPrices[] = [];
  if (adjustedOf === null) return found;
  const jumps: number[] = [];
  for (let member = 0; member < universe.length; member++) {
    const instrument = universe[member];
    jumps.length = 0;
    findJumps(market, instrument, jumps);
    if (jumps.length === 0) continue;
    const first = jumps[0] - 1;
    const adjusted = adjustedOf(instrument, first, jumps[jumps.length - 1] + 1);
    if (adjusted === null) return found;
    for (const bar of jumps) {
      if (!goesOn(adjusted[bar - 1 - first], adjusted[bar - first])) continue;
      const { symbol } = market.instruments[instrument];
      const [sessionBefore, session] = [bar - 1, bar].map((each) => sessionOf(calendar, member, each));
      found.push({ symbol, sessionBefore, session });
    }
  }
  return found;
}

/** False where an adjusted close is missing: such a one is not above 0. */
function goesOn(before: number, after: number): boolean {
  const step = before > 0 ? after / before : NaN;
  return step >= LEAST_STEP && step <= MOST_STEP;
}

/** Writes the places, among the instrument's own, of bars whose close is far from the one before. */
function findJumps(market: Market, instrument: number, jumps: number[]): void {
  const { barOffset, zones } = market;
  const [start, stop] = [barOffset[instrument], barOffset[instrument + 1]];
  const closesOf = rowsOf(market, "close");
  if (zones === undefined) {
    addJumps(closesOf(instrument, start, stop), 0, jumps);
    return;
  }
  const { least, most } = zones.close;
  const first = zones.zoneOffset[instrument];
  const count = zonesFor(stop - start);
  let lowBefore = least[first];
  let highBefore = most[first];
  for (let zone = 0; zone < count; zone++) {
    const low = least[first + zone];
    const high = most[first + zone];
    const isCalm = high <= CALM * low && high <= CALM * lowBefore && highBefore <= CALM * low;
    lowBefore = low;
    highBefore = high;
    if (isCalm) continue;
    const from = Math.max(0, zone * ZONE - 1);
    const to = Math.min((zone + 1) * ZONE, stop - start);
    addJumps(closesOf(instrument, start + from, start + to), from, jumps);
  }
}

function isJump(step: number): boolean {
  return step < FALL || step > RISE;
}

/** @param closes - of neighbouring bars, the first of them the instrument's bar of that number */
function addJumps(closes: Float64Array, firstBar: number, jumps: number[]): void {
  let before = closes[0];
  for (let row = 1; row < closes.length; row++) {
    const close = closes[row];
    const isFar = close > CALM * before || before > CALM * close; // no division for most bars
    if (isFar && isJump(close / before)) jumps.push(firstBar + row);
    before = close;
  }
}
