/** What a bar of a universe is, done plainly: section 1 of workers/engine/README.md. */
import type { Frequency, Warning } from "#workers/model/report.ts";
import { itemAt } from "./reference-series.ts";
import type { Series } from "./reference-series.ts";

export interface ReferenceBars {
  readonly frequency: Frequency;
  readonly sessionsOfYear: number;
  /** Sessions without a bar until a position is presumed delisted. */
  readonly delistedAfter: number;
  readonly warnings: readonly Warning[];
}

const YEARS = { daily: 252, weekly: 52, monthly: 12 } as const;
const DELISTED = { daily: 20, weekly: 8, monthly: 3 } as const;

/** @param calendar - days on which one of the universe has a bar */
export function judgeReferenceBars(universe: readonly Series[], calendar: readonly number[]): ReferenceBars {
  const gaps = universe.flatMap(gapsOf).toSorted((a, b) => a - b);
  const middle = gaps.length < 10 ? 1 : itemAt(gaps, Math.ceil(gaps.length / 2) - 1);
  const frequency = middle <= 4 ? "daily" : middle <= 17 ? "weekly" : "monthly";
  const days = universe.flatMap(({ bars }) => bars.map(({ day }) => new Date(day * 86_400_000)));
  const atWeekends = days.filter((day) => [0, 6].includes(day.getUTCDay()));
  const isEveryDay = frequency === "daily" && days.length > 0 && atWeekends.length / days.length >= 0.1;
  const firsts = calendar.filter((day) => new Date(day * 86_400_000).getUTCDate() === 1);
  const others = universe.filter((series) => {
    const own = gapsOf(series);
    const odd = own.filter((gap) => (gap >= 5 && gap <= 10) || (gap >= 25 && gap <= 35));
    return series.bars.length >= 12 && odd.length / own.length >= 0.8;
  });
  const isUsual = middle <= 10 || (middle >= 25 && middle <= 35);
  const codes: Warning["code"][] = [
    ...(isUsual ? [] : ["frequency-unusual" as const]),
    ...(frequency === "daily" && others.length > 0 ? ["frequency-mixed" as const] : []),
    ...(frequency === "monthly" && firsts.length / calendar.length >= 0.9
      ? ["month-dated-first" as const]
      : []),
  ];
  return {
    frequency,
    sessionsOfYear: isEveryDay ? 365 : YEARS[frequency],
    delistedAfter: DELISTED[frequency],
    warnings: codes.map((code) => ({ code, message: code === "frequency-mixed" ? wordsOf(others) : code })),
  };
}

/** As the report has it: the symbols are all that the message is about. */
function wordsOf(others: readonly Series[]): string {
  const symbols = others.map(({ instrument }) => instrument.symbol).join(", ");
  return `Among daily prices these have mostly weekly or monthly ones, which are old on most days: ${symbols}.`;
}

function gapsOf({ bars }: Series): number[] {
  return bars.slice(1).map((bar, before) => bar.day - itemAt(bars, before).day);
}
