/** What a bar of a universe is (model/bar-counts.ts), of days as bits: most markets are told by their first and last days alone. */
import {
  GAP_EDGES,
  addBars,
  countGap,
  isMost,
  isOther,
  isWeekend,
  judgeBars,
  noBars,
} from "#workers/model/bar-counts.ts";
import type { BarCounts } from "#workers/model/bar-counts.ts";
import type { JudgedBars } from "#workers/model/bar-length.ts";
import { daysOf } from "#workers/model/late-column.ts";
import type { Market } from "#workers/model/market.ts";
import { WORD, countBits, firstBits, lowestBit } from "./bits.ts";
import { hasDayBits, markedDaysOf } from "./calendar.ts";
import type { Calendar, MarkedDays } from "./calendar.ts";

/** Days from bar to bar that a day's bar has at most, and one more. */
const [WIDE] = GAP_EDGES;

/** Bits of the Saturdays and Sundays in a word of days, by the word's number modulo 7. */
const WEEKENDS = Int32Array.from({ length: 7 }, (_, word) => {
  let bits = 0;
  for (let bit = 0; bit < WORD; bit++) if (isWeekend(word * WORD + bit)) bits |= 1 << bit;
  return bits;
});

/** As countDays of model/bar-counts.ts. */
export function countBars({ firstWord, bits }: MarkedDays): BarCounts {
  const counts = noBars();
  for (let word = 0; word < bits.length; word++) {
    const own = bits[word];
    const next = word + 1 < bits.length ? bits[word + 1] : 0;
    counts.bars += countBits(own);
    counts.weekend += countBits(own & WEEKENDS[(((firstWord + word) % 7) + 7) % 7]);
    let alone = own; // the days that no bar follows within four days
    for (let days = 1; days < WIDE; days++) alone &= ~((own >>> days) | (next << (WORD - days)));
    for (; alone !== 0; alone &= alone - 1) countGap(counts, gapAfter(bits, word, lowestBit(alone)));
  }
  counts.gaps = Math.max(0, counts.bars - 1);
  return counts;
}

/** Days to the next one that is marked; NaN behind the last. */
function gapAfter(bits: Int32Array, word: number, bit: number): number {
  let rest = bits[word] & ~firstBits(bit + 1);
  let at = word;
  while (rest === 0 && at + 1 < bits.length) rest = bits[++at];
  return rest === 0 ? NaN : (at - word) * WORD + lowestBit(rest) - bit;
}

/**
 * Of instruments of the market. Bars that lie close enough together are daily whatever each gap is, which first and last days
 * tell: n bars over D days have at most (D - (n - 1)) / 4 gaps of five days and more.
 *
 * @param calendar - of the universe
 */
export function judgeBarsIn(market: Market, universe: Int32Array, calendar: Calendar): JudgedBars {
  const known = noBars();
  const doubtful: number[] = [];
  let mostWide = 0;
  for (const instrument of universe) {
    const bars = market.barOffset[instrument + 1] - market.barOffset[instrument];
    known.bars += bars;
    if (bars < 2) continue;
    const most = Math.floor((daysAcross(market, instrument) - (bars - 1)) / (WIDE - 1));
    known.gaps += bars - 1;
    mostWide += most;
    if (most * 10 >= (bars - 1) * 8) doubtful.push(instrument);
  }
  const isDaily = !isMost(mostWide, known.gaps);
  const counted = noBars();
  const others: number[] = [];
  for (const instrument of isDaily ? doubtful : universe) {
    const counts = countBars(markedDaysOf(market, instrument));
    addBars(counted, counts);
    if (isOther(counts)) others.push(instrument);
  }
  if (!isDaily) return judgeBars(counted, others);
  known.weekend = weekendBars(calendar);
  return judgeBars(known, others);
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
