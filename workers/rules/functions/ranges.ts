/** The highest and lowest of windows, ranges of a bar and of days, and what is told by them. Definitions: README.md section 5. */
import type { NumberPass, Pass } from "../function-entry.ts";
import { finite } from "./known-runs.ts";

export const highest: NumberPass = (pass, out) => extremes(pass, 1, out);

export const lowest: NumberPass = (pass, out) => extremes(pass, -1, out);

/**
 * The highest so far from the front of each n bars, and from their back: of any window, one of each. An unknown value makes both
 * unknown.
 * Source: van Herk, "A fast algorithm for local minimum and maximum filters", Pattern Recognition Letters 13, 1992.
 *
 * @param sign - 1 for the highest, -1 for the lowest
 */
function extremes({ numbers: [x], counts: [n], bars }: Pass, sign: 1 | -1, out: Float64Array): void {
  const back = new Float64Array(n + 1).fill(NaN);
  for (let start = 0; start < bars; start += n) {
    const end = Math.min(bars, start + n);
    let front = -Infinity;
    for (let bar = start; bar < end - 1; bar++) {
      front = Math.max(front, sign * x[bar]);
      out[bar] = sign * Math.max(front, back[bar - start + 1]);
    }
    front = Math.max(front, sign * x[end - 1]);
    out[end - 1] = end - start === n ? sign * front : sign * Math.max(front, back[end - start]);
    let last = -Infinity;
    for (let bar = end - 1; bar >= start; bar--) {
      last = Math.max(last, sign * x[bar]);
      back[bar - start] = last;
    }
  }
}

/** Unknown on the first bar. */
export const trueRange: NumberPass = ({ numbers: [high, low, close], bars }, out) => {
  out[0] = NaN;
  for (let bar = 1; bar < bars; bar++) {
    const before = close[bar - 1];
    out[bar] = Math.max(high[bar] - low[bar], Math.abs(high[bar] - before), Math.abs(low[bar] - before));
  }
};

/** The rise of the highs where it is more than the fall of the lows, else 0. */
export const plusMove: NumberPass = ({ numbers: [high, low], bars }, out) => {
  out[0] = NaN;
  for (let bar = 1; bar < bars; bar++) {
    const up = high[bar] - high[bar - 1];
    out[bar] = Number(up > low[bar - 1] - low[bar]) * Math.max(up, 0); // a branch would be as good as random
  }
};

export const minusMove: NumberPass = ({ numbers: [high, low], bars }, out) => {
  out[0] = NaN;
  for (let bar = 1; bar < bars; bar++) {
    const down = low[bar - 1] - low[bar];
    out[bar] = Number(down > high[bar] - high[bar - 1]) * Math.max(down, 0);
  }
};

/** 100 x |a - b| / (a + b), 0 where the divisor is 0. For adx. */
export const imbalance: NumberPass = ({ numbers: [a, b], bars }, out) => {
  for (let bar = 0; bar < bars; bar++) {
    const both = a[bar] + b[bar];
    out[bar] = both === 0 ? 0 : finite((100 * Math.abs(a[bar] - b[bar])) / both);
  }
};

/** The band's side that the closes have last crossed. The numbers are the average true range, then high, low and close. */
export const supertrend: NumberPass = ({ numbers: [range, high, low, close], counts: [k], bars }, out) => {
  let upper = NaN;
  let lower = NaN;
  let isUpper = true;
  for (let bar = 0; bar < bars; bar++) {
    out[bar] = NaN;
    if (range[bar] !== range[bar]) continue;
    const middle = (high[bar] + low[bar]) / 2;
    const above = middle + k * range[bar];
    const below = middle - k * range[bar];
    if (upper !== upper) {
      upper = above;
      lower = below;
    } else {
      const before = close[bar - 1];
      if (above < upper || before > upper) upper = above;
      if (below > lower || before < lower) lower = below;
      isUpper = isUpper ? !(close[bar] > upper) : close[bar] < lower;
    }
    out[bar] = finite(isUpper ? upper : lower);
  }
};
