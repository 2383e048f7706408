/**
 * Rows of closes in steps, which lead from the first bar on. All of an instrument's are worked out by WebAssembly, eight
 * bars at a time: in a third of the time. Where a device forbids it, one by one.
 */
import type { RowSpan } from "#workers/model/price-zones.ts";
import { NUMBER_BYTES, STEP_BYTES, marksOfSteps, unpackSteps } from "./packed-series.ts";
import { STEP_KERNEL } from "./step-kernel.wasm.ts";

/** Rows from the middle are gone along from the last of so many on; those of a kernel's block. */
const ROWS_A_MARK = 64;

export interface StepSeries {
  /** As in packed-series.ts. */
  readonly bytes: Uint8Array;
  /** All of the memory that the bytes lie in. */
  readonly words: Int16Array;
  readonly rows: number;
  readonly divisor: number;
  /** The number at which each block begins; none before they are first asked for. */
  marks: Int32Array;
}

const NO_MARKS = new Int32Array(0);

export function openSteps(series: Omit<StepSeries, "marks">): StepSeries {
  return { ...series, marks: NO_MARKS };
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
  if (series.marks === NO_MARKS) unpackAll(series);
  const { bytes, words, divisor, marks } = series;
  const mark = Math.floor(from / ROWS_A_MARK);
  /** The step that leads to the row from + k is words[step + k]. */
  const step = (bytes.byteOffset + NUMBER_BYTES) / STEP_BYTES + from - 1;
  let number = marks[mark] ?? 0;
  for (let k = mark * ROWS_A_MARK - from + 1; k <= 0; k++) number = (number + (words[step + k] ?? 0)) | 0;
  into[at] = number / divisor;
  for (let k = 1; k < to - from; k++) {
    number = (number + (words[step + k] ?? 0)) | 0;
    into[at + k] = number / divisor;
  }
}

/** Addresses are of bytes. */
interface Kernel {
  readonly memory: WebAssembly.Memory;
  readonly unpackSteps: (
    ...terms: [steps: number, blocks: number, before: number, divisor: number, figures: number, marks: number]
  ) => void;
}

/** The kernel's memory: figures of a series, marks, steps. */
interface Room {
  readonly kernel: Kernel;
  /** Of 64 rows. */
  readonly blocks: number;
  readonly figures: Float64Array;
  readonly marks: Int32Array;
  readonly steps: Int16Array;
}

const FIGURE_BYTES = Float64Array.BYTES_PER_ELEMENT;
const PAGE = 65_536;

let kernelRoom: Room | null = makeRoom();
let plainRoom = new Float64Array(0);

/** null where the device has no WebAssembly for us. */
function makeRoom(): Room | null {
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(STEP_KERNEL));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what step-kernel.wat exports
    return layOut(exports as unknown as Kernel, 1);
  } catch {
    return null;
  }
}

function layOut(kernel: Kernel, blocks: number): Room {
  const rows = blocks * ROWS_A_MARK;
  const stepsAt = rows * FIGURE_BYTES;
  const marksAt = stepsAt + rows * STEP_BYTES;
  const missing = marksAt + blocks * NUMBER_BYTES - kernel.memory.buffer.byteLength;
  if (missing > 0) kernel.memory.grow(Math.ceil(missing / PAGE));
  const { buffer } = kernel.memory;
  return {
    kernel,
    blocks,
    figures: new Float64Array(buffer, 0, rows),
    steps: new Int16Array(buffer, stepsAt, rows),
    marks: new Int32Array(buffer, marksAt, blocks),
  };
}

/** All figures, good until the next call; makes the marks where there are none. */
function unpackAll(series: StepSeries): Float64Array {
  const blocks = Math.ceil(series.rows / ROWS_A_MARK);
  if (kernelRoom === null) return unpackPlainly(series);
  if (kernelRoom.blocks < blocks) kernelRoom = layOut(kernelRoom.kernel, 2 * blocks);
  const { bytes, rows, divisor } = series;
  const { kernel, figures, steps, marks } = kernelRoom;
  const [first = 0] = new Int32Array(bytes.buffer, bytes.byteOffset, 1);
  steps[0] = 0; // the first number's own
  steps.set(new Int16Array(bytes.buffer, bytes.byteOffset + NUMBER_BYTES, rows - 1), 1);
  kernel.unpackSteps(steps.byteOffset, blocks, first, divisor, figures.byteOffset, marks.byteOffset);
  if (series.marks === NO_MARKS) series.marks = marks.slice(0, blocks);
  return figures.subarray(0, rows);
}

function unpackPlainly(series: StepSeries): Float64Array {
  const { bytes, rows, divisor } = series;
  if (plainRoom.length < rows) plainRoom = new Float64Array(rows);
  const figures = plainRoom.subarray(0, rows);
  unpackSteps(bytes, divisor, figures);
  if (series.marks === NO_MARKS) series.marks = marksOfSteps(bytes, rows, ROWS_A_MARK);
  return figures;
}
