/**
 * What a bar of a universe is: a day, a week or a month, by the days from each bar of an instrument to its next. Of those
 * gaps the middle one counts (the lower one of two), over all instruments and all their bars.
 */
import { daysOf } from "#workers/model/late-column.ts";
import type { Market } from "#workers/model/market.ts";
import type { Frequency } from "#workers/model/report.ts";
import { WORD, countBits, firstBits, lowestBit } from "./bits.ts";
import { hasDayBits, markedDaysOf } from "./calendar.ts";
import type { MarkedDays } from "./calendar.ts";

/** With fewer gaps than these nothing is known, and bars are taken as daily. */
const FEWEST_GAPS = 10;
/** Days from bar to bar: from so many on they are weekly, or monthly. */
const WIDE = 5;
const LONG = 18;

/** How many gaps there are; one that is long is wide, too. */
export interface Gaps {
  all: number;
  /** Of 5 days and more. */
  wide: number;
  /** Of 18 days and more. */
  long: number;
}

export function noGaps(): Gaps {
  return { all: 0, wide: 0, long: 0 };
}

export function frequencyOf({ all, wide, long }: Gaps): Frequency {
  if (all < FEWEST_GAPS || !isMost(wide, all)) return "daily";
  return isMost(long, all) ? "monthly" : "weekly";
}

/** Whether the middle gap is among them. */
function isMost(some: number, all: number): boolean {
  return some > Math.floor(all / 2);
}

/** Adds the gaps between these days. */
export function addGaps(gaps: Gaps, { bits }: MarkedDays): void {
  let bars = 0;
  for (let word = 0; word < bits.length; word++) {
    const own = bits[word];
    const next = word + 1 < bits.length ? bits[word + 1] : 0;
    bars += countBits(own);
    let alone = own; // the days that no bar follows within four days
    for (let days = 1; days < WIDE; days++) alone &= ~((own >>> days) | (next << (WORD - days)));
    for (; alone !== 0; alone &= alone - 1) {
      const gap = gapAfter(bits, word, lowestBit(alone));
      if (gap === null) continue;
      gaps.wide++;
      if (gap >= LONG) gaps.long++;
    }
  }
  gaps.all += Math.max(0, bars - 1);
}

/** Days to the next one that is marked; null behind the last. */
function gapAfter(bits: Int32Array, word: number, bit: number): number | null {
  let rest = bits[word] & ~firstBits(bit + 1);
  let at = word;
  while (rest === 0 && at + 1 < bits.length) rest = bits[++at];
  return rest === 0 ? null : (at - word) * WORD + lowestBit(rest) - bit;
}

/**
 * What a bar of these instruments of the market is. Bars that lie close enough together are daily whatever each gap is,
 * which first and last days tell: n bars over D days have at most (D - (n - 1)) / 4 gaps of five days and more.
 */
export function frequencyIn(market: Market, universe: Int32Array): Frequency {
  let all = 0;
  let mostWide = 0;
  for (const instrument of universe) {
    const own = market.barOffset[instrument + 1] - market.barOffset[instrument] - 1;
    if (own < 1) continue;
    all += own;
    mostWide += Math.floor((daysAcross(market, instrument) - own) / (WIDE - 1));
  }
  if (!isMost(mostWide, all)) return "daily";
  const gaps = noGaps();
  for (const instrument of universe) addGaps(gaps, markedDaysOf(market, instrument));
  return frequencyOf(gaps);
}

/** From the first bar to the last; there are bars. */
function daysAcross(market: Market, instrument: number): number {
  if (market.zones !== undefined && hasDayBits(market.zones.days, instrument)) {
    const { wordOffset, bits } = market.zones.days;
    const [first, stop] = [wordOffset[instrument], wordOffset[instrument + 1]];
    const last = WORD - 1 - Math.clz32(bits[stop - 1]);
    return (stop - 1 - first) * WORD + last - lowestBit(bits[first]);
  }
  const days = daysOf(market, instrument);
  return days[days.length - 1] - days[0];
}
