/** Date columns that need a key: six digits without signs, seconds before 1973, and years of other calendars. */
import { isoNumber, readDateCell } from "./dates.ts";
import { areCompactRepublic, areIslamic, gregorianText, OTHER_CALENDARS } from "./other-calendars.ts";
import type { OtherCalendar } from "./other-calendars.ts";

/**
 * as-written: the cell says it. six-digits: 210113, in an order that is settled like that of three numbers. year-last:
 * 02012024, in an order that is settled likewise. early-seconds: seconds since 1970 before March 1973, which have fewer
 * digits than later ones, and a minus before 1970. islamic: 1445/06/20, which is not read. Others: see OtherCalendar.
 */
export type DateStyle =
  | "as-written"
  | "six-digits"
  | "year-last"
  | "early-seconds"
  | "islamic"
  | OtherCalendar;

/** Shaped like a day of ISO, its year in none of the other calendars. */
const ISO_DAY = /^(?!1[34]|2[456])\d{4}-\d\d-\d\d$/;
const SIX = /^\d{5,6}(?:\.0)?$/;
const THREE_DIGITS = /^(?:民國|民国|roc)?\s*1\d\d\s*[-/.年]/i;
const YEAR_LAST = /^(\d{2})(\d{2})((?:19|20)\d{2})$/;
const SECONDS = /^(-?)(\d{1,10})(?:\.0+)?$/;
const EARLY_SECONDS = /^(-?)(\d{1,8})(?:\.0+)?$/;
/** Digits of seconds that the cell alone says. */
const LATE_DIGITS = 9;
const MINUTE = 60;
/** Words of Taiwan's headers that China's do not have. */
const TAIWAN = /開盤|收盤|成交股數|證券代號|最高價/;
const MOSTLY = 0.9;

/** The style of a column of dates, from its cells and from the language of the header. */
export function dateStyle(cells: readonly string[], header: readonly string[]): DateStyle {
  if (areIso(cells)) return "as-written"; // most files
  const filled = cells.map((cell) => cell.trim()).filter((cell) => DIGIT.test(cell));
  if (areIso(filled)) return "as-written";
  const areMostly = (style: DateStyle): boolean =>
    filled.length > 0 && filled.filter((cell) => isDate(cell, style)).length >= MOSTLY * filled.length;
  const calendar = OTHER_CALENDARS.find((one) => mayBeOf(one, filled, header) && areMostly(one));
  if (calendar) return areIslamic(filled, new Date().getFullYear()) ? "islamic" : calendar;
  if (areMostly("year-last") && filled.every((cell) => readDateCell(cell) === null)) return "year-last";
  if (areEarlySeconds(filled)) return "early-seconds";
  const hasSixDigits = filled.some((cell) => /^\d{6}(?:\.0)?$/.test(cell));
  return hasSixDigits && areMostly("six-digits") ? "six-digits" : "as-written";
}

const DIGIT = /[\d\u06F0-\u06F9\u0660-\u0669]/;

/** Days of the Republic look like others but for their years, of three digits or under Taiwan's words. */
function mayBeOf(calendar: OtherCalendar, cells: readonly string[], header: readonly string[]): boolean {
  if (calendar !== "republic") return true;
  return (
    cells.some((cell) => THREE_DIGITS.test(cell)) ||
    areCompactRepublic(cells) ||
    header.some((cell) => TAIWAN.test(cell))
  );
}

/** Whole seconds of full minutes, some of which have a minus, or too few digits for a day or for seconds of today. */
function areEarlySeconds(cells: readonly string[]): boolean {
  const early = cells.filter((cell) => EARLY_SECONDS.test(cell));
  if (early.length === 0 || !cells.every((cell) => SECONDS.test(cell))) return false;
  const areMinutes = cells.filter((cell) => Number(cell) % MINUTE === 0).length >= MOSTLY * cells.length;
  const hasMinus = cells.some((cell) => cell.startsWith("-"));
  if (hasMinus || early.length < cells.length) return areMinutes;
  return (
    early.some((cell) => cell.length >= LATE_DIGITS - 2) && early.every((cell) => readDateCell(cell) === null)
  );
}

function areIso(cells: readonly string[]): boolean {
  return cells.every((cell) => isoNumber(cell) >= 0 || ISO_DAY.test(cell));
}

function isDate(cell: string, style: DateStyle): boolean {
  const text = dateText(cell, style);
  return text !== cell && readDateCell(text) !== null;
}

/** A cell as readDateCell understands it; one that is not of the style stays as it is. */
export function dateText(cell: string, style: DateStyle): string {
  if (style === "as-written" || style === "islamic") return cell;
  const text = cell.trim();
  if (style === "six-digits") {
    if (!SIX.test(text)) return cell;
    const digits = text.replace(".0", "").padStart(6, "0");
    return `${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4)}`;
  }
  if (style === "year-last") return text.replace(YEAR_LAST, "$1-$2-$3");
  if (style !== "early-seconds") return gregorianText(cell, style);
  const [, minus = "", digits] = EARLY_SECONDS.exec(text) ?? [];
  return digits === undefined ? cell : `${minus}${digits.padStart(LATE_DIGITS, "0")}`;
}
