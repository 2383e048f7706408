/**
 * Functions of the language whose whole pass goes through the kernels. Gains, of 3.25 million bars, more than a half of cci(20)
 * (97 ms take 40), macdHistogram (32 take 15), trueRange (22 take 10), supertrend, volatility and rsi, a third and more of plusDI, adx and
 * growth.
 * Where a device forbids WebAssembly, and for more bars than there is room for, the plain passes do it.
 */
import { KERNEL_ROWS } from "#workers/model/kernel-memory.ts";
import type { NumberPass, Pass } from "#workers/rules/function-entry.ts";
import { ema, rma, sma, startMean } from "#workers/rules/functions/averages.ts";
import { adx, holdApart, minusDI, plusDI, supertrend } from "#workers/rules/functions/directions.ts";
import { growth, rsi, strength } from "#workers/rules/functions/oscillators.ts";
import { trueRange } from "#workers/rules/functions/ranges.ts";
import { cci, volatility, volatilityOf } from "#workers/rules/functions/spread.ts";
import {
  DOUBLE,
  FLOORS,
  LEFT,
  LONGEST_WINDOW,
  RANGES,
  RIGHT,
  SPARE,
  addressOf,
  columnAt,
  columns,
  handOn,
  kernels,
  targetOf,
} from "./wide-kernels.ts";
import type { Kernels } from "./wide-kernels.ts";

/** As a pass of the language, by the kernels; they have room for the bars, of which there is one at least. */
type WidePass = (kernels: Kernels, pass: Pass, out: Float64Array) => void;

const wideCci: WidePass = (own, pass, out) => {
  const { n, bars } = pass;
  const prices = pricesOf(pass);
  const typical = targetOf(pass.scratch(0), bars, LEFT);
  own.typical(...prices, typical.byteOffset);
  const means = targetOf(out, bars, RIGHT);
  sma({ ...pass, numbers: [typical] }, means);
  const at = means.byteOffset;
  own.distances(typical.byteOffset - (n - 1) * DOUBLE, at, at + bars * DOUBLE, n);
  handOn(means, out);
};

const wideTrueRange: WidePass = (own, pass, out) => {
  const [high, low, close, stop] = pricesOf(pass);
  const target = targetOf(out, pass.bars, LEFT);
  own.trueRange(high + DOUBLE, low + DOUBLE, close, stop, target.byteOffset + DOUBLE);
  target[0] = NaN;
  handOn(target, out);
};

const widePlusDI: WidePass = (own, pass, out) => {
  const target = targetOf(out, pass.bars, LEFT);
  own.directions(...pricesOf(pass), pass.n, target.byteOffset, RIGHT);
  handOn(target, out);
};

const wideMinusDI: WidePass = (own, pass, out) => {
  const target = targetOf(out, pass.bars, RIGHT);
  own.directions(...pricesOf(pass), pass.n, LEFT, target.byteOffset);
  handOn(target, out);
};

const wideAdx: WidePass = (own, pass, out) => {
  const { bars, n } = pass;
  own.directions(...pricesOf(pass), n, LEFT, RIGHT);
  const apart = columnAt(LEFT, bars);
  holdApart(apart, columnAt(RIGHT, bars));
  wideRma(own, { ...pass, numbers: [apart] }, out);
};

const wideVolatility: WidePass = (own, pass, out) => {
  const { numbers, bars, scratch } = pass;
  const from = addressOf(numbers[0], bars, LEFT);
  const returns = targetOf(scratch(1), bars, FLOORS);
  own.returns(from + DOUBLE, from + bars * DOUBLE, returns.byteOffset + DOUBLE);
  returns[0] = NaN;
  volatilityOf(pass, returns, out);
};

const wideGrowth: WidePass = (own, { numbers: [x], n, bars }, out) => {
  const from = addressOf(x, bars, LEFT);
  const target = targetOf(out, bars, RIGHT);
  const to = target.byteOffset + n * DOUBLE;
  if (n < bars) own.growth(from + n * DOUBLE, from + bars * DOUBLE, n * DOUBLE, to);
  handOn(target, out);
  out.fill(NaN, 0, Math.min(n, bars));
};

/** A running mean; by the plain pass where an unknown value comes after the first n known ones. */
const wideMean =
  (shareOf: (n: number) => number, plain: NumberPass): WidePass =>
  (own, pass, out) => {
    const { numbers, n, bars } = pass;
    const target = targetOf(out, bars, RIGHT);
    const from = addressOf(numbers[0], bars, LEFT);
    const bar = startMean(numbers[0].subarray(0, bars), n, target);
    const [at, to] = [from + bar * DOUBLE, target.byteOffset + bar * DOUBLE];
    endKnown(at, bars - bar);
    const isDone =
      bar === bars || own.runMean(at, from + bars * DOUBLE, to, shareOf(n), target[bar - 1]) === 1;
    if (isDone) handOn(target, out);
    else plain(pass, out);
  };

const wideRma = wideMean((n) => 1 / n, rma);

const wideSupertrend: WidePass = (own, pass, out) => {
  const { bars, k } = pass;
  const [high, low, close, stop] = pricesOf(pass);
  const [range, atr] = [columnAt(RANGES, bars), targetOf(out, bars, SPARE)];
  range[0] = NaN;
  own.trueRange(high + DOUBLE, low + DOUBLE, close, stop, RANGES + DOUBLE);
  wideRma(own, { ...pass, numbers: [range] }, atr);
  own.supertrend(high, low, close, atr.byteOffset, stop, k, atr.byteOffset);
  handOn(atr, out);
};

const wideRsi: WidePass = (own, pass, out) => {
  const { numbers, n, bars } = pass;
  const [x] = numbers;
  const target = targetOf(out, bars, RIGHT);
  const from = addressOf(x, bars, LEFT);
  let [gain, move] = [0, 0];
  for (let bar = 1; bar <= n; bar++) {
    const change = x[bar] - x[bar - 1];
    gain += Number(change > 0) * change;
    move += Math.abs(change);
  }
  if (n < bars && move < Infinity) {
    target.fill(NaN, 0, n);
    target[n] = strength(gain / n, move / n);
    const [at, to] = [from + (n + 1) * DOUBLE, target.byteOffset + (n + 1) * DOUBLE];
    endKnown(at, bars - n - 1);
    if (bars === n + 1 || own.rsi(at, from + bars * DOUBLE, to, 1 / n, gain / n, move / n) === 1) {
      handOn(target, out);
      return;
    }
  }
  rsi(pass, out);
};

/** A kernel goes up to three bars too far, which are not to look unknown. */
function endKnown(at: number, bars: number): void {
  columns.fill(0, at / DOUBLE + bars, at / DOUBLE + bars + 3);
}

/** Where highs, lows and closes lie, and where the highs stop. */
function pricesOf({
  numbers: [high, low, close],
  bars,
}: Pass): [high: number, low: number, close: number, stop: number] {
  const at = addressOf(high, bars, LEFT);
  return [at, addressOf(low, bars, RIGHT), addressOf(close, bars, FLOORS), at + bars * DOUBLE];
}

const WIDE: readonly (readonly [plain: NumberPass, wide: WidePass, least?: number])[] = [
  [cci, wideCci, 2],
  [trueRange, wideTrueRange],
  [plusDI, widePlusDI],
  [minusDI, wideMinusDI],
  [adx, wideAdx],
  [supertrend, wideSupertrend],
  [growth, wideGrowth],
  [ema, wideMean((n) => 2 / (n + 1), ema)],
  [rma, wideRma],
  [volatility, wideVolatility],
  [rsi, wideRsi],
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
