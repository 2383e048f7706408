/** What an axis of a grid begins with. */
import { isFigurePlace } from "#workers/model/figure-places.ts";
import { numberGroups } from "#src/format/number-names.ts";
import { lastDayOf, rangeAround, targetsFor } from "#workers/model/grid-targets.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { ValueRange } from "#workers/model/strategy-field.ts";
import { variedField } from "#workers/model/strategy-fields.ts";
import { fieldValue, isShared, numberTargets, START, targetKey } from "#workers/model/variant-grid.ts";
import type { Axis, AxisTarget, NumberPlace } from "#workers/model/variant-grid.ts";
import { toText } from "./axis-form.ts";
import type { AxisText } from "./axis-form.ts";

const STOP: AxisTarget = { field: "sell.trailingStopLoss" };
const HOLDING: AxisTarget = { field: "sell.minHoldingDays" };

/** All that can be varied; before the first of several numbers that are one stands the number that varies all of them. */
export function targetsWithGroups(strategy: Strategy): readonly AxisTarget[] {
  const groups = numberGroups(strategy);
  return targetsFor(strategy).flatMap((target) => {
    const together = togetherWith(target, groups);
    const isFirst = together?.field === target.field && together.number === target.number;
    return together && isFirst ? [together, target] : [target];
  });
}

/** The number that varies this one and those that are one with it; null where it stands by itself. */
function togetherWith(
  target: AxisTarget,
  groups: ReadonlyMap<string, readonly NumberPlace[]>,
): (NumberPlace & { readonly also: readonly NumberPlace[] }) | null {
  const [first, ...also] = groups.get(targetKey(target)) ?? [];
  return first ? { ...first, also } : null;
}

/** What a page begins with: the specification's own figures or, where no such stop is set, the first numbers of the rules. */
export function firstTargets(strategy: Strategy): readonly [AxisTarget, AxisTarget?] {
  const groups = numberGroups(strategy);
  const numbers = numberTargets(strategy).map((target) => togetherWith(target, groups) ?? target);
  const [first] = numbers;
  const second = first && numbers.find((target) => !isShared(target, first));
  if (first === undefined || fieldValue(strategy, STOP) !== null) return [STOP, HOLDING];
  return second ? [first, second] : [first];
}

/**
 * The axes after a click on a figure. One that is varied is left as it is from then on, unless it is the only one; any
 * other is varied beside the one that was chosen last.
 */
export function pickTarget(
  [rows, columns]: readonly [AxisText, AxisText | null],
  target: AxisTarget,
  strategy: Strategy,
): readonly [AxisText, AxisText | null] {
  const key = targetKey(target);
  if (columns && key === targetKey(columns)) return [rows, null];
  if (key === targetKey(rows)) return [columns ?? rows, null];
  return [columns ?? rows, toText(suggestedAxis(target, strategy))];
}

/** A year of starts, a month apart. */
const STARTS: ValueRange = { from: 0, to: 12, step: 1 };

export function suggestedAxis(target: AxisTarget, strategy: Strategy): Axis {
  if (target.number !== undefined || isFigurePlace(target.field))
    return { ...target, ...rangeAround(fieldValue(strategy, target) ?? 1, 5) };
  if (target.field === START) return { ...target, ...STARTS };
  const { range } = variedField(target.field);
  const to = target.field === "simulation.scheduleDay" ? lastDayOf(strategy) : range.to;
  return { ...target, ...range, to };
}
