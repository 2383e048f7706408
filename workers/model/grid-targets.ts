/** What can be varied in a strategy, and ranges around the values that it has. */
import { settingAt } from "./strategy.ts";
import type { Strategy } from "./strategy.ts";
import type { ValueRange } from "./strategy-field.ts";
import { MOST_OF_A_WEEK } from "./joint-limits.ts";
import { FIELD_PATHS, VARIED_FIELDS, fieldAt, variedField } from "./strategy-fields.ts";
import type { VariedField } from "./strategy-fields.ts";
import { axisValues, fieldValue, figureTargets, gridVariants, numberTargets, START } from "./variant-grid.ts";
import type { Axis, AxisTarget } from "./variant-grid.ts";

/** Settings that change something, the start, figures within settings, then the numbers in the strategy's rules. */
export function targetsFor(strategy: Strategy): readonly AxisTarget[] {
  const settings = VARIED_FIELDS.filter((field) => isLive(strategy, field));
  return [
    ...settings.map((field) => ({ field })),
    { field: START },
    ...figureTargets(strategy),
    ...numberTargets(strategy),
  ];
}

/** The look-back of a rule that is off changes nothing, nor does the risk of positions that are sized otherwise. */
function isLive(strategy: Strategy, field: VariedField): boolean {
  const { partOf, neededFor } = fieldAt(field);
  const valueAt = (path: string) => {
    const known = FIELD_PATHS.find((one) => one === path);
    return known && settingAt(strategy, known);
  };
  const whole = partOf === undefined ? true : valueAt(partOf);
  return (
    whole !== null &&
    whole !== false &&
    (!neededFor || neededFor.choices.some((choice) => choice === valueAt(neededFor.path))) &&
    (field !== "simulation.scheduleDay" || hasScheduledDays(strategy))
  );
}

/** Whether a session of a period is looked for at all: its place says nothing otherwise. */
function hasScheduledDays({ simulation: { schedule = "daily", rebalance = "never" } }: Strategy): boolean {
  return schedule !== "daily" || (rebalance !== "never" && rebalance !== "daily");
}

/** The last session of its week, month, quarter or year that a scheduled one of the strategy can be. */
export function lastDayOf({ simulation: { schedule, rebalance } }: Strategy): number {
  return schedule === "weekly" || rebalance === "weekly"
    ? MOST_OF_A_WEEK
    : variedField("simulation.scheduleDay").range.to;
}

/**
 * `steps` round steps to either side of a number, about as wide as half of it each way; not below a step where the number
 * is above 0, whole for a whole number.
 */
export function rangeAround(value: number, steps: number): ValueRange {
  const rough = Math.abs(value) / (2 * steps) || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = ([1, 2, 5].findLast((times) => times * power <= rough) ?? 1) * power;
  const step = Number.isInteger(value) ? Math.max(1, round) : round;
  const below = Math.min(steps, Math.max(0, Math.ceil(value / step) - 1));
  return { from: tidy(value - below * step), to: tidy(value + steps * step), step: tidy(step) };
}

/** The range around the strategy's own value as far as its limits allow; null where it is off, 0 or allowed no other value. */
export function axisAround(strategy: Strategy, target: AxisTarget, steps: number): Axis | null {
  const value = fieldValue(strategy, target);
  if (value === null || value === 0) return null;
  const around = rangeAround(value, steps);
  for (let above = steps; above >= 0; above--) {
    const axis: Axis = { ...target, ...around, to: tidy(value + above * around.step) };
    if (axisValues(axis).length > 1 && gridVariants(strategy, [axis]).ok) return axis;
  }
  return null;
}

function tidy(figure: number): number {
  return Number(figure.toPrecision(12));
}
