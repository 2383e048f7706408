/**
 * Rules by chance that say nothing of money: prices are compared with prices, and numbers that have none in them with constants. So
 * they say the same of a market whose prices are twice as high. Facts are left out, since they may be money, and so is the
 * value traded but where it is ranked.
 */
import * as fc from "fast-check";

type Text = fc.Arbitrary<string>;

const COUNTS = fc.constantFrom(1, 2, 3, 5);
/** Twice as high where prices are. */
const PRICES = [
  "close",
  "open",
  "high",
  "low",
  "close[1]",
  "sma(3)",
  "ema(high, 2)",
  "rma(3)",
  "highest(high, 3)",
  "lowest(4)",
];
const MORE_PRICES = [
  "weekly(high)",
  "weekly(sma(2))",
  "monthly(close)",
  "wma(low, 3)",
  "bollingerUpper(3, 2)",
  "bollingerLower(3, 1)",
  "supertrend(2, 1)",
  "min(open, close[2])",
];
const OF_A_POSITION = ["entryPrice", "peak"];
/** The same whatever prices are. */
const FIGURES = [
  "growth(2)",
  "rsi(2)",
  "stochK(3)",
  "stochD(3, 2)",
  "zscore(3)",
  "percentB(3, 2)",
  "bandwidth(3, 1)",
  "volatility(3)",
];
const MORE_FIGURES = [
  "trend(4)",
  "cci(3)",
  "mfi(2)",
  "adx(2)",
  "plusDI(2)",
  "percentRank(3)",
  "williamsR(3)",
  "(close / open * 100)",
];
const COUNTED = [
  "weekly(rsi(1))",
  "monthly(close / open)",
  "streak()",
  "barsSince(close > open)",
  "count(close >= close[1], 3)",
  "weekday",
  "sessionOfMonth",
  "market(rsi(2))",
];
const ACROSS = [
  "rank(close)",
  "rank(value)",
  'rank(growth(1), "sector")',
  "breadth(close > open)",
  "market(growth(1))",
  "rank(atr(2))",
];
const DISTANCES = [
  "trueRange",
  "atr(2)",
  "stdev(3)",
  "abs(change(2))",
  "abs(slope(3))",
  "(high - low)",
  "abs(macd(2, 3))",
];

const CONSTANTS = fc.constantFrom("0", "1", "2", "10", "50", "-5", "90");
const SIGNS = fc.constantFrom(">", "<", ">=", "<=", "=", "!=");

/** @param more - names that may stand beside those of every place */
function rulesOf(more: { readonly prices: readonly string[]; readonly figures: readonly string[] }): Text {
  const price = fc.constantFrom(...PRICES, ...MORE_PRICES, ...more.prices);
  const plain = fc.constantFrom(...PRICES, ...MORE_PRICES);
  const figure = fc.constantFrom(...FIGURES, ...MORE_FIGURES, ...COUNTED, ...ACROSS, ...more.figures);
  const distance = fc.constantFrom(...DISTANCES);
  const factor = fc.constantFrom("1", "0.98", "1.02", "2");
  const tests = fc.oneof(
    fc.tuple(plain, plain, plain).map(([a, b, c]) => `latch(${a} > ${b}, ${a} < ${c})`),
    fc.tuple(price, SIGNS, factor, price).map(([a, sign, by, b]) => `${a} ${sign} ${by} * ${b}`),
    fc
      .tuple(price, SIGNS, price, factor, distance)
      .map(([a, sign, b, by, d]) => `${a} ${sign} ${b} - ${by} * ${d}`),
    fc.tuple(figure, SIGNS, CONSTANTS).map((parts) => parts.join(" ")),
    fc.tuple(figure, SIGNS, figure).map((parts) => parts.join(" ")),
    fc.tuple(distance, SIGNS, price).map(([d, sign, p]) => `100 * ${d} / ${p} ${sign} 2`),
    fc
      .tuple(plain, fc.constantFrom("above", "below"), plain)
      .map(([a, way, b]) => `${a} crosses ${way} ${b}`),
    fc
      .tuple(fc.constantFrom("rising", "falling"), plain, COUNTS)
      .map(([name, p, n]) => `${name}(${p}, ${n})`),
    fc
      .tuple(fc.constantFrom("once", "always"), plain, plain, COUNTS)
      .map(([name, a, b, n]) => `${name}(${a} > ${b}, ${n})`),
  );
  return fc.oneof(
    { weight: 3, arbitrary: tests },
    { weight: 1, arbitrary: tests.map((test) => `not (${test})`) },
    {
      weight: 2,
      arbitrary: fc.tuple(tests, fc.constantFrom("and", "or"), tests).map((parts) => parts.join(" ")),
    },
  );
}

export const MONEY_FREE_RULES: Text = rulesOf({ prices: [], figures: [] });

/** Sell rules, which may look at the position. */
export const MONEY_FREE_SALES: Text = rulesOf({ prices: OF_A_POSITION, figures: ["profit", "fall", "held"] });

/** What candidates are sorted by: the same order at twice the prices. */
export const MONEY_FREE_KEYS: Text = fc.constantFrom(
  ...PRICES,
  ...FIGURES,
  ...ACROSS,
  ...DISTANCES,
  "value",
  "marketCap",
  "-close",
);

/** Money a share: twice as much at twice the prices. */
export const MONEY_FREE_DISTANCES: Text = fc.constantFrom(...DISTANCES, "close / 10", "change(2)");
