/**
 * What equal money in every share of the universe grows to: bought once and held (the equal-weight benchmark), or set back
 * on the first session of each month (the average share). No costs, fractions of shares.
 */
import { NO_BAR, rowOn } from "#workers/sessions/calendar.ts";
import { askedSessions } from "#workers/sessions/schedule.ts";
import type { Plan, Weighing } from "#workers/engine/run-plan.ts";

/** The sessions on which the money is set to equal parts: the first, and with "monthly" each later one that is the first of its month. */
export function resetsOf(weighing: Weighing, sessionDay: Int32Array, firstSession: number): Int32Array {
  if (weighing === "held") return Int32Array.of(firstSession);
  const period = { firstSession, lastSession: sessionDay.length - 1 };
  const asked = askedSessions("monthly", 1, sessionDay, period);
  if (asked === null) throw new RangeError("a month has a first session");
  return asked.sessions;
}

/**
 * As a factor, one value a session of the period, 1 on the first. From a reset up to the next one: the value on the reset
 * times the mean of close / close on the reset over the members with a bar there; a missing bar carries the last close.
 */
export function meanGrowth(plan: Plan, weighing: Weighing): Float64Array {
  const { calendar, prices, sessionDay, firstSession, lastSession } = plan;
  const { close } = prices;
  const resets = resetsOf(weighing, sessionDay.subarray(0, lastSession + 1), firstSession);
  const sums = new Float64Array(lastSession - firstSession + 1);
  const weighed = new Int32Array(resets.length);
  for (let member = 0; member < calendar.members; member++) {
    for (let k = 0; k < resets.length; k++) {
      let last = rowOn(calendar, member, resets[k]);
      if (last === NO_BAR) continue;
      weighed[k]++;
      const times = 1 / close[last];
      const stop = resets[k + 1] ?? lastSession;
      for (let session = k === 0 ? firstSession : resets[k] + 1; session <= stop; session++) {
        const row = rowOn(calendar, member, session);
        if (row !== NO_BAR) last = row;
        sums[session - firstSession] += close[last] * times;
      }
    }
  }
  return chainGrowth(sums, resets, weighed);
}

/**
 * Turns the sums of close / close on the last reset into growth, in place. Where nobody is weighed the value stays.
 *
 * @param sums - one a session from the first reset on; a reset's own belongs to the stretch that ends there
 * @param weighed - by reset: the members in the sums behind it
 */
export function chainGrowth(sums: Float64Array, resets: Int32Array, weighed: Int32Array): Float64Array {
  let base = 1;
  for (let k = 0; k < resets.length; k++) {
    const first = k === 0 ? 0 : resets[k] - resets[0] + 1;
    const stop = k + 1 < resets.length ? resets[k + 1] - resets[0] : sums.length - 1;
    for (let at = first; at <= stop; at++) {
      sums[at] = weighed[k] === 0 ? base : base * (sums[at] / weighed[k]);
    }
    base = sums[stop];
  }
  return sums;
}
