/** Functions of a bar's range: channels, bands, oscillators of high and low, and volume. */
import type { Given, NumberDefinition } from "./definition.ts";
import { ratio } from "./values.ts";
import type { Figure } from "./values.ts";
import { deviation, lastKnown, mean, total } from "./windows.ts";

/** Lowest low, highest high and today's close of the last n bars. */
function channel({ high, low, close, n }: Given): { top: number; bottom: number; close: number } | null {
  const highs = lastKnown(high, n);
  const lows = lastKnown(low, n);
  const today = close[0] ?? null;
  if (highs === null || lows === null || today === null) return null;
  return { top: Math.max(...highs), bottom: Math.min(...lows), close: today };
}

/** The bands of Bollinger about the mean of the last n closes. */
function bands({ close, literals: [n = 0, k = 0] }: Given): {
  upper: number;
  middle: number;
  lower: number;
} | null {
  const window = lastKnown(close, n);
  if (window === null) return null;
  const middle = mean(window);
  const width = k * deviation(window);
  return { upper: middle + width, middle, lower: middle - width };
}

function cci({ own, n }: Given): Figure {
  const window = lastKnown(own("typicalPrice"), n);
  if (window === null) return null;
  const middle = mean(window);
  const away = mean(window.map((price) => Math.abs(price - middle)));
  if (away < 1e-9 * Math.abs(middle)) return null;
  return ratio((window[0] ?? Number.NaN) - middle, 0.015 * away);
}

function mfi({ own, volume, n }: Given): Figure {
  const prices = lastKnown(own("typicalPrice"), n + 1);
  const volumes = lastKnown(volume, n);
  if (prices === null || volumes === null) return null;
  const flows = volumes.map((shares, k) => {
    const price = prices[k] ?? Number.NaN;
    const before = prices[k + 1] ?? Number.NaN;
    return { money: price * shares, direction: Math.sign(price - before) };
  });
  const up = total(flows.map(({ money, direction }) => (direction === 1 ? money : 0)));
  const down = total(flows.map(({ money, direction }) => (direction === -1 ? money : 0)));
  if (down === 0) return up === 0 ? 50 : 100;
  return 100 - 100 / (1 + up / down);
}

function obv({ close, volume }: Given): Figure {
  let running = 0;
  for (let k = close.length - 2; k >= 0; k--) {
    const today = close[k] ?? Number.NaN;
    const before = close[k + 1] ?? Number.NaN;
    if (today > before) running += volume[k] ?? Number.NaN;
    if (today < before) running -= volume[k] ?? Number.NaN;
  }
  return running;
}

function stochK(given: Given): Figure {
  const found = channel(given);
  return found && ratio(100 * (found.close - found.bottom), found.top - found.bottom);
}

export const RANGES = {
  trueRange: ({ high: [high = null], low: [low = null], close: [, before = null] }) => {
    if (high === null || low === null || before === null) return null;
    return Math.max(high - low, Math.abs(high - before), Math.abs(low - before));
  },
  typicalPrice: ({ high: [high = null], low: [low = null], close: [close = null] }) =>
    high === null || low === null || close === null ? null : (high + low + close) / 3,
  stochK,
  stochD: ({ own, literals: [n = 0, m = 0] }) => {
    const window = lastKnown(own("stochK", n), m);
    return window === null ? null : mean(window);
  },
  williamsR: (given) => {
    const found = channel(given);
    return found && ratio(-100 * (found.top - found.close), found.top - found.bottom);
  },
  cci,
  mfi,
  obv,
  bollingerUpper: (given) => bands(given)?.upper ?? null,
  bollingerLower: (given) => bands(given)?.lower ?? null,
  percentB: (given) => {
    const found = bands(given);
    return found && ratio((given.close[0] ?? Number.NaN) - found.lower, found.upper - found.lower);
  },
  bandwidth: (given) => {
    const found = bands(given);
    const share = found && ratio(found.upper - found.lower, found.middle);
    return share === null ? null : share * 100;
  },
} satisfies Record<string, NumberDefinition>;
