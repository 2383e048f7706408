/** Strategies that differ from a template in one number of one rule. */
import { fieldValue, gridVariants, numberTargets } from "#workers/model/variant-grid.ts";
import type { Axis } from "#workers/model/variant-grid.ts";
import type { Strategy } from "#workers/model/strategy.ts";

export interface ChangedNumber {
  /** The rule's place and the number's, counted from 1. */
  readonly name: string;
  /** As many as were asked for, each with another value. */
  readonly strategies: readonly Strategy[];
}

/** For each number of each buy, sell and scanner rule; [] for a strategy without rules. */
export function changedNumbers(strategy: Strategy, count: number): readonly ChangedNumber[] {
  return numberTargets(strategy).flatMap((target) => {
    const value = fieldValue(strategy, target);
    if (value === null || !target.field.includes(".rules[")) return [];
    const step = Number.isInteger(value) ? 1 : value / 100;
    const axis: Axis = { ...target, from: value + step, to: value + count * step, step };
    return [{ name: `${target.field} number ${target.number ?? 0}`, strategies: variantsOf(strategy, axis) }];
  });
}

/** One number of a rule over a range. */
export function variantsOf(strategy: Strategy, axis: Axis): readonly Strategy[] {
  const variants = gridVariants(strategy, [axis]);
  if (!variants.ok) throw new Error(variants.problem.message);
  return variants.value;
}
