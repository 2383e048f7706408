/**
 * Days of calendars other than the Gregorian one as ISO text: Taiwan's years since 1911, Iran's solar years (Jalali), years
 * of the Buddhist era as Thailand writes them, and the eras of Japan's emperors.
 */
import { formatIsoDay, toEpochDay } from "#workers/model/day.ts";

/** republic: 113/01/02 or 1130102. jalali: 1402/10/12. buddhist: 2567-01-02. era: R6.1.5. */
export type OtherCalendar = "republic" | "jalali" | "buddhist" | "era";

export const OTHER_CALENDARS: readonly OtherCalendar[] = ["republic", "era", "jalali", "buddhist"];

export function isOtherCalendar(style: string): style is OtherCalendar {
  return OTHER_CALENDARS.some((one) => one === style);
}

/** What is told of each, in front of an example. */
export const CALENDAR_NAMES: Readonly<Record<OtherCalendar, string>> = {
  republic: "Years are those of the Republic of China, counted from 1911, as Taiwan writes them",
  jalali: "Dates are of Iran's solar calendar (Jalali)",
  buddhist: "Years are of the Buddhist era, 543 more than others, as Thailand writes them",
  era: "Years are of the eras of Japan's emperors",
};

/** Taiwan's exchange began in its year 51. */
const REPUBLIC =
  /^(?:民國|民国|roc)?\s*(1\d\d|[5-9]\d)\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?[＊*]?$/i;
const REPUBLIC_COMPACT = /^(1\d\d|[5-9]\d)(\d{2})(\d{2})$/;
const REPUBLIC_BEFORE = 1911;
const JALALI = /^(1[34]\d\d)\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{1,2})((?:[T\s]+\d.*)?)$/;
const JALALI_COMPACT = /^(1[34]\d\d)(\d{2})(\d{2})$/;
const JALALI_DAY_FIRST = /^(\d{1,2})([-/.])(\d{1,2})\2(1[34]\d\d)((?:[T\s]+\d.*)?)$/;
const BUDDHIST_YEAR = /(?<!\d)(2[456]\d\d)(?=\D|$|\d{4}(?!\d))/;
const BUDDHIST_BEFORE = 543;
const ERA =
  /^(令和|平成|昭和|[RHS])\s*\.?\s*(\d{1,2}|元)\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/i;
/** The year before the first of each. */
const ERAS = new Map([
  ["令和", 2018],
  ["R", 2018],
  ["平成", 1988],
  ["H", 1988],
  ["昭和", 1925],
  ["S", 1925],
]);
/** Months in Thai, short and long, by what is left without points. */
const THAI_MONTHS = new Map(
  (
    "มค มกราคม 1 กพ กุมภาพันธ์ 2 มีค มีนาคม 3 เมย เมษายน 4 พค พฤษภาคม 5 มิย มิถุนายน 6 กค กรกฎาคม 7 สค สิงหาคม 8 กย กันยายน 9 ตค ตุลาคม 10 พย พฤศจิกายน 11 ธค ธันวาคม 12".match(
      /\S+ \S+ \d+/g,
    ) ?? []
  ).flatMap((entry) => {
    const [short = "", long = "", month = ""] = entry.split(" ");
    return [
      [short, month],
      [long, month],
    ] as const;
  }),
);
const THAI_DAY = /^(\d{1,2})[-/\s]*([\u0E00-\u0E7F.]+)[-/\s]*(2[456]\d\d)/;

/** The same day as the importer reads it, with a time behind it where the cell has one; the cell itself for no such day. */
export function gregorianText(cell: string, calendar: OtherCalendar): string {
  const text = withLatinDigits(cell.trim());
  switch (calendar) {
    case "republic": {
      const [, year, month, day] = REPUBLIC.exec(text) ?? REPUBLIC_COMPACT.exec(text) ?? [];
      return year === undefined ? cell : isoText(Number(year) + REPUBLIC_BEFORE, month, day);
    }
    case "era": {
      const [, era = "", year = "", month, day] = ERA.exec(text) ?? [];
      const before = ERAS.get(era.toUpperCase());
      return before === undefined ? cell : isoText(before + (year === "元" ? 1 : Number(year)), month, day);
    }
    case "jalali":
      return jalaliText(text) ?? cell;
    case "buddhist":
      return thaiText(text).replace(BUDDHIST_YEAR, (year) => String(Number(year) - BUDDHIST_BEFORE));
  }
}

/** True for cells of seven digits, or six and seven, of which nearly all are days of the Republic and not seconds. */
export function areCompactRepublic(cells: readonly string[]): boolean {
  return (
    cells.every((cell) => /^\d{6,7}$/.test(cell)) &&
    cells.some((cell) => cell.length === 7) &&
    !cells.every((cell) => Number(cell) % 60 === 0)
  );
}

/** True where these years of four digits are later than any of Iran's: of the Islamic calendar, likely. */
export function areIslamic(cells: readonly string[], thisYear: number): boolean {
  const years = cells.flatMap((cell) => {
    const text = withLatinDigits(cell.trim());
    const [, first] = JALALI.exec(text) ?? JALALI_COMPACT.exec(text) ?? [];
    const last = JALALI_DAY_FIRST.exec(text)?.[4];
    return first === undefined && last === undefined ? [] : [Number(first ?? last)];
  });
  return years.some((year) => year > thisYear - JALALI_BEHIND);
}

/** Iran's year is at least so many years behind. */
const JALALI_BEHIND = 620;

function withLatinDigits(text: string): string {
  return text.replaceAll(/[\u06F0-\u06F9\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) & 15));
}

function isoText(year: number, month = "", day = "", rest = ""): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}${rest}`;
}

/** `2 ม.ค. 2567` in numbers, day first. */
function thaiText(text: string): string {
  return text.replace(THAI_DAY, (whole, day: string, name: string, year: string) => {
    const month = THAI_MONTHS.get(name.replaceAll(".", ""));
    return month === undefined ? whole : isoText(Number(year), month, day);
  });
}

function jalaliText(text: string): string | null {
  const yearFirst = JALALI.exec(text);
  if (yearFirst) return ofJalali(yearFirst[1], yearFirst[3], yearFirst[4], yearFirst[5]);
  const compact = JALALI_COMPACT.exec(text);
  if (compact) return ofJalali(compact[1], compact[2], compact[3]);
  const dayFirst = JALALI_DAY_FIRST.exec(text);
  return dayFirst && ofJalali(dayFirst[4], dayFirst[3], dayFirst[1], dayFirst[5]);
}

function ofJalali(year = "", month = "", day = "", rest = ""): string | null {
  const epochDay = jalaliDay(Number(year), Number(month), Number(day));
  return epochDay === null ? null : `${formatIsoDay(epochDay)}${rest}`;
}

/** Years for which the leap years below are right. */
const FIRST_YEAR = 1210;
const END_YEAR = 1500;
const FIRST_NOWRUZ = toEpochDay(1831, 3, 21);
/** Every fourth year, and in each cycle of 33 years once after five. */
const LEAP_CYCLE = 33;
const LEAPS_IN_CYCLE = new Set([1, 5, 9, 13, 17, 22, 26, 30]);
const LONG_MONTHS = 6;

/** Days since 1970-01-01 of a day of years 1210 to 1499; null for a day that the calendar has not. */
export function jalaliDay(year: number, month: number, day: number): number | null {
  if (year < FIRST_YEAR || year >= END_YEAR || month < 1 || month > 12 || day < 1) return null;
  const longest = month <= LONG_MONTHS ? 31 : month < 12 || isJalaliLeap(year) ? 30 : 29;
  if (day > longest) return null;
  let leaps = 0;
  for (let one = FIRST_YEAR; one < year; one++) if (isJalaliLeap(one)) leaps++;
  const before = month <= LONG_MONTHS + 1 ? (month - 1) * 31 : LONG_MONTHS * 31 + (month - 7) * 30;
  return FIRST_NOWRUZ + (year - FIRST_YEAR) * 365 + leaps + before + day - 1;
}

function isJalaliLeap(year: number): boolean {
  return LEAPS_IN_CYCLE.has(year % LEAP_CYCLE);
}
