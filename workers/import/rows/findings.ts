/** What a file's rows showed beside bars: counts that the verdict is made of. */
import { weekdayOf } from "#workers/market/sessions.ts";
import { OPEN, HIGH, LOW, VOLUME } from "#workers/market/row.ts";
import type { Row } from "#workers/market/row.ts";

export interface Findings {
  rows: number;
  /** Lines that are no rows: footers, notes, snapshots. */
  strays: number;
  repeatedHeaders: number;
  /** Closes that are means of bid and ask. */
  means: number;
  /** Dividends and splits between the rows. */
  events: number;
  /** Dates that only another order can read, and the line of the first. */
  otherOrder: number;
  otherOrderLine: number;
  /** Rows of bonds and bills, by series. */
  readonly otherSeries: Map<string, number>;
  /** Rows of a day that the instrument's row before had at another time. */
  sameDay: number;
  /** By weekday (0 Sunday), rows in which something traded, and flat ones without volume, as those of closes alone. */
  readonly weekdays: Int32Array;
  readonly flatWeekdays: Int32Array;
  /** Rows by the half hour that their time begins with, and those whose time is no full half hour. */
  readonly halfHours: Int32Array;
  offTheHour: number;
  /** Rows by weekday whose time is late in the evening, soon after midnight, and neither. */
  readonly late: Int32Array;
  readonly early: Int32Array;
  midday: number;
  /** Day of each instrument's last row. */
  readonly lastDay: number[];
  readonly lastTime: number[];
}

/** Seconds of the day. */
const HALF_HOUR = 1800;
const EVENING = 20 * 3600;
const MORNING = 4 * 3600;

export function createFindings(): Findings {
  return {
    rows: 0,
    strays: 0,
    repeatedHeaders: 0,
    means: 0,
    events: 0,
    otherOrder: 0,
    otherOrderLine: 0,
    otherSeries: new Map(),
    sameDay: 0,
    weekdays: new Int32Array(7),
    flatWeekdays: new Int32Array(7),
    halfHours: new Int32Array(48),
    offTheHour: 0,
    late: new Int32Array(7),
    early: new Int32Array(7),
    midday: 0,
    lastDay: [],
    lastTime: [],
  };
}

/** Enters a row that became a bar, with its seconds of the day (-1 for none). */
export function enterBar(findings: Findings, { symbol, day, values }: Row, time: number): void {
  if (findings.lastDay[symbol] === day && findings.lastTime[symbol] !== time) findings.sameDay++;
  findings.lastDay[symbol] = day;
  findings.lastTime[symbol] = time;
  if (time >= 0) {
    const half = Math.floor(time / HALF_HOUR);
    findings.halfHours[half] = (findings.halfHours[half] ?? 0) + 1;
    if (time % HALF_HOUR !== 0) findings.offTheHour++;
  }
  const weekday = weekdayOf(day);
  if (time >= EVENING) findings.late[weekday] = (findings.late[weekday] ?? 0) + 1;
  else if (time >= 0 && time < MORNING) findings.early[weekday] = (findings.early[weekday] ?? 0) + 1;
  else if (time >= 0) findings.midday++;
  const isFlat = values[OPEN] === values[LOW] && values[HIGH] === values[LOW] && values[VOLUME] === 0;
  const counts = isFlat ? findings.flatWeekdays : findings.weekdays;
  counts[weekday] = (counts[weekday] ?? 0) + 1;
}

/** Rows by weekday: those in which something traded, or all where no row says so. */
export function tradedWeekdays({ weekdays, flatWeekdays }: Findings): Int32Array {
  return weekdays.some((count) => count > 0) ? weekdays : flatWeekdays;
}
