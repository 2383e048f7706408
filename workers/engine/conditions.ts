/**
 * Scanner and buy rules over one instrument at a time. Everything here looks at the instrument's own bars up to
 * the row itself; the market cap rank, which needs the other instruments, is left open for cap-rank.ts.
 *
 * Which rows pass is as good as random to the processor, so the loops don't branch on it: they write every row
 * and move on by 0 or 1 (measured: 4 ms instead of 16 for two conditions on 3.25 million rows).
 */
import { atLeast } from "./forgive.ts";
import type { Plan } from "./plan.ts";
import { rollingMean } from "./rolling.ts";

/** The rows that pass, of one instrument after the other, oldest first within each. */
export interface Passing {
  /** A market row; its complement (~row) where the market cap rank decides. */
  readonly row: Int32Array;
  count: number;
}

/** The market rows of one instrument: its bars are from..to-1, the ones to judge firstRow..stopRow-1. */
export interface InstrumentRows {
  readonly from: number;
  readonly to: number;
  readonly firstRow: number;
  readonly stopRow: number;
}

/** Appends the rows that pass. */
export type InstrumentJudge = (rows: InstrumentRows, passing: Passing) => void;

/** @param longest - bars of the instrument that has most */
export function makeInstrumentJudge(plan: Plan, longest: number): InstrumentJudge {
  const { close } = plan.prices;
  const { lastPriceVsClose, closeDays, lastPriceVsMA, movingAverageDays } = plan.strategy.buy;
  const scan = makeScanner(plan, longest);
  const mean = new Float64Array(longest);

  return (rows, passing) => {
    const { from, stopRow } = rows;
    const list = passing.row;
    const start = passing.count;
    let end = start;
    const firstWarm = lastPriceVsClose ? Math.max(rows.firstRow, from + closeDays) : rows.firstRow;
    for (let row = firstWarm; row < stopRow; row++) {
      list[end] = row;
      end += lastPriceVsClose ? Number(atLeast(close[row], close[row - closeDays])) : 1;
    }
    if (lastPriceVsMA) {
      rollingMean(close, rows, movingAverageDays, mean);
      let kept = start;
      for (let at = start; at < end; at++) {
        const row = list[at];
        list[kept] = row;
        kept += Number(atLeast(close[row], mean[row - from]));
      }
      end = kept;
    }
    passing.count = scan(rows, list, start, end);
  };
}

/** Keeps, in place, the entries start..end-1 of `list` that pass the scanner group; returns the new end. */
type Scanner = (rows: InstrumentRows, list: Int32Array, start: number, end: number) => number;

/** One scanner condition: combines its verdict on every entry with what `held` has from the ones before. */
type ScannerCondition = (rows: InstrumentRows, list: Int32Array, start: number, end: number) => void;

function makeScanner(plan: Plan, longest: number): Scanner {
  const { scanner } = plan.strategy;
  const matchAll = scanner.match === "all";
  const ranks = scanner.marketCapRank !== null && plan.prices.marketCap !== null;
  const held = new Uint8Array(longest);
  const conditions = makeConditions(plan, longest, held);
  const isEmpty = conditions.length === 0;
  /** With these bits known, the rank alone is left to decide. */
  const undecided = matchAll || isEmpty ? 1 : 0;

  return (rows, list, start, end) => {
    held.fill(matchAll ? 1 : 0, 0, end - start);
    if (isEmpty) held.fill(1, 0, end - start);
    for (const condition of conditions) condition(rows, list, start, end);
    let kept = start;
    for (let at = start; at < end; at++) {
      const isHeld = held[at - start];
      list[kept] = ranks && isHeld === undecided ? ~list[at] : list[at];
      kept += ranks && !matchAll ? 1 : isHeld;
    }
    return kept;
  };
}

/** The enabled conditions that need the instrument's own bars only, cheap ones first. */
function makeConditions(plan: Plan, longest: number, held: Uint8Array): ScannerCondition[] {
  const { close, fileClose } = plan.prices;
  const { match, minPrice, priceGrowth, priceGrowthDays, avgDailyValue } = plan.strategy.scanner;
  const combine =
    match === "all"
      ? (at: number, holds: boolean) => (held[at] &= Number(holds))
      : (at: number, holds: boolean) => (held[at] |= Number(holds));
  const conditions: ScannerCondition[] = [];
  if (minPrice !== null) {
    conditions.push((_, list, start, end) => {
      for (let at = start; at < end; at++) combine(at - start, atLeast(fileClose[list[at]], minPrice));
    });
  }
  if (priceGrowth !== null) {
    const factor = 1 + priceGrowth / 100;
    conditions.push(({ from }, list, start, end) => {
      for (let at = start; at < end; at++) {
        const row = list[at];
        const before = row - priceGrowthDays;
        combine(at - start, before >= from && atLeast(close[row], close[before] * factor));
      }
    });
  }
  if (avgDailyValue !== null) {
    const valueMeans = makeValueMeans(plan, longest);
    /** Held already (any) or lost already (all): the dear means change nothing. */
    const settled = match === "all" ? 0 : 1;
    conditions.push((rows, list, start, end) => {
      if (held.subarray(0, end - start).every((bit) => bit === settled)) return;
      const mean = valueMeans(rows);
      for (let at = start; at < end; at++)
        combine(at - start, atLeast(mean[list[at] - rows.from], avgDailyValue));
    });
  }
  return conditions;
}

/** Means of close x volume by row - from; NaN before there are enough bars. */
function makeValueMeans(plan: Plan, longest: number): (rows: InstrumentRows) => Float64Array {
  const { fileClose, volume } = plan.prices;
  const days = plan.strategy.scanner.avgDailyValueDays;
  const value = new Float64Array(longest);
  const mean = new Float64Array(longest);

  return ({ from, to }) => {
    for (let row = from; row < to; row++) value[row - from] = fileClose[row] * volume[row];
    rollingMean(value, { from: 0, to: to - from }, days, mean);
    return mean;
  };
}
