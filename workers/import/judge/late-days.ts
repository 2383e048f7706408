/** Bars whose dates all lie some days off: midnights east of Greenwich, days counted from another year, other countries' days. */
import type { Frequency } from "#workers/model/import-check.ts";
import type { ColumnPlan } from "../columns/columns.ts";
import { readDateCell } from "../cells/dates.ts";
import type { OpenedTable } from "../what/file-check.ts";
import { tradedWeekdays } from "../rows/findings.ts";
import type { Findings } from "../rows/findings.ts";
import type { Surveyed } from "./survey.ts";

/** Between the first days of Excel's two ways to count. */
const DAYS_TO_1904 = 1462;
/** From Excel's first day to 1970. */
const DAYS_TO_1970 = 25_569;
/** Half hours of the day. From the first one on, a bar may belong to the next day. */
const LATE = 30;
/** The midnights of Sydney and of Auckland in Greenwich, in summer and in winter. */
const SYDNEY = [26, 28];
const AUCKLAND = [22, 24];
/** India's midnight in Greenwich, at which nothing trades anywhere. */
const INDIA = 37;
/** A few rows may be damaged. */
const MOST = 0.95;
const LEAST_BARS = 5;

export interface LateReading {
  readonly findings: Findings;
  readonly warnings: string[];
  readonly opened: OpenedTable;
  readonly columns: ColumnPlan;
}

/**
 * Bars that start late on the evening before their day, as a midnight east of Greenwich does: they trade from Sunday to
 * Thursday, and belong to Monday to Friday. Instants and times of a zone that is written are moved, other dates stay as
 * they are written. And days that a spreadsheet counted from 1904, or a program from 1970.
 *
 * @returns how many days each bar is moved by
 */
export function lateDays({ findings, warnings, opened, columns }: LateReading): number {
  const cell = columns.date.type === "column" ? opened.table.rows[0]?.[columns.date.column] : undefined;
  const example = readDateCell(cell ?? "");
  if (example?.shape === "serial") return daysOfSerial(findings, warnings);
  const [sunday = 0, , , , thursday = 0, friday = 0, saturday = 0] = tradedWeekdays(findings);
  const { halfHours, offTheHour } = findings;
  const timed = sumOf(halfHours);
  const areAt = (halves: readonly number[]): boolean =>
    offTheHour <= (1 - MOST) * timed && sumOf(halves.map((half) => halfHours[half] ?? 0)) >= MOST * timed;
  const isEvening = sumOf(halfHours.subarray(LATE)) >= MOST * timed;
  const isBothInAuckland = AUCKLAND.every((half) => (halfHours[half] ?? 0) > 1);
  const isLate = timed > 0 && (isEvening || areAt(SYDNEY) || (areAt(AUCKLAND) && isBothInAuckland));
  if (!isLate || sunday <= thursday / 2 || friday + saturday > Math.max(1, thursday / 10)) return 0;
  const isOfGreenwich = example?.parts.type === "instant" || example?.isUtc === true;
  const isKnown = isOfGreenwich || example?.hasZone === true;
  if (isKnown || areAt([INDIA])) {
    warnings.push(
      "Times are late in the evening and trading runs from Sunday to Thursday: each bar was moved to the next day, which it belongs to.",
    );
    return 1;
  }
  if (isEvening)
    warnings.push(
      "Times are late in the evening and trading runs from Sunday to Thursday. Each bar belongs to the day after its date, but is stored under the date as it is written.",
    );
  return 0;
}

function sumOf(counts: Iterable<number>): number {
  let sum = 0;
  for (const count of counts) sum += count;
  return sum;
}

/** Read from 1900, such bars lie at weekends. */
function daysOfSerial(findings: Findings, warnings: string[]): number {
  const weekdays = tradedWeekdays(findings);
  const [sunday = 0, monday = 0, tuesday = 0, wednesday = 0, , , saturday = 0] = weekdays;
  const bars = weekdays.reduce((sum, count) => sum + count, 0);
  if (bars < LEAST_BARS) return 0;
  if (tuesday > 0 && monday + sunday === 0 && saturday >= tuesday / 2) {
    warnings.push(
      "Days are counted from 1904, as Excel for Mac did: read from 1900 the bars would lie on Tuesday to Saturday.",
    );
    return DAYS_TO_1904;
  }
  if (wednesday > 0 && monday + tuesday === 0 && Math.min(saturday, sunday) > wednesday / 2) {
    warnings.push(
      "Days are counted from 1970-01-01: read from 1900, as spreadsheets count, the bars would lie on Wednesday to Sunday.",
    );
    return DAYS_TO_1970;
  }
  return 0;
}

/** Why bars from Tuesday to Saturday are on the wrong days, as no exchange trades; null for any other week, and for less than one. */
export function unlikelyWeek({ weekdays, bars }: Surveyed, frequency: Frequency | null): string | null {
  const [sunday = 0, monday = 0, tuesday = 0, wednesday = 0, thursday = 0, , saturday = 0] = weekdays;
  const isOff =
    frequency === "daily" &&
    bars >= 2 * LEAST_BARS &&
    monday + sunday === 0 &&
    Math.min(tuesday, wednesday, thursday) > 0 &&
    saturday >= 2 &&
    saturday > Math.max(tuesday, wednesday, thursday) / 2;
  if (!isOff) return null;
  return "bars from Tuesday to Saturday and none on a Monday. The days are off, as where Excel counted from 1904 and another program from 1900, or dates are those of another time zone. Download the file again with the exchange's dates";
}
