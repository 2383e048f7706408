/** A plan's instruments as they come, by symbol: written, and seen for what is told of the whole. */
import { addMarket } from "#workers/market/column-writer.ts";
import type { ColumnWriter } from "#workers/market/column-writer.ts";
import { createDayJoiner } from "#workers/market/day-list.ts";
import { joinSpans } from "#workers/market/day-span.ts";
import type { DaySpan } from "#workers/market/day-span.ts";
import type { InstrumentFacts } from "#workers/market/instruments-file.ts";
import type { Onto } from "#workers/market/series-blocks.ts";
import { INDEX_TYPE, RATE_TYPE } from "#workers/model/market.ts";
import type { Instrument, Market } from "#workers/model/market.ts";
import type { ActionAdjuster } from "../actions/adjuster.ts";
import type { FactsTeller } from "./apply-facts.ts";
import type { Base } from "./base.ts";
import type { PlanFile } from "../what/file-check.ts";
import { uniteBars } from "../rows/pick-bars.ts";
import { splitsOf } from "#workers/market/find-quality.ts";
import type { FoundSplit, FoundSplits, GapSummary } from "#workers/model/import-plan.ts";
import { createCalendars } from "#workers/market/find-gaps.ts";
import { packDays } from "#workers/market/packed-days.ts";
import type { PackedDays } from "#workers/market/packed-days.ts";
import { createIdleWeekdays } from "../judge/idle-weekdays.ts";
import type { IdleWeekdays } from "../judge/idle-weekdays.ts";
import { createMixedFrequencies } from "../judge/mixed-frequencies.ts";
import type { MixedFrequencies } from "../judge/mixed-frequencies.ts";
import { guessExchange } from "../judge/guess-defaults.ts";

/** What is seen of instruments as they come. */
export interface InstrumentSurvey {
  readonly gaps: GapSurvey;
  readonly splits: SplitSurvey;
  readonly idle: IdleSurvey;
  readonly mixed: MixedFrequencies;
  readonly counts: () => DaySpan & { readonly bars: number };
  readonly instruments: readonly Pick<Instrument, "symbol">[];
  readonly symbols: readonly string[];
  /** EpochDays of each instrument's first and last bar. */
  readonly firstDay: readonly number[];
  readonly lastDay: readonly number[];
  /** @param again - as the gaps' own */
  enter(instrument: Instrument, days: Int32Array, again: (() => Int32Array) | null): void;
}

export function createInstrumentSurvey(
  used: readonly PlanFile[],
  described: ReadonlyMap<string, InstrumentFacts>,
): InstrumentSurvey {
  const gaps = createGapSurvey(used, described);
  const mixed = createMixedFrequencies();
  let bars = 0;
  const instruments: Pick<Instrument, "symbol" | "instrumentType">[] = [];
  const [symbols, firstDay, lastDay]: [string[], number[], number[]] = [[], [], []];
  return {
    gaps,
    splits: createSplitSurvey(),
    idle: createIdleSurvey(),
    mixed,
    counts() {
      const spans = firstDay.map((first, at) => ({ first, last: lastDay[at] ?? -Infinity }));
      return { bars, ...joinSpans(spans, instruments) };
    },
    instruments,
    symbols,
    firstDay,
    lastDay,
    enter(instrument, days, again) {
      const [first, last] = [days[0] ?? Infinity, days.at(-1) ?? -Infinity];
      const { symbol, instrumentType } = instrument;
      instruments.push({ symbol, instrumentType });
      symbols.push(symbol);
      firstDay.push(first);
      lastDay.push(last);
      bars += days.length;
      if (instrumentType === RATE_TYPE) return;
      gaps.add(instrument, days, again);
      if (instrumentType !== INDEX_TYPE) mixed.add(symbol, days);
    },
  };
}

interface TakenBy {
  readonly teller: FactsTeller | null;
  readonly adjuster: ActionAdjuster | null;
  readonly base: Base | null;
  readonly onto: Onto | null;
}

/** Writes instruments as they come, and shows them to the survey. */
export function takeInstruments(
  writer: ColumnWriter,
  survey: InstrumentSurvey,
  { teller, adjuster, base, onto }: TakenBy,
) {
  const joinDays = createDayJoiner();
  return {
    add: (bars: Market): void => {
      const told = teller ? teller.tell(bars) : bars;
      const market = adjuster ? adjuster.adjust(told) : told;
      for (const [at, instrument] of market.instruments.entries()) {
        const days = market.day.subarray(market.barOffset[at], market.barOffset[at + 1]);
        survey.enter(instrument, days, null);
      }
      survey.splits.add(market);
      survey.idle.add(market);
      addMarket(writer, market);
    },
    /** As the target of a carrier has it; what is kept of an instrument are the days that came. */
    keep: (number: number, instrument: Instrument, more: Market | null): boolean => {
      const days = onto && writer.keep(number, instrument, more && { ...more, instrument });
      if (!onto || !days) return false;
      const later = more && more.day.slice();
      survey.enter(instrument, days, () => joinDays(onto.tails.daysOf(number), later));
      if (more && base) {
        const own = { ...more, instruments: [instrument] };
        survey.splits.add(withNightBefore(base, onto, number, own));
        survey.idle.add(own);
      }
      return true;
    },
  };
}

/** A night whose prices are further apart may be a split: the bar before it is read. */
const NIGHT = 1.2;

/** New bars of an instrument of the dataset, with its last one before them where the night between may be a split. */
function withNightBefore(base: Base, { tails }: Onto, number: number, more: Market): Market {
  const { lastClose, lastDay } = tails.endOf(number);
  const ratio = lastClose / (more.open[0] ?? NaN);
  const isCalm = ratio < NIGHT && ratio > 1 / NIGHT;
  if (isCalm || !((more.day[0] ?? -Infinity) > lastDay)) return more;
  return uniteBars(base.barsOn(number, Int32Array.of(lastDay)), more, more.instruments);
}

const MOST_SPLITS = 5000;

interface SplitSurvey {
  /** Takes a part of the plan's market. */
  add(part: Market): void;
  finish(): FoundSplits;
}

/** Nights of a plan's instruments that look like splits: of files of one day each they show in the whole only. */
function createSplitSurvey(): SplitSurvey {
  const splits: FoundSplit[] = [];
  let count = 0;
  return {
    add(part) {
      for (const [at, { symbol }] of part.instruments.entries()) {
        for (const split of splitsOf(part, at)) {
          count++;
          if (splits.length < MOST_SPLITS) splits.push({ symbol, ...split });
        }
      }
    },
    finish: () => ({ splits, count }),
  };
}

interface IdleSurvey extends Pick<IdleWeekdays, "warnings"> {
  /** Takes a part of the plan's market. */
  add(part: Market): void;
}

/** Weekdays on which none of a plan's instruments traded: of files of one instrument each they show in the whole only. */
function createIdleSurvey(): IdleSurvey {
  const idle = createIdleWeekdays();
  return {
    add({ instruments, barOffset, day, open, high, low, close, volume }) {
      const values = [open, high, low, close, volume];
      for (const [at, { instrumentType }] of instruments.entries()) {
        if (instrumentType === RATE_TYPE) continue;
        const [from = 0, to = 0] = barOffset.subarray(at, at + 2);
        idle.add({ store: { day, values }, rows: null, from, to });
      }
    },
    warnings: (after) => idle.warnings(after),
  };
}

const MOST_GAPS = 10;

/** Gaps of all instruments of a plan but rates, against the days that the instruments of their exchange have between them. */
interface GapSurvey {
  /**
   * Takes an instrument of the plan's market, by all its days.
   *
   * @param again - gives the days once more, for one whose days needn't be kept; null for one whose have to be
   */
  add(instrument: Instrument, days: Int32Array, again: (() => Int32Array) | null): void;
  finish(): GapSummary;
}

/** @param facts - where an exchange is known; else it is what a file's content and name say, or one for all others */
function createGapSurvey(files: readonly PlanFile[], facts: ReadonlyMap<string, InstrumentFacts>): GapSurvey {
  const exchanges = new Map<string, string>();
  for (const { check, rows } of files) {
    const guess = rows ? guessExchange(check) : "";
    for (const symbol of rows ? check.symbols : [])
      if (!exchanges.has(symbol)) exchanges.set(symbol, facts.get(symbol)?.exchange || guess);
  }
  const series: { readonly symbol: string; readonly exchange: string; readonly days: () => PackedDays }[] =
    [];
  const calendars = createCalendars();
  return {
    add({ symbol, exchange: known }, all, again) {
      const exchange = known || (exchanges.get(symbol) ?? "");
      const days = packDays(all);
      series.push({ symbol, exchange, days: again ? () => packDays(again()) : () => days });
      calendars.add(exchange, days);
    },
    finish() {
      const told: { symbol: string; from: string; to: string; sessions: number }[] = [];
      let instruments = 0;
      let sessions = 0;
      for (const { symbol, exchange, days } of series) {
        const { missingSessions, gaps } = calendars.gapsOf(exchange, days());
        if (missingSessions === 0) continue;
        instruments++;
        sessions += missingSessions;
        for (const gap of gaps) told.push({ symbol, ...gap });
        if (told.length > 100 * MOST_GAPS) keepLongest(told);
      }
      keepLongest(told);
      return { instruments, sessions, longest: told };
    },
  };
}

function keepLongest(gaps: { readonly sessions: number }[]): void {
  gaps.sort((a, b) => b.sessions - a.sessions);
  gaps.length = Math.min(gaps.length, MOST_GAPS);
}
