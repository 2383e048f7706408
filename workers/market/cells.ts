/** What a cell means, for both readers: numbers with the exact round trip of Number(text), and days. */
import { parseIsoDay } from "#workers/model/day.ts";
import type { EpochDay } from "#workers/model/day.ts";
import { NO_DAY, UNREADABLE, UNREADABLE_DAY } from "./row.ts";

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const DAY_AT_MIDNIGHT = /^\d{4}-\d{2}-\d{2}(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Longer than any number or date that means something; keeps a hostile cell from costing time. */
const MAX_CELL = 400;

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Bytes as text; what is no UTF-8 becomes U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}

/** The text without the blanks that both readers ignore around a cell: space, tab and carriage return. */
export function trimCell(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Space, tab or carriage return, by code. */
export function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 13;
}

/** A plain decimal number, with or without exponent: NaN for an empty cell, UNREADABLE for all that is no finite number. */
export function numberFromText(text: string): number {
  if (text.length > MAX_CELL) return UNREADABLE;
  const trimmed = trimCell(text);
  if (trimmed === "") return NaN;
  if (!NUMBER.test(trimmed)) return UNREADABLE;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : UNREADABLE;
}

/** YYYY-MM-DD, alone or with a time of midnight behind it: NO_DAY for an empty cell, UNREADABLE_DAY for anything else. */
export function dayFromText(text: string): EpochDay {
  if (text.length > MAX_CELL) return UNREADABLE_DAY;
  const trimmed = trimCell(text);
  if (trimmed === "") return NO_DAY;
  if (!DAY_AT_MIDNIGHT.test(trimmed)) return UNREADABLE_DAY;
  return parseIsoDay(trimmed.slice(0, 10)) ?? UNREADABLE_DAY;
}
