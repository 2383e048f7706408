/**
 * Figures of a share's bars by their definitions, worked out afresh for each bar, for the tests of the templates alone:
 * they share nothing with the engine. A figure for which there are too few bars is NaN, and no comparison holds with it.
 */
import type { Share, Spot } from "./demo-shares.ts";

type Column = "open" | "high" | "low" | "close" | "volume";

/** Numbers that differ by no more than this part of the larger one, or of a thousandth, are equal. */
const ROUNDING = 1e-9;

const slack = (left: number, right: number): number =>
  ROUNDING * Math.max(Math.abs(left), Math.abs(right), 1e-3);
export const isOver = (left: number, right: number): boolean => left > right + slack(left, right);
export const isUnder = (left: number, right: number): boolean => left < right - slack(left, right);
export const isAtLeast = (left: number, right: number): boolean => left >= right - slack(left, right);
export const isAtMost = (left: number, right: number): boolean => left <= right + slack(left, right);
export const isEqual = (left: number, right: number): boolean =>
  isAtLeast(left, right) && isAtMost(left, right);

/** A figure on a bar. */
export type Figure = (spot: Spot) => number;

export const ago = ({ share, row }: Spot, bars: number): Spot => ({ share, row: row - bars });
export const crossesAbove = (left: Figure, right: Figure) => (spot: Spot) =>
  isOver(left(spot), right(spot)) && isAtMost(left(ago(spot, 1)), right(ago(spot, 1)));
export const crossesBelow = (left: Figure, right: Figure) => (spot: Spot) =>
  isUnder(left(spot), right(spot)) && isAtLeast(left(ago(spot, 1)), right(ago(spot, 1)));

export const on =
  (column: Column) =>
  ({ share, row }: Spot): number =>
    share[column][row] ?? Number.NaN;
export const close = on("close");
export const high = on("high");
export const low = on("low");
export const volume = on("volume");

/** The last n values of a figure, today's first. */
export const lastOf = (figure: Figure, n: number, spot: Spot): number[] =>
  Array.from({ length: n }, (_, bars) => figure(ago(spot, bars)));

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;

export const sma =
  (n: number, figure: Figure = close): Figure =>
  (spot) =>
    mean(lastOf(figure, n, spot));
export const highest =
  (n: number, figure: Figure = close): Figure =>
  (spot) =>
    Math.max(...lastOf(figure, n, spot));
export const lowest =
  (n: number, figure: Figure = close): Figure =>
  (spot) =>
    Math.min(...lastOf(figure, n, spot));
export const growth =
  (n: number): Figure =>
  (spot) =>
    (close(spot) / close(ago(spot, n)) - 1) * 100;

const deviation =
  (n: number): Figure =>
  (spot) => {
    const values = lastOf(close, n, spot);
    const centre = mean(values);
    return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
  };
/** The line `k` deviations above (or, with a negative k, below) the average of 20 bars. */
export const band =
  (k: number): Figure =>
  (spot) =>
    sma(20)(spot) + k * deviation(20)(spot);
export const bandwidth: Figure = (spot) => ((band(2)(spot) - band(-2)(spot)) / sma(20)(spot)) * 100;
export const percentB: Figure = (spot) => (close(spot) - band(-2)(spot)) / (band(2)(spot) - band(-2)(spot));
export const barStrength: Figure = (spot) => (close(spot) - low(spot)) / (high(spot) - low(spot));

/** Of the last n returns, a year's, in percent. */
export const volatility =
  (n: number): Figure =>
  (spot) => {
    const returns = lastOf((at) => close(at) / close(ago(at, 1)) - 1, n, spot);
    const centre = mean(returns);
    return Math.sqrt(sum(returns.map((value) => (value - centre) ** 2)) / (n - 1)) * Math.sqrt(252) * 100;
  };

/** Slope and fit of the straight line through the values, oldest first. */
function fitLine(values: readonly number[]): { slope: number; fit: number } {
  const times = values.map((_, time) => time);
  const [timeMean, valueMean] = [mean(times), mean(values)];
  const together = sum(values.map((value, time) => (time - timeMean) * (value - valueMean)));
  const ofTime = sum(times.map((time) => (time - timeMean) ** 2));
  const ofValue = sum(values.map((value) => (value - valueMean) ** 2));
  return { slope: together / ofTime, fit: together ** 2 / (ofTime * ofValue) };
}

export const slopeOf =
  (figure: Figure, n: number): Figure =>
  (spot) =>
    fitLine(lastOf(figure, n, spot).toReversed()).slope;
export const trend: Figure = (spot) => {
  const { slope, fit } = fitLine(lastOf((at) => Math.log(close(at)), 90, spot).toReversed());
  return (Math.exp(slope) ** 252 - 1) * 100 * fit;
};

/** A figure that runs on from bar to bar: worked out once for all bars of a share. */
function running(work: (share: Share) => readonly number[]): Figure {
  const known = new WeakMap<Share, readonly number[]>();
  return ({ share, row }) => {
    const values = known.get(share) ?? work(share);
    known.set(share, values);
    return values[row] ?? Number.NaN;
  };
}

/** Begins with the mean of the first n known values; then each takes `weight` of the way to the next. */
function smooth(values: readonly number[], n: number, weight: number): number[] {
  const first = values.findIndex((value) => !Number.isNaN(value)) + n - 1;
  let level = mean(values.slice(first + 1 - n, first + 1));
  return values.map((value, row) => {
    if (row > first) level += weight * (value - level);
    return row < first ? Number.NaN : level;
  });
}

const wilder = (values: readonly number[], n: number): number[] => smooth(values, n, 1 / n);
const changes = (values: readonly number[]): number[] =>
  values.map((value, row) => value - (values[row - 1] ?? Number.NaN));

export const rsi2 = running((share) => {
  const moves = changes(share.close);
  const gains = wilder(
    moves.map((move) => Math.max(move, 0)),
    2,
  );
  const losses = wilder(
    moves.map((move) => Math.max(-move, 0)),
    2,
  );
  return gains.map((gain, row) => {
    const loss = losses[row] ?? 0;
    if (loss === 0) return gain === 0 ? 50 : 100;
    return 100 - 100 / (1 + gain / loss);
  });
});

function macdOf(share: Share): number[] {
  const slow = smooth(share.close, 26, 2 / 27);
  return smooth(share.close, 12, 2 / 13).map((quick, row) => quick - (slow[row] ?? Number.NaN));
}
export const macd = running(macdOf);
export const macdSignal = running((share) => smooth(macdOf(share), 9, 2 / 10));

const trueRanges = ({ high: highs, low: lows, close: closes }: Share): number[] =>
  highs.map((top, row) => {
    const [bottom, before] = [lows[row] ?? Number.NaN, closes[row - 1] ?? Number.NaN];
    return Math.max(top - bottom, Math.abs(top - before), Math.abs(bottom - before));
  });
const atrOf = (share: Share, n: number): number[] => wilder(trueRanges(share), n);
export const atr20 = running((share) => atrOf(share, 20));

function directions(share: Share): { plus: number[]; minus: number[] } {
  const ups = changes(share.high);
  const downs = changes(share.low).map((move) => -move);
  const ranges = atrOf(share, 14);
  const moves = (these: readonly number[], others: readonly number[]): number[] => {
    const counted = these.map((move, row) => {
      if (Number.isNaN(move)) return Number.NaN;
      return move > (others[row] ?? 0) && move > 0 ? move : 0;
    });
    return wilder(counted, 14).map((move, row) => (100 * move) / (ranges[row] ?? Number.NaN));
  };
  return { plus: moves(ups, downs), minus: moves(downs, ups) };
}
export const plusDI = running((share) => directions(share).plus);
export const minusDI = running((share) => directions(share).minus);
export const adx = running((share) => {
  const { plus, minus } = directions(share);
  const apart = plus.map((up, row) => {
    const down = minus[row] ?? Number.NaN;
    return up + down === 0 ? 0 : (100 * Math.abs(up - down)) / (up + down);
  });
  return wilder(apart, 14);
});

export const supertrend = running((share) => {
  const ranges = atrOf(share, 10);
  let [upper, lower, isUpper] = [Number.NaN, Number.NaN, true];
  return share.close.map((today, row) => {
    const range = ranges[row] ?? Number.NaN;
    if (Number.isNaN(range)) return Number.NaN;
    const middle = ((share.high[row] ?? 0) + (share.low[row] ?? 0)) / 2;
    const before = share.close[row - 1] ?? Number.NaN;
    const [top, bottom] = [middle + 3 * range, middle - 3 * range];
    if (Number.isNaN(upper)) [upper, lower] = [top, bottom];
    else {
      upper = top < upper || before > upper ? top : upper;
      lower = bottom > lower || before < lower ? bottom : lower;
      isUpper = isUpper ? today <= upper : today < lower;
    }
    return isUpper ? upper : lower;
  });
});
