/** What is told of dates of other calendars than the Gregorian one, and why those of the Islamic one are not read. */
import { quoteCell } from "#workers/market/row-rules.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { DateOrder } from "#workers/model/import-check.ts";
import { dateText } from "../cells/date-styles.ts";
import { dayOf, readDateCell } from "../cells/dates.ts";
import { CALENDAR_NAMES, isOtherCalendar } from "../cells/other-calendars.ts";
import type { DateColumns } from "../columns/columns.ts";
import type { Table } from "../what/table.ts";

/** The calendar with the first date in it; none for dates as they are written. */
export function calendarNotes({ rows }: Table, date: DateColumns, order: DateOrder): string[] {
  if (date.type !== "column" || !isOtherCalendar(date.style)) return [];
  for (const row of rows) {
    const cell = (row[date.column] ?? "").trim();
    const parts = readDateCell(dateText(cell, date.style))?.parts;
    const day = parts && dayOf(parts, order);
    if (typeof day === "number") return [`${CALENDAR_NAMES[date.style]}: ${cell} is ${formatIsoDay(day)}.`];
  }
  return [];
}

/** null for any other dates. */
export function islamicDates({ rows }: Table, date: DateColumns): string | null {
  if (date.type !== "column" || date.style !== "islamic") return null;
  const cell = rows.map((row) => (row[date.column] ?? "").trim()).find((text) => text !== "") ?? "";
  return `dates like ${quoteCell(cell)} are of the Islamic calendar (Hijri), which is not read; write them as YYYY-MM-DD`;
}
