/** What can be varied in a strategy, in the words of the builder, with a range to begin with. */
import { formatMoneyCompact } from "#src/format/money.ts";
import { countOf, formatCount, formatPercentSetting } from "#src/format/number.ts";
import { lineOf } from "#src/format/rule-text.ts";
import { unitSign } from "#src/format/setting-unit.ts";
import { numbersIn } from "#workers/model/rule-lines.ts";
import { settingAt } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { ValueRange } from "#workers/model/strategy-field.ts";
import { fieldAt, FIELD_PATHS, VARIED_FIELDS, variedField } from "#workers/model/strategy-fields.ts";
import type { VariedField } from "#workers/model/strategy-fields.ts";
import { fieldValue, numberTargets, textAt } from "#workers/model/variant-grid.ts";
import type { Axis, AxisTarget } from "#workers/model/variant-grid.ts";
import { sentenceOfLine } from "#workers/words/sentences.ts";

export const FIRST_TARGET: AxisTarget = { field: "sell.trailingStopLoss" };
export const SECOND_TARGET: AxisTarget = { field: "sell.minHoldingDays" };

/** Settings that change something, then the numbers in the strategy's rules. */
export function targetsFor(strategy: Strategy): readonly AxisTarget[] {
  const settings = VARIED_FIELDS.filter((field) => isLive(strategy, field));
  return [...settings.map((field) => ({ field })), ...numberTargets(strategy)];
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
    (!neededFor || neededFor.choices.some((choice) => choice === valueAt(neededFor.path)))
  );
}

/** "Trailing stop loss"; "Buy rule 1: 200 in close > sma(200)". */
export function targetName(target: AxisTarget, strategy: Strategy): string {
  if (target.number === undefined) return fieldAt(target.field).label;
  const text = textAt(strategy, target.field) ?? "";
  const literals = numbersIn(text).map(({ start, end }) => text.slice(start, end));
  const literal = literals[target.number - 1] ?? "";
  const isTwice = literals.filter((one) => one === literal).length > 1;
  const which = isTwice ? ` (number ${target.number})` : "";
  return `${placeName(target.field)}: ${literal}${which} in ${text}`;
}

/** What the line means that a number stands in; undefined for a setting. */
export function targetWords(target: AxisTarget, strategy: Strategy): string | undefined {
  const text = target.number === undefined ? null : textAt(strategy, target.field);
  return text === null ? undefined : `${lineOf(sentenceOfLine(text), text)}.`;
}

const EXPRESSION_NAMES: ReadonlyMap<string, string> = new Map([
  ["simulation.sortBy", "Order priority"],
  ["simulation.riskDistance", "Risk distance"],
]);

/** "Buy rule 3.1" for the first member of the group that is the third rule. */
function placeName(place: string): string {
  const section = place.split(".")[0] ?? "";
  const numbers = Array.from(place.matchAll(/\[(\d+)\]/g), ([, at]) => Number(at) + 1);
  const named = `${section.slice(0, 1).toUpperCase()}${section.slice(1)} rule ${numbers.join(".")}`;
  return EXPRESSION_NAMES.get(place) ?? named;
}

/** Behind the figures of its range; "" for none. */
export function unitOf(target: AxisTarget): string {
  return target.number === undefined ? unitSign(target.field) : "";
}

export function suggestedAxis(target: AxisTarget, strategy: Strategy): Axis {
  return target.number === undefined
    ? { ...target, ...variedField(target.field).range }
    : { ...target, ...rangeAround(fieldValue(strategy, target) ?? 1) };
}

/** Five round steps to either side of a number, not below a step where it is above 0; whole for a whole number. */
function rangeAround(value: number): ValueRange {
  const rough = Math.abs(value) / 10 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const round = ([1, 2, 5].findLast((times) => times * power <= rough) ?? 1) * power;
  const step = Number.isInteger(value) ? Math.max(1, round) : round;
  const below = Math.min(5, Math.max(0, Math.ceil(value / step) - 1));
  return { from: tidy(value - below * step), to: tidy(value + 5 * step), step: tidy(step) };
}

function tidy(figure: number): number {
  return Number(figure.toPrecision(12));
}

/** "12.5%", "30 days", "₹30Cr"; a number of a rule as it is. */
export function valueText(target: AxisTarget, value: number, currency: string): string {
  if (target.number !== undefined) return String(value);
  switch (variedField(target.field).unit) {
    case "percent":
    case "percent a year":
      return formatPercentSetting(value);
    case "days":
      return value === 0 ? "0 days" : countOf(value, "day");
    case "money":
      return formatMoneyCompact(value, currency);
    case "positions":
      return formatCount(value);
  }
}

/** "Trailing stop loss 10%, Max positions 20"; "Buy rule 1: 150 for 200". */
export function cellText(
  axes: readonly AxisTarget[],
  values: readonly number[],
  strategy: Strategy,
  currency: string,
): string {
  return axes
    .map((target, at) => {
      const text = valueText(target, values[at] ?? Number.NaN, currency);
      return target.number === undefined
        ? `${targetName(target, strategy)} ${text}`
        : `${placeName(target.field)}: ${text} for ${fieldValue(strategy, target)}`;
    })
    .join(", ");
}
