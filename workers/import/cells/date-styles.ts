/** Date columns that need a key: six digits without signs, and years of the Republic of China. */
import { isoNumber, readDateCell } from "./dates.ts";

/**
 * as-written: the cell says it. six-digits: 210113, in an order that is settled like that of three numbers.
 * republic: 110/01/13, counted from 1911, as Taiwan's exchanges write it. year-last: 02012024, in an order that is settled
 * likewise. early-seconds: seconds since 1970 before March 1973, which have fewer digits than later ones.
 */
export type DateStyle = "as-written" | "six-digits" | "republic" | "year-last" | "early-seconds";

const ISO_DAY = /^\d{4}-\d\d-\d\d$/;
const SIX = /^\d{5,6}(?:\.0)?$/;
/** Taiwan's exchange began in its year 51. */
const REPUBLIC = /^(1\d\d|[5-9]\d)[-/.年](\d{1,2})[-/.月](\d{1,2})日?[＊*]?$/;
const REPUBLIC_COMPACT = /^(1\d\d|[5-9]\d)(\d{2})(\d{2})$/;
const THREE_DIGITS = /^1\d\d[-/.年]/;
const YEAR_LAST = /^(\d{2})(\d{2})((?:19|20)\d{2})$/;
const EARLY_SECONDS = /^\d{7,8}$/;
const FIRST_YEAR = 1911;
/** Words of Taiwan's headers that China's do not have. */
const TAIWAN = /開盤|收盤|成交股數|證券代號|最高價/;
const MOSTLY = 0.9;

/** The style of a column of dates, from its cells and from the language of the header. */
export function dateStyle(cells: readonly string[], header: readonly string[]): DateStyle {
  if (areIso(cells)) return "as-written"; // most files
  const filled = cells.map((cell) => cell.trim()).filter((cell) => /\d/.test(cell));
  if (areIso(filled)) return "as-written";
  const areMostly = (style: DateStyle): boolean =>
    filled.length > 0 && filled.filter((cell) => isDate(cell, style)).length >= MOSTLY * filled.length;
  const isTaiwan = filled.some((cell) => THREE_DIGITS.test(cell)) || header.some((cell) => TAIWAN.test(cell));
  if (isTaiwan && areMostly("republic")) return "republic";
  if (areMostly("year-last") && filled.every((cell) => readDateCell(cell) === null)) return "year-last";
  const early = filled.filter((cell) => EARLY_SECONDS.test(cell));
  const areSeconds = filled.every((cell) => /^\d{7,9}$/.test(cell));
  if (early.length > 0 && areSeconds && early.every((cell) => readDateCell(cell) === null))
    return "early-seconds";
  const hasSixDigits = filled.some((cell) => /^\d{6}(?:\.0)?$/.test(cell));
  return hasSixDigits && areMostly("six-digits") ? "six-digits" : "as-written";
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
  if (style === "as-written") return cell;
  const text = cell.trim();
  if (style === "six-digits") {
    if (!SIX.test(text)) return cell;
    const digits = text.replace(".0", "").padStart(6, "0");
    return `${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4)}`;
  }
  if (style === "year-last") return text.replace(YEAR_LAST, "$1-$2-$3");
  if (style === "early-seconds") return EARLY_SECONDS.test(text) ? text.padStart(9, "0") : cell;
  const [, year, month = "", day = ""] = REPUBLIC.exec(text) ?? REPUBLIC_COMPACT.exec(text) ?? [];
  return year === undefined
    ? cell
    : `${Number(year) + FIRST_YEAR}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}
