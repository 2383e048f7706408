/** Numbers made of numbers. */
import type { FunctionEntry } from "../function-entry.ts";
import { choice, greater, lesser, logarithm, size, squareRoot } from "../functions/arithmetic.ts";
import { R, A, B, numbers, arithmetic } from "./entry-makers.ts";

export const ARITHMETIC: readonly FunctionEntry[] = [
  {
    ...arithmetic,
    name: "min",
    parameters: [A, B],
    sentence: "The smaller of two numbers.",
    example: "min(open, close) > sma(50)",
    meaning: numbers(lesser),
  },
  {
    ...arithmetic,
    name: "max",
    parameters: [A, B],
    sentence: "The larger of two numbers.",
    example: "max(open, close) < sma(50)",
    meaning: numbers(greater),
  },
  {
    ...arithmetic,
    name: "abs",
    parameters: [A],
    sentence: "The size of a number, without its sign.",
    example: "abs(growth(1)) > 5",
    meaning: numbers(size),
  },
  {
    ...arithmetic,
    unit: "none",
    name: "sqrt",
    parameters: [A],
    sentence: "The square root; unknown for a number below 0.",
    example: "sqrt(volume) > 500",
    meaning: numbers(squareRoot),
  },
  {
    ...arithmetic,
    unit: "none",
    name: "ln",
    parameters: [A],
    sentence: "The natural logarithm; unknown for 0 or less.",
    example: "ln(volume) > 12",
    meaning: numbers(logarithm),
  },
  {
    ...arithmetic,
    name: "if",
    parameters: [R, A, B],
    sentence: "The first number where the rule is true, the second where it is false.",
    example: "if(close > sma(200), rsi(2), rsi(4)) < 10",
    meaning: numbers(choice),
  },
];
