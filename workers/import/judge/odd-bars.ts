/**
 * What the bars of one instrument show beside prices: days on which nothing traded, months before days, pence before
 * pounds, and closes that no price has. One look at its days and closes; the rest is looked at where these are odd.
 */
import { weekdayOf } from "#workers/market/sessions.ts";
import { CLOSE, HIGH, LOW, OPEN, VOLUME } from "#workers/market/row.ts";
import type { RowStore } from "#workers/market/row-store.ts";

/** Bars of weeks or months, one after the other, beside shorter ones. Days are EpochDays. */
export interface Stretch {
  readonly frequency: "weekly" | "monthly";
  /** What the others are. */
  readonly beside: "daily" | "weekly";
  readonly from: number;
  /** The last bar of the stretch: the shorter bars begin behind it, or have ended where it begins. */
  readonly to: number;
  readonly bars: number;
}

/** From this day on prices are `times` those before. */
export interface Jump {
  readonly day: number;
  /** 100 or 1/100. */
  readonly times: number;
  /** Where the bars go back after one of them: a bad one. */
  readonly isOneBar: boolean;
}

export interface OddBars {
  readonly stretch: Stretch | null;
  readonly jumps: readonly Jump[];
  /** Nights over which a close of a cent at least changes as by a split. */
  readonly nights: number;
  /** Closes above a hundred millions. */
  readonly large: number;
}

/** So many gaps of a band in a row are no holidays; and so many of days beside them no chance. */
const LEAST_GAPS = 12;
const BANDS = [
  { frequency: "weekly", least: 5, most: 9 },
  { frequency: "monthly", least: 26, most: 35 },
] as const;
const LONGEST_OF_DAYS = 4;
const LONGEST_OF_WEEKS = 9;
const SPLIT = 1.45;
const LARGE = 1e8;
/** A hundredfold, give or take a wild night. */
const [LEAST_TIMES, MOST_TIMES] = [80, 125];
/** Below it a step of the smallest coin is as large as a split. */
const LEAST_CLOSE = 0.05;

/** @param day - EpochDays, ascending, each once */
export function lookForOdd(day: Int32Array, close: Float64Array): OddBars {
  let [nights, large, weeks, longer] = [0, 0, 0, 0];
  let jumpAt: number[] | null = null;
  let before = close[0] ?? NaN;
  let dayBefore = day[0] ?? 0;
  for (let bar = 1; bar < day.length; bar++) {
    const after = close[bar] ?? NaN;
    const today = day[bar] ?? 0;
    const gap = today - dayBefore;
    if (after > LARGE) large++;
    if (after > before * SPLIT || before > after * SPLIT) {
      if (gap <= LONGEST_OF_DAYS && Math.min(before, after) > LEAST_CLOSE) nights++;
      const times = Math.max(after / before, before / after);
      if (times > LEAST_TIMES && times < MOST_TIMES) (jumpAt ??= []).push(bar);
    }
    if (gap > LONGEST_OF_WEEKS) longer++;
    else if (gap > LONGEST_OF_DAYS) weeks++;
    before = after;
    dayBefore = today;
  }
  const days = Math.max(day.length - 1, 0) - weeks - longer;
  const isDaily = days >= LEAST_GAPS && weeks + longer >= LEAST_GAPS;
  const isWeekly = days < LEAST_GAPS && weeks >= LEAST_GAPS && longer >= LEAST_GAPS;
  return {
    stretch: isDaily ? findStretch(day, "daily") : isWeekly ? findStretch(day, "weekly") : null,
    jumps: jumpAt === null ? [] : jumpsAt(jumpAt, day, close),
    nights,
    large,
  };
}

/** The longest one beside bars of that frequency; null for none. */
function findStretch(day: Int32Array, beside: Stretch["beside"]): Stretch | null {
  let longest: Stretch | null = null;
  for (const { frequency, least, most } of BANDS) {
    if (frequency === beside) continue;
    let start = 0;
    for (let bar = 1; bar <= day.length; bar++) {
      const gap = (day[bar] ?? Infinity) - (day[bar - 1] ?? 0);
      if (gap >= least && gap <= most) continue;
      const gaps = bar - 1 - start;
      if (gaps >= LEAST_GAPS && gaps >= (longest?.bars ?? 0))
        longest = { frequency, beside, from: day[start] ?? 0, to: day[bar - 1] ?? 0, bars: gaps + 1 };
      start = bar;
    }
  }
  return longest;
}

function jumpsAt(bars: readonly number[], day: Int32Array, close: Float64Array): Jump[] {
  const jumps: Jump[] = [];
  for (const [at, bar] of bars.entries()) {
    const isBack = (other: number | undefined): boolean =>
      other !== undefined &&
      Math.abs(other - bar) === 1 &&
      (close[bar] ?? 0) > (close[bar - 1] ?? 0) !== (close[other] ?? 0) > (close[other - 1] ?? 0);
    if (isBack(bars[at - 1])) continue;
    const isOneBar = isBack(bars[at + 1]);
    const times = (close[bar] ?? 0) > (close[bar - 1] ?? 0) ? 100 : 1 / 100;
    jumps.push({ day: day[bar] ?? 0, times, isOneBar });
  }
  return jumps;
}

/** Bars of one instrument in a store of rows. */
export interface BarsInStore {
  readonly store: RowStore;
  /** Their rows by day: places in the store, null where they are from .. to - 1 themselves. */
  readonly rows: Int32Array | null;
  readonly from: number;
  readonly to: number;
}

/** Rows of a weekend that say what the row before says, or that nothing traded at its close. */
export interface IdleDays {
  readonly weekend: Weekend;
  /** EpochDays. */
  readonly days: readonly number[];
  /** How many of them are without a trade, where other days have a volume. */
  readonly idle: number;
}

/** Its two weekdays, 0 Sunday: of most markets, of the Gulf and Israel, and of Riyadh before 2013 and Tehran. */
export type Weekend = readonly [number, number];
const USUAL: Weekend = [6, 0];
const WEEKENDS: readonly Weekend[] = [USUAL, [5, 6], [4, 5]];
const FILLED = { share: 0.9, least: 2, longestGap: 3 } as const;

/**
 * Weekends that somebody filled in, of an instrument that is traded on the five other days; null where some of its
 * weekends have trades, or it has no weekend.
 */
export function findFilledDays(bars: BarsInStore, dayShift: number): IdleDays | null {
  const { store, rows, from, to } = bars;
  const rowOf = (bar: number): number => (rows ? (rows[bar] ?? 0) : bar);
  const figure = (slot: number, bar: number): number => store.values[slot]?.[rowOf(bar)] ?? NaN;
  const isSame = (slot: number, bar: number): boolean => Object.is(figure(slot, bar), figure(slot, bar - 1));
  const dayOf = (bar: number): number => (store.day[rowOf(bar)] ?? 0) + dayShift;
  const counts = new Int32Array(7);
  const still: { readonly day: number; readonly weekday: number; readonly isIdle: boolean }[] = [];
  let hasVolume = false;
  for (let bar = from; bar < to; bar++) {
    const day = dayOf(bar);
    const weekday = weekdayOf(day);
    if (figure(VOLUME, bar) > 0) hasVolume = true;
    counts[weekday] = (counts[weekday] ?? 0) + 1;
    if (bar === from || day - dayOf(bar - 1) > FILLED.longestGap || !isSame(CLOSE, bar)) continue;
    const areSame = [OPEN, HIGH, LOW].every((slot) => isSame(slot, bar));
    const isRepeat = areSame && isSame(VOLUME, bar);
    const isFlat = [OPEN, HIGH, LOW].every((slot) => figure(slot, bar) === figure(CLOSE, bar));
    const isIdle = !(figure(VOLUME, bar) > 0) && (isFlat || areSame);
    if (isRepeat || isIdle) still.push({ day, weekday, isIdle });
  }
  for (const weekend of WEEKENDS) {
    const found = still.filter(({ weekday }) => weekend.includes(weekday));
    const [first, second] = weekend.map((weekday) => counts[weekday] ?? 0);
    const ofWeekend = (first ?? 0) + (second ?? 0);
    const isFilled = found.length >= FILLED.least && found.length >= FILLED.share * ofWeekend;
    const restsAlways = (still.length - found.length) * 2 > to - from - ofWeekend;
    if (!isFilled || restsAlways || !isBetweenSessions(weekend, counts)) continue;
    const idle = hasVolume ? found.filter(({ isIdle }) => isIdle).length : 0;
    return { weekend, days: found.map(({ day }) => day), idle };
  }
  return null;
}

/** True where the day before is no day of rest; of an unusual weekend, where those after it and both of its own are there, too. */
function isBetweenSessions(weekend: Weekend, counts: Int32Array): boolean {
  const [first, second] = weekend;
  const countOn = (weekday: number): number => counts[weekday] ?? 0;
  const [before, after] = [countOn(first - 1), countOn((second + 1) % 7)];
  if (before === 0 || before * 2 <= after) return false;
  return weekend === USUAL || (countOn(first) > 0 && countOn(second) > 0 && after * 2 > before);
}
