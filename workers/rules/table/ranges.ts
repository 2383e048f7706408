/** Volume and bands. */
import type { FunctionEntry } from "../function-entry.ts";
import { supertrend } from "../functions/directions.ts";
import { obv } from "../functions/oscillators.ts";
import { bandwidth, bollingerLower, bollingerUpper, percentB } from "../functions/spread.ts";
import { N, K, numbers, oscillator, range, volume } from "./entry-makers.ts";

export const RANGES: readonly FunctionEntry[] = [
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
