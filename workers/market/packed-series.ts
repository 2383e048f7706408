/**
 * Whole numbers of 32 bits in two or three bytes each, where all of a series fit, and days in half a byte. Packing of
 * numbers goes in place. All come back as they were.
 */
import { inverseTerms } from "./exact-quotient.ts";

const STEP_RANGE = 2 ** 15;
const THREE_BYTES_RANGE = 2 ** 24;
export const NUMBER_BYTES = 4;
export const STEP_BYTES = 2;
const MOST_DAYS_A_STEP = 15;

/** The first number, then steps. */
export const stepsBytes = (rows: number): number => NUMBER_BYTES + STEP_BYTES * (rows - 1);
export const nearBytes = (rows: number): number => STEP_BYTES * rows;
export const threeBytes = (rows: number): number => 3 * rows;

/** Steps of a series in the making. */
let room = new Int16Array(0);

function makeSteps(count: number): Int16Array {
  if (room.length < count) room = new Int16Array(count);
  return room.subarray(0, count);
}

/** Each number as its step from the one before. False, and nothing is changed, where a step doesn't fit. */
export function packSteps(numbers: Int32Array): boolean {
  const steps = makeSteps(numbers.length - 1);
  let [before = 0] = numbers;
  for (let row = 1; row < numbers.length; row++) {
    const number = numbers[row] ?? 0;
    if (!isStep(number - before)) return false;
    steps[row - 1] = number - before;
    before = number;
  }
  stepsIn(numbers, NUMBER_BYTES, steps.length).set(steps);
  return true;
}

/** Writes the packed numbers, divided. */
export function unpackSteps(from: Uint8Array, divisor: number, into: Float64Array): void {
  const steps = stepsIn(from, NUMBER_BYTES, into.length - 1);
  let [number = 0] = new Int32Array(from.buffer, from.byteOffset, 1);
  into[0] = number / divisor;
  for (let row = 1; row < into.length; row++) {
    number = (number + (steps[row - 1] ?? 0)) | 0;
    into[row] = number / divisor;
  }
}

/** The numbers of every n-th row, the first one's first: steps can be gone along from each of them. */
export function marksOfSteps(from: Uint8Array, rows: number, n: number): Int32Array {
  const marks = new Int32Array(Math.ceil(rows / n));
  const steps = stepsIn(from, NUMBER_BYTES, rows - 1);
  let [number = 0] = new Int32Array(from.buffer, from.byteOffset, 1);
  for (let row = 0; row < rows; row++) {
    if (row > 0) number = (number + (steps[row - 1] ?? 0)) | 0;
    if (row % n === 0) marks[row / n] = number;
  }
  return marks;
}

/** Each number as its distance from the bar's close in the same units; as packSteps. */
export function packNear(numbers: Int32Array, close: Float64Array, scale: number): boolean {
  const steps = makeSteps(numbers.length);
  for (let row = 0; row < numbers.length; row++) {
    const step = (numbers[row] ?? 0) - Math.round((close[row] ?? NaN) * scale);
    if (!isStep(step)) return false;
    steps[row] = step;
  }
  stepsIn(numbers, 0, steps.length).set(steps);
  return true;
}

export function unpackNear(from: Uint8Array, scale: number, close: Float64Array, into: Float64Array): void {
  const steps = stepsIn(from, 0, into.length);
  const { high, low } = inverseTerms(scale);
  for (let row = 0; row < into.length; row++) {
    const number = Math.round((close[row] ?? NaN) * scale) + (steps[row] ?? 0);
    into[row] = number * high + number * low;
  }
}

/** As packSteps, of numbers from 0 up. Each is read before the bytes of the one before it can reach it. */
export function packThree(numbers: Int32Array): boolean {
  let set = 0;
  for (let row = 0; row < numbers.length; row++) set |= numbers[row] ?? 0;
  if (set < 0 || set >= THREE_BYTES_RANGE) return false;
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row] ?? 0;
    bytes[3 * row] = number;
    bytes[3 * row + 1] = number >> 8;
    bytes[3 * row + 2] = number >> 16;
  }
  return true;
}

export function unpackThree(from: Uint8Array, into: Float64Array): void {
  for (let row = 0; row < into.length; row++) {
    into[row] = (from[3 * row] ?? 0) | ((from[3 * row + 1] ?? 0) << 8) | ((from[3 * row + 2] ?? 0) << 16);
  }
}

/** The first day, then the steps to the next ones, of 0 to 15 days, two a byte. */
export const stepDayBytes = (rows: number): number => NUMBER_BYTES + Math.ceil((rows - 1) / 2);

/** Packs days into zeroed bytes. False, and nothing is written, where there are none or a step doesn't fit. */
export function packDaySteps(day: Int32Array, into: Uint8Array): boolean {
  const [first] = day;
  if (first === undefined) return false;
  for (let row = 1; row < day.length; row++) {
    const step = (day[row] ?? 0) - (day[row - 1] ?? 0);
    if (step < 0 || step > MOST_DAYS_A_STEP) return false;
  }
  new Int32Array(into.buffer, into.byteOffset, 1)[0] = first;
  for (let row = 1; row < day.length; row++) {
    const place = NUMBER_BYTES + ((row - 1) >> 1);
    const step = (day[row] ?? 0) - (day[row - 1] ?? 0);
    into[place] = (into[place] ?? 0) | (row % 2 === 1 ? step : step << 4);
  }
  return true;
}

export function unpackDaySteps(from: Uint8Array, into: Int32Array): void {
  let [day = 0] = new Int32Array(from.buffer, from.byteOffset, 1);
  into[0] = day;
  for (let row = 1; row < into.length; row++) {
    const two = from[NUMBER_BYTES + ((row - 1) >> 1)] ?? 0;
    day += row % 2 === 1 ? two & MOST_DAYS_A_STEP : two >> 4;
    into[row] = day;
  }
}

/** False for NaN, too. */
function isStep(difference: number): boolean {
  return difference >= -STEP_RANGE && difference < STEP_RANGE;
}

function stepsIn(
  { buffer, byteOffset }: Uint8Array | Int32Array,
  skipped: number,
  count: number,
): Int16Array {
  return new Int16Array(buffer, byteOffset + skipped, count);
}
