/**
 * The buy rules on every bar, four bars a step: a comparison made a bit in the processor's way, without a branch and
 * with a shift that is known ahead, takes half of the time that it takes bar by bar.
 */
import { FULL, WORD, countBits, spread } from "./bits.ts";
import type { Calendar } from "./calendar.ts";
import { atLeast, leastFor } from "./forgive.ts";
import { bitsOf } from "./member-bits.ts";
import type { MemberBits } from "./member-bits.ts";
import { rollingMean } from "./rolling.ts";
import type { Zones } from "./zones.ts";

/** The bars whose close is at least that of `days` bars before. */
export function notBelowEarlierClose(calendar: Calendar, close: Float64Array, days: number): MemberBits {
  const { words, present, firstRow, fromRow } = calendar;
  return bitsOf(calendar, (member, bits) => {
    const judgedFrom = fromRow[member] + days;
    for (let at = member * words; at < (member + 1) * words; at++) {
      let row = firstRow[at];
      if (present[at] === FULL && row >= judgedFrom) {
        let passing = 0;
        for (const stop = row + WORD; row < stop; row += 4) {
          const other = row - days;
          const four =
            isNotBelow(close, row, other) |
            (isNotBelow(close, row + 1, other + 1) << 1) |
            (isNotBelow(close, row + 2, other + 2) << 2) |
            (isNotBelow(close, row + 3, other + 3) << 3);
          passing = (passing >>> 4) | (four << 28);
        }
        bits[at] = passing;
      } else if (present[at] !== 0) {
        let passing = 0;
        const count = countBits(present[at]);
        for (let k = Math.max(0, judgedFrom - row); k < count; k++) {
          passing |= isNotBelow(close, row + k, row + k - days) << k;
        }
        bits[at] = spread(passing, present[at]);
      }
    }
  });
}

/** 1 where the close of a row is at least that of the other, else 0. */
function isNotBelow(close: Float64Array, row: number, other: number): number {
  return Number(atLeast(close[row], close[other]));
}

/**
 * The bars whose close is at least the mean of the last `days` closes.
 *
 * A sum takes in each new close and gives away the oldest. It drifts, but by no more than `slack`: where close x days
 * is that near to it, the means of rolling.ts decide.
 *
 * @param closeZones - of these closes
 */
export function notBelowMean(
  calendar: Calendar,
  close: Float64Array,
  closeZones: Zones,
  days: number,
): MemberBits {
  const { words, present, firstRow, fromRow, toRow } = calendar;
  const byMeans = makeMeansJudge(calendar, close, days);
  const nearWords = new Int32Array(words);
  /** Forgives what `atLeast` forgives. */
  const factor = days / leastFor(1);
  return bitsOf(calendar, (member, bits) => {
    const slack = driftOf(toRow[member] - fromRow[member], days, highestOf(calendar, closeZones, member));
    const judgedFrom = fromRow[member] + days - 1;
    let sum = 0;
    let near = 0;
    for (let at = member * words; at < (member + 1) * words; at++) {
      let row = firstRow[at];
      let passing = 0;
      let isNear = false;
      if (present[at] === FULL && row >= judgedFrom) {
        for (const stop = row + WORD; row < stop; row += 4) {
          const oldest = row - days + 1;
          const risen1 = close[row + 1] - close[oldest];
          const risen2 = risen1 + (close[row + 2] - close[oldest + 1]);
          const risen3 = risen2 + (close[row + 3] - close[oldest + 2]);
          const sum0 = sum + close[row];
          const sum1 = sum0 + risen1;
          const sum2 = sum0 + risen2;
          const sum3 = sum0 + risen3;
          sum += risen3 + (close[row] - close[oldest + 3]);
          const above0 = close[row] * factor - sum0;
          const above1 = close[row + 1] * factor - sum1;
          const above2 = close[row + 2] * factor - sum2;
          const above3 = close[row + 3] * factor - sum3;
          if (
            Math.abs(above0) <= slack ||
            Math.abs(above1) <= slack ||
            Math.abs(above2) <= slack ||
            Math.abs(above3) <= slack
          ) {
            isNear = true;
          }
          const four =
            Number(above0 >= 0) |
            (Number(above1 >= 0) << 1) |
            (Number(above2 >= 0) << 2) |
            (Number(above3 >= 0) << 3);
          passing = (passing >>> 4) | (four << 28);
        }
        bits[at] = passing;
      } else if (present[at] !== 0) {
        const count = countBits(present[at]);
        for (let k = 0; k < count; k++, row++) {
          sum += close[row];
          if (row < judgedFrom) continue;
          const above = close[row] * factor - sum;
          if (Math.abs(above) <= slack) isNear = true;
          passing |= Number(above >= 0) << k;
          sum -= close[row - days + 1];
        }
        bits[at] = spread(passing, present[at]);
      }
      if (isNear) nearWords[near++] = at;
    }
    for (let k = 0; k < near; k++) bits[nearWords[k]] = byMeans(member, nearWords[k]);
  });
}

/**
 * How far, with rounding, `days` closes can lie from their sum as it slides over `bars` of them, and from `days` times
 * the mean of rolling.ts: an addition is off by 2^-53 of its result, and there are three a bar and two a day.
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
