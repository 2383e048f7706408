/** Ascending days in a byte each: the days of millions of bars, kept to measure gaps when all are known. */

export interface PackedDays {
  readonly first: number;
  readonly last: number;
  /** From each day to the next; 0 for a step of LONG_STEP days to a day that is none of them. */
  readonly steps: Uint8Array;
}

/** The longest step in a byte is as long; it leads to a day, this one doesn't. */
export const LONG_STEP = 255;

const NO_STEPS = new Uint8Array(0);

/** @param days - at least one */
export function packDays(days: Int32Array): PackedDays {
  const [first = 0] = days;
  const last = days.at(-1) ?? first;
  if (days.length === 1) return { first, last, steps: NO_STEPS };
  const steps = new Uint8Array(days.length - 1 + countLongSteps(days));
  let end = 0;
  for (let at = 1; at < days.length; at++) {
    let step = (days[at] ?? 0) - (days[at - 1] ?? 0);
    for (; step > LONG_STEP; step -= LONG_STEP) steps[end++] = 0;
    steps[end++] = step;
  }
  return { first, last, steps };
}

function countLongSteps(days: Int32Array): number {
  let count = 0;
  let before = days[0] ?? 0;
  for (let at = 1; at < days.length; at++) {
    const day = days[at] ?? 0;
    if (day - before > LONG_STEP) count += Math.floor((day - before - 1) / LONG_STEP);
    before = day;
  }
  return count;
}
