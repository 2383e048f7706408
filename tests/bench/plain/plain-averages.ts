/** Plain loops over one column: means, extremes, spreads and lines. Each is the first thing that a programmer would write. */
import type { PlainFunction } from "./plain-bars.ts";

type Column = Float64Array;

const TRADING_DAYS = 252;

export const PLAIN_AVERAGES: readonly PlainFunction[] = [
  { text: "sma(200)", type: "number", run: ({ close }, out) => plainMean(close, 200, out) },
  { text: "wma(50)", type: "number", run: ({ close }, out) => weightedMean(close, 50, out) },
  { text: "highest(close, 252)", type: "number", run: ({ close }, out) => plainHighest(close, 252, out) },
  { text: "lowest(close, 252)", type: "number", run: ({ close }, out) => plainLowest(close, 252, out) },
  { text: "sum(volume, 20)", type: "number", run: ({ volume }, out) => plainSum(volume, 20, out) },
  { text: "stdev(20)", type: "number", run: ({ close }, out) => deviation(close, 20, out) },
  { text: "zscore(20)", type: "number", run: ({ close }, out) => zscore(close, 20, out) },
  { text: "percentRank(100)", type: "number", run: ({ close }, out) => percentRank(close, 100, out) },
  { text: "growth(126)", type: "number", run: ({ close }, out) => growth(close, 126, out) },
  { text: "change(20)", type: "number", run: ({ close }, out) => change(close, 20, out) },
  { text: "slope(20)", type: "number", run: ({ close }, out) => slope(close, 20, out) },
  { text: "trend(90)", type: "number", run: ({ close }, out) => trend(close, 90, out) },
  { text: "volatility(252)", type: "number", run: ({ close }, out) => volatility(close, 252, out) },
  { text: "streak", type: "number", run: ({ close }, out) => streak(close, out) },
  { text: "ema(20)", type: "number", run: ({ close }, out) => runningMean(close, 20, 2 / 21, out) },
  { text: "rma(20)", type: "number", run: ({ close }, out) => runningMean(close, 20, 1 / 20, out) },
];

function plainSum(x: Column, n: number, out: Column): void {
  out.fill(NaN, 0, n - 1);
  let sum = 0;
  for (let at = 0; at < x.length; at++) {
    sum += x[at];
    if (at >= n) sum -= x[at - n];
    if (at >= n - 1) out[at] = sum;
  }
}

export function plainMean(x: Column, n: number, out: Column): void {
  out.fill(NaN, 0, n - 1);
  let sum = 0;
  for (let at = 0; at < x.length; at++) {
    sum += x[at];
    if (at >= n) sum -= x[at - n];
    if (at >= n - 1) out[at] = sum / n;
  }
}

function weightedMean(x: Column, n: number, out: Column): void {
  out.fill(NaN, 0, n - 1);
  let sum = 0;
  let weighted = 0;
  for (let at = 0; at < n; at++) {
    sum += x[at];
    weighted += (at + 1) * x[at];
  }
  const divisor = (n * (n + 1)) / 2;
  out[n - 1] = weighted / divisor;
  for (let at = n; at < x.length; at++) {
    weighted += n * x[at] - sum;
    sum += x[at] - x[at - n];
    out[at] = weighted / divisor;
  }
}

/** Looks through the window again when the highest leaves it. */
export function plainHighest(x: Column, n: number, out: Column): void {
  out.fill(NaN, 0, n - 1);
  let best = 0;
  for (let at = 0; at < x.length; at++) {
    if (x[at] >= x[best]) best = at;
    else if (best <= at - n) {
      best = at - n + 1;
      for (let other = best + 1; other <= at; other++) if (x[other] >= x[best]) best = other;
    }
    if (at >= n - 1) out[at] = x[best];
  }
}

export function plainLowest(x: Column, n: number, out: Column): void {
  out.fill(NaN, 0, n - 1);
  let best = 0;
  for (let at = 0; at < x.length; at++) {
    if (x[at] <= x[best]) best = at;
    else if (best <= at - n) {
      best = at - n + 1;
      for (let other = best + 1; other <= at; other++) if (x[other] <= x[best]) best = other;
    }
    if (at >= n - 1) out[at] = x[best];
  }
}

/** By sums of distances from the first value, which lose fewer places than those of the values themselves. */
function deviation(x: Column, n: number, out: Column): void {
  out.fill(NaN, 0, n - 1);
  const base = x[0];
  let sum = 0;
  let squares = 0;
  for (let at = 0; at < x.length; at++) {
    const value = x[at] - base;
    sum += value;
    squares += value * value;
    if (at >= n) {
      const gone = x[at - n] - base;
      sum -= gone;
      squares -= gone * gone;
    }
    if (at >= n - 1) out[at] = Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2));
  }
}

function zscore(x: Column, n: number, out: Column): void {
  out.fill(NaN, 0, n - 1);
  const base = x[0];
  let sum = 0;
  let squares = 0;
  for (let at = 0; at < x.length; at++) {
    const value = x[at] - base;
    sum += value;
    squares += value * value;
    if (at >= n) {
      const gone = x[at - n] - base;
      sum -= gone;
      squares -= gone * gone;
    }
    if (at >= n - 1) out[at] = (value - sum / n) / Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2));
  }
}

function percentRank(x: Column, n: number, out: Column): void {
  out.fill(NaN, 0, n);
  for (let at = n; at < x.length; at++) {
    let least = 0;
    for (let other = at - n; other < at; other++) if (x[other] <= x[at]) least++;
    out[at] = (least / n) * 100;
  }
}

function growth(x: Column, n: number, out: Column): void {
  out.fill(NaN, 0, n);
  for (let at = n; at < x.length; at++) out[at] = (x[at] / x[at - n] - 1) * 100;
}

function change(x: Column, n: number, out: Column): void {
  out.fill(NaN, 0, n);
  for (let at = n; at < x.length; at++) out[at] = x[at] - x[at - n];
}

/** The sum of values, each times its place in the window (0 for the oldest), is rolled on. */
function slope(x: Column, n: number, out: Column): void {
  out.fill(NaN, 0, n - 1);
  const squares = (n * (n * n - 1)) / 12;
  let sum = 0;
  let placed = 0;
  for (let at = 0; at < n; at++) {
    sum += x[at];
    placed += at * x[at];
  }
  out[n - 1] = (placed - ((n - 1) / 2) * sum) / squares;
  for (let at = n; at < x.length; at++) {
    placed += (n - 1) * x[at] - (sum - x[at - n]);
    sum += x[at] - x[at - n];
    out[at] = (placed - ((n - 1) / 2) * sum) / squares;
  }
}

const logarithms = new Float64Array(1 << 16);

function trend(x: Column, n: number, out: Column): void {
  out.fill(NaN, 0, n - 1);
  const squares = (n * (n * n - 1)) / 12;
  let sum = 0;
  let placed = 0;
  let own = 0;
  for (let at = 0; at < x.length; at++) {
    const value = Math.log(x[at]);
    logarithms[at] = value;
    own += value * value;
    if (at < n) {
      sum += value;
      placed += at * value;
    } else {
      const gone = logarithms[at - n];
      placed += (n - 1) * value - (sum - gone);
      sum += value - gone;
      own -= gone * gone;
    }
    if (at < n - 1) continue;
    const joint = placed - ((n - 1) / 2) * sum;
    const around = own - (sum * sum) / n;
    const rise = joint / squares;
    out[at] = (Math.exp(rise * TRADING_DAYS) - 1) * 100 * ((joint * joint) / (squares * around));
  }
}

const returns = new Float64Array(1 << 16);

function volatility(x: Column, n: number, out: Column): void {
  out.fill(NaN, 0, n);
  const yearly = Math.sqrt(TRADING_DAYS) * 100;
  let sum = 0;
  let squares = 0;
  for (let at = 1; at < x.length; at++) {
    const value = x[at] / x[at - 1] - 1;
    returns[at] = value;
    sum += value;
    squares += value * value;
    if (at > n) {
      const gone = returns[at - n];
      sum -= gone;
      squares -= gone * gone;
    }
    if (at >= n) out[at] = Math.sqrt(Math.max(0, (squares - (sum * sum) / n) / (n - 1))) * yearly;
  }
}

function streak(x: Column, out: Column): void {
  let run = 0;
  out[0] = 0;
  for (let at = 1; at < x.length; at++) {
    if (x[at] > x[at - 1]) run = run > 0 ? run + 1 : 1;
    else if (x[at] < x[at - 1]) run = run < 0 ? run - 1 : -1;
    else run = 0;
    out[at] = run;
  }
}

/** Begins with the mean of the first n. */
export function runningMean(x: Column, n: number, share: number, out: Column): void {
  out.fill(NaN, 0, n - 1);
  let mean = 0;
  for (let at = 0; at < n; at++) mean += x[at];
  mean /= n;
  out[n - 1] = mean;
  for (let at = n; at < x.length; at++) {
    mean += share * (x[at] - mean);
    out[at] = mean;
  }
}
