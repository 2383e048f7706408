/**
 * A grid of variants of one strategy: one or two of its figures, each over a range. A figure is a setting or stands within
 * one, or it is a number in a text of the rule language. Cells are numbered row by row, the first axis being the rows.
 */
import { addMonths, formatIsoDay, parseIsoDay } from "./day.ts";
import { figureAt, figurePlaces, isFigurePlace } from "./figure-places.ts";
import type { FigurePlace } from "./figure-places.ts";
import { err, ok } from "./problem.ts";
import type { Problem, Result } from "./problem.ts";
import { EXPRESSIONS, numberLines, numbersIn, RULE_SECTIONS, ruleLines } from "./rule-lines.ts";
import { withLine, withNumber } from "./rule-lines.ts";
import { LATEST_FORMAT, parseStrategy, settingAt } from "./strategy.ts";
import type { Strategy } from "./strategy.ts";
import { withValueAt } from "./strategy-place.ts";
import type { ValueRange } from "./strategy-field.ts";
import { fieldAt, isVaried, partsOf } from "./strategy-fields.ts";
import type { FieldPath, VariedField } from "./strategy-fields.ts";

/** Where a text of the rule language stands: "buy.rules[0]", "sell.rules[2].any[0]", "simulation.weights[0].weight". */
export type TextPlace =
  | `${(typeof RULE_SECTIONS)[number]}.rules[${string}`
  | `simulation.weights[${string}].weight`
  | (typeof EXPRESSIONS)[number];

/** Its values are months: so many later than the strategy begins, on the same day of the month or on the month's last. */
export const START = "simulation.startDate";

/** A setting, a figure within one, or the start. */
export type FigureField = VariedField | FigurePlace | typeof START;

/** The number `number`, counted from 1, of a text of the rule language. */
export interface NumberPlace {
  readonly field: TextPlace;
  readonly number: number;
}

/** What an axis varies: such a figure, or such a number. */
export type AxisTarget =
  | { readonly field: FigureField; readonly number?: never; readonly also?: never }
  | (NumberPlace & {
      /** Other numbers that get the same value: the days of one average in a buy and in a sell rule. */
      readonly also?: readonly NumberPlace[];
    });

export type Axis = AxisTarget & ValueRange;

/** One or two axes, of different targets. */
export type GridAxes = readonly [rows: Axis] | readonly [rows: Axis, columns: Axis];

export const MOST_VARIANTS = 1000;
/** A wider range than this is a slip of the finger, and more rows than a table shows. */
export const MOST_AXIS_VALUES = 200;
/** A step that misses the end by so little, relatively, meets it. */
const TOLERANCE = 1e-9;

/** The values of an axis; none where `to` is below `from`. Steps of 0.1 give 0.3, not 0.30000000000000004. */
export function axisValues({ from, to, step }: ValueRange): readonly number[] {
  const count = Math.floor((to - from) / step + TOLERANCE) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => tidy(from + at * step));
}

/** Whether the values of a range can be listed: a step that leads on to an end, and few enough of them. */
export function isListable({ from, to, step }: ValueRange): boolean {
  return step > 0 && to >= from && (to - from) / step < MOST_AXIS_VALUES;
}

/** How many variants the axes make. */
export function gridSize(axes: GridAxes): number {
  return axes.reduce((size, axis) => size * axisValues(axis).length, 1);
}

/** Each cell's values, one an axis. */
export function gridCells([rows, columns]: GridAxes): readonly (readonly number[])[] {
  const across = columns ? axisValues(columns) : null;
  return axisValues(rows).flatMap((row) =>
    across === null ? [[row]] : across.map((column) => [row, column]),
  );
}

/**
 * The variants of all cells. A value that the strategy's own limits forbid is refused, with the field as the problem's
 * place, and a number that its text does not have; what a rule forbids in its text is refused when it is run. No limit
 * hangs on two figures, so each axis is judged by itself.
 */
export function gridVariants(strategy: Strategy, axes: GridAxes): Result<readonly Strategy[]> {
  for (const axis of axes) {
    const isWithin = axis.number !== undefined || isFigurePlace(axis.field);
    const missing = placesOf(axis).find((one) => fieldValue(strategy, one) === null);
    if (isWithin && missing) return err(noFigure(missing));
    for (const value of axisValues(axis)) {
      const parsed = parseStrategy({ ...withValue(strategy, axis, value), format: LATEST_FORMAT });
      if (!parsed.ok) return parsed;
    }
  }
  const variantOf = (values: readonly number[]): Strategy =>
    axes.reduce((varied, axis, at) => withValue(varied, axis, values[at] ?? Number.NaN), strategy);
  return ok(gridCells(axes).map(variantOf));
}

/** The strategy's own value; null where the condition is off, or the text has no such number; of its start 0. */
export function fieldValue(strategy: Strategy, target: AxisTarget): number | null {
  if (target.number === undefined) {
    if (target.field === START) return 0;
    if (isFigurePlace(target.field)) return figureAt(strategy, target.field);
    const value = settingAt(strategy, target.field);
    return typeof value === "number" ? value : null;
  }
  return numbersIn(textAt(strategy, target.field) ?? "")[target.number - 1]?.value ?? null;
}

/** The text of the rule language at a place; null where there is none. */
export function textAt(strategy: Strategy, place: string): string | null {
  const lines = [...ruleLines(strategy), ...numberLines(strategy)];
  return lines.find((line) => line.place === place)?.text ?? null;
}

/** The figures within settings that the strategy has. */
export function figureTargets(strategy: Strategy): readonly AxisTarget[] {
  return figurePlaces(strategy).map((field) => ({ field }));
}

/** The numbers in the strategy's own texts that change something: those of what is off don't. */
export function numberTargets(strategy: Strategy): readonly AxisTarget[] {
  return [...ruleLines(strategy), ...numberLines(strategy)].flatMap(({ place: field, text, isOff }) =>
    isOff || !isTextPlace(field) ? [] : numbersIn(text).map((_, at) => ({ field, number: at + 1 })),
  );
}

/** A target out of a stored grid or a form; null where it is none. @param also - see AxisTarget */
export function readTarget(
  field: string,
  number: number | undefined,
  also: readonly { readonly field: string; readonly number: number }[] = [],
): AxisTarget | null {
  if (isVaried(field) || isFigurePlace(field) || field === START)
    return number === undefined && also.length === 0 ? { field } : null;
  const places = [{ field, number }, ...also].map(readPlace);
  const [first, ...others] = places.filter((place) => place !== null);
  if (!first || others.length < also.length) return null;
  return others.length === 0 ? first : { ...first, also: others };
}

function readPlace({ field, number }: { field: string; number: number | undefined }): NumberPlace | null {
  const isCounted = number !== undefined && Number.isInteger(number) && number > 0;
  return isTextPlace(field) && isCounted ? { field, number } : null;
}

/** The target as one text, which is the same for the same target. */
export function targetKey({ field, number, also = [] }: AxisTarget): string {
  if (number === undefined) return field;
  return [`${field} number ${number}`, ...also.map(targetKey)].join(" and ");
}

/** Whether two axes would vary one and the same figure. */
export function isShared(a: AxisTarget, b: AxisTarget): boolean {
  const own = new Set(placesOf(a).map(targetKey));
  return placesOf(b).some((place) => own.has(targetKey(place)));
}

/** Each figure of a target by itself. */
export function placesOf(target: AxisTarget): readonly AxisTarget[] {
  if (target.number === undefined) return [target];
  const { field, number, also = [] } = target;
  return [{ field, number }, ...also];
}

const WEIGHT_PLACE = /^simulation\.weights\[\d+\]\.weight$/;

/** Whether a rule or an expression may stand there. */
export function isTextPlace(place: string): place is TextPlace {
  return (
    EXPRESSIONS.some((expression) => expression === place) ||
    WEIGHT_PLACE.test(place) ||
    RULE_SECTIONS.some((section) => place.startsWith(`${section}.rules[`))
  );
}

/** Not yet judged by the strategy's limits. */
function withValue(strategy: Strategy, target: AxisTarget, value: number): Strategy {
  if (target.number === undefined) return withFigure(strategy, target.field, value);
  return [target, ...(target.also ?? [])].reduce((varied, { field, number }) => {
    const text = withNumber(textAt(varied, field) ?? "", number, value);
    return text === null ? varied : withText(varied, field, text);
  }, strategy);
}

function withFigure(strategy: Strategy, field: FigureField, value: number): Strategy {
  if (field === START) return withSetting(strategy, field, monthsLater(strategy.simulation.startDate, value));
  return isFigurePlace(field)
    ? readAgain(withValueAt(strategy, field, value))
    : withSetting(strategy, field, value);
}

/** A date that many months later; no date where that is no day of the calendar's first 10,000 years, or half a month. */
function monthsLater(date: string, months: number): string {
  const from = parseIsoDay(date);
  const to = from === null || !Number.isInteger(months) ? Number.NaN : addMonths(from, months);
  return Number.isNaN(to) ? "" : formatIsoDay(to);
}

function withSetting(strategy: Strategy, field: FieldPath, value: unknown): Strategy {
  const [section, name] = partsOf(field);
  const varied: Strategy = { ...strategy, [section]: { ...strategy[section], [name]: value } };
  return fieldAt(field).since ? readAgain(varied) : varied;
}

/** A figure of a later format may be left out now, or be the first one. */
function readAgain(varied: Strategy): Strategy {
  const read = parseStrategy({ ...varied, format: LATEST_FORMAT });
  return read.ok ? read.value : varied;
}

/** The strategy with another text at a place where one stands; not yet judged by its limits. */
export function withText(strategy: Strategy, place: TextPlace, text: string): Strategy {
  if (place.startsWith("simulation.")) return withValueAt(strategy, place, text);
  const section = RULE_SECTIONS.find((one) => place.startsWith(`${one}.`)) ?? "buy";
  const line = { place, text, isOff: false };
  const rules = withLine(strategy[section].rules ?? [], `${section}.rules`, line);
  return { ...strategy, [section]: { ...strategy[section], rules } };
}

function noFigure({ field, number }: AxisTarget): Problem {
  const what = number === undefined ? "is no figure of the strategy" : `has no number ${number}`;
  const message = `${field} ${what} that could be varied. Choose another figure.`;
  return { code: "strategy-invalid", message, place: field };
}

function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
