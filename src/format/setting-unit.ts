/** The sign behind a setting's figure in a form; "" for none, and for money, whose sign stands before it. */
import { fieldAt } from "#workers/model/strategy-fields.ts";
import type { FieldPath } from "#workers/model/strategy-fields.ts";

const SIGNS: ReadonlyMap<string, string> = new Map([
  ["percent", "%"],
  ["percent a year", "% a year"],
  ["days", "days"],
  ["points", "points"],
]);

export function unitSign(path: FieldPath): string {
  return signOf(fieldAt(path).unit);
}

/** The sign of a unit of settings, or of a figure within one. */
export function signOf(unit: string): string {
  return SIGNS.get(unit) ?? "";
}
