/** What can be varied in a strategy, and its values, in the words of the builder. */
import { lowerFirst } from "./first-letter.ts";
import { formatMoneyCompact } from "./money.ts";
import { namedNumbers, numberGroups } from "./number-names.ts";
import { countOf, formatCount, formatPercentSetting, formatSetting } from "./number.ts";
import { lineOf, wordsOfLine } from "./rule-text.ts";
import { signOf, unitSign } from "./setting-unit.ts";
import { numbersIn } from "#workers/model/rule-lines.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { figureLabel, figureUnit, isFigurePlace } from "#workers/model/figure-places.ts";
import { fieldAt, variedField } from "#workers/model/strategy-fields.ts";
import { fieldValue, START, targetKey, textAt } from "#workers/model/variant-grid.ts";
import type { AxisTarget, FigureField, NumberPlace } from "#workers/model/variant-grid.ts";

/**
 * "Trailing stop loss"; of a number what it is, "Short average", or where that has no name its rule: "Buy rule 1: 2 in
 * close > 2 * low"; "Weight of GOLD" where that is a plain number.
 */
export function targetName(target: AxisTarget, strategy: Strategy): string {
  if (target.number === undefined) return figureName(target.field);
  return namesIn(strategy).get(targetKey(target)) ?? numberInText(target, strategy);
}

/** By the key of each number, and of those that are one. Strategies are never changed: each is worked out once. */
const namesOf = new WeakMap<Strategy, ReadonlyMap<string, string>>();

function namesIn(strategy: Strategy): ReadonlyMap<string, string> {
  const known = namesOf.get(strategy) ?? nameNumbers(strategy);
  namesOf.set(strategy, known);
  return known;
}

/** A name that several have is told apart by its rules. */
function nameNumbers(strategy: Strategy): ReadonlyMap<string, string> {
  const numbers = namedNumbers(strategy);
  const groups = numberGroups(strategy);
  const placesOf = (place: NumberPlace) => groups.get(targetKey(place)) ?? [place];
  const shares = new Map<string, Set<string>>();
  for (const { name, place } of numbers) {
    if (name === null) continue;
    const all = placesOf(place).map(targetKey).join(" and ");
    shares.set(name, (shares.get(name) ?? new Set()).add(all));
  }
  const names = new Map<string, string>();
  for (const { name, place } of numbers) {
    if (name === null) continue;
    const places = placesOf(place);
    const isOnly = shares.get(name)?.size === 1;
    const rules = [...new Set(places.map(({ field }) => lowerFirst(textName(field, strategy))))].join(", ");
    const own = lowerFirst(textName(place.field, strategy));
    const [first = place, ...also] = places;
    names.set(
      targetKey({ ...first, ...(also.length > 0 && { also }) }),
      isOnly ? name : `${name} (${rules})`,
    );
    if (also.length > 0) names.set(targetKey(place), `${name} (${own} alone)`);
  }
  return names;
}

function numberInText(target: NumberPlace, strategy: Strategy): string {
  const text = textAt(strategy, target.field) ?? "";
  const literals = numbersIn(text).map(({ start, end }) => text.slice(start, end));
  const literal = literals[target.number - 1] ?? "";
  const isTwice = literals.filter((one) => one === literal).length > 1;
  const which = isTwice ? ` (number ${target.number})` : "";
  const place = textName(target.field, strategy);
  return literal === text.trim() ? place : `${place}: ${literal}${which} in ${text}`;
}

/** "Buy rule 3.1" for the first member of the group that is the third rule; "Weight of GOLD". */
export function textName(place: string, { simulation }: Strategy): string {
  const at = /^simulation\.weights\[(\d+)\]/.exec(place)?.[1];
  const weight = at === undefined ? undefined : simulation.weights?.[Number(at)];
  return weight ? `Weight of ${weight.symbol}` : placeName(place);
}

/** What a figure is called that is no number of a text: "Trailing stop loss", "Money in and out 1, sum". */
export function figureName(field: FigureField): string {
  if (isFigurePlace(field)) return figureLabel(field);
  return field === START ? `${fieldAt(field).label}, later by` : fieldAt(field).label;
}

/** What the line means that a number stands in; undefined for a setting. */
export function targetWords(target: AxisTarget, strategy: Strategy): string | undefined {
  const text = target.number === undefined ? null : textAt(strategy, target.field);
  return text === null ? undefined : `${lineOf(wordsOfLine(target.field, text), text)}.`;
}

const EXPRESSION_NAMES: ReadonlyMap<string, string> = new Map([
  ["simulation.sortBy", "Order priority"],
  ["simulation.riskDistance", "Risk distance"],
  ["simulation.weight", "Weight"],
]);

function placeName(place: string): string {
  const section = place.split(".")[0] ?? "";
  const numbers = Array.from(place.matchAll(/\[(\d+)\]/g), ([, at]) => Number(at) + 1);
  const named = `${section.slice(0, 1).toUpperCase()}${section.slice(1)} rule ${numbers.join(".")}`;
  return EXPRESSION_NAMES.get(place) ?? named;
}

/** Behind the figures of its range; "" for none. */
export function unitOf(target: AxisTarget): string {
  if (target.number !== undefined) return "";
  if (isFigurePlace(target.field)) return signOf(figureUnit(target.field));
  return target.field === START ? "months" : unitSign(target.field);
}

/** "12.5%", "30 days", "₹30Cr"; a number of a rule as it is. */
export function valueText(target: AxisTarget, value: number, currency: string): string {
  if (target.number !== undefined) return String(value);
  const { field } = target;
  if (field === START) return value === 0 ? "0 months" : countOf(value, "month");
  switch (isFigurePlace(field) ? figureUnit(field) : variedField(field).unit) {
    case "percent":
    case "percent a year":
      return formatPercentSetting(value);
    case "days":
      return value === 0 ? "0 days" : countOf(value, "day");
    case "points":
      return `${formatSetting(value)} points`;
    case "money":
      return formatMoneyCompact(value, currency);
    case "positions":
    case "session":
      return formatCount(value);
  }
}

/** "Trailing stop loss 10%, Short average 40"; of a number without a name "Buy rule 1: 150 for 200". */
export function cellText(
  axes: readonly AxisTarget[],
  values: readonly number[],
  strategy: Strategy,
  currency: string,
): string {
  return axes
    .map((target, at) => {
      const text = valueText(target, values[at] ?? Number.NaN, currency);
      const isNamed = target.number === undefined || namesIn(strategy).has(targetKey(target));
      return isNamed
        ? `${targetName(target, strategy)} ${text}`
        : `${textName(target.field, strategy)}: ${text} for ${fieldValue(strategy, target)}`;
    })
    .join(", ");
}
