/** Numbers made of numbers. */
import type { FunctionEntry } from "../function-entry.ts";
import { choice, greater, lesser, logarithm, size, squareRoot } from "../functions/arithmetic.ts";
import { R, A, B, numbers, arithmetic } from "./entry-makers.ts";

export const ARITHMETIC: readonly FunctionEntry[] = [
  arithmetic("min", [A, B], numbers(lesser), {
    sentence: "The smaller of two numbers.",
    example: "min(open, close) > sma(50)",
  }),
  arithmetic("max", [A, B], numbers(greater), {
    sentence: "The larger of two numbers.",
    example: "max(open, close) < sma(50)",
  }),
  arithmetic("abs", [A], numbers(size), {
    sentence: "The size of a number, without its sign.",
    example: "abs(growth(1)) > 5",
  }),
  arithmetic("sqrt", [A], numbers(squareRoot), {
    sentence: "The square root; unknown for a number below 0.",
    example: "sqrt(volume) > 500",
    unit: "none",
  }),
  arithmetic("ln", [A], numbers(logarithm), {
    sentence: "The natural logarithm; unknown for 0 or less.",
    example: "ln(volume) > 12",
    unit: "none",
  }),
  arithmetic("if", [R, A, B], numbers(choice), {
    sentence: "The first number where the rule is true, the second where it is false.",
    example: "if(close > sma(200), rsi(2), rsi(4)) < 10",
  }),
];
