/** What the bars of one file are, looked at once, part by part: days, symbols, frequency, and what a person should know. */
import { hasHoles, weekdayOf } from "#workers/market/sessions.ts";
import { createCalendars, NO_GAPS } from "#workers/market/find-gaps.ts";
import type { GapFindings } from "#workers/market/find-gaps.ts";
import { judgeRates, judgeSeries } from "#workers/market/find-quality.ts";
import type { QualitySeries, SeriesFindings } from "#workers/market/find-quality.ts";
import type { IsRate } from "#workers/market/rates.ts";
import { NO_INSTRUMENT } from "#workers/market/row-store.ts";
import type { RowStore } from "#workers/market/row-store.ts";
import type { RowPart } from "#workers/market/market-builder.ts";
import { LONG_STEP, packDays } from "#workers/market/packed-days.ts";
import type { PackedDays } from "#workers/market/packed-days.ts";
import { ADJ_CLOSE, CLOSE, HIGH, LOW, OPEN, VOLUME } from "#workers/market/row.ts";
import type { Adjustment, Frequency } from "#workers/model/import-check.ts";
import { compareSymbols } from "#workers/model/market.ts";
import { hasFindings } from "#workers/model/quality.ts";
import type { InstrumentQuality } from "#workers/model/quality.ts";
import { createAdjustmentJudge } from "./judge-adjusted.ts";
import { findFilledDays, lookForOdd } from "./odd-bars.ts";
import type { IdleDays, OddBars } from "./odd-bars.ts";
import { createIdleWeekdays } from "./idle-weekdays.ts";
import { createMixedFrequencies } from "./mixed-frequencies.ts";
import { createPointEvidence } from "./lost-point.ts";
import { fromEpochDay, toEpochDay } from "#workers/model/day.ts";

export interface Survey {
  /** Takes ordered bars, each instrument whole. */
  add(part: RowPart): void;
  finish(): Surveyed;
}

/** Days are EpochDays. */
export interface Surveyed {
  readonly bars: number;
  /** Infinity and -Infinity without a bar. */
  readonly first: number;
  readonly last: number;
  /** Of the prices; of rates where there are only such. */
  readonly frequency: Frequency | null;
  /** False where all instruments are series of rates. */
  readonly hasPrices: boolean;
  readonly barsOfPrices: number;
  /** Of bars of months, those on the first of one; 0 of others, and of rates. */
  readonly firsts: number;
  /** Bars whose high or low is hardly a price of the same day, or whose volume is hardly one. */
  readonly wild: number;
  /** Bars by weekday, 0 Sunday. */
  readonly weekdays: Int32Array;
  /** True where month and day of its days were exchanged. */
  readonly areSwapped: boolean;
  /** null where no bar has an adjusted close. */
  readonly adjustment: Adjustment | null;
  /** What is told of currencies whose closes have lost their decimal point. */
  readonly lostPoints: readonly string[];
  /** What is told of all instruments together: of weekdays on which nothing traded, and of bars of several lengths. */
  readonly ofAll: readonly string[];
  /** Instruments by symbol. */
  readonly instruments: readonly SurveyedInstrument[];
  /** Of instruments with something to tell; the calendar is that of the file alone. */
  readonly quality: readonly InstrumentQuality[];
}

export interface SurveyedInstrument {
  readonly symbol: string;
  /** Its number among the symbols of the reading. */
  readonly number: number;
  readonly days: PackedDays;
  readonly isRate: boolean;
  readonly findings: SeriesFindings;
  /** null of series of rates. */
  readonly odd: OddBars | null;
  /** Weekends that were filled in; null for none. */
  readonly filled: IdleDays | null;
}

const OF_RATES = { isRate: true, odd: null, filled: null } as const;

export interface SurveyTerms {
  /** Days that each bar lies after its date. */
  readonly dayShift: number;
  /** EpochDay; later bars but tomorrow's lie in the future. */
  readonly today: number;
  /** Which instruments are series of rates, of which neither days nor closes say anything of prices; null for none. */
  readonly isRate: IsRate | null;
}

export function createSurvey({ dayShift, today, isRate }: SurveyTerms): Survey {
  const counter = createGapCounter();
  const rateCounter = createGapCounter();
  const swaps = createSwapEvidence();
  const adjustment = createAdjustmentJudge();
  const points = createPointEvidence();
  const idle = createIdleWeekdays(dayShift);
  const mixed = createMixedFrequencies();
  const weekdays = new Int32Array(7);
  const instruments: SurveyedInstrument[] = [];
  let bars = 0;
  let barsOfPrices = 0;
  let wild = 0;
  let [first, last] = [Infinity, -Infinity];
  return {
    add(part) {
      const { order, names } = part;
      wild += countWild(part.store, isRate);
      const readSeries = seriesReader(part, dayShift);
      for (const [rank, instrument] of order.instruments.entries()) {
        const series = readSeries(order.offsets[rank] ?? 0, order.offsets[rank + 1] ?? 0);
        const symbol = names[instrument] ?? "";
        const days = packDays(series.day);
        bars += series.day.length;
        first = Math.min(first, series.day[0] ?? Infinity);
        last = Math.max(last, series.day.at(-1) ?? -Infinity);
        if (isRate?.(instrument)) {
          rateCounter.add(series.day);
          const findings = judgeRates(series, today);
          instruments.push({ ...OF_RATES, symbol, number: instrument, days, findings });
          continue;
        }
        barsOfPrices += series.day.length;
        counter.add(series.day);
        adjustment.add(symbol, series);
        points.add(symbol, series.close);
        const weekends = countDays(weekdays, series.day);
        if (weekends > 0) swaps.add(series.day);
        const [from = 0, to = 0] = order.offsets.subarray(rank, rank + 2);
        const place = { store: part.store, rows: order.rows, from, to };
        idle.add(place);
        const odd = lookForOdd(series.day, series.close);
        if (!odd.stretch) mixed.add(symbol, series.day);
        instruments.push({
          symbol,
          number: instrument,
          days,
          isRate: false,
          findings: judgeSeries(series, today),
          odd,
          filled: weekends > 0 ? findFilledDays(place, dayShift) : null,
        });
      }
    },
    finish() {
      const bySymbol = instruments.toSorted((a, b) => compareSymbols(a.symbol, b.symbol));
      const priced = bySymbol.filter((one) => !one.isRate);
      const hasPrices = priced.length > 0 || instruments.length === 0;
      const frequency = (hasPrices ? counter : rateCounter).frequency();
      return {
        bars,
        first,
        last,
        frequency,
        hasPrices,
        barsOfPrices,
        firsts: frequency === "monthly" ? countFirsts(priced) : 0,
        wild,
        weekdays,
        areSwapped: frequency !== "weekly" && frequency !== "monthly" && swaps.areSwapped(barsOfPrices),
        adjustment: adjustment.finish(),
        lostPoints: points.warnings(),
        ofAll: [...(frequency === "daily" ? idle.warnings() : []), ...mixed.warnings()],
        instruments: bySymbol,
        quality: qualityOf(bySymbol),
      };
    },
  };
}

/** Counts days by weekday, 0 Sunday; gives how many of them lie at weekends. */
function countDays(weekdays: Int32Array, days: Int32Array): number {
  const before = (weekdays[0] ?? 0) + (weekdays[6] ?? 0);
  for (let bar = 0; bar < days.length; bar++) {
    const weekday = weekdayOf(days[bar] ?? 0);
    weekdays[weekday] = (weekdays[weekday] ?? 0) + 1;
  }
  return (weekdays[0] ?? 0) + (weekdays[6] ?? 0) - before;
}

function countFirsts(instruments: readonly SurveyedInstrument[]): number {
  let firsts = 0;
  for (const { days } of instruments) {
    let day = days.first;
    if (isFirst(day)) firsts++;
    for (const step of days.steps) {
      day += step === 0 ? LONG_STEP : step;
      if (step !== 0 && isFirst(day)) firsts++;
    }
  }
  return firsts;
}

function isFirst(day: number): boolean {
  return fromEpochDay(day).dayOfMonth === 1;
}

/** Gives the bars from .. to - 1 of a part; what it gave before may change. */
function seriesReader(
  { store, order }: RowPart,
  dayShift: number,
): (from: number, to: number) => QualitySeries {
  const { rows } = order;
  const { values } = store;
  const columns = { open: values[OPEN], close: values[CLOSE], adjClose: values[ADJ_CLOSE] } as const;
  if (rows === null && dayShift === 0) {
    return (from, to) => ({
      day: store.day.subarray(from, to),
      open: columns.open?.subarray(from, to) ?? NO_FIGURES,
      close: columns.close?.subarray(from, to) ?? NO_FIGURES,
      adjClose: columns.adjClose?.subarray(from, to) ?? null,
    });
  }
  const gathered = (column: Float64Array | null | undefined, from: number, to: number): Float64Array => {
    const figures = new Float64Array(to - from);
    for (let bar = from; bar < to; bar++)
      figures[bar - from] = column?.[rows ? (rows[bar] ?? 0) : bar] ?? NaN;
    return figures;
  };
  return (from, to) => {
    const day = new Int32Array(to - from);
    for (let bar = from; bar < to; bar++)
      day[bar - from] = (store.day[rows ? (rows[bar] ?? 0) : bar] ?? 0) + dayShift;
    return {
      day,
      open: gathered(columns.open, from, to),
      close: gathered(columns.close, from, to),
      adjClose: columns.adjClose ? gathered(columns.adjClose, from, to) : null,
    };
  };
}

/** A high is no more than so many times the close, a low no less. */
const WILD = 100;
/** The smallest coins' days are a thousandth of it. */
const MOST_VOLUME = 1e18;

function countWild({ rows, values, instrument }: RowStore, isRate: IsRate | null): number {
  const [highs, lows, closes, volumes] = [values[HIGH], values[LOW], values[CLOSE], values[VOLUME]];
  if (!highs || !lows || !closes || !volumes) return 0;
  let wild = 0;
  for (let row = 0; row < rows; row++) {
    const close = closes[row] ?? NaN;
    const isWild = (highs[row] ?? NaN) > WILD * close || (lows[row] ?? NaN) * WILD < close;
    const isOdd = isWild || (volumes[row] ?? NaN) > MOST_VOLUME;
    if (isOdd && !isRate?.(instrument[row] ?? NO_INSTRUMENT)) wild++;
  }
  return wild;
}

const NO_FIGURES = new Float64Array(0);
const OWN_CALENDAR = "";

function qualityOf(instruments: readonly SurveyedInstrument[]): InstrumentQuality[] {
  const gapsOf = gapsAmong(instruments.filter((one) => !one.isRate));
  return instruments
    .map(({ symbol, days, isRate, findings }) => ({
      symbol,
      ...(isRate ? NO_GAPS : gapsOf(days)),
      ...findings,
    }))
    .filter(hasFindings);
}

/** Gaps in days of one of the instruments, on the calendar that all of them make. */
function gapsAmong(instruments: readonly SurveyedInstrument[]): (days: PackedDays) => GapFindings {
  const [only, ...others] = instruments;
  if (only && others.length === 0 && !hasHoles(only.days)) return () => NO_GAPS;
  const calendars = createCalendars();
  for (const { days } of instruments) calendars.add(OWN_CALENDAR, days);
  return (days) => calendars.gapsOf(OWN_CALENDAR, days);
}

/**
 * Days whose month and day were exchanged over a whole file, whatever the order of its rows: exchanges rest at
 * weekends, and the bars that lie there are all up to the 12th of a month and come to lie on working days once they
 * are turned back.
 */
interface SwapEvidence {
  /** Takes one instrument's EpochDays. */
  add(days: Int32Array): void;
  /** True where the days of so many bars were exchanged, at least in a part of the file. */
  areSwapped(bars: number): boolean;
}

/** With fewer days at weekends, special sessions would do. */
const LEAST = 4;
const LEAST_SHARE = 0.01;
/** About a tenth of the bars come to lie at weekends, and more than a quarter where no exchange rests. */
const MOST_SHARE = 0.2;
/** 1970-01-03 was a Saturday. */
const FIRST_SATURDAY = 2;

function createSwapEvidence(): SwapEvidence {
  const turnedDays = new Set<number>();
  let turned = 0;
  let others = 0;
  return {
    add(days) {
      for (const day of days) {
        if (!isWeekend(day)) continue;
        const { year, month, dayOfMonth } = fromEpochDay(day);
        const isDoubtful = dayOfMonth <= 12 && dayOfMonth !== month;
        if (!isDoubtful || isWeekend(toEpochDay(year, dayOfMonth, month))) {
          others++;
          continue;
        }
        turned++;
        turnedDays.add(day);
      }
    },
    areSwapped: (bars) =>
      others === 0 && turnedDays.size >= LEAST && turned >= LEAST_SHARE * bars && turned <= MOST_SHARE * bars,
  };
}

function isWeekend(day: number): boolean {
  return (((day - FIRST_SATURDAY) % 7) + 7) % 7 < 2;
}

/** Bars that are so many days apart, at least this share of them. */
const MOSTLY = 0.8;

/** How far apart an instrument's bars are. */
interface GapCounter {
  /** Takes one instrument's days, ascending and each once. */
  add(days: Int32Array): void;
  frequency(): Frequency | null;
}

const BANDS: readonly (readonly [Frequency, number, number])[] = [
  ["daily", 1, 4],
  ["weekly", 5, 9],
  ["monthly", 26, 35],
  ["quarterly", 80, 100],
  ["yearly", 350, 380],
];

/** Days; gaps that are longer are in no band. */
const LONGEST = 380;

function createGapCounter(): GapCounter {
  const counts = new Float64Array(LONGEST + 1);
  let gaps = 0;
  let bars = 0;
  return {
    add(days) {
      bars += days.length;
      gaps += Math.max(days.length - 1, 0);
      for (let at = 1; at < days.length; at++) {
        const gap = (days[at] ?? 0) - (days[at - 1] ?? 0);
        if (gap <= LONGEST) counts[gap] = (counts[gap] ?? 0) + 1;
      }
    },
    frequency() {
      if (bars === 0) return null;
      // One bar an instrument is one day's file.
      if (gaps === 0) return "daily";
      const inBands = BANDS.map(([, from, to]) =>
        counts.subarray(from, to + 1).reduce((sum, count) => sum + count, 0),
      );
      for (const [at, [name]] of BANDS.entries()) {
        if ((inBands[at] ?? 0) >= MOSTLY * gaps) return name;
      }
      return (inBands[0] ?? 0) >= gaps * 0.3 ? "daily" : "irregular";
    },
  };
}
