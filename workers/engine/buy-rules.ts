/** The buy rules on every bar: whole words by the kernels, the bars around gaps one by one. */
import { endOfWhole, judgeEarlier, judgeMean } from "./bar-kernels.ts";
import type { KernelCloses } from "./bar-kernels.ts";
import { countBits, spread } from "./bits.ts";
import type { Calendar } from "./calendar.ts";
import { atLeast, leastFor } from "./forgive.ts";
import { bitsOf } from "./member-bits.ts";
import type { MemberBits } from "./member-bits.ts";
import { rollingMean } from "./rolling.ts";
import type { Zones } from "./zones.ts";

/** The bars whose close is at least that of `days` bars before. */
export function notBelowEarlierClose(closes: KernelCloses, days: number): MemberBits {
  const { calendar, close } = closes;
  const { words, present, firstRow, fromRow } = calendar;
  return bitsOf(calendar, (member, bits) => {
    const judgedFrom = fromRow[member] + days;
    for (let at = member * words; at < (member + 1) * words; at++) {
      const row = firstRow[at];
      const stop = row < judgedFrom ? at : endOfWhole(calendar, member, at);
      if (stop > at) {
        judgeEarlier(closes, { member, first: at, stop }, days, bits);
        at = stop - 1;
        continue;
      }
      const count = countBits(present[at]);
      let passing = 0;
      for (let k = Math.max(0, judgedFrom - row); k < count; k++) {
        passing |= Number(atLeast(close[row + k], close[row + k - days])) << k;
      }
      bits[at] = spread(passing, present[at]);
    }
  });
}

/**
 * The bars whose close is at least the mean of the last `days` closes.
 *
 * A sum takes in each new close and gives away the oldest. It drifts, but by no more than `slack`: where close x days
 * is that near to it, the means of rolling.ts decide.
 *
 * @param closeZones - of these closes
 */
export function notBelowMean(closes: KernelCloses, closeZones: Zones, days: number): MemberBits {
  const { calendar, close } = closes;
  const { words, present, firstRow, fromRow, toRow } = calendar;
  const byMeans = makeMeansJudge(calendar, close, days);
  const isNear = new Int32Array(words);
  /** Forgives what `atLeast` forgives. */
  const factor = days / leastFor(1);
  return bitsOf(calendar, (member, bits) => {
    const slack = driftOf(toRow[member] - fromRow[member], days, highestOf(calendar, closeZones, member));
    const from = fromRow[member];
    const start = member * words;
    isNear.fill(0);
    let sum = 0;
    for (let at = start; at < start + words; at++) {
      let row = firstRow[at];
      const stop = row < from + days ? at : endOfWhole(calendar, member, at);
      if (stop > at) {
        const run = { member, first: at, stop };
        sum = judgeMean(closes, run, { days, before: sum, factor, slack }, { bits, isNear });
        at = stop - 1;
        continue;
      }
      const count = countBits(present[at]);
      let passing = 0;
      for (let k = 0; k < count; k++, row++) {
        sum += row < from + days ? close[row] : close[row] - close[row - days];
        if (row < from + days - 1) continue;
        const above = close[row] * factor - sum;
        if (Math.abs(above) <= slack) isNear[at - start] = 1;
        passing |= Number(above >= 0) << k;
      }
      bits[at] = spread(passing, present[at]);
    }
    for (let word = 0; word < words; word++) {
      if (isNear[word] === 1) bits[start + word] = byMeans(member, start + word);
    }
  });
}

/**
 * How far, with rounding, `days` closes can lie from their sum as it slides over `bars` of them, and from `days` times
 * the mean of rolling.ts: an addition is off by 2^-53 of its result, and there are at most five a bar, four of them of
 * a few closes alone, and two a day.
 *
 * @param highest - no close is above it
 */
function driftOf(bars: number, days: number, highest: number): number {
  return 2 ** -50 * (bars + days) * (days + 1) * highest;
}

function highestOf({ words }: Calendar, zones: Zones, member: number): number {
  zones.ready(member);
  let highest = 0;
  for (let at = member * words; at < (member + 1) * words; at++) {
    if (zones.most[at] > highest) highest = zones.most[at];
  }
  return highest;
}

/** The verdicts on a member's bars of the word at that place, by the means of rolling.ts. */
function makeMeansJudge(calendar: Calendar, close: Float64Array, days: number) {
  const { present, firstRow, fromRow, toRow, longest } = calendar;
  const mean = new Float64Array(longest);
  let meansOf = -1;
  return (member: number, at: number): number => {
    const from = fromRow[member];
    if (meansOf !== member) rollingMean(close, { from, to: toRow[member] }, days, mean);
    meansOf = member;
    const count = countBits(present[at]);
    let passing = 0;
    for (let k = 0; k < count; k++) {
      const row = firstRow[at] + k;
      passing |= Number(atLeast(close[row], mean[row - from])) << k;
    }
    return spread(passing, present[at]);
  };
}
