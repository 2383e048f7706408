/**
 * Weekdays on which nothing traded at all, as a filled calendar has them on holidays: every instrument that has a bar has
 * one that says what the day before said, or that there was no trade at its close.
 */
import { formatIsoDay } from "#workers/model/day.ts";
import { isWeekend } from "#workers/model/bar-counts.ts";
import { CLOSE, HIGH, LOW, OPEN, VOLUME } from "#workers/market/row.ts";
import { countOf } from "../what/count-of.ts";
import { listNames } from "../what/list-names.ts";

/** Bars of one instrument. */
export interface IdleBars {
  readonly store: {
    readonly day: Int32Array;
    /** By slot of a row. */
    readonly values: ArrayLike<Float64Array | null | undefined>;
  };
  /** Their rows by day: places in the store, null where they are from .. to - 1 themselves. */
  readonly rows: Int32Array | null;
  readonly from: number;
  readonly to: number;
}

export interface IdleWeekdays {
  add(bars: IdleBars): void;
  /** One sentence for a person where there are such days; none for most data. @param after - EpochDay; earlier ones are not told */
  warnings(after?: number): string[];
}

/** What a share that is hardly traded has by itself: of one instrument, fewer of its bars than that. */
const MOST_OF_ONE = 0.05;
/** So many instruments don't stand still on one day by chance. */
const MANY = 3;
const LEAST_DAYS = 2;
/** Of the days that are found, so many may be there by chance, as among shares that are hardly traded. */
const MOST_BY_CHANCE = 0.2;
const SLOTS = [OPEN, HIGH, LOW] as const;

/** @param dayShift - days that each bar lies after its date */
export function createIdleWeekdays(dayShift = 0): IdleWeekdays {
  /** Days on which some instrument's bar is no repeat, from `base` on. */
  let traded = new Uint8Array(0);
  let base = 0;
  /** By EpochDay: the instruments that stood still, and of these those that a missing trade or a whole bar proves. */
  const idle = new Map<number, { instruments: number; proved: number }>();
  let [instruments, bars] = [0, 0];
  /** How likely all instruments stand still on one day, each for itself. */
  let chance = 1;

  function cover(first: number, last: number): void {
    const from = traded.length === 0 ? first : Math.min(base, first);
    const end = Math.max(base + traded.length, last + 1);
    if (from === base && end === base + traded.length) return;
    const wider = new Uint8Array(end - from);
    wider.set(traded, traded.length === 0 ? 0 : base - from);
    [traded, base] = [wider, from];
  }

  return {
    add({ store: { day, values: figures }, rows, from, to }) {
      const [closes, volumes] = [figures[CLOSE], figures[VOLUME]];
      if (!closes || to <= from) return;
      instruments++;
      bars += to - from;
      const dayOf = (bar: number): number => (day[rows ? (rows[bar] ?? 0) : bar] ?? 0) + dayShift;
      cover(dayOf(from), dayOf(to - 1));
      const found: { readonly day: number; readonly isWhole: boolean }[] = [];
      const wasTraded = traded;
      const firstDay = base;
      let before = -1;
      let closeBefore = NaN;
      for (let bar = from; bar < to; bar++) {
        const row = rows ? (rows[bar] ?? 0) : bar;
        const close = closes[row] ?? NaN;
        const at = (day[row] ?? 0) + dayShift;
        if (close !== closeBefore || isWeekend(at)) wasTraded[at - firstDay] = 1;
        else {
          const volume = volumes?.[row] ?? 0;
          const isFlat = !(volume > 0) && SLOTS.every((slot) => (figures[slot]?.[row] ?? close) === close);
          const isRepeat =
            volume === (volumes?.[before] ?? 0) &&
            SLOTS.every((slot) => figures[slot]?.[row] === figures[slot]?.[before]);
          if (isFlat || isRepeat) found.push({ day: at, isWhole: !isFlat });
          else wasTraded[at - firstDay] = 1;
        }
        before = row;
        closeBefore = close;
      }
      chance *= found.length / (to - from);
      const hasVolume = found.length > 0 && hasTrade(volumes, { rows, from, to });
      for (const { day: at, isWhole } of found) {
        const known = idle.get(at) ?? { instruments: 0, proved: 0 };
        known.instruments++;
        if (isWhole || hasVolume) known.proved++;
        idle.set(at, known);
      }
    },
    warnings(after = -Infinity) {
      const days = [...idle]
        .filter(([day, { proved, instruments: all }]) => {
          const isSure = proved > 0 || all >= MANY;
          return day > after && isSure && traded[day - base] !== 1 && (all > 1 || instruments === 1);
        })
        .map(([day]) => day)
        .toSorted((a, b) => a - b);
      const areByChance =
        instruments === 1
          ? days.length > MOST_OF_ONE * bars
          : chance * traded.length > MOST_BY_CHANCE * days.length;
      if (days.length < LEAST_DAYS || areByChance) return [];
      const [whose, what] =
        instruments === 1
          ? ["the bar", "a pause of this instrument, or holidays that somebody filled in"]
          : ["every bar of all instruments", "holidays that somebody filled in, likely"];
      return [
        `On ${countOf(days.length, "weekday")} ${whose} repeats the day before, or has no trade and its close: ${what}. Each is a session all the same: ${listNames(days.map(formatIsoDay))}.`,
      ];
    },
  };
}

function hasTrade(
  volumes: Float64Array | null | undefined,
  { rows, from, to }: Pick<IdleBars, "rows" | "from" | "to">,
): boolean {
  for (let bar = from; bar < to; bar++) if ((volumes?.[rows ? (rows[bar] ?? 0) : bar] ?? 0) > 0) return true;
  return false;
}
