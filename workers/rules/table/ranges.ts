/** Volume and bands. */
import type { FunctionEntry } from "../function-entry.ts";
import { obv } from "../functions/oscillators.ts";
import { bandwidth, bollingerLower, bollingerUpper, percentB } from "../functions/spread.ts";
import { N, K, text, numbers, oscillator, range, volume } from "./entry-makers.ts";

export const RANGES: readonly FunctionEntry[] = [
  {
    ...volume,
    name: "obv",
    parameters: [],
    sentence: "On-balance volume: the volume of all rises so far, less that of all falls.",
    example: "obv > sma(obv, 50)",
    meaning: numbers(obv, "close", "volume"),
  },
  {
    ...range,
    name: "bollingerUpper",
    parameters: [N, K],
    sentence: "The upper Bollinger band: the average of n bars and k standard deviations.",
    example: "close > bollingerUpper(20, 2)",
    meaning: numbers(bollingerUpper, "close"),
  },
  {
    ...range,
    name: "bollingerLower",
    parameters: [N, K],
    sentence: "The lower Bollinger band: the average of n bars less k standard deviations.",
    example: "close < bollingerLower(20, 2)",
    meaning: numbers(bollingerLower, "close"),
  },
  {
    ...oscillator,
    name: "percentB",
    parameters: [N, K],
    sentence: "Where the close lies between the Bollinger bands: 0 at the lower one, 1 at the upper.",
    example: "percentB(20, 2) crosses above 0",
    meaning: numbers(percentB, "close"),
  },
  {
    ...oscillator,
    name: "bandwidth",
    parameters: [N, K],
    sentence: "How wide the Bollinger bands are, in percent of the average.",
    example: "bandwidth(20, 2) = lowest(bandwidth(20, 2), 126)",
    meaning: numbers(bandwidth, "close"),
  },
  {
    ...range,
    name: "supertrend",
    parameters: [N, K],
    sentence: "A line k average true ranges below the price in an uptrend and above it in a downtrend.",
    example: "close crosses above supertrend(10, 3)",
    meaning: text("supertrendBy(atr(n), k)"),
  },
];
