/** Averages, sums and what is told from windows of a series. */
import type { FunctionEntry } from "../function-entry.ts";
import { ema, rma, sma, sum } from "../functions/averages.ts";
import { change, growth, percentRank } from "../functions/oscillators.ts";
import { highest, lowest } from "../functions/ranges.ts";
import { slope, trend, wma } from "../functions/lines.ts";
import { stdev, volatility, zscore } from "../functions/spread.ts";
import { streak } from "../functions/truths.ts";
import { X, N, N_FROM_2, numbers, average, oscillator, counted } from "./entry-makers.ts";

export const AVERAGES: readonly FunctionEntry[] = [
  average("sma", [X, N], numbers(sma), {
    sentence: "The average of the last n values.",
    example: "close > sma(200)",
  }),
  average("wma", [X, N], numbers(wma), {
    sentence:
      "The average of the last n values, in which newer ones weigh more: n for today's, 1 for the oldest.",
    example: "close > wma(50)",
  }),
  average("highest", [X, N], numbers(highest), {
    sentence: "The highest of the last n values.",
    example: "close >= highest(high, 55)[1]",
  }),
  average("lowest", [X, N], numbers(lowest), {
    sentence: "The lowest of the last n values.",
    example: "close = lowest(close, 7)",
  }),
  average("sum", [X, N], numbers(sum), {
    sentence: "The sum of the last n values.",
    example: "sum(volume, 5) > 2 * sum(volume, 5)[5]",
  }),
  average("stdev", [X, N], numbers(stdev), {
    sentence: "How far the last n values lie from their average: their standard deviation.",
    example: "stdev(20) > 0.04 * close",
  }),
  oscillator("zscore", [X, N], numbers(zscore), {
    sentence: "How many standard deviations the value lies above its average of n bars.",
    example: "zscore(20) < -2",
  }),
  oscillator("percentRank", [X, N], numbers(percentRank), {
    sentence: "The percentage of the n earlier values that are at most today's.",
    example: "percentRank(volume, 100) > 95",
  }),
  oscillator("growth", [X, N], numbers(growth), {
    sentence: "The change over n bars in percent.",
    example: "growth(126) > 20",
  }),
  average("change", [X, N], numbers(change), {
    sentence: "The value less the one n bars before.",
    example: "change(volume, 1) > 0",
  }),
  average("slope", [X, N_FROM_2], numbers(slope), {
    sentence: "How much the straight line that fits the last n values best rises a bar.",
    example: "slope(sma(150), 20) > 0",
  }),
  oscillator("trend", [X, N_FROM_2], numbers(trend), {
    sentence:
      "The yearly growth in percent of the line that fits the last n values best, times how well it fits them (0 to 1).",
    example: "trend(90) > 30",
  }),
  oscillator("volatility", [X, N_FROM_2], numbers(volatility), {
    sentence:
      "How much the value swings: the standard deviation of its last n daily returns, a year, in percent.",
    example: "volatility(63) < 25",
  }),
  counted("streak", [X], numbers(streak), {
    sentence: "Rises in a row up to today, or falls in a row as a negative number.",
    example: "streak <= -3",
  }),
  average("ema", [X, N], numbers(ema), {
    sentence: "The exponential average: each new value weighs 2 / (n + 1).",
    example: "ema(20) > ema(50)",
  }),
  average("rma", [X, N], numbers(rma), {
    sentence: "Wilder's average: each new value weighs 1 / n.",
    example: "close > rma(50)",
  }),
];
