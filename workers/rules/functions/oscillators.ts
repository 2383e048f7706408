/** Changes, and how strong rises are beside falls. Definitions: README.md section 5. */
import type { NumberPass, Roll } from "../function-entry.ts";
import { runMean } from "./averages.ts";
import { aboveZero, finite } from "./known-runs.ts";

/** Rolled sums of money that have shrunk by more than this are worked out afresh: they may have lost too many places. */
const MOST_CHANGE = 1000;

export const change: NumberPass = ({ numbers: [x], n, bars }, out) => {
  out.fill(NaN, 0, Math.min(n, bars));
  for (let bar = n; bar < bars; bar++) out[bar] = finite(x[bar] - x[bar - n]);
};

/** Percent; unknown where the value before is not above 0. */
export const growth: NumberPass = ({ numbers: [x], n, bars }, out) => {
  out.fill(NaN, 0, Math.min(n, bars));
  for (let bar = n; bar < bars; bar++) {
    const before = x[bar - n];
    out[bar] = before > 0 ? finite((x[bar] / before - 1) * 100) : NaN;
  }
};

/** Source: Wilder, "New Concepts in Technical Trading Systems", 1978. */
export const rsi: NumberPass = ({ numbers: [x], n, bars, scratch }, out) => {
  const [gains, sizes, gain] = [0, 1, 2].map((place) => scratch(place).subarray(0, bars));
  for (let bar = 0; bar < bars; bar++) {
    const move = bar === 0 ? NaN : finite(x[bar] - x[bar - 1]);
    sizes[bar] = Math.abs(move);
    gains[bar] = Number(move > 0) * move; // half of its sum with its size, as aboveZero says it, may overflow
  }
  runMean(gains, n, 1 / n, gain);
  runMean(sizes, n, 1 / n, out);
  for (let bar = 0; bar < bars; bar++) out[bar] = strength(gain[bar], out[bar]);
};

/** 100 x gain / (gain + loss) is 100 - 100 / (1 + gain / loss). @param moved - gain and loss together */
export function strength(gain: number, moved: number): number {
  return moved > 0 ? 100 * (gain / moved) : moved === 0 ? 50 : NaN;
}

/** Money that came in on rises of the typical price beside what went out. The numbers are high, low, close and volume. */
export const mfi: NumberPass = (pass, out) => {
  const { bars, scratch } = pass;
  const [high, low, close, volume] = pass.numbers;
  const flow = scratch(0);
  let before = NaN;
  for (let bar = 0; bar < bars; bar++) {
    const price = (high[bar] + low[bar] + close[bar]) / 3;
    flow[bar] = (Number(price > before) - Number(price < before)) * price * volume[bar];
    before = price;
  }
  flow[0] = NaN;
  pass.rollBlocks({ ...pass, numbers: [flow] }, rollStrengths, null, out);
};

/** Of the sums of flows above 0 beside those below. Each is rolled by itself, so that one of nothing is exactly 0. */
const rollStrengths: Roll<null> = (flow, { first, stop, n }, _told, out) => {
  let [gain, loss] = [0, 0];
  for (let bar = first - n + 1; bar <= first; bar++) {
    gain += aboveZero(flow[bar]);
    loss += aboveZero(-flow[bar]);
  }
  let mostGain = gain;
  let mostLoss = loss;
  out[first] = strength(gain, gain + loss);
  for (let bar = first + 1; bar < stop; bar++) {
    const come = flow[bar];
    const gone = flow[bar - n];
    gain += aboveZero(come) - aboveZero(gone);
    loss += aboveZero(-come) - aboveZero(-gone);
    mostGain = Math.max(mostGain, gain);
    mostLoss = Math.max(mostLoss, loss);
    if (!(gain * MOST_CHANGE >= mostGain && loss * MOST_CHANGE >= mostLoss)) return bar;
    out[bar] = strength(gain, gain + loss);
  }
  return stop;
};

/** The share of the n values before that are at most today's, forgiving rounding. */
export const percentRank: NumberPass = ({ numbers: [x], n, bars, floors, floor }, out) => {
  let known = 0;
  for (let bar = 0; bar < bars; bar++) {
    const own = x[bar];
    known = own === own ? known + 1 : 0;
    out[bar] = NaN;
    if (known <= n) continue;
    const forgiven = 1e-9 * Math.max(Math.abs(own), floors === null ? floor : Math.abs(floors[bar]));
    const most = own + forgiven; // a value above it that is larger than all these sizes is further away than its own size forgives
    let atMost = 0;
    for (let at = bar - n; at < bar; at++) atMost += Number(x[at] <= most);
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
