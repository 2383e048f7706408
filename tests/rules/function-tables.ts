/**
 * Every function and name of the language on a few bars, with its values worked out by hand from workers/rules/README.md.
 *
 * Three small markets: `closes` (a price and a fact that has gaps), `bars` (high, low and volume too) and `several`
 * (three instruments and an index). Each table gives the values on the bars of instrument X.
 */
import type { FunctionName } from "#tests/support/naive-rules/tree.ts";
import type { Value } from "#tests/support/naive-rules/values.ts";
import { buildMarket } from "#tests/support/market-builder.ts";
import type { Market } from "#workers/model/market.ts";
import { closesOnly, marketOf, withFact } from "./small-markets.ts";

export interface FunctionTable {
  /** The function, or what else it shows. */
  readonly about: string;
  readonly text: string;
  readonly market: Market;
  /** As traded where absent. */
  readonly priceBasis?: "as-traded" | "adjusted";
  /** On each bar of X. */
  readonly values: readonly Value[];
}

const T = true;
const F = false;

const closes = marketOf([10, 12, 11, 15, 15]);
const slope = marketOf([1, 2, 4, 4]);
const waves = marketOf([100, 110, 99, 99]);
const hill = marketOf([1, 2, 3, 3, 2, 1]);
const flat = marketOf([12, 12, 12, 12]);
/** With eps 2, 4, unknown, 10, 12 on its bars: a signal counts on its own day. */
const gaps = withFact(closes, "signal", [
  [0, 2],
  [1, 4],
  [2, Number.NaN],
  [3, 10],
  [4, 12],
]);
/** True ranges: none, 3, 3, 6, 0. */
const bars = buildMarket([
  {
    symbol: "X",
    bars: [
      [0, 10, 11, { high: 12, low: 9, volume: 100 }],
      [1, 11, 13, { high: 14, low: 11, volume: 200 }],
      [2, 13, 10, { high: 13, low: 10, volume: 300 }],
      [3, 10, 16, { high: 16, low: 10, volume: 0 }],
      [4, 16, 16, { high: 16, low: 16, volume: 400 }],
    ],
  },
]);
/** True ranges: none, 2, 3, 1, 2, 1; middles of high and low: 10, 11, 13, 13.5, 11.5, 12. */
const turning = buildMarket([
  {
    symbol: "X",
    bars: [
      [0, 10, 10, { high: 11, low: 9 }],
      [1, 11, 11, { high: 12, low: 10 }],
      [2, 13, 14, { high: 14, low: 12 }],
      [3, 13, 13, { high: 14, low: 13 }],
      [4, 12, 11, { high: 12, low: 11 }],
      [5, 12, 12, { high: 12, low: 12 }],
    ],
  },
]);
/** It reaches as much higher as lower, which is no movement at all. */
const outside = buildMarket([
  {
    symbol: "X",
    bars: [
      [0, 10, 10, { high: 12, low: 8 }],
      [1, 10, 10, { high: 13, low: 7 }],
    ],
  },
]);
/** W has no sector in common with X; ^IDX has no bar on days 1, 3 and 4. */
const unsorted = marketOf(
  [10, 12, 11, 15, 15],
  { symbol: "Y", bars: closesOnly([20, 11, 11, 9]) },
  { symbol: "W", bars: closesOnly([30, 1, 30, 1, 30]) },
  {
    symbol: "^IDX",
    type: "INDEX",
    bars: [
      [0, 1000, 1000],
      [2, 1100, 1100],
    ],
  },
);
const several: Market = {
  ...unsorted,
  instruments: unsorted.instruments.map((instrument) =>
    Object.assign({ sector: instrument.symbol === "W" ? "Banks" : "Energy" }, instrument),
  ),
};
/** 2020-01-31 is a Friday, 2020-02-02 a Sunday. */
const dated = buildMarket([
  {
    symbol: "X",
    bars: [
      ["2020-01-31", 9, 10, { high: 11, low: 8, volume: 50, marketCap: 5000, adjClose: 5 }],
      ["2020-02-02", 9, 10, { high: 11, low: 8, volume: 60, marketCap: 0 }],
    ],
  },
  { symbol: "Y", bars: [["2020-02-01", 5, 5]] },
]);

const ON_CLOSES: readonly (readonly [FunctionName, string, readonly Value[]])[] = [
  ["sma", "sma(3)", [null, null, 11, 38 / 3, 41 / 3]],
  ["sma", "sma(close[1], 2)", [null, null, 11, 11.5, 13]],
  ["wma", "wma(3)", [null, null, 67 / 6, 79 / 6, 86 / 6]],
  ["highest", "highest(2)", [null, 12, 12, 15, 15]],
  ["lowest", "lowest(2)", [null, 10, 11, 11, 15]],
  ["sum", "sum(2)", [null, 22, 23, 26, 30]],
  ["stdev", "stdev(2)", [null, 1, 0.5, 2, 0]], // half the difference
  ["zscore", "zscore(2)", [null, 1, -1, 1, null]],
  ["percentRank", "percentRank(2)", [null, null, 50, 100, 100]],
  ["growth", "growth(2)", [null, null, 10, 25, 400 / 11]],
  ["growth", "growth(close - 11, 1)", [null, null, -100, null, 0]], // from -1, 1, 0, 4 on
  ["change", "change(2)", [null, null, 1, 3, 4]],
  ["slope", "slope(3)", [null, null, 0.5, 1.5, 2]], // half of last minus first
  ["streak", "streak", [0, 1, -1, 1, 0]],
  ["ema", "ema(3)", [null, null, 11, 13, 14]], // weight 1/2
  ["rma", "rma(2)", [null, 11, 11, 13, 14]], // weight 1/2
  // gains 2, 0, 4, 0 begin at 1 and go on to 2.5 and 1.25; losses 0, 1, 0, 0 at 0.5, to 0.25 and 0.125
  ["rsi", "rsi(2)", [null, null, 100 - 100 / 3, 100 - 100 / 11, 100 - 100 / 11]],
  // ema(1) is close; ema(2) is 11, 11, 41/3, 131/9 from bar 1 on
  ["macd", "macd(1, 2)", [null, 1, 0, 4 / 3, 4 / 9]],
  ["macdSignal", "macdSignal(1, 2, 2)", [null, null, 0.5, 19 / 18, 35 / 54]],
  ["macdHistogram", "macdHistogram(1, 2, 2)", [null, null, -0.5, 5 / 18, -11 / 54]],
  ["bollingerUpper", "bollingerUpper(2, 2)", [null, 13, 12.5, 17, 15]], // mean and difference
  ["bollingerLower", "bollingerLower(2, 2)", [null, 9, 10.5, 9, 15]],
  ["percentB", "percentB(2, 2)", [null, 0.75, 0.25, 0.75, null]],
  ["bandwidth", "bandwidth(2, 2)", [null, 400 / 11, 200 / 11.5, 800 / 13, 0]],
  ["barsSince", "barsSince(close > 11)", [null, 0, 1, 0, 0]],
  ["barsSince", "barsSince(close = 12)", [null, 0, 1, 2, 3]],
  ["count", "count(close > 11, 2)", [null, 1, 1, 1, 2]],
  ["count", "count(close > close[1], 2)", [null, null, 1, 1, 1]],
  ["once", "once(close < 11, 2)", [T, T, F, F, F]],
  ["once", "once(close > 11, 2)", [null, T, T, T, T]],
  ["always", "always(close > 11, 2)", [F, F, F, F, T]],
  ["always", "always(close >= 10, 2)", [null, T, T, T, T]],
  ["latch", "latch(close = 12, close = 15)", [F, T, T, F, F]],
  ["latch", "latch(close >= 12, close >= 12)", [F, T, T, T, T]], // the first rule comes before the second
  ["latch", "latch(close < 11, close > 14)", [T, T, T, F, F]],
  ["latch", "latch(close < 5, close > 5)", [F, F, F, F, F]],
  ["latch", "latch(close[1] = 12, close[1] = 11)", [F, F, T, F, F]],
  ["min", "min(close, 12)", [10, 12, 11, 12, 12]],
  ["max", "max(close, close[1])", [null, 12, 12, 15, 15]],
  ["abs", "abs(close - 12)", [2, 0, 1, 3, 3]],
  ["sqrt", "sqrt(close - 11)", [null, 1, 0, 2, 2]],
  ["ln", "ln(close - 11)", [null, 0, null, Math.LN2 * 2, Math.LN2 * 2]],
  ["if", "if(close > 11, 1, close)", [10, 1, 11, 1, 1]],
  ["if", "if(close[1] > 10, 1, 2)", [null, 2, 1, 1, 1]],
  ["if", "if(close > 0, 1, close[4])", [1, 1, 1, 1, 1]], // the other one need not be known
];

const ON_BARS: readonly (readonly [FunctionName, string, readonly Value[]])[] = [
  ["trueRange", "trueRange", [null, 3, 3, 6, 0]],
  ["atr", "atr(2)", [null, null, 3, 4.5, 2.25]],
  // up 2, 0, 3, 0 and down 0, 1, 0, 0 give averages 1, 2, 1 and 1/2, 1/4, 1/8
  ["plusDI", "plusDI(2)", [null, null, 100 / 3, 400 / 9, 400 / 9]],
  ["minusDI", "minusDI(2)", [null, null, 50 / 3, 50 / 9, 50 / 9]],
  ["adx", "adx(2)", [null, null, null, 500 / 9, 600 / 9]], // of 300/9, 700/9, 700/9
  ["stochK", "stochK(2)", [null, 80, 0, 100, 100]],
  ["stochD", "stochD(2, 2)", [null, null, 40, 50, 100]],
  ["williamsR", "williamsR(2)", [null, -20, -100, 0, 0]],
  // three times the price is 32, 38, 33, 42, 48; the mean deviations from 103/3, 113/3, 123/3 are 22/9, 28/9, 48/9 of it
  ["cci", "cci(3)", [null, null, -400 / 11, 650 / 7, 87.5]],
  ["mfi", "mfi(2)", [null, null, 304 / 7, 0, 100]], // up 7600/3 against 3300, nothing against 3300, 6400 against nothing
  ["obv", "obv", [0, 200, -100, -100, -100]],
];

/**
 * A Thursday and a Friday; a Monday and the Sunday of the next week; the Monday behind that Sunday; no bar in the week behind; a
 * Friday, which is January's last day, and a Saturday, which is February's first; a Monday.
 */
const weeks = buildMarket([
  {
    symbol: "X",
    bars: [
      ["2020-01-02", 10, 11, { high: 12, low: 9, volume: 100 }],
      ["2020-01-03", 11, 10, { high: 11, low: 8, volume: 50 }],
      ["2020-01-06", 10, 14, { high: 15, low: 10, volume: 10 }],
      ["2020-01-12", 14, 12, { high: 14, low: 12, volume: 20 }],
      ["2020-01-13", 12, 16, { high: 16, low: 11, volume: 30 }],
      ["2020-01-31", 16, 20, { high: 21, low: 15, volume: 40 }],
      ["2020-02-01", 20, 18, { high: 20, low: 18, volume: 60 }],
      ["2020-02-03", 18, 19, { high: 19, low: 18, volume: 5 }],
    ],
  },
  {
    symbol: "Y",
    bars: [
      ["2020-01-02", 5, 5],
      ["2020-01-09", 7, 7],
    ],
  },
]);
const months = buildMarket([
  {
    symbol: "X",
    bars: [
      ["2020-01-15", 100, 100],
      ["2020-02-14", 110, 110],
      ["2020-03-16", 99, 99],
      ["2020-04-15", 99, 99],
    ],
  },
]);
const halved = buildMarket([
  {
    symbol: "X",
    bars: [
      ["2020-01-03", 20, 20, { adjClose: 10 }],
      ["2020-01-06", 22, 22, { adjClose: 22 }],
    ],
  },
]);
const onFriday: readonly [string, number] = ["2020-01-03", 5];
const U = null;

/** Of weeks 10 to 10, 10 to 12, 12 to 16 and 16 to 18. */
const ON_WEEKS: readonly (readonly [about: FunctionName, text: string, values: readonly Value[]])[] = [
  ["weekly", "weekly(open)", [U, U, 10, 10, 10, 12, 12, 16]],
  ["weekly", "weekly(high)", [U, U, 12, 12, 15, 16, 16, 21]],
  ["weekly", "weekly(low)", [U, U, 8, 8, 10, 11, 11, 15]],
  ["weekly", "weekly(close)", [U, U, 10, 10, 12, 16, 16, 18]],
  ["weekly", "weekly(rawClose)", [U, U, 10, 10, 12, 16, 16, 18]],
  ["weekly", "weekly(volume)", [U, U, 150, 150, 30, 30, 30, 100]],
  ["weekly", "weekly(value)", [U, U, 1600, 1600, 380, 480, 480, 1880]],
  ["weekly", "weekly(day)", [U, U, 3, 3, 12, 13, 13, 1]],
  ["weekly", "weekly(weekday)", [U, U, 5, 5, 7, 1, 1, 6]],
  ["weekly", "weekly(7)", [U, U, 7, 7, 7, 7, 7, 7]],
  ["weekly", "weekly(close[1])", [U, U, U, U, 10, 12, 12, 16]],
  ["weekly", "weekly(close)[1]", [U, U, U, 10, 10, 12, 16, 16]],
  ["weekly", "weekly(sma(2))", [U, U, U, U, 11, 14, 14, 17]],
  ["weekly", "weekly(close > open)", [U, U, F, F, T, T, T, T]],
  ["weekly", "weekly(close > close[1])", [U, U, U, U, T, T, T, T]],
  ["weekly", "not weekly(close > open)", [U, U, T, T, F, F, F, F]],
  ["weekly", "weekly(latch(high > 14, close > 17))", [U, U, F, F, T, T, T, T]], // of the last week both are true
  ["weekly", "close > weekly(high)", [U, U, T, F, T, T, T, F]],
  ["weekly", "weekly(close) crosses above 15", [U, U, F, F, F, T, F, F]],
  // returns of weeks: 0.2, 1/3, 0.125; two lie half their distance from their mean
  [
    "weekly",
    "weekly(volatility(2))",
    [U, U, U, U, U, ...[2 / 15, 2 / 15, 5 / 24].map((apart) => (apart / Math.SQRT2) * Math.sqrt(52) * 100)],
  ],
  ["weekly", 'of("Y", weekly(close))', [U, U, U, 5, 5, 5, 5, 5]], // known on Y's own second bar
  ["weekly", "place(weekly(close))", [U, U, 1, 1, 1, 1, 1, 1]],
  ["weekly", "breadth(weekly(close > 11))", [U, U, 0, 0, 100, 100, 100, 100]],
  ["monthly", "monthly(close)", [U, U, U, U, U, U, 20, 20]],
  ["monthly", "monthly(high - low)", [U, U, U, U, U, U, 13, 13]],
  ["monthly", "monthly(volume)", [U, U, U, U, U, U, 250, 250]],
  ["monthly", "monthly(close > 19) and weekly(close < 17)", [U, U, U, U, U, U, T, F]],
  ["monthly", "once(monthly(close > 19), 2)", [U, U, U, U, U, U, T, T]],
];

const OTHERS: readonly FunctionTable[] = [
  {
    about: "trend",
    text: "trend(2)",
    market: slope,
    values: [null, (2 ** 252 - 1) * 100, (2 ** 252 - 1) * 100, 0],
  },
  // logarithms 0, 1, 2 and 1, 2, 2 times ln 2: slopes 1 and 1/2, R2 1 and 3/4
  {
    about: "trend",
    text: "trend(3)",
    market: slope,
    values: [null, null, (2 ** 252 - 1) * 100, (2 ** 126 - 1) * 75],
  },
  { about: "trend", text: "trend(close - 2, 2)", market: slope, values: [null, null, null, 0] },
  // returns 0.1, -0.1, 0; the sample deviation of two is their difference by the root of 2
  {
    about: "volatility",
    text: "volatility(2)",
    market: waves,
    values: [null, null, 20 * Math.sqrt(126), 10 * Math.sqrt(126)],
  },
  { about: "volatility", text: "volatility(2)", market: flat, values: [null, null, 0, 0] },
  { about: "streak", text: "streak()", market: hill, values: [0, 1, 2, 0, -1, -2] },
  { about: "rising", text: "rising(2)", market: hill, values: [null, null, T, F, F, F] },
  { about: "falling", text: "falling(2)", market: hill, values: [null, F, F, F, F, T] },
  { about: "rsi", text: "rsi(2)", market: flat, values: [null, null, 50, 50] },
  { about: "rsi", text: "rsi(1)", market: slope, values: [null, 100, 100, 50] },
  { about: "mfi", text: "mfi(1)", market: flat, values: [null, 50, 50, 50] },
  { about: "cci", text: "cci(2)", market: flat, values: [null, null, null, null] },
  { about: "stochK", text: "stochK(2)", market: flat, values: [null, null, null, null] },
  { about: "plusDI", text: "plusDI(1)", market: flat, values: [null, null, null, null] },
  { about: "slope", text: "slope(2)", market: flat, values: [null, 0, 0, 0] },
  { about: "plusDI", text: "plusDI(1)", market: outside, values: [null, 0] },
  { about: "minusDI", text: "minusDI(1)", market: outside, values: [null, 0] },
  { about: "adx", text: "adx(1)", market: outside, values: [null, 0] },
  // upper bands 13, 13, 14.5, 13.5, 13; lower 9, 10, 12.5, 12.5, 11; it turns up on bar 2 and down on bar 4
  { about: "supertrend", text: "supertrend(1, 1)", market: turning, values: [null, 13, 10, 12.5, 13.5, 13] },
  // true ranges 2, 3, 1, 2, 1: a band that is too far away for a number is not below the one before
  {
    about: "supertrend",
    text: `supertrend(1, 8${"0".repeat(307)})`,
    market: turning,
    values: [null, 1.6e308, 1.6e308, 8e307, 8e307, 8e307],
  },

  // 1.1 a month for a year, then 0.9
  {
    about: "monthly",
    text: "monthly(trend(2))",
    market: months,
    values: [U, U, (1.1 ** 12 - 1) * 100, (0.9 ** 12 - 1) * 100],
  },
  // returns 0.1 and -0.1
  {
    about: "monthly",
    text: "monthly(volatility(2))",
    market: months,
    values: [U, U, U, Math.sqrt(0.02) * Math.sqrt(12) * 100],
  },
  {
    about: "weekly",
    text: "weekly(100 * rawClose + close)",
    market: halved,
    priceBasis: "adjusted",
    values: [U, 2010],
  },
  // known the day after the Friday, which the week's last bar does not see; a signal is
  {
    about: "weekly",
    text: "weekly(eps)",
    market: withFact(weeks, "fact", [onFriday]),
    values: [U, U, U, U, 5, 5, 5, 5],
  },
  {
    about: "weekly",
    text: "weekly(eps)",
    market: withFact(weeks, "signal", [onFriday]),
    values: [U, U, 5, 5, 5, 5, 5, 5],
  },
  { about: "rank", text: "rank(close)", market: several, values: [200 / 3, 0, 100 / 3, 0, 50] },
  { about: "rank", text: 'rank(close, "sector")', market: several, values: [50, 0, 0, 0, 0] },
  { about: "rank", text: "rank(close[1])", market: several, values: [null, 200 / 3, 0, 100 / 3, 0] },
  { about: "place", text: "place(close)", market: several, values: [3, 1, 2, 1, 2] },
  { about: "place", text: 'place(close, "sector")', market: several, values: [2, 1, 1, 1, 1] },
  { about: "place", text: "place(-close[1])", market: several, values: [null, 1, 3, 1, 2] },
  { about: "place", text: "place(close) <= 1", market: several, values: [F, T, F, T, F] },
  {
    about: "breadth",
    text: "breadth(close > 11)",
    market: several,
    values: [200 / 3, 100 / 3, 100 / 3, 100 / 3, 100],
  },
  {
    about: "breadth",
    text: "breadth(close[1] > 11)",
    market: several,
    values: [null, 200 / 3, 100 / 3, 100 / 3, 50],
  },
  { about: "market", text: "market(close)", market: several, values: [1000, 1000, 1100, 1100, 1100] },
  { about: "market", text: "market(close > close[1])", market: several, values: [null, null, T, T, T] },
  { about: "market", text: "market(close)[2]", market: several, values: [null, null, 1000, 1000, 1100] },
  { about: "of", text: 'of("Y", close)', market: several, values: [20, 11, 11, 9, 9] },
  { about: "of", text: 'close > of("Y", close[1])', market: several, values: [null, F, F, T, T] },

  { about: "names", text: "open + high * 100 + low * 10_000", market: dated, values: [81109, 81109] },
  { about: "names", text: "rawClose", market: dated, values: [10, 10] },
  {
    about: "names",
    text: "rawClose + 100 * close + 1e5 * low",
    market: dated,
    priceBasis: "adjusted",
    values: [400_510, 801_010],
  },
  { about: "names", text: "value", market: dated, values: [500, 600] },
  { about: "names", text: "marketCap", market: dated, values: [5000, null] },
  { about: "names", text: "weekday + 10 * month + 100 * day", market: dated, values: [3115, 227] },
  { about: "names", text: "year", market: dated, values: [2020, 2020] },
  { about: "names", text: "sessionOfMonth", market: dated, values: [1, 2] },

  { about: "facts", text: "eps", market: gaps, values: [2, 4, null, 10, 12] },
  { about: "facts", text: "EPS[1]", market: gaps, values: [null, 2, 4, null, 10] },
  {
    about: "facts",
    text: "eps",
    market: withFact(closes, "fact", [
      [0, 2],
      [1, 4],
      [3, Number.NaN],
    ]),
    values: [null, 2, 4, 4, null],
  },
  { about: "unknown", text: "ema(eps, 2)", market: gaps, values: [null, 3, null, 23 / 3, 95 / 9] }, // 3 + 2/3 x 7, and 2/3 x 13/3 more
  { about: "unknown", text: "sma(eps, 2)", market: gaps, values: [null, 3, null, null, 11] },
  { about: "unknown", text: "change(eps, 2)", market: gaps, values: [null, null, null, 6, null] },
  { about: "unknown", text: "streak(eps)", market: gaps, values: [0, 1, null, 0, 1] },
  { about: "unknown", text: "rising(eps, 2)", market: gaps, values: [null, null, null, null, null] },
  { about: "unknown", text: "count(eps > 2, 2)", market: gaps, values: [null, 1, null, null, 2] },
  { about: "unknown", text: "barsSince(eps < 5)", market: gaps, values: [0, 0, 1, 2, 3] },
  { about: "unknown", text: "once(eps > 9, 2)", market: gaps, values: [null, F, null, T, T] },
  { about: "unknown", text: "latch(eps < 3, eps > 11)", market: gaps, values: [T, T, T, T, F] },
  { about: "unknown", text: "latch(not (eps = 2), eps = 10)", market: gaps, values: [F, T, T, T, T] },
  { about: "unknown", text: "not (eps > 2) or close > 11", market: gaps, values: [T, T, null, T, T] },
  { about: "unknown", text: "eps > 2 and close > 11", market: gaps, values: [F, T, F, T, T] },
  { about: "unknown", text: "1 / (close - 11)", market: closes, values: [-1, 1, null, 0.25, 0.25] },
  { about: "unknown", text: "max(eps, 3)", market: gaps, values: [3, 4, null, 10, 12] },
  { about: "unknown", text: "1e300 * close * 1e10", market: closes, values: [null, null, null, null, null] },

  { about: "ago", text: "close[2]", market: closes, values: [null, null, 10, 12, 11] },
  { about: "ago", text: "7[1]", market: closes, values: [null, 7, 7, 7, 7] },
  { about: "ago", text: "(close - close[1])[1]", market: closes, values: [null, null, 2, -1, 4] },
  { about: "crosses", text: "close crosses above 11.5", market: closes, values: [F, T, F, T, F] },
  { about: "crosses", text: "close crosses below 12", market: closes, values: [null, F, T, F, F] },
  { about: "crosses", text: "close crosses above 11", market: closes, values: [F, T, F, T, F] },
  { about: "crosses", text: "close between 11 and 12", market: closes, values: [F, T, T, F, F] },
];

export const FUNCTION_TABLES: readonly FunctionTable[] = [
  ...ON_CLOSES.map(([about, text, values]) => ({ about, text, values, market: closes })),
  ...ON_BARS.map(([about, text, values]) => ({ about, text, values, market: bars })),
  ...ON_WEEKS.map(([about, text, values]) => ({ about, text, values, market: weeks })),
  ...OTHERS,
];
