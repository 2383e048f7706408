/** The buy rules on every bar: whole words by the kernels, the bars around gaps one by one. */
import { closesOfMember, endOfWhole, judgeEarlier, judgeMean } from "./bar-kernels.ts";
import type { NearWords } from "./bar-kernels.ts";
import { countBits, spread } from "./bits.ts";
import type { Closes } from "./closes.ts";
import { atLeast, leastFor } from "./forgive.ts";
import { bitsOf } from "./member-bits.ts";
import type { MemberBits } from "./member-bits.ts";
import { rollingMean } from "./rolling.ts";
import type { Zones } from "./zones.ts";

/** The bars whose close is at least that of `days` bars before. */
export function notBelowEarlierClose(closes: Closes, days: number): MemberBits {
  const { calendar } = closes;
  const { words, present, firstRow, fromRow } = calendar;
  return bitsOf(calendar, (member, bits) => {
    const close = closesOfMember(closes, member);
    for (let at = member * words; at < (member + 1) * words; at++) {
      const bar = firstRow[at] - fromRow[member];
      const stop = bar < days ? at : endOfWhole(calendar, member, at);
      if (stop > at) {
        judgeEarlier(closes, { member, first: at, stop }, days, bits);
        at = stop - 1;
        continue;
      }
      const count = countBits(present[at]);
      let passing = 0;
      for (let k = Math.max(0, days - bar); k < count; k++) {
        passing |= Number(atLeast(close[bar + k], close[bar + k - days])) << k;
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
export function notBelowMean(closes: Closes, closeZones: Zones, days: number): MemberBits {
  const { calendar } = closes;
  const { words, present, firstRow, fromRow, toRow } = calendar;
  const byMeans = makeMeansJudge(closes, days);
  const near: NearWords = { words: new Int32Array(words), isAny: false };
  /** Forgives what `atLeast` forgives. */
  const factor = days / leastFor(1);
  return bitsOf(calendar, (member, bits) => {
    const slack = driftOf(toRow[member] - fromRow[member], days, closeZones.highest(member));
    const close = closesOfMember(closes, member);
    const start = member * words;
    if (near.isAny) near.words.fill(0);
    near.isAny = false;
    let sum = 0;
    for (let at = start; at < start + words; at++) {
      let bar = firstRow[at] - fromRow[member];
      const stop = bar < days ? at : endOfWhole(calendar, member, at);
      if (stop > at) {
        const run = { member, first: at, stop };
        sum = judgeMean(closes, run, { days, before: sum, factor, slack }, { bits, near });
        at = stop - 1;
        continue;
      }
      const count = countBits(present[at]);
      let passing = 0;
      for (let k = 0; k < count; k++, bar++) {
        sum += bar < days ? close[bar] : close[bar] - close[bar - days];
        if (bar < days - 1) continue;
        const above = close[bar] * factor - sum;
        if (Math.abs(above) <= slack) {
          near.words[at - start] = 1;
          near.isAny = true;
        }
        passing |= Number(above >= 0) << k;
      }
      bits[at] = spread(passing, present[at]);
    }
    for (let word = 0; near.isAny && word < words; word++) {
      if (near.words[word] === 1) bits[start + word] = byMeans(member, start + word);
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

/** The verdicts on a member's bars of the word at that place, by the means of rolling.ts. */
function makeMeansJudge(closes: Closes, days: number) {
  const { present, firstRow, fromRow, longest } = closes.calendar;
  const mean = new Float64Array(longest);
  let meansOf = -1;
  return (member: number, at: number): number => {
    const close = closesOfMember(closes, member);
    if (meansOf !== member) rollingMean(close, { from: 0, to: close.length }, days, mean);
    meansOf = member;
    const count = countBits(present[at]);
    let passing = 0;
    for (let k = 0; k < count; k++) {
      const bar = firstRow[at] - fromRow[member] + k;
      passing |= Number(atLeast(close[bar], mean[bar])) << k;
    }
    return spread(passing, present[at]);
  };
}
