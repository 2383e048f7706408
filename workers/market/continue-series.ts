/** Further rows of a series, in the code that those before them have. What they need of those is in the series' end. */
import { goOnChecksum } from "./checksum.ts";
import {
  ABSENT,
  DAY_STEPS,
  LISTED,
  MAX_INT,
  NEAR_CLOSE,
  POWERS_OF_TEN,
  RAW,
  SCALED,
  settledBytes,
  STEPS,
  THREE_BYTES,
  TIMES_CLOSE,
} from "./series-code.ts";
import type { PlainSeries } from "./series-end.ts";

const STEP_RANGE = 2 ** 15;
const THREE_BYTES_RANGE = 2 ** 24;
const MOST_DAYS_A_STEP = 15;
const NO_BYTES = new Uint8Array(0);

/** The figures of rows that follow. */
export interface MoreFigures {
  /** null where none of them has the figure. */
  readonly figures: Float64Array | null;
  /** Closes of the same rows; null where the figures are the closes. */
  readonly close: Float64Array | null;
  /** Close of the row before. */
  readonly lastClose: number;
  readonly rows: number;
}

/**
 * @param code - how the series is stored
 * @param plain - its code before it was packed, and the checksum, which goes on
 * @returns the bytes that follow on the series' own; null where the rows don't fit its code
 */
export function continueFigures(code: number, plain: PlainSeries, more: MoreFigures): Uint8Array | null {
  const { figures, close, rows } = more;
  if (plain.code === ABSENT) return figures?.some((one) => !Number.isNaN(one)) ? null : NO_BYTES;
  const values = figures ?? new Float64Array(rows).fill(NaN);
  if (plain.code === TIMES_CLOSE) {
    const [factor = NaN] = new Float64Array(plain.checksum.slice(5, 7).buffer); // two words, which fill no lane yet
    return close && values.every((value, row) => Object.is((close[row] ?? NaN) * factor, value))
      ? NO_BYTES
      : null;
  }
  if (plain.code === RAW) {
    const raw = values.slice();
    goOnChecksum(plain.checksum, new Int32Array(raw.buffer));
    return new Uint8Array(raw.buffer);
  }
  const numbers = scaleNumbers(values, POWERS_OF_TEN[plain.code - SCALED] ?? NaN);
  const bytes = numbers && packNumbers(code, numbers, more);
  if (numbers && bytes) goOnChecksum(plain.checksum, numbers);
  return bytes;
}

/** null where one would not come back exactly. */
function scaleNumbers(values: Float64Array, scale: number): Int32Array | null {
  const numbers = new Int32Array(values.length);
  for (const [row, value] of values.entries()) {
    const whole = Math.round(value * scale);
    if (whole / scale !== value || Math.abs(whole) > MAX_INT || Object.is(whole, -0)) return null;
    numbers[row] = whole;
  }
  return numbers;
}

function packNumbers(
  code: number,
  numbers: Int32Array,
  { close, lastClose }: MoreFigures,
): Uint8Array | null {
  if (code === THREE_BYTES) {
    if (numbers.some((number) => number < 0 || number >= THREE_BYTES_RANGE)) return null;
    return Uint8Array.from(
      { length: 3 * numbers.length },
      (_, at) => (numbers[Math.floor(at / 3)] ?? 0) >> (8 * (at % 3)),
    );
  }
  if (code < STEPS) return new Uint8Array(numbers.slice().buffer);
  const steps = new Int16Array(numbers.length);
  const scale = POWERS_OF_TEN[code < NEAR_CLOSE ? code - STEPS : code - NEAR_CLOSE] ?? NaN;
  let before = Math.round(lastClose * scale);
  for (const [row, number] of numbers.entries()) {
    const step = number - (code < NEAR_CLOSE ? before : Math.round((close?.[row] ?? NaN) * scale));
    if (!(step >= -STEP_RANGE && step < STEP_RANGE)) return null;
    steps[row] = step;
    before = number;
  }
  return new Uint8Array(steps.buffer);
}

/** Where days that follow are to go on. */
export interface DaysBefore {
  /** How they are stored. */
  readonly code: number;
  /** Bars before; the first of them that is in `part`, which has what is not settled before it. */
  readonly rows: number;
  readonly start: number;
  readonly part: Uint8Array;
  readonly lastDay: number;
  readonly lastStep: number;
}

/**
 * @param numberOf - a day's number in the file's list; -1 where it is full
 * @returns the part with the days behind it; null where they don't fit the code
 */
export function continueDays(
  { code, rows, start, part, lastDay, lastStep }: DaysBefore,
  day: Int32Array,
  numberOf: (day: number) => number,
): Uint8Array | null {
  if (code === LISTED) {
    const numbers = Array.from(day, numberOf);
    return numbers.includes(-1) ? null : joined(part, new Uint8Array(Uint16Array.from(numbers).buffer));
  }
  if (code !== DAY_STEPS) return joined(part, new Uint8Array(day.slice().buffer));
  const settled = start === 0 ? 0 : settledBytes(true, code, start);
  const bytes = joined(part, new Uint8Array(1 + (day.length >> 1)));
  let before = lastDay;
  let end = part.length;
  for (const [at, each] of day.entries()) {
    const step = each - before;
    if (step < 0 || step > MOST_DAYS_A_STEP) return null;
    const row = rows + at;
    const place = settledBytes(true, code, row) - settled;
    if (row % 2 === 1) bytes[place] = step;
    else bytes[place] = (place < part.length || at > 0 ? (bytes[place] ?? 0) : lastStep) | (step << 4);
    end = place + 1;
    before = each;
  }
  return bytes.subarray(0, end);
}

export function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
