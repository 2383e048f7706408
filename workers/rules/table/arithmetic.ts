/** Numbers made of numbers, bar by bar. Definitions: README.md section 5. */
import type { FunctionEntry, NumberPass } from "../function-entry.ts";
import { finite } from "../functions/known-runs.ts";
import { R, A, B, numbers, arithmetic } from "./entry-makers.ts";

const lesser: NumberPass = ({ numbers: [a, b], bars }, out) => {
  for (let bar = 0; bar < bars; bar++) {
    const isFirst = Number(a[bar] < b[bar]); // products in place of a branch, which would be as good as random
    out[bar] = a[bar] * isFirst + b[bar] * (1 - isFirst);
  }
};

const greater: NumberPass = ({ numbers: [a, b], bars }, out) => {
  for (let bar = 0; bar < bars; bar++) {
    const isFirst = Number(a[bar] > b[bar]);
    out[bar] = a[bar] * isFirst + b[bar] * (1 - isFirst);
  }
};

const size: NumberPass = ({ numbers: [a], bars }, out) => {
  for (let bar = 0; bar < bars; bar++) out[bar] = Math.abs(a[bar]);
};

/** NaN below 0. */
const squareRoot: NumberPass = ({ numbers: [a], bars }, out) => {
  for (let bar = 0; bar < bars; bar++) out[bar] = Math.sqrt(a[bar]);
};

/** Unknown for 0 or less. */
const logarithm: NumberPass = ({ numbers: [a], bars }, out) => {
  for (let bar = 0; bar < bars; bar++) out[bar] = finite(Math.log(a[bar]));
};

/** The first where the rule is true, the second where it is false. */
const choice: NumberPass = ({ numbers: [a, b], rules: [{ yes, no }], bars }, out) => {
  const chosen = new Float64Array(2); // a place in a list in place of a branch, which would be as good as random
  out.fill(NaN, 0, bars);
  for (let word = 0; word * 32 < bars; word++) {
    const isTrue = yes[word];
    for (let known = isTrue | no[word]; known !== 0; known &= known - 1) {
      const bit = 31 - Math.clz32(known & -known); // the lowest that is set
      const bar = word * 32 + bit;
      chosen[0] = b[bar];
      chosen[1] = a[bar];
      out[bar] = chosen[(isTrue >>> bit) & 1];
    }
  }
};

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
