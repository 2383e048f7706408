/** Wilder's directional movement and the line that follows the average true range. Definitions: README.md section 5. */
import type { NumberPass, Pass } from "../function-entry.ts";
import { runMean } from "./averages.ts";
import { finite } from "./known-runs.ts";
import { rangeAt } from "./ranges.ts";

export const plusDI: NumberPass = (pass, out) => directions(pass, out, new Float64Array(pass.bars));

export const minusDI: NumberPass = (pass, out) => directions(pass, new Float64Array(pass.bars), out);

export const adx: NumberPass = (pass, out) => {
  const { bars } = pass;
  const [n] = pass.counts;
  const [plus, minus] = [new Float64Array(bars), new Float64Array(bars)];
  directions(pass, plus, minus);
  for (let bar = 0; bar < bars; bar++) {
    const both = plus[bar] + minus[bar];
    plus[bar] = both === 0 ? 0 : finite((100 * Math.abs(plus[bar] - minus[bar])) / both);
  }
  runMean(plus, n, 1 / n, out);
};

/**
 * Writes plusDI and minusDI. The pass' numbers are high, low and close.
 * Source: Wilder, "New Concepts in Technical Trading Systems", 1978.
 */
function directions(
  { numbers: [high, low, close], counts: [n], bars }: Pass,
  plusOut: Float64Array,
  minusOut: Float64Array,
): void {
  let [range, plus, minus] = [0, 0, 0];
  plusOut.fill(NaN, 0, Math.min(n, bars));
  minusOut.fill(NaN, 0, Math.min(n, bars));
  for (let bar = 1; bar < bars; bar++) {
    const up = high[bar] - high[bar - 1];
    const down = low[bar - 1] - low[bar];
    const share = bar > n ? 1 / n : 1; // the first n are summed
    const rest = bar > n ? 1 - share : 1;
    range = range * rest + share * rangeAt(high[bar], low[bar], close[bar - 1]);
    plus = plus * rest + share * Number(up > down) * Math.max(up, 0);
    minus = minus * rest + share * Number(down > up) * Math.max(down, 0);
    if (bar < n) continue;
    if (bar === n) {
      range /= n;
      plus /= n;
      minus /= n;
    }
    plusOut[bar] = finite((100 * plus) / range);
    minusOut[bar] = finite((100 * minus) / range);
  }
}

/** The band's side that the closes have last crossed. The numbers are high, low and close. */
export const supertrend: NumberPass = ({ numbers: [high, low, close], counts: [n, k], bars }, out) => {
  const ranges = new Float64Array(bars);
  ranges[0] = NaN;
  for (let bar = 1; bar < bars; bar++) ranges[bar] = rangeAt(high[bar], low[bar], close[bar - 1]);
  const average = new Float64Array(bars).fill(NaN);
  runMean(ranges, n, 1 / n, average);
  let upper = NaN;
  let lower = NaN;
  let isUpper = true;
  for (let bar = 0; bar < bars; bar++) {
    out[bar] = NaN;
    if (average[bar] !== average[bar]) continue;
    const middle = (high[bar] + low[bar]) / 2;
    const above = middle + k * average[bar];
    const below = middle - k * average[bar];
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
