/** Values that run on from the first bar: exponential and Wilder's averages and what is made of them. */
import type { Given, NumberDefinition } from "./definition.ts";
import { ratio } from "./values.ts";
import type { Figure, History } from "./values.ts";
import { mean } from "./windows.ts";

/**
 * Begins with the mean of the first n known values; where the input is unknown it waits. The contract's
 * e + weight (x - e), in the form whose rounding is as small as its result, also behind a value a million times as large.
 */
function runOn(x: History, n: number, weight: number): Figure {
  if ((x[0] ?? null) === null) return null;
  const known = x.filter((value) => value !== null).toReversed();
  if (known.length < n) return null;
  let average = mean(known.slice(0, n));
  for (const value of known.slice(n)) average = (1 - weight) * average + weight * value;
  return average;
}

function ema(x: History, n: number): Figure {
  return runOn(x, n, 2 / (n + 1));
}

function rma(x: History, n: number): Figure {
  return runOn(x, n, 1 / n);
}

/** A formula of each value and the one before it; unknown where either is. */
function steps(x: History, formula: (today: number, before: number) => number): History {
  return x.map((today, k) => {
    const before = x[k + 1] ?? null;
    return today === null || before === null ? null : formula(today, before);
  });
}

/** The difference of two figures, unknown where one is. */
function difference(a: Figure, b: Figure): Figure {
  return a === null || b === null ? null : a - b;
}

function rsi({ x, n }: Given): Figure {
  const gain = rma(
    steps(x, (today, before) => Math.max(today - before, 0)),
    n,
  );
  const loss = rma(
    steps(x, (today, before) => Math.max(before - today, 0)),
    n,
  );
  if (gain === null || loss === null) return null;
  if (loss === 0) return gain === 0 ? 50 : 100;
  return 100 - 100 / (1 + gain / loss);
}

/** The movement up or down where it is the larger one, else 0; unknown on the first bar. */
function movement({ high, low }: Given, wanted: "up" | "down"): Figure {
  const up = difference(high[0] ?? null, high[1] ?? null);
  const down = difference(low[1] ?? null, low[0] ?? null);
  if (up === null || down === null) return null;
  const [it, other] = wanted === "up" ? [up, down] : [down, up];
  return it > other && it > 0 ? it : 0;
}

function directionIndex({ own, n }: Given, movements: "plusDM" | "minusDM"): Figure {
  const moved = rma(own(movements), n);
  const range = rma(own("trueRange"), n);
  return moved === null || range === null ? null : ratio(100 * moved, range);
}

/** How far the two direction indices lie apart, in percent of their sum; 0 where that is 0. */
function directional({ own, n }: Given): Figure {
  const plus = own("plusDI", n)[0] ?? null;
  const minus = own("minusDI", n)[0] ?? null;
  if (plus === null || minus === null) return null;
  return plus + minus === 0 ? 0 : (100 * Math.abs(plus - minus)) / (plus + minus);
}

interface Band {
  readonly upper: number;
  readonly lower: number;
  readonly lineIs: "upper" | "lower";
}

function supertrend({ own, high, low, close, literals: [n = 0, k = 0] }: Given): Figure {
  const ranges = own("atr", n);
  let band: Band | null = null;
  for (let ago = close.length - 1; ago >= 0; ago--) {
    const range = ranges[ago] ?? null;
    if (range === null) continue;
    const middle = ((high[ago] ?? Number.NaN) + (low[ago] ?? Number.NaN)) / 2;
    const fresh = { upper: middle + k * range, lower: middle - k * range };
    band = nextBand(band, fresh, { close: close[ago] ?? Number.NaN, before: close[ago + 1] ?? Number.NaN });
  }
  return band && band[band.lineIs];
}

function nextBand(
  last: Band | null,
  fresh: { upper: number; lower: number },
  price: { close: number; before: number },
): Band {
  if (last === null) return { ...fresh, lineIs: "upper" };
  const upper = fresh.upper < last.upper || price.before > last.upper ? fresh.upper : last.upper;
  const lower = fresh.lower > last.lower || price.before < last.lower ? fresh.lower : last.lower;
  if (last.lineIs === "upper") return { upper, lower, lineIs: price.close > upper ? "lower" : "upper" };
  return { upper, lower, lineIs: price.close < lower ? "upper" : "lower" };
}

export const RUNNING = {
  ema: ({ x, n }) => ema(x, n),
  rma: ({ x, n }) => rma(x, n),
  rsi,
  macd: ({ close, literals: [fast = 0, slow = 0] }) => difference(ema(close, fast), ema(close, slow)),
  macdSignal: ({ own, literals: [fast = 0, slow = 0, signal = 0] }) => ema(own("macd", fast, slow), signal),
  macdHistogram: ({ own, literals: [fast = 0, slow = 0, signal = 0] }) =>
    difference(own("macd", fast, slow)[0] ?? null, own("macdSignal", fast, slow, signal)[0] ?? null),
  atr: ({ own, n }) => rma(own("trueRange"), n),
  plusDM: (given) => movement(given, "up"),
  minusDM: (given) => movement(given, "down"),
  plusDI: (given) => directionIndex(given, "plusDM"),
  minusDI: (given) => directionIndex(given, "minusDM"),
  directional,
  adx: ({ own, n }) => rma(own("directional", n), n),
  supertrend,
} satisfies Record<string, NumberDefinition>;
