/** Wilder's directional movement and the line that follows the average true range. Definitions: README.md section 5. */
import type { NumberPass, Pass } from "../function-entry.ts";
import { runMean } from "./averages.ts";
import { aboveZero, finite } from "./known-runs.ts";
import { rangeAt, trueRange } from "./ranges.ts";

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

/** The band's side that the closes have last crossed. The numbers are high, low and close. */
export const supertrend: NumberPass = (pass, out) => {
  const { numbers, n, k, bars, scratch } = pass;
  const [high, low, close] = numbers;
  const [range, atr] = [scratch(0).subarray(0, bars), scratch(1)];
  trueRange(pass, range);
  runMean(range, n, 1 / n, atr);
  let [before, upper, lower, isUpper] = [NaN, NaN, NaN, true];
  for (let bar = 0; bar < bars; bar++) {
    const own = close[bar];
    const reach = k * atr[bar];
    out[bar] = NaN;
    if (reach === reach) {
      const middle = (high[bar] + low[bar]) / 2;
      const [above, below] = [middle + reach, middle - reach];
      if (upper !== upper) [upper, lower] = [above, below];
      else {
        if (above < upper || before > upper) upper = above;
        if (below > lower || before < lower) lower = below;
        isUpper = isUpper ? !(own > upper) : own < lower;
      }
      out[bar] = finite(isUpper ? upper : lower);
    }
    before = own;
  }
};
