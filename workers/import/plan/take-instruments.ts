/** A plan's instruments as they come, by symbol: written, and seen for what is told of the whole. */
import { addMarket } from "#workers/market/column-writer.ts";
import type { ColumnWriter } from "#workers/market/column-writer.ts";
import { createDayJoiner } from "#workers/market/day-list.ts";
import type { InstrumentFacts } from "#workers/market/instruments-file.ts";
import type { Onto } from "#workers/market/series-blocks.ts";
import type { Instrument, Market } from "#workers/model/market.ts";
import type { ActionAdjuster } from "../actions/adjuster.ts";
import type { FactsTeller } from "./apply-facts.ts";
import type { Base } from "./base.ts";
import type { PlanFile } from "../what/file-check.ts";
import { uniteBars } from "../rows/pick-bars.ts";
import { createGapSurvey } from "./plan-gaps.ts";
import type { GapSurvey } from "./plan-gaps.ts";
import { createSplitSurvey } from "./plan-splits.ts";
import type { SplitSurvey } from "./plan-splits.ts";

/** What is seen of instruments as they come. */
export interface InstrumentSurvey {
  readonly gaps: GapSurvey;
  readonly splits: SplitSurvey;
  readonly counts: { readonly bars: number; readonly first: number; readonly last: number };
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
  const counts = { bars: 0, first: Infinity, last: -Infinity };
  const instruments: Pick<Instrument, "symbol">[] = [];
  const [symbols, firstDay, lastDay]: [string[], number[], number[]] = [[], [], []];
  return {
    gaps,
    splits: createSplitSurvey(),
    counts,
    instruments,
    symbols,
    firstDay,
    lastDay,
    enter(instrument, days, again) {
      const [first, last] = [days[0] ?? Infinity, days.at(-1) ?? -Infinity];
      instruments.push({ symbol: instrument.symbol });
      symbols.push(instrument.symbol);
      firstDay.push(first);
      lastDay.push(last);
      counts.bars += days.length;
      counts.first = Math.min(counts.first, first);
      counts.last = Math.max(counts.last, last);
      gaps.add(instrument, days, again);
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
