/** What idle money earns (`simulation.cash`): its record and its limits. */
import { isRecord, isText, ownValue, TEXT_LIMIT, unknownField, wrongValue } from "./strategy-fault.ts";
import type { Fault, Path } from "./strategy-fault.ts";

/** Percent a year; or the symbol of a series that idle money goes with, as a price or as a yield in percent a year. */
export type CashRate =
  | { readonly percent: number; readonly price?: never; readonly yield?: never }
  | { readonly price: string; readonly percent?: never; readonly yield?: never }
  | { readonly yield: string; readonly percent?: never; readonly price?: never };

const LEAST = -10;
const MOST = 50;
const KEYS = ["percent", "price", "yield"] as const;

/** @returns null where it is wrong, which is noted */
export function readCash(value: unknown, path: Path, faults: Fault[]): CashRate | null {
  if (!isRecord(value)) {
    faults.push(wrongValue(path, value, `must be an object with one of ${KEYS.join(", ")}, or null`));
    return null;
  }
  const known = KEYS.filter((key) => ownValue(value, key) !== undefined);
  for (const key of Object.keys(value)) {
    if (!KEYS.some((one) => one === key)) faults.push(unknownField([...path, key]));
  }
  const [kind] = known;
  if (kind === undefined || known.length > 1) {
    faults.push(wrongValue(path, value, `must have exactly one of ${KEYS.join(", ")}`));
    return null;
  }
  const rate = value[kind];
  if (kind === "percent") {
    if (typeof rate === "number" && rate >= LEAST && rate <= MOST) return { percent: rate };
    faults.push(wrongValue([...path, kind], rate, `must be ${LEAST} to ${MOST}`));
    return null;
  }
  if (isText(rate)) return kind === "price" ? { price: rate } : { yield: rate };
  faults.push(wrongValue([...path, kind], rate, `must be the symbol of a series: ${TEXT_LIMIT}`));
  return null;
}
