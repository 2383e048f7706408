/** Rows put in place of those that were read, where a look at all bars says that some are none, or are in another unit. */
import { orderRows } from "#workers/market/row-order.ts";
import { appendRow, createRowStore, hadCloseOnly, NO_INSTRUMENT } from "#workers/market/row-store.ts";
import { ADJ_CLOSE, CLOSE, createRow, OPEN } from "#workers/market/row.ts";
import { symbolNumber } from "#workers/market/symbols.ts";
import type { SymbolList } from "#workers/market/symbols.ts";
import type { Answers } from "#workers/model/import-check.ts";
import { scaled } from "../cells/numbers.ts";
import { copyBar } from "../rows/fold.ts";
import type { Intake } from "../rows/row-pool.ts";
import { lostZeros } from "./lost-zeros.ts";
import type { Jump, Stretch } from "./odd-bars.ts";
import type { Surveyed } from "./survey.ts";
import { unitJumps } from "./unit-jumps.ts";

/** What becomes of the bars of one instrument. Days are EpochDays as a bar is stored. */
interface BarsRework {
  /** The instrument's number from then on. */
  readonly number: number;
  /** Days whose bars are left out. */
  readonly without: ReadonlySet<number>;
  /** Bars from .. to become those of the instrument with this number, and are left out where it is null; null for none. */
  readonly cut: { readonly from: number; readonly to: number; readonly into: number | null } | null;
  /** Where prices change to pounds and back; all become those of the larger figures. */
  readonly jumps: readonly Jump[];
}

/** By the instrument's number; empty where the rows are right as they were read. */
export type Rework = ReadonlyMap<number, BarsRework>;

/** By what is known without asking, what was answered, and what is likelier where that is asked. */
export function planRework(
  surveyed: Surveyed,
  answers: Answers,
  { symbols, file }: { readonly symbols: SymbolList; readonly file: string },
): Rework {
  const lost = answers.codes === "keep" ? null : lostZeros(surveyed.instruments.map(({ symbol }) => symbol));
  const found = new Map<number, BarsRework>();
  for (const one of surveyed.instruments) {
    const { symbol, number, filled, odd, days } = one;
    const whole = lost?.get(symbol);
    const stretch = answers.stretch === "drop" || answers.stretch === "cut" ? (odd?.stretch ?? null) : null;
    const jumps = answers.hundredths === "join" ? unitJumps(one, file) : [];
    if (whole === undefined && filled === null && stretch === null && jumps.length === 0) continue;
    const isFirst = stretch !== null && stretch.from - days.first <= days.last - stretch.to;
    const into =
      stretch && answers.stretch === "cut"
        ? symbolNumber(symbols, nameOfStretch(whole ?? symbol, stretch))
        : null;
    found.set(number, {
      number: whole === undefined ? number : symbolNumber(symbols, whole),
      without: new Set(filled?.days),
      cut: stretch && {
        ...(isFirst ? { from: -Infinity, to: stretch.to } : { from: stretch.from, to: Infinity }),
        into,
      },
      jumps,
    });
  }
  return found;
}

/** What an instrument is called of which a file has the longer bars alone. */
export function nameOfStretch(symbol: string, { frequency }: Pick<Stretch, "frequency">): string {
  return `${symbol} ${frequency.toUpperCase()}`;
}

/**
 * Puts the rows in their place.
 *
 * @param names - of the symbols
 * @param dayShift - days that each bar lies after its date
 */
export function reworkRows(intake: Intake, rework: Rework, names: readonly string[], dayShift: number): void {
  const mended = createRowStore(() => 0);
  const bar = createRow();
  intake.forEachRows((rows) => {
    orderRows(rows, names, null); // days that come twice belong to nobody then
    for (let row = 0; row < rows.rows; row++) {
      if ((rows.instrument[row] ?? NO_INSTRUMENT) === NO_INSTRUMENT) continue;
      copyBar(bar, rows, row);
      const own = rework.get(bar.symbol);
      if (own) {
        const day = bar.day + dayShift;
        const number = numberOn(own, day);
        if (number === null) continue;
        bar.symbol = number;
        const times = timesOf(own.jumps, day);
        if (times !== 1) scalePrices(bar.values, times);
      }
      appendRow(mended, bar, hadCloseOnly(rows, row));
    }
  });
  intake.replace(mended);
}

/** The instrument that a day's bar is of; null for none. */
function numberOn({ number, without, cut }: BarsRework, day: number): number | null {
  if (without.has(day)) return null;
  return cut && day >= cut.from && day <= cut.to ? cut.into : number;
}

/** What makes a day's prices those of the times with the largest figures: 100 or 1. */
function timesOf(jumps: readonly Jump[], day: number): number {
  let [level, own, most] = [1, 1, 1];
  for (const jump of jumps) {
    level *= jump.times;
    if (jump.day <= day) own = level;
    most = Math.max(most, level);
  }
  return Math.round(most / own);
}

function scalePrices(values: Float64Array, times: number): void {
  for (const slot of [...Array.from({ length: CLOSE - OPEN + 1 }, (_, at) => OPEN + at), ADJ_CLOSE]) {
    const value = values[slot] ?? NaN;
    if (Number.isFinite(value)) values[slot] = scaled(value, times);
  }
}
