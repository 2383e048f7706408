/** Means and sums over windows, and running means. Definitions: README.md section 5. */
import type { NumberPass, Roll } from "../function-entry.ts";
import { finite, freshSum } from "./known-runs.ts";

/**
 * A rolled sum that has grown or shrunk by more than this since it was worked out afresh may have lost too many places, or is
 * about to: the next one is worked out afresh. What comes later has no say in it, so that cutting a column changes nothing
 * before the cut.
 */
const MOST_CHANGE = 30;

export const sum: NumberPass = (pass, out) => pass.rollBlocks(pass, rollSums, 1, out);

export const sma: NumberPass = (pass, out) => pass.rollBlocks(pass, rollSums, pass.n, out);

export const rollSums: Roll<number> = (x, { first, stop, n }, divisor, out) => {
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
};

export const ema: NumberPass = ({ numbers: [x], n, bars }, out) =>
  runMean(x.subarray(0, bars), n, 2 / (n + 1), out);

/** Wilder's. */
export const rma: NumberPass = ({ numbers: [x], n, bars }, out) =>
  runMean(x.subarray(0, bars), n, 1 / n, out);

/** Writes up to the mean of the first n known values. @returns the bar behind it; behind the last where there are fewer */
export function startMean(x: Float64Array, n: number, out: Float64Array): number {
  let [known, total, bar] = [0, 0, 0];
  for (; bar < x.length && known < n; bar++) {
    out[bar] = NaN;
    if (x[bar] !== x[bar]) continue;
    total += x[bar];
    known++;
  }
  if (known === n) out[bar - 1] = finite(total / n);
  return bar;
}

/**
 * Begins with the mean of the first n known values, and stands still where the input is unknown; all unknown where their sum isn't
 * finite. Known values are taken in fours, and a mean is made of that before its four: so only one of four waits for another.
 */
export function runMean(x: Float64Array, n: number, share: number, out: Float64Array): void {
  const bars = x.length;
  const rest = 1 - share;
  let bar = startMean(x, n, out);
  let before = out[bar - 1];
  const [ofTwo, ofThree, ofFour] = [rest * rest, rest * rest * rest, rest * rest * rest * rest];
  let [place, weight, come] = [0, 1, 0];
  for (; bar < bars; bar++) {
    if (place === 0) {
      for (; bar + 3 < bars; bar += 4) {
        const one = share * x[bar];
        const two = share * x[bar + 1] + rest * one;
        const three = share * x[bar + 2] + rest * two;
        const last = before * ofFour + (share * x[bar + 3] + rest * three);
        if (last !== last) break;
        out[bar] = before * rest + one;
        out[bar + 1] = before * ofTwo + two;
        out[bar + 2] = before * ofThree + three;
        out[bar + 3] = last;
        before = last;
      }
      if (bar === bars) return;
    }
    const value = x[bar];
    out[bar] = NaN;
    if (value !== value) continue;
    weight = place === 0 ? rest : weight * rest;
    come = place === 0 ? share * value : share * value + rest * come; // not 0 more: -0 stays what it is
    out[bar] = before * weight + come;
    place = (place + 1) & 3;
    if (place === 0) before = out[bar];
  }
}
