/**
 * The index of an exchange: the market cap of its members, chained so that listings, delistings, splits and the
 * number of members leave no step in it. Dividends do: like most indices, it counts prices alone.
 */
import type { Bars } from "./bars.ts";
import type { TickBand } from "./countries.ts";
import { ln } from "./exponential.ts";
import { tickStep, toTick } from "./ticks.ts";

/** Columns with a row for each session; whole hundredths. */
export interface IndexBars {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

/** Close of the session before the first, in hundredths. */
const BASE = 100_000;

/** How far an index goes to its members' highs and lows, which fall on different hours: 1 is all the way. */
const SHARED_EXTREMES = 0.5;

/**
 * Chains the index of `members`, one row a session.
 *
 * A session's return is the members' summed cap over their summed cap at the close before, both with the same
 * companies: those listed on both sessions, a halted one with its last close.
 */
export function chainIndex(
  members: readonly Bars[],
  sessions: number,
  ticks: readonly TickBand[],
): IndexBars {
  const caps = sumCaps(members, sessions);
  const bars: IndexBars = {
    open: new Float64Array(sessions),
    high: new Float64Array(sessions),
    low: new Float64Array(sessions),
    close: new Float64Array(sessions),
  };
  let level = BASE;
  for (let session = 0; session < sessions; session++) {
    const base = caps.before[session] ?? 0;
    const at = (column: Float64Array): number => (base > 0 ? (level * (column[session] ?? 0)) / base : level);
    const [open, close] = [at(caps.open), at(caps.close)];
    const [top, bottom] = [Math.max(open, close), Math.min(open, close)];
    const step = tickStep(ticks, close / 100);
    bars.open[session] = toTick(open, step);
    bars.high[session] = toTick(top + SHARED_EXTREMES * (at(caps.high) - top), step);
    bars.low[session] = toTick(bottom - SHARED_EXTREMES * (bottom - at(caps.low)), step);
    bars.close[session] = toTick(close, step);
    level = close;
  }
  return bars;
}

/** Summed caps a session, of the companies listed on it and on the session before. */
interface Caps extends IndexBars {
  /** At the close before. */
  readonly before: Float64Array;
}

function sumCaps(members: readonly Bars[], sessions: number): Caps {
  const caps: Caps = {
    before: new Float64Array(sessions),
    open: new Float64Array(sessions),
    high: new Float64Array(sessions),
    low: new Float64Array(sessions),
    close: new Float64Array(sessions),
  };
  for (const bars of members) addMember(caps, bars);
  return caps;
}

function addMember(caps: Caps, bars: Bars): void {
  for (let row = 1; row < bars.session.length; row++) {
    const session = bars.session[row] ?? 0;
    const shares = bars.sharesOutstanding[row] ?? 0;
    const before = (bars.sharesOutstanding[row - 1] ?? 0) * (bars.close[row - 1] ?? 0);
    for (let halted = (bars.session[row - 1] ?? 0) + 1; halted < session; halted++) {
      for (const column of [caps.before, caps.open, caps.high, caps.low, caps.close])
        add(column, halted, before);
    }
    add(caps.before, session, before);
    add(caps.open, session, shares * (bars.open[row] ?? 0));
    add(caps.high, session, shares * (bars.high[row] ?? 0));
    add(caps.low, session, shares * (bars.low[row] ?? 0));
    add(caps.close, session, shares * (bars.close[row] ?? 0));
  }
}

/**
 * Log return a session of the members together, by market cap at the close before, with their dividends put back into
 * them: what the index lacks.
 */
export function totalReturns(members: readonly Bars[], sessions: number): Float64Array {
  const before = new Float64Array(sessions);
  const after = new Float64Array(sessions);
  for (const { session, close, adjustment, sharesOutstanding } of members) {
    for (let row = 1; row < session.length; row++) {
      const at = session[row] ?? 0;
      const cap = (sharesOutstanding[row - 1] ?? 0) * (close[row - 1] ?? 0);
      const adjusted = (close[row] ?? 0) * (adjustment[row] ?? 1);
      const growth = adjusted / ((close[row - 1] ?? 1) * (adjustment[row - 1] ?? 1));
      for (let halted = (session[row - 1] ?? 0) + 1; halted < at; halted++) {
        add(before, halted, cap);
        add(after, halted, cap);
      }
      add(before, at, cap);
      add(after, at, cap * growth);
    }
  }
  return before.map((cap, at) => (cap > 0 ? ln((after[at] ?? cap) / cap) : 0));
}

function add(column: Float64Array, row: number, value: number): void {
  column[row] = (column[row] ?? 0) + value;
}
