/** The day and the time of each row, whichever columns have them. */
import { parseIsoDay } from "#workers/model/day.ts";
import type { EpochDay } from "#workers/model/day.ts";
import { NO_DAY, UNREADABLE_DAY } from "#workers/market/row.ts";
import type { DateColumns } from "../columns/columns.ts";
import { dateText } from "../cells/date-styles.ts";
import type { DateStyle } from "../cells/date-styles.ts";
import { dayOf, readDateCell, readTimeCell } from "../cells/dates.ts";
import type { DateCell } from "../cells/dates.ts";
import type { DateOrder } from "#workers/model/import-check.ts";
import { monthOf } from "../cells/month-names.ts";

export interface DatePlan {
  readonly date: DateColumns;
  /** Column of a time, -1 for none. */
  readonly time: number;
  readonly order: DateOrder;
  /** The day of a file that has none in its rows. */
  readonly day: EpochDay | null;
}

export interface RowDates {
  /** Reads a row's cells; the four below are of that row then. */
  read(cells: readonly string[]): void;
  day: EpochDay;
  /** Seconds of the day, -1 for none. */
  time: number;
  /** True where the date can be read in another order only. */
  isOtherOrder: boolean;
  /** The date's cell. */
  text: string;
}

/** Rows of one day follow each other, so the last cell is remembered. */
export function createRowDates({ date, time, order, day }: DatePlan): RowDates {
  const dates: RowDates = { read, day: day ?? NO_DAY, time: -1, isOtherOrder: false, text: "" };

  function read(cells: readonly string[]): void {
    if (date.type === "parts") {
      const parts = [date.year, date.month, date.day].map((at) => partOf(cells[at] ?? ""));
      dates.text = parts.join("-");
      dates.day = parseIsoDay(dates.text) ?? UNREADABLE_DAY;
    } else if (date.type === "column") {
      const text = cells[date.column] ?? "";
      if (text !== dates.text) learn(text, date.style);
    }
    if (time >= 0) dates.time = readTimeCell(cells[time] ?? "");
  }

  function learn(text: string, style: DateStyle): void {
    const cell = readDateCell(dateText(text, style));
    dates.text = text;
    dates.time = cell?.time ?? -1;
    dates.day = text.trim() === "" ? NO_DAY : dayOfCell(cell, order);
    dates.isOtherOrder =
      cell?.parts.type === "open" &&
      dates.day === UNREADABLE_DAY &&
      dayOf(cell.parts, order === "dmy" ? "mdy" : "dmy") !== null;
  }

  return dates;
}

/** A year, month or day in two digits at least; a month may be in letters. */
function partOf(cell: string): string {
  const text = cell.trim().replace(/\.0$/, "");
  const month = /^\p{L}/u.test(text) ? monthOf(text) : 0;
  return (month > 0 ? String(month) : text).padStart(2, "0");
}

function dayOfCell(cell: DateCell | null, order: DateOrder): EpochDay {
  return (cell && dayOf(cell.parts, order)) ?? UNREADABLE_DAY;
}
