/** What a file's rows showed beside bars: counts that the verdict is made of. */
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
  /** By weekday (0 Sunday), rows in which something traded; and the earliest time of all rows, -1 for none. */
  readonly weekdays: Int32Array;
  earliest: number;
  /** Of each instrument's last row. */
  readonly lastDay: number[];
  readonly lastTime: number[];
}

/** 1970-01-01 was a Thursday. */
const WEEKDAY_OF_1970 = 4;

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
    earliest: -1,
    lastDay: [],
    lastTime: [],
  };
}

/** Enters a row that became a bar, with its seconds of the day (-1 for none). */
export function enterBar(findings: Findings, { symbol, day, values }: Row, time: number): void {
  if (findings.lastDay[symbol] === day && findings.lastTime[symbol] !== time) findings.sameDay++;
  findings.lastDay[symbol] = day;
  findings.lastTime[symbol] = time;
  if (time >= 0 && (findings.earliest < 0 || time < findings.earliest)) findings.earliest = time;
  if (values[OPEN] === values[LOW] && values[HIGH] === values[LOW] && values[VOLUME] === 0) return;
  const weekday = (((day + WEEKDAY_OF_1970) % 7) + 7) % 7;
  findings.weekdays[weekday] = (findings.weekdays[weekday] ?? 0) + 1;
}
