/**
 * Rows of closes in steps, which lead from the first bar on. All of an instrument's are worked out by WebAssembly, eight
 * bars at a time: in a third of the time. Where a device forbids it, one by one.
 */
import type { RowSpan } from "#workers/model/price-zones.ts";
import {
  KERNEL_ROWS,
  STORE_ROOM,
  divideRoom,
  kernelBuffer,
  startKernels,
} from "#workers/model/kernel-memory.ts";
import { inverseTerms } from "./exact-quotient.ts";
import type { InverseTerms } from "./exact-quotient.ts";
import { NUMBER_BYTES, STEP_BYTES, marksOfSteps, unpackSteps } from "./packed-series.ts";
import { STEP_KERNEL } from "./step-kernel.wasm.ts";

/** Rows from the middle are gone along from the last of so many on; those of a kernel's block. */
const ROWS_A_MARK = 64;

export interface StepSeries {
  /** The series' bytes, as in packed-series.ts. */
  readonly bytes: Uint8Array;
  /** All of the memory that the bytes lie in. */
  readonly words: Int16Array;
  readonly rows: number;
  readonly divisor: number;
  readonly inverse: InverseTerms;
  /** The number at which each block begins; none before they are first asked for. */
  marks: Int32Array;
}

const NO_MARKS = new Int32Array(0);

export function openSteps(series: Omit<StepSeries, "inverse" | "marks">): StepSeries {
  return { ...series, inverse: inverseTerms(series.divisor), marks: NO_MARKS };
}

/** The figures from .. to - 1; good until rows of any series are asked for. */
export function rowsOfSteps(series: StepSeries, from: number, to: number): Float64Array {
  if (from === 0 && to === series.rows) return unpackAll(series);
  if (room.length < to - from) room = new Float64Array(Math.max(2 * ROWS_A_MARK, to - from));
  copySteps(series, { from, to }, room, 0);
  return room.subarray(0, to - from);
}

let room = new Float64Array(0);

/** Writes the figures from .. to - 1, the first one at into[at]. */
export function copySteps(series: StepSeries, { from, to }: RowSpan, into: Float64Array, at: number): void {
  const isAll = from === 0 && to === series.rows;
  if (isAll && fitsKernel(series)) {
    if (at === 0 && into.buffer === kernelBuffer) unpackTo(series, into.byteOffset);
    else into.set(unpackAll(series), at);
    return;
  }
  if (series.marks === NO_MARKS) unpackAll(series);
  const { bytes, words, marks } = series;
  const { high, low } = series.inverse;
  const mark = Math.floor(from / ROWS_A_MARK);
  /** The step that leads to the row from + k is words[step + k]. */
  const step = (bytes.byteOffset + NUMBER_BYTES) / STEP_BYTES + from - 1;
  let number = marks[mark] ?? 0;
  for (let k = mark * ROWS_A_MARK - from + 1; k <= 0; k++) number = (number + (words[step + k] ?? 0)) | 0;
  into[at] = number * high + number * low;
  for (let k = 1; k < to - from; k++) {
    number = (number + (words[step + k] ?? 0)) | 0;
    into[at + k] = number * high + number * low;
  }
}

/** Addresses are of bytes. */
interface Kernel {
  readonly unpackSteps: (
    ...terms: [
      steps: number,
      blocks: number,
      before: number,
      high: number,
      low: number,
      figures: number,
      marks: number,
    ]
  ) => void;
}

const regionOf = divideRoom(STORE_ROOM);
const FIGURES = regionOf(KERNEL_ROWS * Float64Array.BYTES_PER_ELEMENT);
const STEPS = regionOf(KERNEL_ROWS * STEP_BYTES);
const MARKS = regionOf((KERNEL_ROWS / ROWS_A_MARK) * Int32Array.BYTES_PER_ELEMENT);

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what step-kernel.wat exports
const kernel = startKernels(STEP_KERNEL) as Kernel | null;
const steps = new Int16Array(kernelBuffer);
let plainRoom = new Float64Array(0);

function fitsKernel({ rows }: StepSeries): boolean {
  return kernel !== null && rows <= KERNEL_ROWS;
}

/** All figures, good until the next call; makes the marks where there are none. */
function unpackAll(series: StepSeries): Float64Array {
  if (!fitsKernel(series)) return unpackPlainly(series);
  unpackTo(series, FIGURES);
  return new Float64Array(kernelBuffer, FIGURES, series.rows);
}

/** @param place - in the kernels' memory, with room for whole blocks */
function unpackTo(series: StepSeries, place: number): void {
  const { bytes, rows, inverse } = series;
  const blocks = Math.ceil(rows / ROWS_A_MARK);
  const [first = 0] = new Int32Array(bytes.buffer, bytes.byteOffset, 1);
  steps[STEPS / STEP_BYTES] = 0; // the first number's own
  steps.set(new Int16Array(bytes.buffer, bytes.byteOffset + NUMBER_BYTES, rows - 1), STEPS / STEP_BYTES + 1);
  kernel?.unpackSteps(STEPS, blocks, first, inverse.high, inverse.low, place, MARKS);
  if (series.marks === NO_MARKS) series.marks = new Int32Array(kernelBuffer, MARKS, blocks).slice();
}

function unpackPlainly(series: StepSeries): Float64Array {
  const { bytes, rows, divisor } = series;
  if (plainRoom.length < rows) plainRoom = new Float64Array(rows);
  const figures = plainRoom.subarray(0, rows);
  unpackSteps(bytes, divisor, figures);
  if (series.marks === NO_MARKS) series.marks = marksOfSteps(bytes, rows, ROWS_A_MARK);
  return figures;
}
