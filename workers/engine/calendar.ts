/**
 * Sessions: the sorted union of the dates on which at least one instrument of the universe has a bar; and where
 * each instrument has its bars on them, 32 sessions a word.
 */
import type { Market } from "#workers/model/market.ts";
import { FULL, WORD, countBits, firstBits, wordsFor } from "./bits.ts";

/** What `rowOn` gives for an instrument that has no bar on the session. */
export const NO_BAR = -1;

/** A member is an instrument's place in the universe; its word w has index member * words + w. */
export interface Calendar {
  readonly members: number;
  /** EpochDay of each session, ascending. */
  readonly sessionDay: Int32Array;
  /** The market's rows of member m are fromRow[m] .. toRow[m] - 1. */
  readonly fromRow: Int32Array;
  readonly toRow: Int32Array;
  /** Bars of the member that has most. */
  readonly longest: number;
  /** Words a member. */
  readonly words: number;
  /** Bit k of word w: the member has a bar on session 32 w + k. */
  readonly present: Int32Array;
  /** The market's row of the member's first bar on or after the word's first session; behind its last without one. */
  readonly firstRow: Int32Array;
}

/** The market's row of the member's bar on the session, or NO_BAR. */
export function rowOn(calendar: Calendar, member: number, session: number): number {
  const at = member * calendar.words + (session >> 5);
  const present = calendar.present[at];
  const bit = session & 31;
  if (present === FULL) return calendar.firstRow[at] + bit;
  if (((present >>> bit) & 1) === 0) return NO_BAR;
  return calendar.firstRow[at] + countBits(present & firstBits(bit));
}

/** How many bars the member has before the session; the session may be the one behind the last. */
export function rowsBefore(calendar: Calendar, member: number, session: number): number {
  const word = session >> 5;
  if (word === calendar.words) return calendar.toRow[member] - calendar.fromRow[member];
  const at = member * calendar.words + word;
  const within = countBits(calendar.present[at] & firstBits(session & 31));
  return calendar.firstRow[at] + within - calendar.fromRow[member];
}

/** @param universe - the market's instrument numbers; empty gives a calendar without sessions */
export function buildCalendar(market: Market, universe: Int32Array): Calendar {
  return alignBars(market, universe, numberSessions(markDays(market, universe)));
}

/** The days from firstDay on: 1 where somebody has a bar. */
export interface MarkedDays {
  readonly firstDay: number;
  readonly hasBar: Uint8Array;
}

export interface Sessions {
  /** EpochDay of each, ascending. */
  readonly sessionDay: Int32Array;
  /** The session of the n-th day from firstDay, for days that have one. */
  readonly firstDay: number;
  readonly sessionOfDay: Int32Array;
}

export function numberSessions({ firstDay, hasBar }: MarkedDays): Sessions {
  const sessionDay = new Int32Array(hasBar.reduce((count, bar) => count + bar, 0));
  const sessionOfDay = new Int32Array(hasBar.length);
  let session = 0;
  for (let at = 0; at < hasBar.length; at++) {
    if (hasBar[at] === 0) continue;
    sessionDay[session] = firstDay + at;
    sessionOfDay[at] = session++;
  }
  return { sessionDay, firstDay, sessionOfDay };
}

/** @param sessions - every bar of the universe is on one of them */
export function alignBars(market: Market, universe: Int32Array, sessions: Sessions): Calendar {
  const { sessionDay, firstDay, sessionOfDay } = sessions;
  const words = wordsFor(sessionDay.length);
  const present = new Int32Array(universe.length * words);
  const firstRow = new Int32Array(universe.length * words);
  const fromRow = universe.map((instrument) => market.barOffset[instrument]);
  const toRow = universe.map((instrument) => market.barOffset[instrument + 1]);
  let longest = 0;
  for (let member = 0; member < universe.length; member++) {
    const from = fromRow[member];
    const to = toRow[member];
    longest = Math.max(longest, to - from);
    const own = present.subarray(member * words, (member + 1) * words);
    if (from < to) markSessions(own, { day: market.day, from, to }, (day) => sessionOfDay[day - firstDay]);
    let row = from;
    for (let word = 0; word < words; word++) {
      firstRow[member * words + word] = row;
      row += own[word] === FULL ? WORD : countBits(own[word]);
    }
  }
  return { members: universe.length, sessionDay, fromRow, toRow, longest, words, present, firstRow };
}

function markDays({ barOffset, day }: Market, universe: Int32Array): MarkedDays {
  const traded = universe.filter((instrument) => barOffset[instrument] < barOffset[instrument + 1]);
  if (traded.length === 0) return { firstDay: 0, hasBar: new Uint8Array(0) };
  const firstDay = traded.reduce(
    (least, at) => Math.min(least, day[barOffset[at]]),
    day[barOffset[traded[0]]],
  );
  const lastDay = traded.reduce((most, at) => Math.max(most, day[barOffset[at + 1] - 1]), firstDay);
  const hasBar = new Uint8Array(lastDay - firstDay + 1);
  for (const instrument of traded) {
    const to = barOffset[instrument + 1];
    for (let row = barOffset[instrument]; row < to; row++) hasBar[day[row] - firstDay] = 1;
  }
  return { firstDay, hasBar };
}

/** Sets the bit of every session on which there is a bar; as many bars as sessions between the ends are all of them. */
function markSessions(
  present: Int32Array,
  bars: { readonly day: Int32Array; readonly from: number; readonly to: number },
  sessionOn: (day: number) => number,
): void {
  const { day, from, to } = bars;
  const first = sessionOn(day[from]);
  const last = sessionOn(day[to - 1]);
  if (last - first === to - 1 - from) {
    for (let word = first >> 5; word <= last >> 5; word++) {
      const start = Math.max(0, first - word * WORD);
      const stop = Math.min(WORD, last + 1 - word * WORD);
      present[word] = firstBits(stop) & ~firstBits(start);
    }
    return;
  }
  for (let row = from; row < to; row++) {
    const session = sessionOn(day[row]);
    present[session >> 5] |= 1 << (session & 31);
  }
}
