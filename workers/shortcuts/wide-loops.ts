/**
 * The loops in which rules spend most of their time: two columns compared, arithmetic, the highest and lowest of windows, and sums
 * and squares that are rolled on. By wide-loops.wat, which takes two to eight bars at a time. The columns of a run's rules lie in the
 * kernels' memory, others are copied to it. Gains, of 3.25 million bars and with their prices, two fifths of a comparison (16 ms take
 * 9) and of a sum (10 take 6), more than a half of the highest of 252 bars (27 take 11), two fifths of a rolled mean (10 take 6), a half
 * of a deviation (35 take 18). Where a device forbids WebAssembly, and for more bars than there is room for, the plain loops do it.
 */
import { NEAR } from "#workers/engine/compare-columns.ts";
import type { MarkApart } from "#workers/engine/compare-columns.ts";
import { PLAIN_LOOPS } from "#workers/engine/evaluate.ts";
import type { Loops } from "#workers/engine/evaluate.ts";
import { KERNEL_ROWS, kernelBuffer } from "#workers/model/kernel-memory.ts";
import type { Extremes, Pass, Roll, RollBlocks, Verdicts } from "#workers/rules/function-entry.ts";
import { rollSums } from "#workers/rules/functions/averages.ts";
import { BLOCK, toWholeWindow } from "#workers/rules/functions/known-runs.ts";
import { rollPlaces } from "#workers/rules/functions/lines.ts";
import { rollMoments } from "#workers/rules/functions/spread.ts";
import type { Told } from "#workers/rules/functions/spread.ts";
import { WORD, firstBits, wordsFor } from "#workers/sessions/bits.ts";
import {
  ABOVE,
  BELOW,
  DOUBLE,
  FLOORS,
  LEFT,
  LONGEST_WINDOW,
  MOMENTS,
  RIGHT,
  SINGLE,
  STEP,
  TOLD,
  addressOf,
  columns,
  handOn,
  kernels,
  takeRoom,
  targetOf,
  words,
} from "./wide-kernels.ts";
import type { Kernels, RollTwo } from "./wide-kernels.ts";
import { WIDE_PASSES } from "./wide-passes.ts";

const markApart: MarkApart = (sides, bars, out) => {
  if (kernels === null || bars === 0 || bars > KERNEL_ROWS) {
    PLAIN_LOOPS.markApart(sides, bars, out);
    return;
  }
  const { left, right, rightValue, floors, floor } = sides;
  const always = NEAR * floor;
  const at = addressOf(left, bars, LEFT);
  const stop = at + bars * DOUBLE;
  if (rightValue !== null && floors === null) {
    const reach = always + 2 * NEAR * Math.abs(rightValue);
    kernels.besideNumber(at, stop, rightValue - reach, rightValue + reach, ABOVE, BELOW);
  } else {
    const beside = addressOf(right, bars, RIGHT);
    const isOfSides = floors === null || floors === left || floors === right;
    const ofFloor = isOfSides ? 0 : NEAR;
    kernels.besideColumn(
      at,
      beside,
      isOfSides ? beside : addressOf(floors, bars, FLOORS),
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
  columns.fill(Infinity, first / DOUBLE - n, LEFT / DOUBLE);
  const from = addressOf(numbers[0], bars, RIGHT);
  const target = targetOf(out, bars, RIGHT);
  kernels.extremes(from, LEFT, stop, n, target.byteOffset, sign);
  handOn(target, out);
};

/** Held against rolls of any kind. */
const ROLL_MOMENTS: unknown = rollMoments;
const ROLLS = new Map<unknown, RollTwo | undefined>([
  [rollSums, kernels?.rollSums],
  [rollPlaces, kernels?.rollPlaces],
]);

/** What is told of windows by their means and deviations: as the plain loop goes along the blocks, each by the kernel. */
function tellMoments(
  rollMomentsAt: Kernels["rollMoments"],
  pass: Pass,
  { ofValue, ofMean, ofDeviation, overMean, overDeviation, least }: Told,
  out: Float64Array,
): void {
  columns.set([ofValue, ofMean, ofDeviation, overMean, overDeviation, least], TOLD / DOUBLE);
  const from = addressOf(pass.numbers[0], pass.bars, LEFT);
  const values = targetOf(out, pass.bars, RIGHT);
  const roll: Roll<null> = (_x, { first, stop, n }) => {
    const [at, to] = [from + first * DOUBLE, values.byteOffset + first * DOUBLE];
    return (rollMomentsAt(at, from + stop * DOUBLE, to, n, TOLD, MOMENTS) - from) / DOUBLE;
  };
  PLAIN_LOOPS.rollBlocks(pass, roll, null, values);
  handOn(values, out);
}

const rollBlocks: RollBlocks = (pass, roll, told, out) => {
  const { numbers, n, bars } = pass;
  if (kernels !== null && roll === ROLL_MOMENTS && bars <= KERNEL_ROWS) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- that is what this roll is told
    tellMoments(kernels.rollMoments, pass, told as Told, out);
    return;
  }
  const rollTwo = ROLLS.get(roll);
  if (!rollTwo || bars > KERNEL_ROWS || bars < n + 2 * BLOCK) {
    PLAIN_LOOPS.rollBlocks(pass, roll, told, out);
    return;
  }
  const [x] = numbers;
  const from = addressOf(x, bars, LEFT);
  const values = targetOf(out, bars, RIGHT);
  let isSteady = true; // a column that is begun afresh within a block is often, and is left to the plain roll from there on
  for (let bar = 0; bar < bars;) {
    bar = toWholeWindow(x, { n, first: bar, stop: bars }, values);
    let stop = bar;
    while (bar < bars && x[bar] === x[bar]) {
      const [first, to] = [from + bar * DOUBLE, values.byteOffset + bar * DOUBLE];
      isSteady &&= bar + 2 * BLOCK <= bars && rollTwo(first, to, n, Number(told)) === 1;
      if (isSteady) {
        bar += 2 * BLOCK;
        stop = bar;
        continue;
      }
      if (bar === stop) stop = Math.min(bars, bar + BLOCK);
      bar = roll(x, { n, first: bar, stop }, told, values);
    }
  }
  handOn(values, out);
};

const ARITHMETIC = { "+": kernels?.plus, "-": kernels?.minus, "*": kernels?.times, "/": kernels?.over };

const wideArithmetic: Loops["runArithmetic"] = (operator, sides, bars, out) => {
  const run = ARITHMETIC[operator];
  if (!run || bars === 0 || out.buffer !== kernelBuffer) {
    PLAIN_LOOPS.runArithmetic(operator, sides, bars, out);
    return;
  }
  const left = addressOf(sides.left, bars, LEFT);
  run(left, addressOf(sides.right, bars, RIGHT), left + bars * DOUBLE, out.byteOffset);
};

export const WIDE_LOOPS: Loops = {
  markApart,
  extremes,
  rollBlocks,
  passes: WIDE_PASSES,
  runArithmetic: wideArithmetic,
  takeRoom,
};

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
