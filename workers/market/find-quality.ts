/** Looks through bars for gaps against the calendar, suspected splits, prices that stand still and days to come. */
import { formatIsoDay } from "#workers/model/day.ts";
import { RATE_TYPE } from "#workers/model/market.ts";
import type { Market } from "#workers/model/market.ts";
import type { InstrumentQuality, StaleStretch, SuspectedSplit } from "#workers/model/quality.ts";
import { createCalendars, NO_GAPS } from "./find-gaps.ts";
import { packDays } from "./packed-days.ts";
import type { PackedDays } from "./packed-days.ts";

/** One instrument's bars, by day. */
export interface QualitySeries {
  readonly day: Int32Array;
  readonly open: Float64Array;
  readonly close: Float64Array;
  readonly adjClose: Float64Array | null;
}

/** What bars say without a calendar. */
export type SeriesFindings = Pick<InstrumentQuality, "splits" | "stale" | "futureBars">;

/**
 * A share moves in the night of its split, too: so far may the jump be from the fraction. So many shares for one that a crash
 * alone would not come to them leave more room; fractions close to others leave less.
 */
const NEAR = 0.08;
const NEAR_MANY = 0.1;
const MANY = 5;
const NEAR_UNEVEN = 0.03;
/** A jump there and back again, give or take. */
const SPIKE_NEAR = 0.1;
interface Fraction {
  readonly numbers: readonly [number, number];
  readonly room: number;
}
/** New shares for old, and the other way round for shares put together. */
const FRACTIONS: readonly Fraction[] = [
  [2, 1],
  [3, 1],
  [4, 1],
  [5, 1],
  [6, 1],
  [7, 1],
  [8, 1],
  [10, 1],
  [15, 1],
  [20, 1],
  [25, 1],
  [30, 1],
  [40, 1],
  [50, 1],
  [100, 1],
  [3, 2],
  [5, 2],
].flatMap(([one = 1, other = 1]) => {
  const room = Math.min(one, other) > 1 ? NEAR_UNEVEN : Math.max(one, other) < MANY ? NEAR : NEAR_MANY;
  return [
    { numbers: [one, other], room },
    { numbers: [other, one], room },
  ];
});
/** A price may fall by a third in a night; so much is more often a split. */
const LEAST_JUMP = 1.45;
/** The day's close is at the new level, give or take a wild day. */
const SAME_LEVEL = 1.25;
/** A price that comes back within so many bars was a wrong print. */
const SPIKE_BARS = 5;
const STALE_BARS = 60;
const MAX_TOLD = 50;

/** As findQuality, of a market that comes in parts: all of it, or some instruments after the other. */
export interface QualityCheck {
  /** What the part's columns hold may change afterwards. */
  add(part: Market): void;
  /** Findings of all instruments that were added, in their order. */
  finish(): InstrumentQuality[];
}

/**
 * One entry an instrument, in the market's order; an instrument without bars has nothing to tell. Instruments of one
 * exchange have one calendar, but for series of rates, which are on none.
 *
 * @param today - EpochDay; later bars but tomorrow's, which has begun elsewhere, lie in the future
 */
export function findQuality(market: Market, today: number): InstrumentQuality[] {
  const check = createQualityCheck(today);
  check.add(market);
  return check.finish();
}

export function createQualityCheck(today: number): QualityCheck {
  const calendars = createCalendars();
  const seen: { symbol: string; exchange: string; days: PackedDays | null; findings: SeriesFindings }[] = [];
  return {
    add(part) {
      for (const [at, { symbol, exchange, instrumentType }] of part.instruments.entries()) {
        const series = seriesAt(part, at);
        const isRate = instrumentType === RATE_TYPE;
        const days = series.day.length === 0 || isRate ? null : packDays(series.day);
        if (days) calendars.add(exchange, days);
        const findings = isRate ? judgeRates(series, today) : judgeSeries(series, today);
        seen.push({ symbol, exchange, days, findings });
      }
    },
    finish: () =>
      seen.map(({ symbol, exchange, days, findings }) => {
        const { missingSessions, gapCount, gaps } = days ? calendars.gapsOf(exchange, days) : NO_GAPS;
        const { splits, stale, futureBars } = findings;
        return { symbol, missingSessions, gapCount, gaps, splits, stale, futureBars };
      }),
  };
}

/** Nights of one instrument that look like splits, by date, the first fifty; none of rates. */
export function splitsOf(market: Market, instrument: number): SuspectedSplit[] {
  const isRate = market.instruments[instrument]?.instrumentType === RATE_TYPE;
  return isRate ? [] : findSplits(seriesAt(market, instrument));
}

function seriesAt({ barOffset, day, open, close, adjClose }: Market, instrument: number): QualitySeries {
  const [from, to] = [barOffset[instrument], barOffset[instrument + 1]];
  return {
    day: day.subarray(from, to),
    open: open.subarray(from, to),
    close: close.subarray(from, to),
    adjClose: adjClose && adjClose.subarray(from, to),
  };
}

/** What bars show without a calendar. */
export function judgeSeries(series: QualitySeries, today: number): SeriesFindings {
  return { splits: findSplits(series), stale: findStale(series), futureBars: countFuture(series, today) };
}

/** Of rates, which jump, stand still, and are told on days of their own. */
export function judgeRates(series: Pick<QualitySeries, "day">, today: number): SeriesFindings {
  return { splits: [], stale: [], futureBars: countFuture(series, today) };
}

function findSplits({ day, open, close, adjClose }: QualitySeries): SuspectedSplit[] {
  const jumps: { bar: number; ratio: number; numbers: readonly [number, number] | null }[] = [];
  for (let bar = 1; bar < day.length; bar++) {
    const before = close[bar - 1] ?? NaN;
    const ratio = before / (open[bar] ?? NaN);
    if (!(ratio >= LEAST_JUMP || ratio <= 1 / LEAST_JUMP)) continue;
    const level = before / (close[bar] ?? NaN) / ratio;
    const isLasting = level < SAME_LEVEL && level > 1 / SAME_LEVEL;
    jumps.push({ bar, ratio, numbers: isLasting ? nearestFraction(ratio) : null });
  }
  const isSpike = (at: number): boolean =>
    [jumps[at - 1], jumps[at + 1]].some((other) => {
      const jump = jumps[at];
      if (!jump || !other || Math.abs(other.bar - jump.bar) > SPIKE_BARS) return false;
      return Math.abs(jump.ratio * other.ratio - 1) < SPIKE_NEAR;
    });
  const splits: SuspectedSplit[] = [];
  for (const [at, { bar, ratio, numbers }] of jumps.entries()) {
    if (splits.length === MAX_TOLD) break;
    if (!numbers || isSpike(at)) continue;
    const [shares, held] = numbers;
    splits.push({
      date: formatIsoDay(day[bar] ?? 0),
      before: close[bar - 1] ?? NaN,
      after: open[bar] ?? NaN,
      ratio,
      fraction: `${shares}:${held}`,
      factor: shares / held,
      isConfirmed: adjClose && isConfirmed(adjClose, bar),
    });
  }
  return splits;
}

function nearestFraction(ratio: number): readonly [number, number] | null {
  let best: readonly [number, number] | null = null;
  let least = Infinity;
  for (const { numbers, room } of FRACTIONS) {
    const off = Math.abs((ratio * numbers[1]) / numbers[0] - 1);
    if (off >= room || off >= least) continue;
    best = numbers;
    least = off;
  }
  return best;
}

/** Adjusted closes go on at their level where raw ones jump. */
function isConfirmed(adjClose: Float64Array, bar: number): boolean | null {
  const step = (adjClose[bar] ?? NaN) / (adjClose[bar - 1] ?? NaN);
  return Number.isNaN(step) ? null : step < LEAST_JUMP && step > 1 / LEAST_JUMP;
}

function findStale({ day, close }: QualitySeries): StaleStretch[] {
  const stretches: StaleStretch[] = [];
  let start = 0;
  for (let bar = 1; bar <= day.length; bar++) {
    if (bar < day.length && close[bar] === close[start]) continue;
    if (bar - start >= STALE_BARS && stretches.length < MAX_TOLD) {
      const [from, to] = [formatIsoDay(day[start] ?? 0), formatIsoDay(day[bar - 1] ?? 0)];
      stretches.push({ from, to, bars: bar - start });
    }
    start = bar;
  }
  return stretches;
}

function countFuture({ day }: Pick<QualitySeries, "day">, today: number): number {
  let count = 0;
  for (let bar = day.length - 1; bar >= 0 && (day[bar] ?? 0) > today + 1; bar--) count++;
  return count;
}
