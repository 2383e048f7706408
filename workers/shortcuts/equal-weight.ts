/**
 * The equal-weight benchmark two sessions at a time, while each member's closes are in the processor's cache. For
 * equal-weight-growth.ts: what it gains is gained here.
 */
import { WORD } from "#workers/sessions/bits.ts";
import { NO_BAR, rowOn } from "#workers/sessions/calendar.ts";
import { closesOfMember, endOfWhole, makeSessionSums } from "./bar-kernels.ts";
import type { SessionSums } from "./bar-kernels.ts";
import type { Closes } from "./closes.ts";

/**
 * The mean of close / base over the members with a bar on the first session, base being the close of that bar; a
 * missing bar carries the last close.
 */
export interface EqualWeight {
  /** Takes in the members up to this one: a run calls it while the member's closes are in the processor's cache. */
  readonly reach: (member: number) => void;
  /** Of all members: one value a session from the first to the end of the calendar. */
  readonly growth: () => Float64Array;
}

export function equalWeight(closes: Closes, firstSession: number): EqualWeight {
  const { calendar } = closes;
  const growths = makeGrowthSum(calendar.sessionDay.length, firstSession);
  let reached = 0;
  let mean: Float64Array | null = null;
  const reach = (member: number): void => {
    for (; reached <= member; reached++) growths.add(closes, reached);
  };
  return {
    reach,
    growth: () => {
      reach(calendar.members - 1);
      return (mean ??= growths.mean());
    },
  };
}

/** Sums of close / base, one a session. */
export interface GrowthSum {
  /** Takes in a member, unless it has no bar on the first session. Members come in their order. */
  readonly add: (closes: Closes, member: number) => void;
  /** Of those taken in, from the first session on. */
  readonly mean: () => Float64Array;
}

/** @param sessions - of the calendar */
export function makeGrowthSum(sessions: number, firstSession: number): GrowthSum {
  const sums = makeSessionSums(sessions);
  let weighed = 0;
  return {
    add: (closes, member) => {
      const baseRow = rowOn(closes.calendar, member, firstSession);
      if (baseRow === NO_BAR) return;
      weighed++;
      addMember(sums, closes, { member, baseRow, firstSession });
    },
    mean: () => over(sums.values().slice(firstSession, sessions), weighed),
  };
}

function over(values: Float64Array, divisor: number): Float64Array {
  for (let at = 0; at < values.length; at++) values[at] /= divisor;
  return values;
}

function addMember(
  sums: SessionSums,
  closes: Closes,
  { member, baseRow, firstSession }: { member: number; baseRow: number; firstSession: number },
): void {
  const { calendar } = closes;
  const { words, present, barsBefore, fromRow, sessionDay } = calendar;
  const close = closesOfMember(closes, member);
  let bar = baseRow - fromRow[member] - 1;
  const times = 1 / close[bar + 1]; // a product takes a fifth of a quotient's time
  const start = member * words;
  for (let session = firstSession; session < sessionDay.length;) {
    const at = start + (session >> 5);
    const stop = (session & 31) === 0 ? endOfWhole(calendar, member, at) : at;
    if (stop > at) {
      sums.addGrowth(closes, { member, first: at, stop }, times);
      session = (stop - start) * WORD;
      bar = barsBefore[stop - 1] + WORD - 1;
      continue;
    }
    const values = sums.values();
    const end = Math.min(sessionDay.length, ((session >> 5) + 1) * WORD);
    for (; session < end; session++) {
      bar += (present[at] >>> (session & 31)) & 1;
      values[session] += close[bar] * times;
    }
  }
}
