/** Why a part of a rule is unknown on a bar, where that is plain. */
import type { Expression } from "#workers/rules/expression.ts";
import { membersOf } from "#workers/rules/expression.ts";

export interface UnknownPlace {
  /** Number of the bar among the instrument's own, from 0. */
  readonly bar: number;
  /** NaN is unknown. */
  readonly isUnknown: (expression: Expression) => boolean;
  readonly isZero: (expression: Expression) => boolean;
}

/** @param expression - unknown on the bar @returns "" where its parts say so, or where the reason isn't plain */
export function reasonOf(expression: Expression, place: UnknownPlace): string {
  if (looksElsewhere(expression)) return "";
  if (membersOf(expression).some(place.isUnknown)) return "";
  if (expression.op === "fact") return "no value is known by this day";
  if (expression.op === "figure") return "the data has none on this day";
  if (expression.op === "arithmetic" && expression.operator === "/" && place.isZero(expression.right)) {
    return "divided by 0";
  }
  if (barsBefore(expression) <= place.bar) return "";
  return `only ${place.bar + 1} ${place.bar === 0 ? "bar" : "bars"} so far`;
}

/** Its parts stand on other bars than those of the instrument in hand. */
function looksElsewhere({ op }: Expression): boolean {
  return op === "elsewhere" || op === "rank" || op === "breadth";
}

/** Bars before the one in hand that it needs at least. */
function barsBefore(expression: Expression): number {
  if (looksElsewhere(expression)) return 0;
  const inside = Math.max(0, ...membersOf(expression).map(barsBefore));
  if (expression.op === "ago") return inside + expression.bars;
  if (expression.op === "call") return inside + Math.max(0, ...expression.counts.map((count) => count - 1));
  return inside;
}
