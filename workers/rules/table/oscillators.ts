/** Oscillators, trend lines by averages, ranges of bars, volume and bands. */
import type { FunctionEntry } from "../function-entry.ts";
import { adx, minusDI, plusDI, supertrend } from "../functions/directions.ts";
import { mfi, obv, rsi } from "../functions/oscillators.ts";
import { stochK, trueRange, williamsR } from "../functions/ranges.ts";
import { bandwidth, bollingerLower, bollingerUpper, cci, percentB } from "../functions/spread.ts";
import { X, N, K, SPANS, text, numbers, oscillator, range, volume } from "./entry-makers.ts";

export const OSCILLATORS: readonly FunctionEntry[] = [
  oscillator("rsi", [X, N], numbers(rsi), {
    sentence: "The relative strength index: how much of the recent moves were rises, 0 to 100.",
    example: "rsi(14) < 30",
  }),
  range("macd", SPANS.slice(0, 2), text("ema(close, f) - ema(close, s)"), {
    sentence: "The difference between a fast and a slow exponential average of the close.",
    example: "macd crosses above macdSignal",
    group: "oscillators",
    defaults: [12, 26],
  }),
  range("macdSignal", SPANS, text("ema(macd(f, s), g)"), {
    sentence: "The exponential average of macd(f, s) over g bars.",
    example: "macd > macdSignal",
    group: "oscillators",
    defaults: [12, 26, 9],
  }),
  range("macdHistogram", SPANS, text("macd(f, s) - macdSignal(f, s, g)"), {
    sentence: "macd less its signal line.",
    example: "macdHistogram crosses above 0",
    group: "oscillators",
    defaults: [12, 26, 9],
  }),
  range("trueRange", [], numbers(trueRange, "high", "low", "close"), {
    sentence: "How far the price moved on the bar, the gap from the close before included.",
    example: "trueRange > 2 * atr(20)",
  }),
  range("atr", [N], text("rma(trueRange, n)"), {
    sentence: "The average true range: Wilder's average of trueRange.",
    example: "atr(14) < 0.03 * close",
  }),
  oscillator("plusDI", [N], numbers(plusDI, "high", "low", "close"), {
    sentence: "+DI, Wilder's indicator of rises: how strong the upward moves are in the range of the bars.",
    example: "plusDI(14) crosses above minusDI(14)",
  }),
  oscillator("minusDI", [N], numbers(minusDI, "high", "low", "close"), {
    sentence: "−DI, Wilder's indicator of falls.",
    example: "minusDI(14) > plusDI(14)",
  }),
  oscillator("adx", [N], numbers(adx, "high", "low", "close"), {
    sentence: "The average directional index: how strong a trend is, 0 to 100; over 25 counts as one.",
    example: "adx(14) > 25",
  }),
  oscillator("stochK", [N], numbers(stochK, "high", "low", "close"), {
    sentence: "Where the close lies in the range of the last n bars, 0 at its low, 100 at its high.",
    example: "stochK(14) < 20",
  }),
  oscillator("stochD", [N, { name: "m", type: "count" }], text("sma(stochK(n), m)"), {
    sentence: "The average of stochK(n) over m bars.",
    example: "stochK(14) crosses above stochD(14, 3)",
  }),
  oscillator("williamsR", [N], numbers(williamsR, "high", "low", "close"), {
    sentence: "How far the close lies below the high of the last n bars: 0 at the high, −100 at the low.",
    example: "williamsR(14) < -80",
  }),
  oscillator("cci", [N], numbers(cci, "high", "low", "close"), {
    sentence:
      "The commodity channel index: how far the typical price lies from its average, measured by its usual distance.",
    example: "cci(20) < -100",
  }),
  oscillator("mfi", [N], numbers(mfi, "high", "low", "close", "volume"), {
    sentence: "The money flow index: as the RSI, but of price times volume, 0 to 100.",
    example: "mfi(14) < 20",
  }),
  volume("obv", [], numbers(obv, "close", "volume"), {
    sentence: "On-balance volume: the volume of all rises so far, less that of all falls.",
    example: "obv > sma(obv, 50)",
  }),
  range("bollingerUpper", [N, K], numbers(bollingerUpper, "close"), {
    sentence: "The upper Bollinger band: the average of n bars and k standard deviations.",
    example: "close > bollingerUpper(20, 2)",
  }),
  range("bollingerLower", [N, K], numbers(bollingerLower, "close"), {
    sentence: "The lower Bollinger band: the average of n bars less k standard deviations.",
    example: "close < bollingerLower(20, 2)",
  }),
  oscillator("percentB", [N, K], numbers(percentB, "close"), {
    sentence: "Where the close lies between the Bollinger bands: 0 at the lower one, 1 at the upper.",
    example: "percentB(20, 2) crosses above 0",
  }),
  oscillator("bandwidth", [N, K], numbers(bandwidth, "close"), {
    sentence: "How wide the Bollinger bands are, in percent of the average.",
    example: "bandwidth(20, 2) = lowest(bandwidth(20, 2), 126)",
  }),
  range("supertrend", [N, K], numbers(supertrend, "high", "low", "close"), {
    sentence: "A line k average true ranges below the price in an uptrend and above it in a downtrend.",
    example: "close crosses above supertrend(10, 3)",
  }),
];
