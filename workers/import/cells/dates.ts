/** Dates as vendors write them: what a cell can mean, what the cells of a file together say, and the day. */
import { isCalendarDay, toEpochDay } from "#workers/model/day.ts";
import type { EpochDay } from "#workers/model/day.ts";
import type { DateOrder } from "#workers/model/import-check.ts";
import { monthOf } from "./month-names.ts";
import { hasDigit } from "./numbers.ts";

/** A cell's parts, before an order is settled. */
export type DateParts =
  | { readonly type: "settled"; readonly year: number; readonly month: number; readonly day: number }
  | {
      readonly type: "open";
      readonly a: number;
      readonly b: number;
      readonly c: number;
      readonly fullYear: boolean;
    }
  | { readonly type: "instant"; readonly seconds: number };

export interface DateCell {
  readonly parts: DateParts;
  /** Seconds of the day, -1 where the cell has no time. */
  readonly time: number;
  /** True where the time is of Greenwich. */
  readonly isUtc: boolean;
  /** True where the cell names the zone of its time, as `-05:00`; absent for none. */
  readonly hasZone?: boolean;
  /** How it is written, to tell mixed columns: `9/9/9999`. */
  readonly shape: string;
}

const ZONE = String.raw`(?:\s*(Z|UTC|GMT)?\s*([+-]\d{2}(?::?\d{2})?(?:\s*[([][^)\]]*[)\]])?|E[SD]T|C[SD]T|P[SD]T|M[SD]T|IST|CES?T|BST|JST)?)`;
const TIME = String.raw`(?:[T\s,]+(?:(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,:]\d+)?)?\s*([AaPp]\.?[Mm]\.?)?|(\d{2})(\d{2})(\d{2})?)${ZONE})?`;
const YEAR_FIRST = new RegExp(
  String.raw`^(\d{4})\s*([-/. 年년])\s*(\d{1,2})\s*(?:\2|月|월)\s*(\d{1,2})[日일.]?${TIME}$`,
);
const COMPACT = new RegExp(String.raw`^(\d{4})(\d{2})(\d{2})(?:\.0)?${TIME}$`);
const COMPACT_TIME = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?$/;
const THREE = new RegExp(String.raw`^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})\.?${TIME}$`);
const DAY_MONTH = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th|\.)?[-/. ]*(?:de )?(\p{L}{3,12})\.?(?: de)?[-/., ']*(\d{4}|\d{2})${TIME}$`,
  "u",
);
const MONTH_DAY = new RegExp(
  String.raw`^(\p{L}{3,12})\.?[-/. ]*(\d{1,2})(?:st|nd|rd|th)?[-/., ]+(\d{4}|\d{2})${TIME}$`,
  "u",
);
const YEAR_MONTH_DAY = new RegExp(String.raw`^(\d{4})[-/. ](\p{L}{3,12})\.?[-/. ](\d{1,2})${TIME}$`, "u");
const WEEKDAY = /^\p{L}{2,10}\.?,?\s+(?=\d|\p{L})/u;
const EPOCH = /^-?(\d{9,10}|\d{12,13}|\d{15,16}|\d{18,19})(?:\.\d+)?$/;
/** Days with the fraction of a day behind the point: 44200.66667 is 16:00. */
const SERIAL = /^(\d{5})(?:\.0+|(\.\d{5,}))?$/;
const MAX_CELL = 80;
const DAY_SECONDS = 86_400;
/** Excel counts days from 1899-12-30. */
const SERIAL_OF_1970 = 25_569;
const FIRST_YEAR = 1800;
const LAST_YEAR = 2200;

/** What a cell can mean as a date; null for anything else. */
export function readDateCell(cell: string): DateCell | null {
  const iso = isoNumber(cell);
  if (iso >= 0) {
    const year = Math.floor(iso / 10_000);
    const month = Math.floor(iso / 100) % 100;
    const day = iso % 100;
    return { parts: { type: "settled", year, month, day }, time: -1, isUtc: false, shape: "9999-9" };
  }
  if (!hasDigit(cell)) return null;
  const text = cell.trim().replace(/^["']|["']$/g, "");
  if (text.length < 5 || text.length > MAX_CELL) return null;
  return (
    yearFirst(text) ??
    threeNumbers(text) ??
    instant(text) ??
    lettered(text) ??
    (WEEKDAY.test(text)
      ? (threeNumbers(text.replace(WEEKDAY, "")) ?? lettered(text.replace(WEEKDAY, "")))
      : null)
  );
}

/** True for an empty cell, and for the words of vendors and programs for no day. */
export function isNoDay(text: string): boolean {
  return /^\s*(?:n\/?a\.?|#n\/a|nat|nan|none|null|nil|-+|–|—)?\s*$/i.test(text);
}

/** True for a cell that can mean a date. */
export function isDateCell(cell: string): boolean {
  return isoNumber(cell) >= 0 || readDateCell(cell) !== null;
}

/** 20240131 for 2024-01-31, as most cells are written; -1 for anything else, also for another day. */
export function isoNumber(cell: string): number {
  if (cell.length !== 10 || cell.charCodeAt(4) !== MINUS || cell.charCodeAt(7) !== MINUS) return -1;
  const year = digitsIn(cell, 0, 4);
  const month = digitsIn(cell, 5, 7);
  const day = digitsIn(cell, 8, 10);
  if (year < 0 || month < 0 || day < 0 || !isDay(year, month, day)) return -1;
  return (year * 100 + month) * 100 + day;
}

const MINUS = 45;
const ZERO = 48;

/** The number of the digits from .. to - 1; -1 where one of them is none. */
function digitsIn(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return -1;
    number = number * 10 + digit;
  }
  return number;
}

function yearFirst(text: string): DateCell | null {
  const match = YEAR_FIRST.exec(text);
  if (match) {
    const [, year = "", , month = "", day = ""] = match;
    return settled([Number(year), Number(month), Number(day)], match, 5, `9999${match[2] ?? ""}9`);
  }
  const compact = COMPACT.exec(text);
  if (compact) {
    const [, year = "", month = "", day = ""] = compact;
    return settled([Number(year), Number(month), Number(day)], compact, 4, "99999999");
  }
  const full = COMPACT_TIME.exec(text);
  if (!full) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = full.slice(1).map(Number);
  if (hour > 23 || minute > 59 || second > 59) return null;
  const cell = settled([year, month, day], null, 0, "99999999999999");
  return cell && { ...cell, time: hour * 3600 + minute * 60 + (Number.isNaN(second) ? 0 : second) };
}

function threeNumbers(text: string): DateCell | null {
  const match = THREE.exec(text);
  if (!match) return null;
  const [, a = "", sign = "", b = "", c = ""] = match;
  const clock = readClock(match, 5);
  if (!clock) return null;
  const parts: DateParts = {
    type: "open",
    a: Number(a),
    b: Number(b),
    c: Number(c),
    fullYear: c.length === 4,
  };
  return { parts, ...clock, shape: `9${sign}9${sign}${"9".repeat(c.length)}` };
}

function lettered(text: string): DateCell | null {
  const dayMonth = DAY_MONTH.exec(text);
  if (dayMonth) {
    const [, day = "", name = "", year = ""] = dayMonth;
    return settled([fullYear(year), monthOf(name), Number(day)], dayMonth, 4, "9-a-9");
  }
  const monthDay = MONTH_DAY.exec(text);
  if (monthDay) {
    const [, name = "", day = "", year = ""] = monthDay;
    return settled([fullYear(year), monthOf(name), Number(day)], monthDay, 4, "a-9-9");
  }
  const yearMonth = YEAR_MONTH_DAY.exec(text);
  if (!yearMonth) return null;
  const [, year = "", name = "", day = ""] = yearMonth;
  return settled([Number(year), monthOf(name), Number(day)], yearMonth, 4, "9999-a-9");
}

function instant(text: string): DateCell | null {
  const digits = EPOCH.exec(text)?.[1];
  if (digits !== undefined) {
    const unit = digits.length <= 10 ? 1 : digits.length <= 13 ? 1e3 : digits.length <= 16 ? 1e6 : 1e9;
    const seconds = Math.floor(Number(text) / unit);
    const time = ((seconds % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS;
    return { parts: { type: "instant", seconds }, time, isUtc: true, shape: `epoch${unit}` };
  }
  const [, serial, fraction] = SERIAL.exec(text) ?? [];
  if (serial === undefined || Number(serial) < 10_000 || Number(serial) > 80_000) return null;
  const seconds = (Number(serial) - SERIAL_OF_1970) * DAY_SECONDS;
  const time = fraction === undefined ? -1 : Math.round(Number(fraction) * DAY_SECONDS);
  return { parts: { type: "instant", seconds }, time, isUtc: false, shape: "serial" };
}

/** Two digits: the nearest century that does not lie far ahead. */
function fullYear(digits: string): number {
  const year = Number(digits);
  return digits.length === 4 ? year : year < 50 ? 2000 + year : 1900 + year;
}

function settled(
  [year, month, day]: readonly [number, number, number],
  match: RegExpExecArray | null,
  timeGroup: number,
  shape: string,
): DateCell | null {
  const clock = match ? readClock(match, timeGroup) : { time: -1, isUtc: false };
  if (!clock || !isDay(year, month, day)) return null;
  return { parts: { type: "settled", year, month, day }, ...clock, shape };
}

function isDay(year: number, month: number, day: number): boolean {
  return year >= FIRST_YEAR && year <= LAST_YEAR && isCalendarDay(year, month, day);
}

/** The groups of TIME from `group` on; null for a time that no clock shows. */
function readClock(
  match: RegExpExecArray,
  group: number,
): { time: number; isUtc: boolean; hasZone: boolean } | null {
  const [hour, minute, second, half, hh, mm, ss, zone, offset] = match.slice(group, group + 9);
  const isUtc = offset === undefined ? zone !== undefined : /^[+-]00(?::?00)?(?!\d)/.test(offset);
  const hasZone = zone !== undefined || offset !== undefined;
  if (hour === undefined && hh === undefined) return { time: -1, isUtc, hasZone };
  let hours = Number(hour ?? hh);
  const minutes = Number(minute ?? mm);
  const seconds = Number(second ?? ss ?? 0);
  if (half !== undefined) hours = (hours % 12) + (half.toLowerCase().startsWith("p") ? 12 : 0);
  if (hours > 24 || minutes > 59 || seconds > 59) return null;
  return { time: hours * 3600 + minutes * 60 + seconds, isUtc, hasZone };
}

/** Seconds of the day in a cell that has a time only; -1 for anything else. */
export function readTimeCell(cell: string): number {
  const text = cell.trim();
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([AaPp]\.?[Mm]\.?)?$/.exec(text);
  const compact = clock ? null : /^(\d{1,2})(\d{2})(\d{2})$|^(\d{1,2})(\d{2})$/.exec(text);
  if (!clock && !compact) return /^0+$/.test(text) ? 0 : -1;
  const [, h = "0", m = "0", s = "0", half] = clock ?? [];
  let hours = clock ? Number(h) : Number(compact?.[1] ?? compact?.[4]);
  const minutes = clock ? Number(m) : Number(compact?.[2] ?? compact?.[5]);
  const seconds = clock ? Number(s) : Number(compact?.[3] ?? 0);
  if (half !== undefined) hours = (hours % 12) + (half.toLowerCase().startsWith("p") ? 12 : 0);
  return hours > 24 || minutes > 59 || seconds > 59 ? -1 : hours * 3600 + minutes * 60 + seconds;
}

/** The day that parts mean in an order; null where they mean none. */
export function dayOf(parts: DateParts, order: DateOrder): EpochDay | null {
  if (parts.type === "settled") return toEpochDay(parts.year, parts.month, parts.day);
  if (parts.type === "instant") {
    const date = new Date(parts.seconds * 1000);
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
    return isDay(year, month, day) ? toEpochDay(year, month, day) : null;
  }
  const { a, b, c } = parts;
  if (order === "ymd" && parts.fullYear) return null;
  const year = order === "ymd" ? shortYear(a) : parts.fullYear ? c : shortYear(c);
  const month = order === "dmy" ? b : order === "mdy" ? a : b;
  const day = order === "dmy" ? a : order === "mdy" ? b : c;
  return isDay(year, month, day) ? toEpochDay(year, month, day) : null;
}

function shortYear(year: number): number {
  return year < 50 ? 2000 + year : 1900 + year;
}

const ORDERS: readonly DateOrder[] = ["dmy", "mdy", "ymd"];

/** How often each order can be meant, over many cells. */
export interface OrderEvidence {
  cells: number;
  /** Cells of three numbers, and of these those that have no day in an order. */
  open: number;
  readonly against: Record<DateOrder, number>;
  /** The numbers that came first and last: years change more seldom than days. */
  readonly firsts: Set<number>;
  readonly lasts: Set<number>;
}

export function createOrderEvidence(): OrderEvidence {
  return { cells: 0, open: 0, against: { dmy: 0, mdy: 0, ymd: 0 }, firsts: new Set(), lasts: new Set() };
}

export function weighDate(evidence: OrderEvidence, cell: DateCell): void {
  evidence.cells++;
  if (cell.parts.type !== "open") return;
  evidence.open++;
  const { parts } = cell;
  evidence.firsts.add(parts.a);
  evidence.lasts.add(parts.c);
  const fits = ORDERS.filter((order) => dayOf(parts, order) !== null);
  // What is a day in no order is a bad cell, and says nothing of the others.
  if (fits.length === 0) return;
  for (const order of ORDERS) if (!fits.includes(order)) evidence.against[order]++;
}

/** The orders that evidence leaves: those without a cell against them. */
export function possibleOrders({ open, against, firsts, lasts }: OrderEvidence): DateOrder[] {
  if (open === 0) return ["dmy"];
  const orders = ORDERS.filter((order) => against[order] === 0);
  if (!orders.includes("ymd") || orders.length === 1 || firsts.size === lasts.size) return orders;
  return orders.filter((order) => (order === "ymd") === firsts.size < lasts.size);
}
