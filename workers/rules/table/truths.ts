/** Rules over several bars. */
import type { FunctionEntry, Parameter } from "../function-entry.ts";
import { always, barsSince, count, falling, latch, once, rising } from "../functions/truths.ts";
import { X, N, R, numbers, truths, truth, counted } from "./entry-makers.ts";

const LATCHED: readonly Parameter[] = ["a", "b"].map((name) => ({ name, type: "rule" }));

export const TRUTHS: readonly FunctionEntry[] = [
  counted("barsSince", [R], numbers(barsSince), {
    sentence: "How many bars ago the rule was last true, 0 for today.",
    example: "barsSince(close = highest(252)) < 10",
  }),
  counted("count", [R, N], numbers(count), {
    sentence: "On how many of the last n bars the rule is true.",
    example: "count(close > open, 10) >= 7",
  }),
  truth("once", [R, N], truths(once), {
    sentence: "The rule was true on at least one of the last n bars.",
    example: "once(volume > 2 * sma(volume, 20), 3)",
  }),
  truth("always", [R, N], truths(always), {
    sentence: "The rule was true on each of the last n bars.",
    example: "always(close > sma(50), 20)",
  }),
  truth("latch", LATCHED, truths(latch), {
    sentence:
      "True from a bar on which a is true until b is: where neither is, as on the bar before; false before the first.",
    example: "latch(close > highest(50)[1], close < lowest(25)[1])",
  }),
  truth("rising", [X, N], truths(rising), {
    sentence: "The value rose on each of the last n bars.",
    example: "rising(3)",
  }),
  truth("falling", [X, N], truths(falling), {
    sentence: "The value fell on each of the last n bars.",
    example: "falling(volume, 3)",
  }),
];
