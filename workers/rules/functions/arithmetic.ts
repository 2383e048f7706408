/** Numbers made of numbers, bar by bar. Definitions: README.md section 5. */
import type { NumberPass } from "../function-entry.ts";
import { finite } from "./known-runs.ts";

export const lesser: NumberPass = ({ numbers: [a, b], bars }, out) => {
  for (let bar = 0; bar < bars; bar++) {
    const isFirst = Number(a[bar] < b[bar]); // products in place of a branch, which would be as good as random
    out[bar] = a[bar] * isFirst + b[bar] * (1 - isFirst);
  }
};

export const greater: NumberPass = ({ numbers: [a, b], bars }, out) => {
  for (let bar = 0; bar < bars; bar++) {
    const isFirst = Number(a[bar] > b[bar]);
    out[bar] = a[bar] * isFirst + b[bar] * (1 - isFirst);
  }
};

export const size: NumberPass = ({ numbers: [a], bars }, out) => {
  for (let bar = 0; bar < bars; bar++) out[bar] = Math.abs(a[bar]);
};

/** NaN below 0. */
export const squareRoot: NumberPass = ({ numbers: [a], bars }, out) => {
  for (let bar = 0; bar < bars; bar++) out[bar] = Math.sqrt(a[bar]);
};

/** Unknown for 0 or less. */
export const logarithm: NumberPass = ({ numbers: [a], bars }, out) => {
  for (let bar = 0; bar < bars; bar++) out[bar] = finite(Math.log(a[bar]));
};

/** The first where the rule is true, the second where it is false. */
export const choice: NumberPass = ({ numbers: [a, b], rules: [{ yes, no }], bars }, out) => {
  const choices = new Float64Array([NaN, NaN, NaN]); // a place in a list in place of a branch, which would be as good as random
  for (let bar = 0; bar < bars; bar++) {
    choices[1] = a[bar];
    choices[2] = b[bar];
    out[bar] = choices[((yes[bar >> 5] >>> bar) & 1) + 2 * ((no[bar >> 5] >>> bar) & 1)];
  }
};
