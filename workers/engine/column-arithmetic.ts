/** Arithmetic on columns, bar by bar; NaN is unknown, and so is what is not finite. */
import { finite } from "#workers/rules/functions/known-runs.ts";
import type { Operator } from "#workers/rules/syntax.ts";

export interface Operands {
  readonly left: Float64Array;
  readonly right: Float64Array;
}

export function runArithmetic(
  operator: Operator,
  { left, right }: Operands,
  bars: number,
  out: Float64Array,
): void {
  switch (operator) {
    case "+":
      for (let bar = 0; bar < bars; bar++) out[bar] = finite(left[bar] + right[bar]);
      return;
    case "-":
      for (let bar = 0; bar < bars; bar++) out[bar] = finite(left[bar] - right[bar]);
      return;
    case "*":
      for (let bar = 0; bar < bars; bar++) out[bar] = finite(left[bar] * right[bar]);
      return;
    case "/":
      for (let bar = 0; bar < bars; bar++) out[bar] = finite(left[bar] / right[bar]);
  }
}

export function negateColumn(values: Float64Array, bars: number, out: Float64Array): void {
  for (let bar = 0; bar < bars; bar++) out[bar] = -values[bar];
}

/** Each bar gets the value of so many bars before; the first ones are unknown. */
export function shiftColumn(values: Float64Array, by: number, bars: number, out: Float64Array): void {
  out.fill(NaN, 0, Math.min(by, bars));
  if (by < bars) out.set(values.subarray(0, bars - by), by);
}
