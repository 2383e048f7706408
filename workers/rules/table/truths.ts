/** Rules over several bars. */
import type { FunctionEntry } from "../function-entry.ts";
import { always, barsSince, count, falling, once, rising } from "../functions/truths.ts";
import { X, N, R, numbers, truths, truth, counted } from "./entry-makers.ts";

export const TRUTHS: readonly FunctionEntry[] = [
  {
    ...counted,
    name: "barsSince",
    parameters: [R],
    sentence: "How many bars ago the rule was last true, 0 for today.",
    example: "barsSince(close = highest(252)) < 10",
    meaning: numbers(barsSince),
  },
  {
    ...counted,
    name: "count",
    parameters: [R, N],
    sentence: "On how many of the last n bars the rule is true.",
    example: "count(close > open, 10) >= 7",
    meaning: numbers(count),
  },
  {
    ...truth,
    name: "once",
    parameters: [R, N],
    sentence: "The rule was true on at least one of the last n bars.",
    example: "once(volume > 2 * sma(volume, 20), 3)",
    meaning: truths(once),
  },
  {
    ...truth,
    name: "always",
    parameters: [R, N],
    sentence: "The rule was true on each of the last n bars.",
    example: "always(close > sma(50), 20)",
    meaning: truths(always),
  },
  {
    ...truth,
    name: "rising",
    parameters: [X, N],
    sentence: "The value rose on each of the last n bars.",
    example: "rising(3)",
    meaning: truths(rising),
  },
  {
    ...truth,
    name: "falling",
    parameters: [X, N],
    sentence: "The value fell on each of the last n bars.",
    example: "falling(volume, 3)",
    meaning: truths(falling),
  },
];
