/**
 * The buy rules on every bar: whole words by the kernels, the bars around gaps one by one. For buy-rule-condition.ts:
 * what it gains is gained here.
 */
import { closesOfMember, endOfWhole, judgeBars } from "./bar-kernels.ts";
import type { NearWords } from "./bar-kernels.ts";
import { countBits, spread } from "#workers/sessions/bits.ts";
import type { Closes } from "./closes.ts";
import { atLeast, leastFor } from "#workers/model/forgive.ts";
import { bitsOf } from "#workers/engine/member-bits.ts";
import type { MemberBits } from "#workers/engine/member-bits.ts";
import { rollingMean } from "./rolling.ts";
import type { Zones } from "./zones.ts";

/** In bars; 0 for a rule that is off. */
export interface BuyRules {
  /** The close is at least that of so many bars before. */
  readonly closeDays: number;
  /** The close is at least the mean of the last so many closes. */
  readonly meanDays: number;
}

/** All of which holds for a rule that is off: a close is at least itself, and at least a sum of nothing that began here. */
const SUM_OF_NO_RULE = -Infinity;

/**
 * The bars that pass.
 *
 * A sum takes in each new close and gives away the oldest. It drifts, but by no more than `slack`: where close x days
 * is that near to it, the means of rolling.ts decide.
 *
 * @param closeZones - of these closes
 */
export function passBuyRules(closes: Closes, closeZones: Zones, rules: BuyRules): MemberBits {
  const { closeDays, meanDays } = rules;
  const { calendar } = closes;
  const { words, present, barsBefore, fromRow, toRow } = calendar;
  const byMeans = makeMeansJudge(closes, rules);
  const near: NearWords = { words: new Int32Array(words), isAny: false };
  const barsNeeded = Math.max(closeDays, meanDays);
  const nothing = meanDays === 0 ? SUM_OF_NO_RULE : 0;
  /** Forgives what `atLeast` forgives. */
  const factor = meanDays / leastFor(1);
  return bitsOf(calendar, (member, bits) => {
    const highest = closeZones.highest(member);
    const slack = meanDays === 0 ? 0 : driftOf(toRow[member] - fromRow[member], meanDays, highest);
    const firstWhole = highest < Infinity ? barsNeeded : Infinity; // the kernel takes numbers that are not below 0
    const close = closesOfMember(closes, member);
    const start = member * words;
    if (near.isAny) near.words.fill(0);
    near.isAny = false;
    let sum = nothing;
    for (let at = start; at < start + words; at++) {
      let bar = barsBefore[at];
      const stop = bar < firstWhole ? at : endOfWhole(calendar, member, at);
      if (stop > at) {
        const sliding = { days: meanDays, before: sum, factor, slack };
        const judged = { earlierDays: closeDays, sum: sliding };
        sum = judgeBars(closes, { member, first: at, stop }, judged, { bits, near });
        at = stop - 1;
        continue;
      }
      const count = countBits(present[at]);
      let passing = 0;
      for (let k = 0; k < count; k++, bar++) {
        if (meanDays > 0) sum += bar < meanDays ? close[bar] : close[bar] - close[bar - meanDays];
        if (bar < meanDays - 1) continue;
        const above = close[bar] * factor - sum;
        if (Math.abs(above) <= slack) {
          near.words[at - start] = 1;
          near.isAny = true;
        }
        passing |= (Number(above >= 0) & reachesEarlier(close, bar, closeDays)) << k;
      }
      bits[at] = spread(passing, present[at]);
    }
    for (let word = 0; near.isAny && word < words; word++) {
      if (near.words[word] === 1) bits[start + word] = byMeans(member, start + word);
    }
  });
}

/** 1 where the close is at least that of so many bars before, else 0. */
function reachesEarlier(close: Float64Array, bar: number, days: number): number {
  return Number(bar >= days && atLeast(close[bar], close[bar - days]));
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
function makeMeansJudge(closes: Closes, { closeDays, meanDays }: BuyRules) {
  const { present, barsBefore, longest } = closes.calendar;
  const mean = new Float64Array(longest);
  let meansOf = -1;
  return (member: number, at: number): number => {
    const close = closesOfMember(closes, member);
    if (meansOf !== member) rollingMean(close, { from: 0, to: close.length }, meanDays, mean);
    meansOf = member;
    const count = countBits(present[at]);
    let passing = 0;
    for (let k = 0; k < count; k++) {
      const bar = barsBefore[at] + k;
      passing |= (Number(atLeast(close[bar], mean[bar])) & reachesEarlier(close, bar, closeDays)) << k;
    }
    return spread(passing, present[at]);
  };
}
