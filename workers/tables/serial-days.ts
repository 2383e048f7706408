/** Days and times as spreadsheets keep them: a count of days, its fraction the time of the day. */

const DAY_SECONDS = 86_400;
const DAY_MS = 86_400_000;
/** The last day that a spreadsheet shows: 9999-12-31, counted from 1900. */
const LAST_SERIAL = 2_958_465;
const DAYS_TO_1904 = 1462;
/** Lotus 1-2-3 took 1900 for a leap year, and Excel counts its 29 February to this day. */
const FALSE_LEAP_DAY = 60;

/**
 * `2024-01-02`, with a time `2024-01-02 15:30:00`; a count below one is a time alone, `15:30:00`.
 *
 * @param is1904 - counted from 1904-01-01 as day 0, else from 1900-01-01 as day 1
 * @returns null for a count that is no day: below 0, or after the year 9999
 */
export function serialText(serial: number, is1904: boolean): string | null {
  if (!(serial >= 0)) return null;
  const seconds = Math.round(serial * DAY_SECONDS);
  const day = Math.floor(seconds / DAY_SECONDS);
  const time = timeText(seconds - day * DAY_SECONDS);
  if (day === 0 && !is1904) return time === "" ? "00:00:00" : time;
  const counted = is1904 ? day + DAYS_TO_1904 : day;
  if (counted > LAST_SERIAL) return null;
  const date = dateText(counted);
  return time === "" ? date : `${date} ${time}`;
}

/** @param counted - days from 1900 as Excel counts them */
function dateText(counted: number): string {
  if (counted === FALSE_LEAP_DAY) return "1900-02-29";
  const before = counted < FALSE_LEAP_DAY ? 1 : 0;
  // Day 0 of a true count is 1899-12-30.
  return new Date(Date.UTC(1899, 11, 30) + (counted + before) * DAY_MS).toISOString().slice(0, 10);
}

/** "" at midnight. */
function timeText(seconds: number): string {
  if (seconds === 0) return "";
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
