/**
 * What a bar of a universe is: a day, a week or a month, by the days from each bar of an instrument to its next. Of those
 * gaps the middle one counts (the lower one of two), over all instruments and all their bars.
 */
import { SESSIONS_OF_YEAR } from "#workers/model/bar-length.ts";
import type { JudgedBars } from "#workers/model/bar-length.ts";
import { daysOf } from "#workers/model/late-column.ts";
import type { Market } from "#workers/model/market.ts";
import { WORD, countBits, firstBits, lowestBit } from "./bits.ts";
import { hasDayBits, markedDaysOf } from "./calendar.ts";
import type { Calendar, MarkedDays } from "./calendar.ts";

/** With fewer gaps than these nothing is known, and bars are taken as daily. */
const FEWEST_GAPS = 10;
/** An instrument with fewer bars is none of another frequency among daily ones. */
const FEWEST_BARS = 12;
/** Days from bar to bar: from so many on they are weekly, unlike weeks, monthly, like months, and unlike them again. */
const [WEEK, BEYOND_WEEK, LONG, MONTH, BEYOND_MONTH] = [5, 11, 18, 25, 36];
const EDGES = [WEEK, BEYOND_WEEK, LONG, MONTH, BEYOND_MONTH] as const;
/** Sessions of a year of a market that is open on all its days. */
const EVERY_DAY = 365;

/** Of one instrument, or of several together. */
export interface BarCounts {
  bars: number;
  /** Of Saturdays and Sundays. */
  weekend: number;
  gaps: number;
  /** By the edges above: gaps of at least so many days. */
  readonly atLeast: number[];
}

export function noBars(): BarCounts {
  return { bars: 0, weekend: 0, gaps: 0, atLeast: EDGES.map(() => 0) };
}

/** Bits of the Saturdays and Sundays in a word of days, by the word's number modulo 7: 1970-01-01, bit 0 of word 0, was a Thursday. */
const WEEKENDS = Int32Array.from({ length: 7 }, (_, word) => {
  let bits = 0;
  for (let bit = 0; bit < WORD; bit++) if ((word * WORD + bit + 5) % 7 < 2) bits |= 1 << bit;
  return bits;
});

export function countBars({ firstWord, bits }: MarkedDays): BarCounts {
  const counts = noBars();
  for (let word = 0; word < bits.length; word++) {
    const own = bits[word];
    const next = word + 1 < bits.length ? bits[word + 1] : 0;
    counts.bars += countBits(own);
    counts.weekend += countBits(own & WEEKENDS[(((firstWord + word) % 7) + 7) % 7]);
    let alone = own; // the days that no bar follows within four days
    for (let days = 1; days < WEEK; days++) alone &= ~((own >>> days) | (next << (WORD - days)));
    for (; alone !== 0; alone &= alone - 1) {
      const gap = gapAfter(bits, word, lowestBit(alone));
      if (gap === null) continue;
      for (let edge = 0; edge < EDGES.length && gap >= EDGES[edge]; edge++) counts.atLeast[edge]++;
    }
  }
  counts.gaps = Math.max(0, counts.bars - 1);
  return counts;
}

export function addBars(to: BarCounts, { bars, weekend, gaps, atLeast }: BarCounts): void {
  to.bars += bars;
  to.weekend += weekend;
  to.gaps += gaps;
  for (let edge = 0; edge < EDGES.length; edge++) to.atLeast[edge] += atLeast[edge];
}

/** Days to the next one that is marked; null behind the last. */
function gapAfter(bits: Int32Array, word: number, bit: number): number | null {
  let rest = bits[word] & ~firstBits(bit + 1);
  let at = word;
  while (rest === 0 && at + 1 < bits.length) rest = bits[++at];
  return rest === 0 ? null : (at - word) * WORD + lowestBit(rest) - bit;
}

/** @param all - of the universe together @param otherOnes - instruments that are not daily, by isOther */
export function judgeBars(
  { bars, weekend, gaps, atLeast }: BarCounts,
  otherOnes: readonly number[],
): JudgedBars {
  const [week, beyondWeek, long, month, beyondMonth] = atLeast.map(
    (count) => gaps >= FEWEST_GAPS && isMost(count, gaps),
  );
  const frequency = long ? "monthly" : week ? "weekly" : "daily";
  const isEveryDay = frequency === "daily" && bars > 0 && weekend * 10 >= bars;
  return {
    frequency,
    sessionsOfYear: isEveryDay ? EVERY_DAY : SESSIONS_OF_YEAR[frequency],
    isUnusual: (beyondWeek && !month) || beyondMonth,
    otherOnes: frequency === "daily" ? otherOnes : [],
  };
}

/** Whether the middle gap is among them. */
function isMost(some: number, all: number): boolean {
  return some > Math.floor(all / 2);
}

/** Whether an instrument's bars are mostly weeks or months, as its universe's should be. */
export function isOther({
  bars,
  gaps,
  atLeast: [week, beyondWeek, , month, beyondMonth],
}: BarCounts): boolean {
  return bars >= FEWEST_BARS && (week - beyondWeek + month - beyondMonth) * 10 >= gaps * 8;
}

/**
 * Of instruments of the market. Bars that lie close enough together are daily whatever each gap is, which first and last days
 * tell: n bars over D days have at most (D - (n - 1)) / 4 gaps of five days and more.
 *
 * @param calendar - of the universe
 */
export function judgeBarsIn(market: Market, universe: Int32Array, calendar: Calendar): JudgedBars {
  const all = noBars();
  const doubtful: number[] = [];
  let mostWide = 0;
  for (const instrument of universe) {
    const bars = market.barOffset[instrument + 1] - market.barOffset[instrument];
    all.bars += bars;
    if (bars < 2) continue;
    const most = Math.floor((daysAcross(market, instrument) - (bars - 1)) / (WEEK - 1));
    all.gaps += bars - 1;
    mostWide += most;
    if (most * 10 >= (bars - 1) * 8) doubtful.push(instrument);
  }
  const isDaily = !isMost(mostWide, all.gaps);
  const others: number[] = [];
  for (const instrument of isDaily ? doubtful : universe) {
    const counts = countBars(markedDaysOf(market, instrument));
    if (isOther(counts)) others.push(instrument);
    if (!isDaily) for (let edge = 0; edge < EDGES.length; edge++) all.atLeast[edge] += counts.atLeast[edge];
  }
  all.weekend = weekendBars(calendar);
  return judgeBars(all, others);
}

function weekendBars({ members, words, sessionDay, present }: Calendar): number {
  let weekend = 0;
  for (let word = 0; word < words; word++) {
    let places = 0;
    for (let bit = 0, session = word * WORD; bit < WORD && session < sessionDay.length; bit++, session++)
      if (isWeekend(sessionDay[session])) places |= 1 << bit;
    if (places === 0) continue;
    for (let member = 0; member < members; member++)
      weekend += countBits(present[member * words + word] & places);
  }
  return weekend;
}

function isWeekend(day: number): boolean {
  return (((day + 5) % 7) + 7) % 7 < 2;
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
