/** Means and sums over windows, and running means. Definitions: README.md section 5. */
import type { NumberPass } from "../function-entry.ts";
import { areWithin, finite, freshSum, rollBlocks } from "./known-runs.ts";
import type { Windows } from "./known-runs.ts";

/**
 * A rolled sum that has grown or shrunk by more than this since it was worked out afresh may have lost too many places, or is
 * about to: the next one is worked out afresh. What comes later has no say in it, so that cutting a column changes nothing
 * before the cut.
 */
const MOST_CHANGE = 30;
/** Values so many times as large as the mean that was worked out afresh would swallow its places. */
const MOST_OF_MEAN = 1000;

export const sum: NumberPass = (pass, out) =>
  rollBlocks(pass, out, (x, windows) => rollOver(x, windows, 1, out));

export const sma: NumberPass = (pass, out) =>
  rollBlocks(pass, out, (x, windows) => rollOver(x, windows, pass.n, out));

function rollOver(x: Float64Array, { first, stop, n }: Windows, divisor: number, out: Float64Array): number {
  let total = freshSum(x, first - n + 1, first + 1);
  const least = Math.abs(total) / MOST_CHANGE;
  const most = Math.abs(total) * MOST_CHANGE;
  out[first] = finite(total / divisor);
  if (most === Infinity) return first + 1; // too near to an overflow to be rolled on
  for (let bar = first + 1; bar < stop; bar++) {
    total += x[bar] - x[bar - n];
    out[bar] = total / divisor;
    const size = Math.abs(total);
    if (!(size >= least && size <= most)) return bar;
  }
  return stop;
}

/** Weights n for the newest to 1 for the oldest. */
export const wma: NumberPass = (pass, out) => rollBlocks(pass, out, rollWeighed);

function rollWeighed(x: Float64Array, { first, stop, n }: Windows, out: Float64Array): number {
  const divisor = (n * (n + 1)) / 2;
  let total = freshSum(x, first - n + 1, first + 1);
  let weighed = 0;
  let sizes = 0;
  for (let weight = 1; weight <= n; weight++) {
    const value = x[first - n + weight];
    weighed += weight * value;
    sizes += Math.abs(value);
  }
  const least = Math.abs(weighed) / MOST_CHANGE;
  const most = Math.abs(weighed / divisor) * MOST_OF_MEAN;
  out[first] = finite(weighed / divisor);
  const isWithin = sizes <= most || areWithin(x, first - n + 1, first + 1, most);
  if (!(isWithin && 4 * most * divisor < Infinity)) return first + 1;
  for (let bar = first + 1; bar < stop; bar++) {
    const newest = x[bar];
    weighed += n * newest - total;
    total += newest - x[bar - n];
    out[bar] = weighed / divisor;
    if (!(Math.abs(weighed) >= least && Math.abs(newest) <= most)) return bar;
  }
  return stop;
}

export const ema: NumberPass = ({ numbers: [x], n, bars }, out) =>
  runMean(x.subarray(0, bars), n, 2 / (n + 1), out);

/** Wilder's. */
export const rma: NumberPass = ({ numbers: [x], n, bars }, out) =>
  runMean(x.subarray(0, bars), n, 1 / n, out);

/** Begins with the mean of the first n known values, and stands still where the input is unknown; all unknown where their sum isn't finite. */
export function runMean(x: Float64Array, n: number, share: number, out: Float64Array): void {
  const bars = x.length;
  const rest = 1 - share;
  let known = 0;
  let total = 0;
  let bar = 0;
  for (; bar < bars && known < n; bar++) {
    out[bar] = NaN;
    if (x[bar] !== x[bar]) continue;
    total += x[bar];
    known++;
  }
  if (known < n) return;
  let mean = finite(total / n);
  out[bar - 1] = mean;
  const [ofMean, ofValue] = [rest * rest, rest * share]; // of two bars that are known the second needn't wait for the first
  for (; bar < bars; bar++) {
    const value = x[bar];
    const next = bar + 1 < bars ? x[bar + 1] : NaN;
    out[bar] = value === value ? mean * rest + share * value : NaN;
    if (value + next === value + next) {
      mean = mean * ofMean + (ofValue * value + share * next);
      out[++bar] = mean;
    } else if (value === value) mean = out[bar];
  }
}
