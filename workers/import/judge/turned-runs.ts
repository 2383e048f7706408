/**
 * Days whose month and day were exchanged from some row on, or for some instruments: files have their rows by day, one way
 * or the other, and such rows go to and fro. Where each instrument's rows go one way once some of the dates up to the 12th
 * are turned, they were exchanged; rows in no order can't be put right so.
 */
import { NO_INSTRUMENT } from "#workers/market/row-store.ts";
import type { RowStore } from "#workers/market/row-store.ts";
import { fromEpochDay, toEpochDay } from "#workers/model/day.ts";

export interface RunEvidence {
  /** Takes rows in the order of the file, each instrument whole. */
  add(rows: RowStore): void;
  /** Takes the EpochDays of one instrument that go up and down, as they stand in the file. */
  addWay(days: readonly number[]): void;
  areTurned(): boolean;
}

/** Why such a file is refused. */
export const TURNED =
  "day and month are swapped in dates up to the 12th, in a part of the file at least. As written the days jump back and forth, and swapped back they run one way. Download the file again, or write all dates as YYYY-MM-DD";

/** With fewer dates that are turned, a file that is not sorted would do. */
const LEAST_TURNED = 3;
/** Of the instruments whose rows go to and fro, so many go one way then. */
const MOST = 0.9;

/** A date that was exchanged lies at least a month off. */
const SHORTER = 20;

export function createRunEvidence(): RunEvidence {
  let toAndFro = 0;
  let mended = 0;
  let turned = 0;
  function addWay(days: readonly number[]): void {
    toAndFro++;
    const count = turnsToOneWay(days);
    if (count === null) return;
    mended++;
    turned += count;
  }
  return {
    add(rows) {
      for (const way of waysToAndFro(rows)) addWay(way);
    },
    addWay,
    areTurned: () => turned >= LEAST_TURNED && mended >= MOST * toAndFro,
  };
}

/** The EpochDays of each instrument that go up and down, as they stand in the file. */
function waysToAndFro({ instrument, day, rows }: RowStore): number[][] {
  const last: number[] = [];
  const directions: number[] = [];
  for (let row = 0; row < rows; row++) {
    const own = instrument[row] ?? NO_INSTRUMENT;
    const step = Math.sign((day[row] ?? 0) - (last[own] ?? day[row] ?? 0));
    last[own] = day[row] ?? 0;
    if (step !== 0) directions[own] = (directions[own] ?? 0) | (step > 0 ? 1 : 2);
  }
  if (!directions.includes(3)) return [];
  const ways = new Map<number, number[]>();
  for (let row = 0; row < rows; row++) {
    const own = instrument[row] ?? NO_INSTRUMENT;
    if (directions[own] !== 3) continue;
    const way = ways.get(own) ?? [];
    if (way.length === 0) ways.set(own, way);
    way.push(day[row] ?? 0);
  }
  return [...ways.values()];
}

/** How many days must be turned for all of them to go one way, which is much shorter; null where they can't. */
function turnsToOneWay(days: readonly number[]): number | null {
  let length = 0;
  for (const [at, day] of days.entries()) length += Math.abs(day - (days[at - 1] ?? day));
  for (const sign of [1, -1]) {
    const way = goOneWay(days, sign);
    if (way && length > way.length + SHORTER * way.turned) return way.turned;
  }
  return null;
}

/** Takes of each day and the one that it is turned the nearest that goes on; null where neither does. */
function goOneWay(
  days: readonly number[],
  sign: number,
): { readonly turned: number; readonly length: number } | null {
  let at = -Infinity;
  let first: number | null = null;
  let turned = 0;
  for (const day of days) {
    const written = sign * day;
    const other = sign * turn(day);
    const fits = Math.min(written >= at ? written : Infinity, other >= at ? other : Infinity);
    if (fits === Infinity) return null;
    if (fits !== written) turned++;
    at = fits;
    first ??= fits;
  }
  return { turned, length: at - (first ?? at) };
}

/** The day with its month and day of the month exchanged; itself where that is none. */
function turn(day: number): number {
  const { year, month, dayOfMonth } = fromEpochDay(day);
  return dayOfMonth > 12 ? day : toEpochDay(year, dayOfMonth, month);
}
