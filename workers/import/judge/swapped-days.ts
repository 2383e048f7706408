/**
 * Days whose month and day were exchanged over a whole file, whatever the order of its rows: exchanges rest at weekends,
 * and the bars that lie there are all up to the 12th of a month and come to lie on working days once they are turned back.
 */
import { fromEpochDay, toEpochDay } from "#workers/model/day.ts";

export interface SwapEvidence {
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

export function createSwapEvidence(): SwapEvidence {
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
