/** Plain loops over a bar's several prices: oscillators, ranges and bands. Each is the first thing that a programmer would write. */
import { plainHighest, plainLowest, plainMean, runningMean } from "./plain-averages.ts";
import type { NumberLoop, PlainFunction } from "./plain-bars.ts";

type Column = Float64Array;

/** Room for what a loop needs besides what it writes; bars of an instrument at most. */
const room = () => new Float64Array(1 << 16);
const first = room();
const second = room();
const third = room();

export const PLAIN_OSCILLATORS: readonly PlainFunction[] = [
  { text: "rsi(14)", type: "number", run: ({ close }, out) => rsi(close, 14, out) },
  { text: "macd(12, 26)", type: "number", run: ({ close }, out) => macd(close, out) },
  { text: "macdSignal(12, 26, 9)", type: "number", run: ({ close }, out) => macdSignal(close, out) },
  { text: "macdHistogram(12, 26, 9)", type: "number", run: ({ close }, out) => macdHistogram(close, out) },
  { text: "trueRange", type: "number", run: (bars, out) => trueRange(bars, out) },
  { text: "atr(14)", type: "number", run: (bars, out) => atr(bars, 14, out) },
  { text: "plusDI(14)", type: "number", run: (bars, out) => directions(bars, 14, { plus: out }) },
  { text: "minusDI(14)", type: "number", run: (bars, out) => directions(bars, 14, { minus: out }) },
  { text: "adx(14)", type: "number", run: (bars, out) => adx(bars, 14, out) },
  { text: "stochK(14)", type: "number", run: (bars, out) => stochastic(bars, 14, out) },
  { text: "stochD(14, 3)", type: "number", run: (bars, out) => slowStochastic(bars, out) },
  { text: "williamsR(14)", type: "number", run: (bars, out) => williamsR(bars, 14, out) },
  { text: "cci(20)", type: "number", run: (bars, out) => cci(bars, 20, out) },
  { text: "mfi(14)", type: "number", run: (bars, out) => mfi(bars, 14, out) },
  { text: "obv", type: "number", run: (bars, out) => obv(bars, out) },
  { text: "bollingerUpper(20, 2)", type: "number", run: (bars, out) => band(bars, "upper", out) },
  { text: "bollingerLower(20, 2)", type: "number", run: (bars, out) => band(bars, "lower", out) },
  { text: "percentB(20, 2)", type: "number", run: (bars, out) => band(bars, "place", out) },
  { text: "bandwidth(20, 2)", type: "number", run: (bars, out) => band(bars, "width", out) },
  { text: "supertrend(10, 3)", type: "number", run: (bars, out) => supertrend(bars, out) },
];

type Bars = Parameters<NumberLoop>[0];

function rsi(x: Column, n: number, out: Column): void {
  out.fill(NaN, 0, n);
  let rise = 0;
  let fall = 0;
  for (let at = 1; at < x.length; at++) {
    const step = x[at] - x[at - 1];
    const up = Math.max(step, 0);
    const down = Math.max(-step, 0);
    if (at <= n) {
      rise += up / n;
      fall += down / n;
    } else {
      rise += (up - rise) / n;
      fall += (down - fall) / n;
    }
    if (at >= n) out[at] = fall === 0 ? (rise === 0 ? 50 : 100) : 100 - 100 / (1 + rise / fall);
  }
}

function macd(x: Column, out: Column): void {
  runningMean(x, 12, 2 / 13, first);
  runningMean(x, 26, 2 / 27, second);
  for (let at = 0; at < x.length; at++) out[at] = first[at] - second[at];
}

function macdSignal(x: Column, out: Column): void {
  macd(x, third);
  out.fill(NaN, 0, 25);
  runningMean(third.subarray(25, x.length), 9, 2 / 10, out.subarray(25));
}

function macdHistogram(x: Column, out: Column): void {
  macdSignal(x, out);
  for (let at = 0; at < x.length; at++) out[at] = third[at] - out[at];
}

function trueRange({ high, low, close }: Bars, out: Column): void {
  out[0] = NaN;
  for (let at = 1; at < close.length; at++) {
    const before = close[at - 1];
    out[at] = Math.max(high[at] - low[at], Math.abs(high[at] - before), Math.abs(low[at] - before));
  }
}

function atr(bars: Bars, n: number, out: Column): void {
  trueRange(bars, first);
  out[0] = NaN;
  runningMean(first.subarray(1, bars.close.length), n, 1 / n, out.subarray(1));
}

/** Both directions in one pass; written is the one that is asked for. */
function directions(
  { high, low, close }: Bars,
  n: number,
  { plus, minus }: { readonly plus?: Column; readonly minus?: Column },
): void {
  plus?.fill(NaN, 0, n);
  minus?.fill(NaN, 0, n);
  let ups = 0;
  let downs = 0;
  let ranges = 0;
  for (let at = 1; at < close.length; at++) {
    const up = high[at] - high[at - 1];
    const down = low[at - 1] - low[at];
    const before = close[at - 1];
    const range = Math.max(high[at] - low[at], Math.abs(high[at] - before), Math.abs(low[at] - before));
    const ownUp = up > down && up > 0 ? up : 0;
    const ownDown = down > up && down > 0 ? down : 0;
    const share = at <= n ? 1 : 1 - 1 / n;
    ups = ups * share + ownUp / n;
    downs = downs * share + ownDown / n;
    ranges = ranges * share + range / n;
    if (at < n) continue;
    if (plus) plus[at] = (100 * ups) / ranges;
    if (minus) minus[at] = (100 * downs) / ranges;
  }
}

function adx(bars: Bars, n: number, out: Column): void {
  const { length } = bars.close;
  directions(bars, n, { plus: first, minus: second });
  for (let at = n; at < length; at++) {
    const total = first[at] + second[at];
    third[at] = total === 0 ? 0 : (100 * Math.abs(first[at] - second[at])) / total;
  }
  out.fill(NaN, 0, n);
  runningMean(third.subarray(n, length), n, 1 / n, out.subarray(n));
}

function stochastic({ high, low, close }: Bars, n: number, out: Column): void {
  plainLowest(low, n, first);
  plainHighest(high, n, second);
  for (let at = 0; at < close.length; at++)
    out[at] = (100 * (close[at] - first[at])) / (second[at] - first[at]);
}

function slowStochastic(bars: Bars, out: Column): void {
  stochastic(bars, 14, third);
  out.fill(NaN, 0, 13);
  plainMean(third.subarray(13, bars.close.length), 3, out.subarray(13));
}

function williamsR({ high, low, close }: Bars, n: number, out: Column): void {
  plainLowest(low, n, first);
  plainHighest(high, n, second);
  for (let at = 0; at < close.length; at++)
    out[at] = (-100 * (second[at] - close[at])) / (second[at] - first[at]);
}

function cci({ high, low, close }: Bars, n: number, out: Column): void {
  out.fill(NaN, 0, n - 1);
  let sum = 0;
  for (let at = 0; at < close.length; at++) {
    const price = (high[at] + low[at] + close[at]) / 3;
    first[at] = price;
    sum += price;
    if (at >= n) sum -= first[at - n];
    if (at < n - 1) continue;
    const mean = sum / n;
    let distance = 0;
    for (let other = at - n + 1; other <= at; other++) distance += Math.abs(first[other] - mean);
    out[at] = (price - mean) / (0.015 * (distance / n));
  }
}

function mfi({ high, low, close, volume }: Bars, n: number, out: Column): void {
  out.fill(NaN, 0, n);
  let ups = 0;
  let downs = 0;
  let before = (high[0] + low[0] + close[0]) / 3;
  for (let at = 1; at < close.length; at++) {
    const price = (high[at] + low[at] + close[at]) / 3;
    const flow = price * volume[at];
    first[at] = price > before ? flow : 0;
    second[at] = price < before ? flow : 0;
    before = price;
    ups += first[at];
    downs += second[at];
    if (at > n) {
      ups -= first[at - n];
      downs -= second[at - n];
    }
    if (at >= n) out[at] = downs === 0 ? (ups === 0 ? 50 : 100) : 100 - 100 / (1 + ups / downs);
  }
}

function obv({ close, volume }: Bars, out: Column): void {
  let total = 0;
  out[0] = 0;
  for (let at = 1; at < close.length; at++) {
    if (close[at] > close[at - 1]) total += volume[at];
    else if (close[at] < close[at - 1]) total -= volume[at];
    out[at] = total;
  }
}

/** Of the mean of 20 closes and two standard deviations: a band, the close's place between them, or how wide they are. */
function band({ close }: Bars, what: "upper" | "lower" | "place" | "width", out: Column): void {
  const n = 20;
  const factor = 2;
  out.fill(NaN, 0, n - 1);
  const base = close[0];
  let sum = 0;
  let squares = 0;
  for (let at = 0; at < close.length; at++) {
    const value = close[at] - base;
    sum += value;
    squares += value * value;
    if (at >= n) {
      const gone = close[at - n] - base;
      sum -= gone;
      squares -= gone * gone;
    }
    if (at < n - 1) continue;
    const distance = sum / n;
    const width = factor * Math.sqrt(Math.max(0, squares / n - distance * distance));
    if (what === "upper") out[at] = base + distance + width;
    else if (what === "lower") out[at] = base + distance - width;
    else if (what === "place") out[at] = (value - distance + width) / (2 * width);
    else out[at] = ((2 * width) / (base + distance)) * 100;
  }
}

function supertrend(bars: Bars, out: Column): void {
  const n = 10;
  const factor = 3;
  const { high, low, close } = bars;
  atr(bars, n, second);
  out.fill(NaN, 0, n);
  let upper = NaN;
  let lower = NaN;
  let isUpper = true;
  for (let at = n; at < close.length; at++) {
    const middle = (high[at] + low[at]) / 2;
    const up = middle + factor * second[at];
    const down = middle - factor * second[at];
    if (at === n) {
      upper = up;
      lower = down;
    } else {
      upper = up < upper || close[at - 1] > upper ? up : upper;
      lower = down > lower || close[at - 1] < lower ? down : lower;
      isUpper = isUpper ? close[at] <= upper : close[at] < lower;
    }
    out[at] = isUpper ? upper : lower;
  }
}
