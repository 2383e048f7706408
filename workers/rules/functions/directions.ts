/** Wilder's directional movement and the line that follows the average true range. Definitions: README.md section 5. */
import type { NumberPass, Pass } from "../function-entry.ts";
import { runMean } from "./averages.ts";
import { aboveZero, finite } from "./known-runs.ts";
import { rangeAt } from "./ranges.ts";

export const plusDI: NumberPass = (pass, out) => directions(pass, out, pass.scratch(0));

export const minusDI: NumberPass = (pass, out) => directions(pass, pass.scratch(0), out);

export const adx: NumberPass = (pass, out) => {
  const { bars, n, scratch } = pass;
  const [plus, minus] = [scratch(0).subarray(0, bars), scratch(1).subarray(0, bars)];
  directions(pass, plus, minus);
  holdApart(plus, minus);
  runMean(plus, n, 1 / n, out);
};

/** Writes how far plusDI and minusDI lie apart, in percent of both, in the place of `plus`. */
export function holdApart(plus: Float64Array, minus: Float64Array): void {
  for (let bar = 0; bar < plus.length; bar++) {
    const both = plus[bar] + minus[bar];
    plus[bar] = both === 0 ? 0 : finite((100 * Math.abs(plus[bar] - minus[bar])) / both);
  }
}

/**
 * Writes plusDI and minusDI. The pass' numbers are high, low and close.
 * Source: Wilder, "New Concepts in Technical Trading Systems", 1978.
 */
function directions(
  { numbers: [high, low, close], n, bars }: Pass,
  plusOut: Float64Array,
  minusOut: Float64Array,
): void {
  plusOut.fill(NaN, 0, Math.min(n, bars));
  minusOut.fill(NaN, 0, Math.min(n, bars));
  let [range, plus, minus] = [0, 0, 0];
  for (let bar = 1; bar < bars; bar++) {
    const up = high[bar] - high[bar - 1];
    const down = low[bar - 1] - low[bar];
    const rest = bar > n ? 1 - 1 / n : 1; // the first n are summed
    range = range * rest + rangeAt(high[bar], low[bar], close[bar - 1]);
    plus = plus * rest + Number(up > down) * aboveZero(up);
    minus = minus * rest + Number(down > up) * aboveZero(down);
    if (bar < n) continue;
    const percent = 100 / range;
    plusOut[bar] = finite(plus * percent);
    minusOut[bar] = finite(minus * percent);
  }
}

/**
 * The band's side that the closes have last crossed. atr, which rma and trueRange say, is worked out in the same loop: a fifth less.
 * The numbers are high, low and close.
 */
export const supertrend: NumberPass = ({ numbers: [high, low, close], n, k, bars }, out) => {
  const share = 1 / n;
  const rest = 1 - share;
  const bands = new Float64Array(4); // looked up in place of branches that are as good as random
  let known = 0;
  let mean = 0;
  let before = NaN;
  let upper = NaN;
  let lower = NaN;
  let isUpper = true;
  for (let bar = 0; bar < bars; bar++) {
    const own = close[bar];
    const range = rangeAt(high[bar], low[bar], before);
    out[bar] = NaN;
    if (range === range) {
      known++;
      mean = known > n ? mean * rest + share * range : mean + range;
      if (known === n) mean = finite(mean / n);
      if (known >= n) {
        const middle = (high[bar] + low[bar]) / 2;
        const above = middle + k * mean;
        const below = middle - k * mean;
        if (upper !== upper) {
          upper = above;
          lower = below;
        } else {
          bands[0] = upper;
          bands[1] = above;
          bands[2] = lower;
          bands[3] = below;
          upper = bands[Number(above < upper) | Number(before > upper)];
          lower = bands[2 + (Number(below > lower) | Number(before < lower))];
          isUpper = isUpper ? !(own > upper) : own < lower;
        }
        out[bar] = finite(isUpper ? upper : lower);
      }
    }
    before = own;
  }
};
