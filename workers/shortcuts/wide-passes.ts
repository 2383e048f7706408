/**
 * Functions of the language whose whole pass goes through the kernels, on copies of their columns. Gains, of 3.25 million bars, more
 * than a half of cci(20) (84 ms take 37) and of trueRange (15 take 6), a half of plusDI and of growth, a third of supertrend and adx.
 * Where a device forbids WebAssembly, and for more bars than there is room for, the plain passes do it.
 */
import { KERNEL_ROWS } from "#workers/model/kernel-memory.ts";
import type { NumberPass, Pass } from "#workers/rules/function-entry.ts";
import { sma } from "#workers/rules/functions/averages.ts";
import { adx, adxOf, minusDI, plusDI, supertrend } from "#workers/rules/functions/directions.ts";
import { finite } from "#workers/rules/functions/known-runs.ts";
import { growth } from "#workers/rules/functions/oscillators.ts";
import { trueRange } from "#workers/rules/functions/ranges.ts";
import { cci } from "#workers/rules/functions/spread.ts";
import { DOUBLE, FLOORS, LEFT, LONGEST_WINDOW, RIGHT, columnAt, copyIn, kernels } from "./wide-kernels.ts";
import type { Kernels } from "./wide-kernels.ts";

/** As a pass of the language, by the kernels; they have room for the bars, of which there is one at least. */
type WidePass = (kernels: Kernels, pass: Pass, out: Float64Array) => void;

const wideCci: WidePass = ({ distances }, pass, out) => {
  const { numbers, n, bars } = pass;
  const [high, low, close] = numbers;
  const typical = pass.scratch(0);
  for (let bar = 0; bar < bars; bar++) typical[bar] = finite((high[bar] + low[bar] + close[bar]) / 3);
  const means = columnAt(RIGHT, bars);
  sma({ ...pass, numbers: [typical] }, means);
  copyIn(typical, bars, LEFT);
  distances(LEFT - (n - 1) * DOUBLE, RIGHT, RIGHT + bars * DOUBLE, n);
  out.set(means);
};

const wideTrueRange: WidePass = (own, pass, out) => {
  const stop = copyPrices(pass);
  own.trueRange(LEFT + DOUBLE, RIGHT + DOUBLE, FLOORS, stop);
  out.set(columnAt(LEFT, pass.bars));
  out[0] = NaN;
};

const widePlusDI: WidePass = ({ directions }, pass, out) => {
  directions(LEFT, RIGHT, FLOORS, copyPrices(pass), pass.n);
  out.set(columnAt(LEFT, pass.bars));
};

const wideMinusDI: WidePass = ({ directions }, pass, out) => {
  directions(LEFT, RIGHT, FLOORS, copyPrices(pass), pass.n);
  out.set(columnAt(RIGHT, pass.bars));
};

const wideAdx: WidePass = ({ directions }, pass, out) => {
  const { bars, n } = pass;
  directions(LEFT, RIGHT, FLOORS, copyPrices(pass), n);
  adxOf(columnAt(LEFT, bars), columnAt(RIGHT, bars), n, out);
};

const wideSupertrend: WidePass = (own, pass, out) => {
  own.supertrend(LEFT, RIGHT, FLOORS, copyPrices(pass), pass.n, pass.k);
  out.set(columnAt(LEFT, pass.bars));
};

const wideGrowth: WidePass = (own, { numbers: [x], n, bars }, out) => {
  copyIn(x, bars, LEFT);
  if (n < bars) own.growth(LEFT + n * DOUBLE, LEFT + bars * DOUBLE, n * DOUBLE, RIGHT + n * DOUBLE);
  out.set(columnAt(RIGHT, bars));
  out.fill(NaN, 0, Math.min(n, bars));
};

/** Highs, lows and closes. @returns where the highs stop */
function copyPrices({ numbers: [high, low, close], bars }: Pass): number {
  copyIn(high, bars, LEFT);
  copyIn(low, bars, RIGHT);
  copyIn(close, bars, FLOORS);
  return LEFT + bars * DOUBLE;
}

const WIDE: readonly (readonly [plain: NumberPass, wide: WidePass, least?: number])[] = [
  [cci, wideCci, 2],
  [trueRange, wideTrueRange],
  [plusDI, widePlusDI],
  [minusDI, wideMinusDI],
  [adx, wideAdx],
  [supertrend, wideSupertrend],
  [growth, wideGrowth],
];

/** The pass that is taken in place of each of these. */
export const WIDE_PASSES: ReadonlyMap<NumberPass, NumberPass> = new Map(
  WIDE.map(([plain, wide, least = 0]) => [
    plain,
    (pass, out) => {
      const { bars, n } = pass;
      const hasRoom = bars > 0 && bars <= KERNEL_ROWS && n <= LONGEST_WINDOW && n >= least;
      if (kernels !== null && hasRoom) wide(kernels, pass, out);
      else plain(pass, out);
    },
  ]),
);
