/**
 * One instrument's figures in as few bytes as give back the same doubles: prices of a few decimals as whole numbers,
 * a figure that is the close times one number (market cap from shares, or a bar that had a close only) as that
 * number, anything else as it is. All arithmetic is exact: what would not come back to the bit is stored whole.
 */

import {
  nearBytes,
  NUMBER_BYTES,
  packDaySteps,
  packNear,
  packSteps,
  packThree,
  stepDayBytes,
  stepsBytes,
  threeBytes,
  unpackDaySteps,
  unpackNear,
  unpackSteps,
  unpackThree,
} from "./packed-series.ts";

/** How a series is stored, one byte each in the directory. */
export const RAW = 0;
/** No bar has the figure. */
export const ABSENT = 1;
/** Close times the one double that is stored. */
export const TIMES_CLOSE = 2;
/** SCALED + d: whole numbers of 32 bits, to be divided by 10 to the power of d. */
export const SCALED = 3;

const MAX_DECIMALS = 6;

/** As SCALED, closes alone: the first number, then steps of 16 bits from bar to bar. */
export const STEPS = SCALED + MAX_DECIMALS + 1;
/** As SCALED, each number as its distance, of 16 bits, from the bar's close times 10 to the power of d, rounded. */
export const NEAR_CLOSE = STEPS + MAX_DECIMALS + 1;
/** Whole numbers of 24 bits. */
export const THREE_BYTES = NEAR_CLOSE + MAX_DECIMALS + 1;

export const POWERS_OF_TEN: readonly number[] = Array.from(
  { length: MAX_DECIMALS + 1 },
  (_, decimals) => 10 ** decimals,
);
export const MAX_INT: number = 2 ** 31 - 1;

/** Days: 32 bits each, 16 bits each as numbers of the file's list of days, or 4 bits each as steps from the first. */
export const LISTED = 1;
export const DAY_STEPS = 2;

/** Bytes that a series takes, padded so that doubles of the next one lie at a multiple of 8. */
export function codedBytes(code: number, rows: number): number {
  return padTo8(bytesOfRows(code, rows));
}

/** The same without the padding. */
export function bytesOfRows(code: number, rows: number): number {
  if (code === RAW) return rows * 8;
  if (code === ABSENT) return 0;
  if (code === TIMES_CLOSE) return 8;
  if (code === THREE_BYTES) return threeBytes(rows);
  if (code >= NEAR_CLOSE) return nearBytes(rows);
  return code >= STEPS ? stepsBytes(rows) : rows * 4;
}

/** Bytes of coded days, as codedBytes gives those of figures. */
export function codedDayBytes(code: number, rows: number): number {
  return padTo8(bytesOfDays(code, rows));
}

/** The same without the padding. */
function bytesOfDays(code: number, rows: number): number {
  return code === DAY_STEPS ? stepDayBytes(rows) : rows * (code === LISTED ? 2 : 4);
}

/** Bytes of a series, without padding. @param isDay - of the column of days, whose codes are its own */
export function plainBytes(isDay: boolean, code: number, rows: number): number {
  return isDay ? bytesOfDays(code, rows) : bytesOfRows(code, rows);
}

/** How many of the first rows' bytes stay as they are when further rows follow: two steps of days share a byte. */
export function settledBytes(isDay: boolean, code: number, rows: number): number {
  return isDay && code === DAY_STEPS ? NUMBER_BYTES + ((rows - 1) >> 1) : plainBytes(isDay, code, rows);
}

/** Packs days that are `code` in `series`, as packSeries packs figures. */
export function packDays(code: number, day: Int32Array, series: Uint8Array): number {
  const bytes = codedDayBytes(DAY_STEPS, day.length);
  if (bytes >= codedDayBytes(code, day.length)) return code;
  const packed = new Uint8Array(bytes);
  if (!packDaySteps(day, packed)) return code;
  series.set(packed);
  return DAY_STEPS;
}

/** @param days - the file's list */
export function decodeDays(code: number, from: Uint8Array, days: Int32Array, into: Int32Array): void {
  if (code === DAY_STEPS) unpackDaySteps(from, into);
  else if (code === LISTED) {
    const numbers = new Uint16Array(from.buffer, from.byteOffset, into.length);
    for (let row = 0; row < into.length; row++) into[row] = days[numbers[row] ?? 0] ?? 0;
  } else into.set(new Int32Array(from.buffer, from.byteOffset, into.length));
}

export function padTo8(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

/**
 * Writes a series and returns its code.
 *
 * @param series - null where no bar has the figure
 * @param close - the closes of the same bars; null when `series` are the closes
 * @param into - room for codedBytes(RAW, rows), at a multiple of 8
 */
export function encodeSeries(
  series: Float64Array | null,
  close: Float64Array | null,
  into: Uint8Array,
): number {
  if (!series || isAbsent(series)) return ABSENT;
  const factor = close ? factorOfClose(series, close) : NaN;
  if (!Number.isNaN(factor)) {
    new Float64Array(into.buffer, into.byteOffset, 1)[0] = factor;
    return TIMES_CLOSE;
  }
  const numbers = new Int32Array(into.buffer, into.byteOffset, padTo8(series.length * 4) / 4);
  for (let decimals = 0; decimals >= 0 && decimals <= MAX_DECIMALS;) {
    const next = scaleInto(numbers, series, decimals);
    if (next === decimals) return SCALED + decimals;
    decimals = next;
  }
  new Float64Array(into.buffer, into.byteOffset, series.length).set(series);
  return RAW;
}

/**
 * Puts what encodeSeries wrote into fewer bytes where that gives back the same doubles; returns the code that it has then.
 *
 * @param code - as encodeSeries returned it
 * @param close - as for encodeSeries
 * @param series - what it wrote into, from the series' first byte on
 */
export function packSeries(
  code: number,
  rows: number,
  close: Float64Array | null,
  series: Uint8Array,
): number {
  const packed = code < SCALED ? code : packNumbers(code - SCALED, close, numbersIn(series, rows));
  if (packed !== code) series.fill(0, bytesOfRows(packed, rows), codedBytes(packed, rows));
  return packed;
}

function packNumbers(decimals: number, close: Float64Array | null, numbers: Int32Array): number {
  if (close === null) return (packSteps(numbers) ? STEPS : SCALED) + decimals;
  if (packNear(numbers, close, POWERS_OF_TEN[decimals] ?? NaN)) return NEAR_CLOSE + decimals;
  return decimals === 0 && packThree(numbers) ? THREE_BYTES : SCALED + decimals;
}

function numbersIn(series: Uint8Array, rows: number): Int32Array {
  return new Int32Array(series.buffer, series.byteOffset, rows);
}

/** Gives back what encodeSeries or packSeries wrote. `from` lies at a multiple of its numbers' size; `close` is as for encodeSeries. */
export function decodeSeries(
  code: number,
  from: Uint8Array,
  close: Float64Array | null,
  into: Float64Array,
): void {
  const rows = into.length;
  if (code === ABSENT) into.fill(NaN);
  else if (code === RAW) into.set(new Float64Array(from.buffer, from.byteOffset, rows));
  else if (code === TIMES_CLOSE) {
    if (!close) throw referringCloses();
    const [factor = NaN] = new Float64Array(from.buffer, from.byteOffset, 1);
    for (let row = 0; row < rows; row++) into[row] = (close[row] ?? NaN) * factor;
  } else if (code === THREE_BYTES) unpackThree(from, into);
  else if (code >= NEAR_CLOSE) {
    if (!close) throw referringCloses();
    unpackNear(from, POWERS_OF_TEN[code - NEAR_CLOSE] ?? NaN, close, into);
  } else if (code >= STEPS) unpackSteps(from, divisorOf(code), into);
  else {
    const numbers = numbersIn(from, rows);
    const divisor = POWERS_OF_TEN[code - SCALED] ?? NaN;
    if (divisor === 1) into.set(numbers);
    else for (let row = 0; row < rows; row++) into[row] = (numbers[row] ?? 0) / divisor;
  }
}

/** What the numbers of closes in steps are divided by. */
export function divisorOf(code: number): number {
  return POWERS_OF_TEN[code - STEPS] ?? NaN;
}

function referringCloses(): Error {
  return new RangeError("a series of closes that refers to closes");
}

/** True where each figure is told by the one before: the series has to be read from its first bar on. */
export function leadsFromFirst(code: number): boolean {
  return code >= STEPS && code < NEAR_CLOSE;
}

export function refersToClose(code: number): boolean {
  return code === TIMES_CLOSE || scaleNearClose(code) !== null;
}

/** What the closes are multiplied by where a series has a distance of 16 bits from each of them; null of any other series. */
export function scaleNearClose(code: number): number | null {
  return code >= NEAR_CLOSE && code < THREE_BYTES ? (POWERS_OF_TEN[code - NEAR_CLOSE] ?? null) : null;
}

/** The part of a series' bytes that decodeSeries takes for its rows from `row` on, which is the first of closes in STEPS. */
export function bytesFromRow(code: number, bytes: Uint8Array, row: number): Uint8Array {
  if (row === 0) return bytes;
  if (leadsFromFirst(code)) throw new RangeError("steps lead from the first bar on");
  return bytes.subarray(firstByteOfRow(code, row));
}

/** Where a row lies in a series of a code that doesn't lead from the first on; one factor serves all rows. */
export function firstByteOfRow(code: number, row: number): number {
  return code === TIMES_CLOSE ? 0 : bytesOfRows(code, row);
}

function isAbsent(series: Float64Array): boolean {
  for (let row = 0; row < series.length; row++) if (!Number.isNaN(series[row])) return false;
  return true;
}

/** The number that gives every figure when multiplied with its close, NaN where there is none. */
function factorOfClose(series: Float64Array, close: Float64Array): number {
  const ratio = (series[0] ?? NaN) / (close[0] ?? NaN);
  if (isFactor(ratio, series, close)) return ratio;
  const whole = Math.round(ratio);
  return isFactor(whole, series, close) ? whole : NaN;
}

function isFactor(factor: number, series: Float64Array, close: Float64Array): boolean {
  for (let row = 0; row < series.length; row++) {
    if (!Object.is((close[row] ?? NaN) * factor, series[row])) return false;
  }
  return true;
}

/**
 * Writes the figures as whole numbers of so many decimals. Returns `decimals` when all of them come back exactly;
 * else how many to try next, -1 for none.
 */
function scaleInto(numbers: Int32Array, series: Float64Array, decimals: number): number {
  const scale = POWERS_OF_TEN[decimals] ?? NaN;
  for (let row = 0; row < series.length; row++) {
    const value = series[row] ?? NaN;
    const whole = Math.round(value * scale);
    if (whole / scale !== value) return decimals < MAX_DECIMALS ? decimals + 1 : -1;
    if (whole > MAX_INT || whole < -MAX_INT || Object.is(whole, -0)) return -1;
    numbers[row] = whole;
  }
  if (series.length % 2 === 1) numbers[series.length] = 0;
  return decimals;
}
