/** Looks through bars for gaps against the calendar, suspected splits, prices that stand still and days to come. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { Market } from "#workers/model/market.ts";
import type { InstrumentQuality, SessionGap, StaleStretch, SuspectedSplit } from "#workers/model/quality.ts";
import { isWeekend, sessionCalendar } from "./sessions.ts";
import type { SessionCalendar } from "./sessions.ts";

/** The columns that are looked at; those of figures by row number. */
export interface QualityColumns {
  readonly symbols: readonly string[];
  /** Instruments of one exchange have one calendar. */
  readonly exchanges: readonly string[];
  readonly offsets: Int32Array;
  /** By bar, not by row. */
  readonly day: Int32Array;
  /** Row of each bar; null where they are the same. */
  readonly rows: Int32Array | null;
  readonly open: Float64Array;
  readonly close: Float64Array;
  readonly adjClose: Float64Array | null;
}

/** New shares for old, and the other way round for shares put together. */
const FRACTIONS: readonly (readonly [number, number])[] = [
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
].flatMap(([one = 1, other = 1]) => [[one, other] as const, [other, one] as const]);
/** A share moves by a few percent in the night of its split, too; fractions close to others leave less room. */
const NEAR = 0.05;
const NEAR_UNEVEN = 0.03;
/** A price may fall by a third in a night; so much is more often a split. */
const LEAST_JUMP = 1.45;
/** The day's close is at the new level, give or take a wild day. */
const SAME_LEVEL = 1.25;
/** A price that comes back within so many bars was a wrong print. */
const SPIKE_BARS = 5;
const STALE_BARS = 60;
const MAX_GAPS = 10;
const MAX_TOLD = 50;
/** With fewer of its bars at weekends an instrument does not trade then. */
const WEEKEND_SHARE = 0.02;

/**
 * One entry an instrument, in the market's order; an instrument without bars has nothing to tell.
 *
 * @param today - EpochDay; later bars but tomorrow's, which has begun elsewhere, lie in the future
 */
export function findQuality(market: Market, today: number): InstrumentQuality[] {
  return judgeColumns(
    {
      symbols: market.instruments.map(({ symbol }) => symbol),
      exchanges: market.instruments.map(({ exchange }) => exchange),
      offsets: market.barOffset,
      day: market.day,
      rows: null,
      open: market.open,
      close: market.close,
      adjClose: market.adjClose,
    },
    today,
  );
}

export function judgeColumns(columns: QualityColumns, today: number): InstrumentQuality[] {
  const byExchange = new Map<string, number[]>();
  for (const [at, exchange] of columns.exchanges.entries()) {
    if (columns.offsets[at] === columns.offsets[at + 1]) continue;
    const others = byExchange.get(exchange);
    if (others) others.push(at);
    else byExchange.set(exchange, [at]);
  }
  const calendars = new Map<string, SessionCalendar>();
  for (const [exchange, instruments] of byExchange)
    calendars.set(exchange, sessionCalendar(columns, instruments));
  return columns.symbols.map((symbol, at) => {
    const calendar = calendars.get(columns.exchanges[at] ?? "");
    const bars = { columns, from: columns.offsets[at] ?? 0, to: columns.offsets[at + 1] ?? 0 };
    return {
      symbol,
      ...(calendar ? findGaps(bars, calendar) : { missingSessions: 0, gapCount: 0, gaps: [] }),
      splits: findSplits(bars),
      stale: findStale(bars),
      futureBars: countFuture(bars, today),
    };
  });
}

/** The bars of one instrument: from .. to - 1. */
interface Bars {
  readonly columns: QualityColumns;
  readonly from: number;
  readonly to: number;
}

function figure(column: Float64Array, { columns }: Bars, bar: number): number {
  return column[columns.rows?.[bar] ?? bar] ?? NaN;
}

function dateOf({ columns }: Bars, bar: number): string {
  return formatIsoDay(columns.day[bar] ?? 0);
}

function findGaps(
  bars: Bars,
  calendar: SessionCalendar,
): Pick<InstrumentQuality, "missingSessions" | "gapCount" | "gaps"> {
  const { day } = bars.columns;
  const atWeekends = tradesAtWeekends(bars);
  let missingSessions = 0;
  let gapCount = 0;
  const longest: { from: number; to: number; sessions: number }[] = [];
  for (let bar = bars.from + 1; bar < bars.to; bar++) {
    const [from = 0, to = 0] = [day[bar - 1], day[bar]];
    if (to - from === 1) continue;
    const sessions = calendar.between(from, to, atWeekends);
    if (sessions === 0) continue;
    missingSessions += sessions;
    gapCount++;
    if (longest.length === MAX_GAPS && sessions <= (longest.at(-1)?.sessions ?? 0)) continue;
    const place = longest.findIndex((known) => known.sessions < sessions);
    longest.splice(place < 0 ? longest.length : place, 0, { from, to, sessions });
    if (longest.length > MAX_GAPS) longest.pop();
  }
  const gaps = longest.map(({ from, to, sessions }): SessionGap => ({
    from: formatIsoDay(calendar.after(from, atWeekends)),
    to: formatIsoDay(calendar.before(to, atWeekends)),
    sessions,
  }));
  return { missingSessions, gapCount, gaps };
}

function tradesAtWeekends({ columns, from, to }: Bars): boolean {
  let count = 0;
  for (let bar = from; bar < to; bar++) if (isWeekend(columns.day[bar] ?? 0)) count++;
  return count > WEEKEND_SHARE * (to - from);
}

function findSplits(bars: Bars): SuspectedSplit[] {
  const { open, close } = bars.columns;
  const jumps: { bar: number; ratio: number; numbers: readonly [number, number] | null }[] = [];
  for (let bar = bars.from + 1; bar < bars.to; bar++) {
    const before = figure(close, bars, bar - 1);
    const ratio = before / figure(open, bars, bar);
    if (!(ratio >= LEAST_JUMP || ratio <= 1 / LEAST_JUMP)) continue;
    const level = before / figure(close, bars, bar) / ratio;
    const isLasting = level < SAME_LEVEL && level > 1 / SAME_LEVEL;
    jumps.push({ bar, ratio, numbers: isLasting ? nearestFraction(ratio) : null });
  }
  const isSpike = (at: number): boolean =>
    [jumps[at - 1], jumps[at + 1]].some((other) => {
      const jump = jumps[at];
      if (!jump || !other || Math.abs(other.bar - jump.bar) > SPIKE_BARS) return false;
      return Math.abs(jump.ratio * other.ratio - 1) < 2 * NEAR;
    });
  return jumps
    .flatMap(({ bar, ratio, numbers }, at) => (numbers && !isSpike(at) ? [{ bar, ratio, numbers }] : []))
    .slice(0, MAX_TOLD)
    .map(({ bar, ratio, numbers: [shares, held] }) => ({
      date: dateOf(bars, bar),
      before: figure(close, bars, bar - 1),
      after: figure(open, bars, bar),
      ratio,
      fraction: `${shares}:${held}`,
      factor: shares / held,
      isConfirmed: isConfirmed(bars, bar),
    }));
}

function nearestFraction(ratio: number): readonly [number, number] | null {
  let best: readonly [number, number] | null = null;
  let least = Infinity;
  for (const fraction of FRACTIONS) {
    const off = Math.abs((ratio * fraction[1]) / fraction[0] - 1);
    const room = Math.min(...fraction) === 1 ? NEAR : NEAR_UNEVEN;
    if (off >= room || off >= least) continue;
    best = fraction;
    least = off;
  }
  return best;
}

/** Adjusted closes go on at their level where raw ones jump. */
function isConfirmed(bars: Bars, bar: number): boolean | null {
  const { adjClose } = bars.columns;
  if (!adjClose) return null;
  const step = figure(adjClose, bars, bar) / figure(adjClose, bars, bar - 1);
  return Number.isNaN(step) ? null : step < LEAST_JUMP && step > 1 / LEAST_JUMP;
}

function findStale(bars: Bars): StaleStretch[] {
  const stretches: StaleStretch[] = [];
  const { close } = bars.columns;
  let start = bars.from;
  for (let bar = bars.from + 1; bar <= bars.to; bar++) {
    if (bar < bars.to && figure(close, bars, bar) === figure(close, bars, start)) continue;
    if (bar - start >= STALE_BARS && stretches.length < MAX_TOLD) {
      stretches.push({ from: dateOf(bars, start), to: dateOf(bars, bar - 1), bars: bar - start });
    }
    start = bar;
  }
  return stretches;
}

function countFuture({ columns, from, to }: Bars, today: number): number {
  let count = 0;
  for (let bar = to - 1; bar >= from && (columns.day[bar] ?? 0) > today + 1; bar--) count++;
  return count;
}
