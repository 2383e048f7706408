/** Means and sums over windows, and running means. Definitions: README.md section 5. */
import type { NumberPass } from "../function-entry.ts";
import { finite, freshSum, rollBlocks } from "./known-runs.ts";
import type { Windows } from "./known-runs.ts";

/**
 * A rolled sum that has shrunk by more than this may have lost too many places: the next one is worked out afresh. What comes
 * later has no say in it, so that cutting a column changes nothing before the cut.
 */
const MOST_CHANGE = 1000;

export const sum: NumberPass = (pass, out) => rollBlocks(pass, out, rollSums);

export const sma: NumberPass = (pass, out) => rollBlocks(pass, out, rollMeans);

function rollSums(x: Float64Array, windows: Windows, out: Float64Array): number {
  return rollOver(x, windows, 1, out);
}

function rollMeans(x: Float64Array, windows: Windows, out: Float64Array): number {
  return rollOver(x, windows, windows.n, out);
}

function rollOver(x: Float64Array, { first, stop, n }: Windows, divisor: number, out: Float64Array): number {
  let total = freshSum(x, first - n + 1, first + 1);
  let most = Math.abs(total);
  out[first] = finite(total / divisor);
  for (let bar = first + 1; bar < stop; bar++) {
    const step = x[bar] - x[bar - n];
    total += step;
    const size = Math.abs(total);
    if (size > most) most = size;
    else if (!(size * MOST_CHANGE > most)) return bar;
    if (Math.abs(step) > most) return bar;
    out[bar] = total / divisor;
  }
  return stop;
}

/** Weights n for the newest to 1 for the oldest. */
export const wma: NumberPass = (pass, out) => rollBlocks(pass, out, rollWeighed);

function rollWeighed(x: Float64Array, { first, stop, n }: Windows, out: Float64Array): number {
  const divisor = (n * (n + 1)) / 2;
  let total = freshSum(x, first - n + 1, first + 1);
  let weighed = freshWeighed(x, first, n);
  let most = Math.abs(weighed);
  out[first] = finite(weighed / divisor);
  for (let bar = first + 1; bar < stop; bar++) {
    const newest = n * x[bar];
    weighed += newest - total;
    total += x[bar] - x[bar - n];
    const size = Math.abs(weighed);
    if (size > most) most = size;
    else if (!(size * MOST_CHANGE > most)) return bar;
    if (Math.abs(newest) + Math.abs(total) > n * most) return bar;
    out[bar] = weighed / divisor;
  }
  return stop;
}

function freshWeighed(x: Float64Array, bar: number, n: number): number {
  let weighed = 0;
  for (let weight = 1; weight <= n; weight++) weighed += weight * x[bar - n + weight];
  return weighed;
}

export const ema: NumberPass = ({ numbers: [x], counts: [n], bars }, out) => {
  runMean(x.subarray(0, bars), n, 2 / (n + 1), out);
};

/** Wilder's. */
export const rma: NumberPass = ({ numbers: [x], counts: [n], bars }, out) => {
  runMean(x.subarray(0, bars), n, 1 / n, out);
};

/** Begins with the mean of the first n known values, and stands still where the input is unknown. */
export function runMean(x: Float64Array, n: number, share: number, out: Float64Array): void {
  const bars = x.length;
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
  let mean = total / n;
  out[bar - 1] = finite(mean);
  for (; bar < bars; bar++) {
    const value = x[bar];
    if (value === value) {
      mean += share * (value - mean);
      out[bar] = mean;
    } else out[bar] = NaN;
  }
}
