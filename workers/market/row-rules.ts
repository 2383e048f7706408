/** Which rows can't be true, by datasets/README.md; every reader of rows asks here and nowhere else. */
import {
  ADJ_CLOSE,
  CLOSE,
  DATE,
  HIGH,
  LOW,
  MARKET_CAP,
  NO_DAY,
  NO_SYMBOL,
  OPEN,
  SLOT_NAMES,
  SYMBOL,
  UNREADABLE,
  UNREADABLE_DAY,
  VOLUME,
} from "./row.ts";
import { trimCell } from "./cells.ts";
import type { Row } from "./row.ts";
import { CANNOT_BE_READ, symbolFault } from "#workers/model/symbol-text.ts";

/** Comparisons forgive this much of the right-hand side (workers/engine/README.md, section 1). */
const TOLERANCE = 1e-9;
/** How far open and close may lie outside low..high, as a fraction of close. */
const OUTSIDE = 0.005;
/** A row over more lines is a quote that was not closed, not a remark of several lines. */
const MAX_LINES = 10;
const MAX_SHOWN = 40;

type Rule =
  | "missing"
  | "unreadable"
  | "not-above-zero"
  | "high-below-low"
  | "outside-range"
  | "negative"
  | "many-lines";

export interface Fault {
  readonly type: "fault";
  readonly rule: Rule;
  /** The cell at fault. */
  readonly slot: number;
}

export type Verdict = { readonly type: "bar"; readonly isCloseOnly: boolean } | Fault;

const BAR: Verdict = { type: "bar", isCloseOnly: false };
const CLOSE_ONLY_BAR: Verdict = { type: "bar", isCloseOnly: true };

/**
 * Judges a row; for a bar, completes its values: a missing open becomes the close, a missing high the larger and a missing
 * low the smaller of open and close, a missing volume 0; adjClose, marketCap and sharesOutstanding are above 0 or NaN.
 * An open, high or low of exactly 0 counts as missing: several vendors write it for "none".
 *
 * @param isRate - of a series of rates, whose close may be any number and is all that counts beside an adjClose
 */
export function checkRow(row: Row, isRate: boolean): Verdict {
  if (tooManyLines(row)) return fault("many-lines", SYMBOL);
  if (row.symbol < 0) return badSymbol(row.symbol);
  if (row.day <= UNREADABLE_DAY) return fault(row.day === NO_DAY ? "missing" : "unreadable", DATE);
  return isRate ? checkRate(row.values) : checkPrices(row.values);
}

/** Opens, highs, lows and volumes of a rate, as some vendors write them, are passed over. */
function checkRate(values: Float64Array): Verdict {
  const close = values[CLOSE] ?? NaN;
  if (Number.isNaN(close)) return fault("missing", CLOSE);
  for (const slot of [CLOSE, ADJ_CLOSE]) if (values[slot] === UNREADABLE) return fault("unreadable", slot);
  values.fill(close === 0 ? 0 : close, OPEN, VOLUME); // minus zero is 0
  values[VOLUME] = 0;
  values.fill(NaN, (values[ADJ_CLOSE] ?? NaN) > 0 ? MARKET_CAP : ADJ_CLOSE);
  return BAR;
}

/** True for a row that a quote without its end has swallowed. */
export function tooManyLines({ lines }: Row): boolean {
  return lines > MAX_LINES;
}

function checkPrices(values: Float64Array): Verdict {
  for (let slot = 0; slot < values.length; slot++) {
    if (values[slot] === UNREADABLE) return fault("unreadable", slot);
  }
  const close = values[CLOSE] ?? NaN;
  if (Number.isNaN(close)) return fault("missing", CLOSE);
  if (close <= 0) return fault("not-above-zero", CLOSE);
  let isCloseOnly = false;
  for (let slot = OPEN; slot <= LOW; slot++) {
    const price = values[slot] ?? NaN;
    if (price < 0) return fault("not-above-zero", slot);
    if (price > 0) continue;
    values[slot] = standIn(slot, values[OPEN] ?? NaN, close);
    isCloseOnly = true;
  }
  const high = values[HIGH] ?? NaN;
  const low = values[LOW] ?? NaN;
  if (high < low) return fault("high-below-low", HIGH);
  const margin = OUTSIDE * close;
  const top = (high + margin) * (1 + TOLERANCE);
  const bottom = low - margin - TOLERANCE * Math.abs(low - margin);
  const open = values[OPEN] ?? NaN;
  if (open > top || open < bottom) return fault("outside-range", OPEN);
  if (close > top || close < bottom) return fault("outside-range", CLOSE);
  const volume = values[VOLUME] ?? NaN;
  if (volume < 0) return fault("negative", VOLUME);
  if (!(volume > 0)) values[VOLUME] = 0; // empty, or minus zero
  for (let slot = ADJ_CLOSE; slot < values.length; slot++) {
    if ((values[slot] ?? NaN) <= 0) values[slot] = NaN;
  }
  return isCloseOnly ? CLOSE_ONLY_BAR : BAR;
}

/** What a bar takes for a price that its row lacks; `open` is complete when high and low are asked for. */
function standIn(slot: number, open: number, close: number): number {
  if (slot === OPEN) return close;
  return slot === HIGH ? Math.max(open, close) : Math.min(open, close);
}

function badSymbol(symbol: number): Verdict {
  return fault(symbol === NO_SYMBOL ? "missing" : "unreadable", SYMBOL);
}

function fault(rule: Rule, slot: number): Fault {
  return { type: "fault", rule, slot };
}

/** What is wrong with a row that checkRow has judged, and the mend, for behind "file:line: ". */
export function describeFault({ rule, slot }: Fault, row: Row, cellText: (slot: number) => string): string {
  const name = SLOT_NAMES[slot] ?? "";
  const [, high, low, close] = row.values;
  const number = row.values[slot];
  switch (rule) {
    case "missing":
      return `no ${name}. Fill it in or delete that row.`;
    case "unreadable":
      if (slot === SYMBOL) return describeSymbol(cellText(slot));
      return `${name} is ${quoteCell(cellText(slot))}, which cannot be read. ${unreadableMend(slot)}`;
    case "not-above-zero":
      return `${name} is ${number}, but a price is above 0. Correct or delete that row.`;
    case "high-below-low":
      return `high ${high} is below low ${low}. Correct or delete that row.`;
    case "outside-range":
      return `${name} ${number} is outside low ${low} to high ${high} by more than 0.5 % of close ${close}. Correct or delete that row.`;
    case "many-lines":
      return `a quote that opens here closes ${row.lines - 1} lines later. Close it in its own line.`;
    case "negative":
      return `${name} is ${number}, but must be 0 or more. Correct or delete that row.`;
  }
}

/** What is wrong with a cell that holds no symbol, and the mend. */
export function describeSymbol(cell: string): string {
  const why = symbolFault(trimCell(cell)) ?? CANNOT_BE_READ;
  const mend = why === CANNOT_BE_READ ? "Save the file as UTF-8" : "Correct it";
  return `symbol is ${quoteCell(cell)}, which ${why}. ${mend} or delete that row.`;
}

function unreadableMend(slot: number): string {
  if (slot === DATE) return "Write it as YYYY-MM-DD or delete that row.";
  return "Correct or delete that row.";
}

/** A cell's text for a message: quoted, control characters escaped, cut at 40 characters. */
export function quoteCell(text: string): string {
  const trimmed = text.trim();
  return JSON.stringify(trimmed.length > MAX_SHOWN ? `${trimmed.slice(0, MAX_SHOWN)}...` : trimmed);
}
