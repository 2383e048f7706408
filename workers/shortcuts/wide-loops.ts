/**
 * The loops in which rules spend most of their time: two columns compared, the highest and lowest of windows, sums that are rolled
 * on, and distances from means. By wide-loops.wat, which takes two to eight bars at a time on copies of the columns in the kernels'
 * memory. Gains a half to two thirds of a comparison (4 ms of 3.25 million bars take 1.5), two thirds of a window of 20 bars (20 ms
 * take 6), a third of a rolled mean (11 ms take 7.5) and more than a half of cci(20) (84 ms take 37). Where a device forbids
 * WebAssembly, and for more bars than there is room for, the plain loops do it.
 */
import { NEAR } from "#workers/engine/compare-columns.ts";
import type { MarkApart } from "#workers/engine/compare-columns.ts";
import { PLAIN_LOOPS } from "#workers/engine/evaluate.ts";
import type { Loops } from "#workers/engine/evaluate.ts";
import {
  KERNEL_ROWS,
  LOOP_ROOM,
  divideRoom,
  kernelBuffer,
  startKernels,
} from "#workers/model/kernel-memory.ts";
import type { Extremes, NumberPass, RollBlocks, Verdicts } from "#workers/rules/function-entry.ts";
import { rollSums, sma } from "#workers/rules/functions/averages.ts";
import { BLOCK, toWholeWindow } from "#workers/rules/functions/known-runs.ts";
import { rollPlaces } from "#workers/rules/functions/lines.ts";
import { WORD, firstBits, wordsFor } from "#workers/sessions/bits.ts";
import { WIDE_KERNELS } from "./wide-loops.wasm.ts";

/**
 * Rolls two blocks that follow each other, as a roll of the language does that is told a number.
 * @param first - address of the first window's last bar
 * @param out - address of its value
 * @returns 1 where all values count, else 0
 */
type RollTwo = (first: number, out: number, n: number, told: number) => number;

/** Addresses are of bytes. */
interface Kernels {
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
  readonly highest: (first: number, stop: number, n: number) => void;
  readonly lowest: Kernels["highest"];
  readonly rollSums: RollTwo;
  readonly rollPlaces: RollTwo;
  readonly distances: (first: number, means: number, stop: number, n: number) => void;
}

const DOUBLE = 8;
const SINGLE = 4;
/** Bars that a kernel takes at once. */
const STEP = 8;
/** A longer window is left to the plain loop. */
const LONGEST_WINDOW = 5000;

const regionOf = divideRoom(LOOP_ROOM);
/** Unknown values before the first bar of a column of which windows are looked at. */
const BEFORE = regionOf((LONGEST_WINDOW + STEP + KERNEL_ROWS) * DOUBLE);
const LEFT = BEFORE + (LONGEST_WINDOW + STEP) * DOUBLE;
const RIGHT = regionOf((KERNEL_ROWS + STEP) * DOUBLE);
const FLOORS = regionOf((KERNEL_ROWS + STEP) * DOUBLE);
const ABOVE = regionOf(KERNEL_ROWS / STEP);
const BELOW = regionOf(KERNEL_ROWS / STEP);

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what wide-loops.wat exports
const kernels = startKernels(WIDE_KERNELS) as Kernels | null;
const columns = new Float64Array(kernelBuffer);
const words = new Int32Array(kernelBuffer);

const markApart: MarkApart = (sides, bars, out) => {
  if (kernels === null || bars === 0 || bars > KERNEL_ROWS) {
    PLAIN_LOOPS.markApart(sides, bars, out);
    return;
  }
  const { left, right, rightValue, floors, floor } = sides;
  const always = NEAR * floor;
  const stop = LEFT + bars * DOUBLE;
  copyIn(left, bars, LEFT);
  if (rightValue !== null && floors === null) {
    const reach = always + 2 * NEAR * Math.abs(rightValue);
    kernels.besideNumber(LEFT, stop, rightValue - reach, rightValue + reach, ABOVE, BELOW);
  } else {
    copyIn(right, bars, RIGHT);
    const isOfSides = floors === null || floors === left || floors === right;
    if (!isOfSides) copyIn(floors, bars, FLOORS);
    const ofFloor = isOfSides ? 0 : NEAR;
    kernels.besideColumn(
      LEFT,
      RIGHT,
      isOfSides ? RIGHT : FLOORS,
      stop,
      2 * NEAR,
      ofFloor,
      always,
      ABOVE,
      BELOW,
    );
  }
  copyOut(bars, out);
};

const extremes: Extremes = (pass, sign, out) => {
  const { numbers, n, bars } = pass;
  if (kernels === null || bars > KERNEL_ROWS || n > Math.min(bars, LONGEST_WINDOW) || n === 1) {
    PLAIN_LOOPS.extremes(pass, sign, out);
    return;
  }
  const stop = LEFT + bars * DOUBLE;
  const first = stop - Math.ceil(bars / STEP) * STEP * DOUBLE;
  columns.fill(NaN, first / DOUBLE - n, LEFT / DOUBLE);
  copyIn(numbers[0], bars, LEFT);
  if (sign === 1) kernels.highest(first, stop, n);
  else kernels.lowest(first, stop, n);
  out.set(columns.subarray(LEFT / DOUBLE, stop / DOUBLE));
};

const distances: NumberPass = (pass, out) => {
  const { numbers, n, bars } = pass;
  if (kernels === null || bars > KERNEL_ROWS || n > LONGEST_WINDOW || n === 1) {
    PLAIN_LOOPS.distances(pass, out);
    return;
  }
  const means = columns.subarray(RIGHT / DOUBLE, RIGHT / DOUBLE + bars);
  sma(pass, means);
  copyIn(numbers[0], bars, LEFT);
  kernels.distances(LEFT - (n - 1) * DOUBLE, RIGHT, RIGHT + bars * DOUBLE, n);
  out.set(means);
};

const ROLLS = new Map<unknown, RollTwo | undefined>([
  [rollSums, kernels?.rollSums],
  [rollPlaces, kernels?.rollPlaces],
]);

const rollBlocks: RollBlocks = (pass, roll, told, out) => {
  const { numbers, n, bars } = pass;
  const rollTwo = ROLLS.get(roll);
  if (!rollTwo || bars > KERNEL_ROWS || bars < n + 2 * BLOCK) {
    PLAIN_LOOPS.rollBlocks(pass, roll, told, out);
    return;
  }
  const [x] = numbers;
  copyIn(x, bars, LEFT);
  const values = columns.subarray(RIGHT / DOUBLE, RIGHT / DOUBLE + bars);
  let isSteady = true; // a column that is begun afresh within a block is often, and is left to the plain roll from there on
  for (let bar = 0; bar < bars;) {
    bar = toWholeWindow(x, { first: bar, stop: bars, n }, values);
    while (bar < bars && x[bar] === x[bar]) {
      const [first, to] = [LEFT + bar * DOUBLE, RIGHT + bar * DOUBLE];
      isSteady &&= bar + 2 * BLOCK <= bars && rollTwo(first, to, n, Number(told)) === 1;
      if (isSteady) bar += 2 * BLOCK;
      else bar = roll(x, { first: bar, stop: Math.min(bars, bar + BLOCK), n }, told, values);
    }
  }
  out.set(values);
};

export const WIDE_LOOPS: Loops = { markApart, extremes, rollBlocks, distances };

function copyIn(column: Float64Array, bars: number, to: number): void {
  columns.set(column.subarray(0, bars), to / DOUBLE);
}

/** The bits of the bars; those behind the last one mean nothing. */
function copyOut(bars: number, { yes, no }: Verdicts): void {
  const count = wordsFor(bars);
  for (let word = 0; word < count; word++) {
    yes[word] = words[ABOVE / SINGLE + word];
    no[word] = words[BELOW / SINGLE + word];
  }
  const last = firstBits(bars - (count - 1) * WORD);
  yes[count - 1] &= last;
  no[count - 1] &= last;
}
