/**
 * Which part of a run its page shows, as the address has it: "period=5Y" for the last five years,
 * "period=2015-01-01,2019-12-31" for the sessions from a day to a day, nothing for the whole run.
 */
import { formatDay, formatDayRange } from "#src/format/day.ts";
import { countOf } from "#src/format/number.ts";
import type { GrowthSpan } from "#src/ui/growth-drawing.ts";
import { GROWTH_RANGES, hasRange, spanOfRange, YEARS_OF_RANGE } from "#src/ui/growth-range.ts";
import type { GrowthRange } from "#src/ui/growth-range.ts";
import { formatIsoDay, parseIsoDay } from "#workers/model/day.ts";

/** ISO days as a person gives them, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export type ShownRange =
  | { readonly type: "years"; readonly range: GrowthRange }
  | ({ readonly type: "days" } & DayRange);

export const WHOLE_RUN: ShownRange = { type: "years", range: "Max" };

/** Rows of the equity curve at whose closes a period begins and ends, or what is wrong with it and the mend. */
export type CheckedRange =
  | { readonly ok: true; readonly span: GrowthSpan }
  | { readonly ok: false; readonly message: string };

/** What stands in the address; null where nothing needs to. */
export function rangeText(range: ShownRange): string | null {
  if (range.type === "days") return `${range.from},${range.to}`;
  return range.range === "Max" ? null : range.range;
}

/** null for what can't be read. @param text - null: the address says nothing of it */
export function readRange(text: string | null): ShownRange | null {
  if (text === null) return WHOLE_RUN;
  const range = GROWTH_RANGES.find((name) => name === text);
  if (range !== undefined) return { type: "years", range };
  const [from = "", to = "", ...more] = text.split(",");
  const areDays = parseIsoDay(from) !== null && parseIsoDay(to) !== null;
  return areDays && more.length === 0 ? { type: "days", from, to } : null;
}

/** @param day - EpochDay of each session of the run */
export function checkRange(range: ShownRange, day: Int32Array): CheckedRange {
  if (range.type === "days") return checkDays(range, day);
  if (hasRange(day, range.range)) return { ok: true, span: spanOfRange(day, range.range) };
  const years = countOf(YEARS_OF_RANGE[range.range], "year");
  return { ok: false, message: `The run is no longer than ${years}. Choose a shorter period.` };
}

/** It begins at the close before the first day, so that a whole year grows by what the table of years says. */
function checkDays({ from, to }: DayRange, day: Int32Array): CheckedRange {
  const [first, last] = [parseIsoDay(from), parseIsoDay(to)];
  if (first === null || last === null) return { ok: false, message: "Give both days." };
  if (first > last)
    return { ok: false, message: `${formatDay(from)} comes after ${formatDay(to)}. Swap the two days.` };
  const [runFrom, runTo] = [day[0] ?? 0, day.at(-1) ?? 0];
  if (first < runFrom || last > runTo) {
    const run = formatDayRange(formatIsoDay(runFrom), formatIsoDay(runTo));
    return { ok: false, message: `The run covers ${run}. Choose days within it.` };
  }
  const begin = day.findIndex((session) => session >= first);
  const toRow = day.findLastIndex((session) => session <= last);
  const sessions = toRow - begin + 1;
  if (sessions < 2) {
    const held = sessions === 0 ? "no trading day" : "one trading day";
    return {
      ok: false,
      message: `${formatDayRange(from, to)} has ${held} of the run. Choose days with at least two.`,
    };
  }
  return { ok: true, span: { fromRow: Math.max(0, begin - 1), toRow } };
}
