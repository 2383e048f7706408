/** The memory and the kernels of wide-loops.wat. For wide-loops.ts and wide-passes.ts: what they gain is gained here. */
import type { Loops } from "#workers/engine/evaluate.ts";
import {
  COLUMN_ROOMS,
  KERNEL_ROWS,
  LOOP_ROOM,
  divideRoom,
  fillRoom,
  kernelBuffer,
  startKernels,
} from "#workers/model/kernel-memory.ts";
import { WIDE_KERNELS } from "./wide-loops.wasm.ts";

/**
 * Rolls two blocks that follow each other, as a roll of the language does that is told a number.
 * @param first - address of the first window's last bar
 * @param out - address of its value
 * @returns 1 where all values count, else 0
 */
export type RollTwo = (first: number, out: number, n: number, told: number) => number;

/** Addresses are of bytes. */
export interface Kernels {
  readonly besideNumber: (
    ...terms: [left: number, stop: number, least: number, most: number, above: number, below: number]
  ) => void;
  readonly besideColumn: (
    ...terms: [
      left: number,
      right: number,
      floors: number,
      stop: number,
      ofRight: number,
      ofFloor: number,
      always: number,
      above: number,
      below: number,
    ]
  ) => void;
  readonly extremes: (
    ...terms: [x: number, first: number, stop: number, n: number, out: number, sign: number]
  ) => void;
  readonly rollSums: RollTwo;
  readonly rollPlaces: RollTwo;
  readonly distances: (first: number, means: number, stop: number, n: number) => void;
  readonly plus: (left: number, right: number, stop: number, out: number) => void;
  readonly minus: Kernels["plus"];
  readonly times: Kernels["plus"];
  readonly over: Kernels["plus"];
  /** @returns 1; 0 where an unknown value came */
  readonly runMean: (
    ...terms: [x: number, stop: number, out: number, share: number, before: number]
  ) => number;
  /** The same. */
  readonly rsi: (
    ...terms: [x: number, stop: number, out: number, share: number, gain: number, move: number]
  ) => number;
  readonly trueRange: (
    ...terms: [high: number, low: number, close: number, stop: number, out: number]
  ) => void;
  readonly directions: (
    ...terms: [high: number, low: number, close: number, stop: number, n: number, plus: number, minus: number]
  ) => void;
  readonly supertrend: (
    ...terms: [high: number, low: number, close: number, atr: number, stop: number, k: number, out: number]
  ) => void;
  readonly typical: Kernels["trueRange"];
  readonly returns: (at: number, stop: number, out: number) => void;
  readonly growth: (at: number, stop: number, back: number, out: number) => void;
  /** Rolls one block, as rollMoments of the language. @returns the address of the first bar whose value doesn't count */
  readonly rollMoments: (
    ...terms: [first: number, stop: number, out: number, n: number, told: number, room: number]
  ) => number;
}

export const DOUBLE: number = 8;
export const SINGLE: number = 4;
/** Bars that a kernel takes at once. */
export const STEP: number = 8;
/** A longer window is left to the plain loop. */
export const LONGEST_WINDOW: number = 5000;

const regionOf = divideRoom(LOOP_ROOM);
/** Unknown values before the first bar of a column of which windows are looked at. */
const BEFORE: number = regionOf((LONGEST_WINDOW + STEP + KERNEL_ROWS) * DOUBLE);
export const LEFT: number = BEFORE + (LONGEST_WINDOW + STEP) * DOUBLE;
export const RIGHT: number = regionOf((KERNEL_ROWS + STEP) * DOUBLE);
export const FLOORS: number = regionOf((KERNEL_ROWS + STEP) * DOUBLE);
export const ABOVE: number = regionOf(KERNEL_ROWS / STEP);
export const BELOW: number = regionOf(KERNEL_ROWS / STEP);
/** For what a pass works out on its way. */
export const RANGES: number = regionOf((KERNEL_ROWS + STEP) * DOUBLE);
export const SPARE: number = regionOf((KERNEL_ROWS + STEP) * DOUBLE);
export const TOLD: number = regionOf(6 * DOUBLE);
export const MOMENTS: number = regionOf(34 * 2 * DOUBLE);

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what wide-loops.wat exports
export const kernels: Kernels | null = startKernels(WIDE_KERNELS) as Kernels | null;
export const columns: Float64Array = new Float64Array(kernelBuffer);
export const words: Int32Array = new Int32Array(kernelBuffer);

/** The bars of a column in the kernels' memory. */
export function columnAt(region: number, bars: number): Float64Array {
  return columns.subarray(region / DOUBLE, region / DOUBLE + bars);
}

/** The same, to which a column's values are written: its own bars where they lie in that memory. */
export function targetOf(out: Float64Array, bars: number, spare: number): Float64Array {
  return out.buffer === kernelBuffer ? out : columnAt(spare, bars);
}

/** Hands on what was written to the target of a column. */
export function handOn(target: Float64Array, out: Float64Array): void {
  if (target !== out) out.set(target);
}

/** Where the bars of a column lie in that memory; they are copied to `spare` where they lie elsewhere. */
export function addressOf(column: Float64Array, bars: number, spare: number): number {
  if (column.buffer === kernelBuffer) return column.byteOffset;
  copyIn(column, bars, spare);
  return spare;
}

/** How often each buffer was given out, by which its holders are told from those before. */
const given = COLUMN_ROOMS.map(() => 0);
let taken = 0;

/** The buffers are given out in turns: a run has two evaluators at most that work side by side. */
export const takeRoom: Loops["takeRoom"] = () => {
  if (kernels === null) return null;
  taken = (taken + 1) % COLUMN_ROOMS.length;
  const place = taken;
  const number = ++given[place];
  const regionIn = fillRoom(COLUMN_ROOMS[place]);
  return {
    column: (bars) => {
      if (given[place] !== number || bars > KERNEL_ROWS) return null;
      const region = regionIn((bars + STEP) * DOUBLE);
      return region === null ? null : columnAt(region, bars);
    },
    isLost: (column) => given[place] !== number && column.buffer === kernelBuffer,
  };
};

function copyIn(column: Float64Array, bars: number, to: number): void {
  columns.set(column.subarray(0, bars), to / DOUBLE);
}
