/**
 * What is forgiven as rounding, worked out by hand from workers/rules/README.md sections 3 and 5: of a comparison 1e-9 of the larger side,
 * of the close where a price takes part, of 100 where a percentage does; and what is too small to be anything.
 */
import { buildMarket } from "#tests/support/market-builder.ts";
import type { Unit } from "#tests/support/naive-rules/units.ts";
import type { FunctionTable } from "./function-tables.ts";
import { closesOnly, marketOf, volumesOnly } from "./small-markets.ts";

const T = true;
const F = false;

const closes = marketOf([10, 12, 11, 15, 15]);
/** The close falls to a thousandth, or grows to a thousandfold; days are a Wednesday and a Thursday, 3 and 4. */
const falling = marketOf([1000, 1]);
const growing = marketOf([1, 1000]);
/** A difference of 5e-8, where 1e-7 is forgiven a price of 100. */
const nearly = marketOf([100, 100.00000005, 100]);
// a growth of e^2.788 a bar is one of e^702.6, some 1e305, a year
const steep = volumesOnly([1, Math.exp(2.788), Math.exp(5.576)]);
/** Two rises and a fall, in prices that binary places can't hold. */
const surging = marketOf([10.1, 10.7, 33.3, 10.3]);
/** Relative differences of 1e-8: the same in single precision. */
const tied = marketOf([100, 100.001], { symbol: "Y", bars: closesOnly([100.000001, 100]) });
const withIndex = marketOf([10, 12], { symbol: "^IDX", type: "INDEX", bars: closesOnly([10, 12]) });

export const ROUNDING_TABLES: readonly FunctionTable[] = (
  [
    ["price: 9e-9 of 10 to 15", "close - close + 0.000000009 > 0", closes, [F, F, F, F, F]],
    ["price: 12.5e-9", "close - close + 0.0000000125 > 0", closes, [T, T, T, F, F]],
    ["price, the other side", "0 < 0.0000000125 + close - close", closes, [T, T, T, F, F]],
    ["percent: 9e-8", "growth(1) * 0 + 0.00000009 > 0", closes, [null, F, F, F, F]],
    ["percent: 11e-8", "growth(1) * 0 + 0.00000011 > 0", closes, [null, T, T, T, T]],
    ["neither", "close / close - 1 + 1e-15 > 0", closes, [T, T, T, T, T]],
    ["neither, near 1", "close / close + 9e-10 > 1", closes, [F, F, F, F, F]],
    ["neither, near 1", "close / close + 11e-10 > 1", closes, [T, T, T, T, T]],
    ["equal", "close = close + 0.000000009", closes, [T, T, T, T, T]],
    ["not equal", "close != close + 0.00000002", closes, [T, T, T, T, T]],
    ["elsewhere", "market(close) - market(close) + 1e-15 > 0", withIndex, [T, T]],
    ["elsewhere, inside", "market(close - close + 0.000000011 > 0)", withIndex, [T, F]],

    ["crosses: the later close for both halves", "close - close + 5e-7 crosses above 0", falling, [F, F]],
    ["crosses: the later close for both halves", "close - close - 5e-7 crosses below 0", falling, [F, F]],
    ["rising: the later bar's", "rising(close - close + weekday * 5e-7, 1)", falling, [null, T]],
    ["rising: the later bar's", "rising(close - close + weekday * 5e-7, 1)", growing, [null, F]],
    ["falling: the later bar's", "falling(close - close - weekday * 5e-7, 1)", falling, [null, T]],
    ["falling: the later bar's", "falling(close - close - weekday * 5e-7, 1)", growing, [null, F]],
    ["streak: the later bar's", "streak(close - close + weekday * 5e-7)", falling, [0, 1]],
    ["streak: the later bar's", "streak(close - close + weekday * 5e-7)", growing, [0, 0]],
    ["streak", "streak", nearly, [0, 0, 0]],
    ["streak of what is neither", "streak(weekday / 1e12)", nearly, [0, 1, 2]],
    ["percentRank", "percentRank(1)", nearly, [null, 100, 100]],
    ["obv is plain", "obv", nearly, [0, 100, 0]],
    ["rank: a tie in single precision goes by symbol", "rank(close)", tied, [0, 0]],

    ["stdev below 1e-9 of the mean", "stdev(2)", nearly, [null, 0, 0]],
    ["stdev above", "stdev(close * 1, 2) > 0", marketOf([100, 100.00001]), [null, T]],
    ["a divisor that is 0 by that", "zscore(2)", nearly, [null, null, null]],
    ["a divisor too large for a number", "zscore(volume, 3)", volumesOnly([0, 0, 1e300]), [null, null, null]],
    ["a mean deviation below 1e-9 of the mean", "cci(2)", nearly, [null, null, null]],
    ["falls alone are exactly 0: no divisor", "1 / mfi(1)", surging, [null, 0.01, 0.01, null]],
    ["a trend of logarithms 5e-10 apart", "trend(2)", nearly, [null, 0, 0]],
    [
      "a trend next to the largest number",
      "trend(volume, 3)",
      steep,
      [null, null, Math.exp(252 * 2.788) * 100],
    ],
    ["a slope of 5e-13", "slope(volume, 3) = 0", volumesOnly([1, 1 + 5e-13, 1 + 1e-12]), [null, null, T]],
    ["a slope of 2e-12", "slope(volume, 3) = 0", volumesOnly([1, 1 + 2e-12, 1 + 4e-12]), [null, null, F]],
    // two returns 4.5e-10 apart are 5.05e-7 a year, in percent; 1e-7 is forgiven a percentage
    ["a volatility of 5e-7", "volatility(volume, 2) > 0", volumesOnly([1, 1, 1 + 4.5e-10]), [null, null, F]],
    ["a volatility of 1.1e-6", "volatility(volume, 2) > 0", volumesOnly([1, 1, 1 + 1e-9]), [null, null, T]],
  ] as const
).map(([about, text, market, values]) => ({ about, text, market, values }));

/** Expressions with their unit. On the market below all are known on the last bar. */
export const UNITS: readonly (readonly [Unit, readonly string[]])[] = [
  [
    "price",
    ["open", "high", "low", "close", "rawClose", "trueRange", "atr(2)", "macd(1, 2)", "macdSignal(1, 2, 2)"],
  ],
  ["price", ["macdHistogram(1, 2, 2)", "bollingerUpper(2, 2)", "bollingerLower(2, 2)", "supertrend(1, 2)"]],
  [
    "price",
    ["sma(2)", "ema(2)", "rma(2)", "wma(2)", "highest(2)", "lowest(2)", "sum(2)", "stdev(2)", "change(1)"],
  ],
  ["price", ["slope(2)", "abs(close)", "min(close, 1)", "max(1, close)", "if(close > 1, close, 1)"]],
  ["price", ["if(close > 1, 1, close)", "min(growth(1), close)", "-close", "close[1]", "-sma(high, 2)[1]"]],
  [
    "price",
    [
      "close + 1",
      "1 - close",
      "close + growth(1)",
      "close * 2",
      "2 * close",
      "close / 2",
      "close * growth(1)",
    ],
  ],
  ["price", ["weekly(close)", "weekly(high - 1)"]],
  ["price", ["close / growth(1)", "close * (close / open)", "sma(close * 2, 2)", "(close + open) / 2"]],

  [
    "percent",
    ["growth(1)", "rsi(2)", "stochK(2)", "stochD(2, 2)", "adx(2)", "plusDI(2)", "minusDI(2)", "mfi(2)"],
  ],
  [
    "percent",
    ["williamsR(2)", "percentRank(2)", "rank(close)", 'rank(close, "sector")', "breadth(close > 1)"],
  ],
  ["percent", ["volatility(2)", "trend(2)", "bandwidth(2, 2)", "zscore(2)", "cci(2)", "percentB(2, 2)"]],
  ["percent", ["weekly(if(close > 1, 50, growth(1)))"]],
  [
    "percent",
    ["sma(rsi(2), 2)", "highest(growth(1), 2)", "stdev(growth(1), 2)", "abs(rsi(2))", "min(rsi(2), 1)"],
  ],
  [
    "percent",
    [
      "if(close > 1, 1, rsi(2))",
      "-rsi(2)",
      "rsi(2)[1]",
      "rsi(2) + 1",
      "rsi(2) * 2",
      "2 * rsi(2)",
      "rsi(2) / 2",
    ],
  ],
  [
    "percent",
    [
      "rsi(2) - volume",
      "rsi(2) * (close / open)",
      "change(rsi(2), 1)",
      "slope(rsi(2), 2)",
      "growth(volume, 1)",
    ],
  ],

  [
    "neither",
    [
      "1",
      "volume",
      "value",
      "marketCap",
      "weekday",
      "sessionOfMonth",
      "streak",
      "obv",
      "barsSince(close > 1)",
    ],
  ],
  [
    "neither",
    [
      "count(close > 1, 2)",
      "sqrt(close)",
      "ln(close)",
      "close / open",
      "close * open",
      "2 / close",
      "2 / rsi(2)",
    ],
  ],
  [
    "neither",
    ["rsi(2) * rsi(2)", "rsi(2) / rsi(2)", "rsi(2) / close", "sma(volume, 2)", "abs(volume)", "volume + 1"],
  ],
  [
    "neither",
    [
      "market(close)",
      "market(rsi(2))",
      'of("X", close)',
      'of("X", close)[1]',
      "min(volume, 1)",
      "volume * 2",
      "weekly(volume)",
      "place(close)",
    ],
  ],
];

/** Closes above 1,000, so that a price is forgiven more than 1e-6 and a percentage 1e-7. */
export const MARKET_OF_UNITS = buildMarket([
  {
    symbol: "X",
    bars: [
      [0, 1000, 1100, { high: 1200, low: 900, volume: 100, marketCap: 1000 }],
      [1, 1100, 1300, { high: 1400, low: 1100, volume: 200, marketCap: 1000 }],
      [2, 1300, 1100, { high: 1300, low: 1000, volume: 300, marketCap: 1000 }],
      [3, 1000, 1600, { high: 1600, low: 1000, volume: 200, marketCap: 1000 }],
      [9, 1600, 1500, { high: 1700, low: 1400, volume: 400, marketCap: 1000 }], // in the week after
    ],
  },
  { symbol: "^IDX", type: "INDEX", bars: closesOnly([1000, 1100, 1300, 1200, 1250]) },
]);
