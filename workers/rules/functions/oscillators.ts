/** Changes, and how strong rises are beside falls. Definitions: README.md section 5. */
import type { NumberPass } from "../function-entry.ts";
import { sum } from "./averages.ts";
import { finite } from "./known-runs.ts";

export const change: NumberPass = ({ numbers: [x], counts: [n], bars }, out) => {
  out.fill(NaN, 0, Math.min(n, bars));
  for (let bar = n; bar < bars; bar++) out[bar] = finite(x[bar] - x[bar - n]);
};

/** Percent; unknown where the value before is not above 0. */
export const growth: NumberPass = ({ numbers: [x], counts: [n], bars }, out) => {
  out.fill(NaN, 0, Math.min(n, bars));
  for (let bar = n; bar < bars; bar++) {
    const before = x[bar - n];
    out[bar] = before > 0 ? finite((x[bar] / before - 1) * 100) : NaN;
  }
};

/** Source: Wilder, "New Concepts in Technical Trading Systems", 1978. */
export const rsi: NumberPass = ({ numbers: [x], counts: [n], bars }, out) => {
  const share = 1 / n;
  let [known, gain, loss] = [0, 0, 0];
  let bar = 0;
  for (; bar < bars && known < n; bar++) {
    out[bar] = NaN;
    const move = bar === 0 ? NaN : x[bar] - x[bar - 1];
    if (move !== move) continue;
    known++;
    gain += Math.max(move, 0);
    loss += Math.max(-move, 0);
  }
  if (known < n) return;
  gain *= share;
  loss *= share;
  out[bar - 1] = strength(gain, loss);
  for (; bar < bars; bar++) {
    const move = x[bar] - x[bar - 1];
    if (move === move) {
      gain += share * (Math.max(move, 0) - gain);
      loss += share * (Math.max(-move, 0) - loss);
      out[bar] = strength(gain, loss);
    } else out[bar] = NaN;
  }
};

/** 100 x gain / (gain + loss) is 100 - 100 / (1 + gain / loss). */
function strength(gain: number, loss: number): number {
  const both = gain + loss;
  return both === 0 ? 50 : finite((100 * gain) / both);
}

/** Money that came in on rises of the typical price beside what went out. The numbers are high, low, close and volume. */
export const mfi: NumberPass = (pass, out) => {
  const { bars } = pass;
  const [high, low, close, volume] = pass.numbers;
  const [come, gone] = [new Float64Array(bars), new Float64Array(bars)];
  let before = NaN;
  for (let bar = 0; bar < bars; bar++) {
    const price = (high[bar] + low[bar] + close[bar]) / 3;
    const money = bar === 0 ? NaN : price * volume[bar];
    come[bar] = Number(price > before) * money;
    gone[bar] = Number(price < before) * money;
    before = price;
  }
  const wentOut = new Float64Array(bars);
  sum({ ...pass, numbers: [gone] }, wentOut);
  sum({ ...pass, numbers: [come] }, out);
  for (let bar = 0; bar < bars; bar++) out[bar] = strength(out[bar], wentOut[bar]);
};

/** The share of the n values before that are at most today's, forgiving rounding. */
export const percentRank: NumberPass = ({ numbers: [x], counts: [n], bars, floors, floor }, out) => {
  let known = 0;
  for (let bar = 0; bar < bars; bar++) {
    known = x[bar] === x[bar] ? known + 1 : 0;
    out[bar] = NaN;
    if (known <= n) continue;
    const own = x[bar];
    const least = Math.max(Math.abs(own), floors === null ? floor : Math.abs(floors[bar]));
    let atMost = 0;
    for (let at = bar - n; at < bar; at++) {
      atMost += Number(x[at] <= own + 1e-9 * Math.max(Math.abs(x[at]), least));
    }
    out[bar] = (atMost / n) * 100;
  }
};

/** Running sum of the volume of rises less that of falls. */
export const obv: NumberPass = ({ numbers: [close, volume], bars }, out) => {
  let total = 0;
  for (let bar = 0; bar < bars; bar++) {
    const before = close[bar - 1]; // none before the first: then neither holds
    total += (Number(close[bar] > before) - Number(close[bar] < before)) * volume[bar];
    out[bar] = finite(total);
  }
};
