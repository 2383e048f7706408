/**
 * The mean growth of a universe two sessions at a time, while each member's closes are in the processor's cache. For
 * growth-alongside.ts: what it gains is gained here.
 */
import { chainGrowth, resetsOf } from "#workers/figures/mean-growth.ts";
import type { Weighing } from "#workers/engine/run-plan.ts";
import { WORD } from "#workers/sessions/bits.ts";
import { NO_BAR, rowOn, rowsBefore } from "#workers/sessions/calendar.ts";
import { closesOfMember, endOfWhole, makeSessionSums } from "./bar-kernels.ts";
import type { Closes } from "./closes.ts";

/** The mean growth that figures ask for, summed up while a run goes through the members. */
export interface MeanGrowth {
  /** Takes in the members up to this one: a run calls it while the member's closes are in the processor's cache. */
  readonly reach: (member: number) => void;
  /** Of all members: one value a session from the first to the end of the calendar. */
  readonly growth: () => Float64Array;
}

export function meanGrowth(closes: Closes, weighing: Weighing, firstSession: number): MeanGrowth {
  const { calendar } = closes;
  const sum = makeGrowthSum(calendar.sessionDay, weighing, firstSession);
  let reached = 0;
  let growth: Float64Array | null = null;
  const reach = (member: number): void => {
    for (; reached <= member; reached++) sum.add(closes, reached);
  };
  return {
    reach,
    growth: () => {
      reach(calendar.members - 1);
      return (growth ??= sum.growth());
    },
  };
}

/** Of members that are taken in one after the other, as they come. */
export interface GrowthSum {
  readonly add: (closes: Closes, member: number) => void;
  /** Of those taken in, from the first session to the end of the calendar. */
  readonly growth: () => Float64Array;
}

/** @param sessionDay - of the calendar */
export function makeGrowthSum(sessionDay: Int32Array, weighing: Weighing, firstSession: number): GrowthSum {
  const resets = resetsOf(weighing, sessionDay, firstSession);
  const later = resets.subarray(1);
  const sums = makeSessionSums(sessionDay.length, later, weighing === "held" ? 0 : 1);
  const resetsBefore = countBefore(later, sessionDay.length);
  const joined = new Int32Array(resets.length + 1);

  /** The member's part of the sums; `joined` notes from which reset on it is weighed, and until which. */
  function add(closes: Closes, member: number): void {
    const { calendar } = closes;
    const { words, present, barsBefore, sessionDay: days } = calendar;
    const close = closesOfMember(closes, member);
    const baseRow = rowOn(calendar, member, firstSession);
    if (baseRow === NO_BAR && later.length === 0) return;
    let bar = rowsBefore(calendar, member, firstSession) - 1; // the last one before the session
    let times = baseRow === NO_BAR ? 0 : 1 / close[bar + 1]; // a product takes a fifth of a quotient's time
    if (times !== 0) note(joined, 0, 1);
    const start = member * words;
    for (let session = firstSession; session < days.length;) {
      const at = start + (session >> 5);
      const stop = (session & 31) === 0 ? endOfWhole(calendar, member, at) : at;
      if (stop > at) {
        const reset = resetsBefore[session];
        times = sums.addGrowth(closes, { member, first: at, stop }, reset, times);
        session = (stop - start) * WORD;
        bar = barsBefore[stop - 1] + WORD - 1;
        note(joined, reset + 1, resetsBefore[session] + 1);
        continue;
      }
      const end = Math.min(days.length, ((session >> 5) + 1) * WORD);
      if (times === 0 && present[at] === 0) {
        session = end;
        continue;
      }
      const values = sums.values();
      for (let reset = resetsBefore[session]; session < end; session++) {
        const hasBar = (present[at] >>> (session & 31)) & 1;
        bar += hasBar;
        if (times !== 0) values[session] += close[bar] * times;
        if (session !== later[reset]) continue;
        reset++;
        times = hasBar === 0 ? 0 : 1 / close[bar];
        if (times !== 0) note(joined, reset, reset + 1);
      }
    }
  }

  return {
    add,
    growth: () => {
      const weighed = joined.slice();
      for (let k = 1; k < weighed.length; k++) weighed[k] += weighed[k - 1];
      return chainGrowth(sums.values().slice(firstSession, sessionDay.length), resets, weighed);
    },
  };
}

/** One more from a reset on, up to another. */
function note(joined: Int32Array, from: number, to: number): void {
  joined[from]++;
  joined[to]--;
}

/** By session, and for the one behind the last: how many of the resets are earlier. */
function countBefore(resets: Int32Array, sessions: number): Int32Array {
  const counts = new Int32Array(sessions + 1);
  for (let session = 1, count = 0; session <= sessions; session++) {
    if (resets[count] === session - 1) count++;
    counts[session] = count;
  }
  return counts;
}
