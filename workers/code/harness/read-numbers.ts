/** Takes the numbers out of what a person's `compute` gave back. */
import { isArray, setNumbers, typedArrayLength, typedArrayName } from "./kept.ts";

/**
 * Reads each number once, into `into` from `at` on; what is null, undefined or not finite becomes NaN.
 *
 * @returns what is wrong with it, null where nothing is; a proxy or a getter may throw
 */
export function readNumbers(
  given: unknown,
  bars: number,
  { into, at }: { readonly into: Float64Array; readonly at: number },
): string | null {
  const typed = typedArrayName(given);
  if (typed === "BigInt64Array" || typed === "BigUint64Array") return `compute gave back a ${typed}`;
  if (typed === undefined && !isArray(given)) return `compute gave back ${kindOf(given)}, not an array`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an array of either kind
  const array = given as ArrayLike<unknown>;
  const length: unknown = typed === undefined ? array.length : typedArrayLength(given);
  if (length !== bars) {
    return typeof length === "number"
      ? `compute gave back ${length} numbers for ${bars} bars`
      : "compute gave back an array without a length";
  }
  if (typed === "Float64Array" && bars > 0) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own name says so
    setNumbers(into, given as Float64Array, at);
    for (let bar = at; bar < at + bars; bar++) {
      const value = into[bar] ?? 0;
      if (value - value !== 0) into[bar] = Number.NaN;
    }
    return null;
  }
  for (let bar = 0; bar < bars; bar++) {
    const value = array[bar];
    if (typeof value === "number") into[at + bar] = value - value === 0 ? value : Number.NaN;
    else if (value === undefined || value === null) into[at + bar] = Number.NaN;
    else return `compute gave back ${kindOf(value)} at place ${bar}, not a number`;
  }
  return null;
}

function kindOf(value: unknown): string {
  switch (typeof value) {
    case "undefined":
      return "nothing";
    case "string":
      return "text";
    case "boolean":
      return value ? "true" : "false";
    case "bigint":
      return "a BigInt";
    case "number":
      return "one number";
    case "symbol":
      return "a symbol";
    case "function":
      return "a function";
    case "object":
      if (value === null) return "null";
      return typeof thenOf(value) === "function" ? "a promise" : "an object";
  }
}

function thenOf(value: object): unknown {
  return (value as { then?: unknown }).then;
}
