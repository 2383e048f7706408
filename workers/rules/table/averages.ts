/** Averages, sums and what is told from windows of a series. */
import type { FunctionEntry } from "../function-entry.ts";
import { ema, rma, sma, sum, wma } from "../functions/averages.ts";
import { change, growth, percentRank } from "../functions/oscillators.ts";
import { highest, lowest } from "../functions/ranges.ts";
import { slope, trend } from "../functions/lines.ts";
import { stdev, volatility, zscore } from "../functions/spread.ts";
import { streak } from "../functions/truths.ts";
import { X, N, N_FROM_2, numbers, average, oscillator, counted } from "./entry-makers.ts";

export const AVERAGES: readonly FunctionEntry[] = [
  {
    ...average,
    name: "sma",
    parameters: [X, N],
    sentence: "The average of the last n values.",
    example: "close > sma(200)",
    meaning: numbers(sma),
  },
  {
    ...average,
    name: "wma",
    parameters: [X, N],
    sentence:
      "The average of the last n values, in which newer ones weigh more: n for today's, 1 for the oldest.",
    example: "close > wma(50)",
    meaning: numbers(wma),
  },
  {
    ...average,
    name: "highest",
    parameters: [X, N],
    sentence: "The highest of the last n values.",
    example: "close >= highest(high, 55)[1]",
    meaning: numbers(highest),
  },
  {
    ...average,
    name: "lowest",
    parameters: [X, N],
    sentence: "The lowest of the last n values.",
    example: "close = lowest(close, 7)",
    meaning: numbers(lowest),
  },
  {
    ...average,
    name: "sum",
    parameters: [X, N],
    sentence: "The sum of the last n values.",
    example: "sum(volume, 5) > 2 * sum(volume, 5)[5]",
    meaning: numbers(sum),
  },
  {
    ...average,
    name: "stdev",
    parameters: [X, N],
    sentence: "How far the last n values lie from their average: their standard deviation.",
    example: "stdev(20) > 0.04 * close",
    meaning: numbers(stdev),
  },
  {
    ...oscillator,
    name: "zscore",
    parameters: [X, N],
    sentence: "How many standard deviations the value lies above its average of n bars.",
    example: "zscore(20) < -2",
    meaning: numbers(zscore),
  },
  {
    ...oscillator,
    name: "percentRank",
    parameters: [X, N],
    sentence: "The percentage of the n values before that are at most today's.",
    example: "percentRank(volume, 100) > 95",
    meaning: numbers(percentRank),
  },
  {
    ...oscillator,
    name: "growth",
    parameters: [X, N],
    sentence: "The change over n bars in percent.",
    example: "growth(126) > 20",
    meaning: numbers(growth),
  },
  {
    ...average,
    name: "change",
    parameters: [X, N],
    sentence: "The value less the one n bars before.",
    example: "change(volume, 1) > 0",
    meaning: numbers(change),
  },
  {
    ...average,
    name: "slope",
    parameters: [X, N_FROM_2],
    sentence: "How much the straight line that fits the last n values best rises a bar.",
    example: "slope(sma(150), 20) > 0",
    meaning: numbers(slope),
  },
  {
    ...oscillator,
    name: "trend",
    parameters: [X, N_FROM_2],
    sentence:
      "The yearly growth in percent of the line that fits the last n values best, times how well it fits them (0 to 1).",
    example: "trend(90) > 30",
    meaning: numbers(trend),
  },
  {
    ...oscillator,
    name: "volatility",
    parameters: [X, N_FROM_2],
    sentence:
      "How much the value swings: the standard deviation of its last n daily returns, a year, in percent.",
    example: "volatility(63) < 25",
    meaning: numbers(volatility),
  },
  {
    ...counted,
    name: "streak",
    parameters: [X],
    sentence: "Rises in a row up to today, or falls in a row as a negative number.",
    example: "streak <= -3",
    meaning: numbers(streak),
  },
  {
    ...average,
    name: "ema",
    parameters: [X, N],
    sentence: "The exponential average: each new value weighs 2 / (n + 1).",
    example: "ema(20) > ema(50)",
    meaning: numbers(ema),
  },
  {
    ...average,
    name: "rma",
    parameters: [X, N],
    sentence: "Wilder's average: each new value weighs 1 / n.",
    example: "close > rma(50)",
    meaning: numbers(rma),
  },
];
