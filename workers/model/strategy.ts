/**
 * A strategy as it is stored, shared and run, and the one reader that every form, file and stored record goes through.
 * A strategy/2 is a strategy/1 with the fields that are optional here; each is left out where it has its default, so
 * that a strategy without any of them is a strategy/1. What each field means and may be: strategy-fields.ts.
 */
import "./jitless.ts";
import { z } from "zod";
import { readComputed } from "./computed-field.ts";
import type { ComputedField } from "./computed-field.ts";
import { parseIsoDay } from "./day.ts";
import { err, ok } from "./problem.ts";
import type { Problem, Result } from "./problem.ts";
import { checkLength, readRules } from "./read-rules.ts";
import type { RuleReading } from "./read-rules.ts";
import type { Rule } from "./rule.ts";
import { isRecord, ownValue, placeOf, unknownField, wrongValue } from "./strategy-fault.ts";
import type { Fault } from "./strategy-fault.ts";
import { FIELD_PATHS, fieldAt, isWithin, limitWords, partsOf, SECTIONS } from "./strategy-fields.ts";
import { STRATEGY_FIELDS } from "./strategy-fields.ts";
import type { ChoiceOf, FieldPath, Section } from "./strategy-fields.ts";
import type { ChoiceField, StrategyField } from "./strategy-field.ts";
import { isBlank } from "./ink.ts";

/** The exchanges that the builder offers; a dataset may name others. */
export const EXCHANGES = STRATEGY_FIELDS["scanner.exchange"].offered;
export const INSTRUMENT_TYPES = STRATEGY_FIELDS["scanner.instrumentType"].offered;

/** No strategy's JSON is longer: 20 sources with every sign escaped, 200 lines, and room. */
export const MOST_STRATEGY_BYTES = 5_000_000;

/** null switches a condition off. */
interface Scanner {
  readonly exchange: string;
  readonly instrumentType: string;
  readonly match: ChoiceOf<"scanner.match">;
  readonly priceGrowth: number | null;
  readonly priceGrowthDays: number;
  readonly minPrice: number | null;
  readonly marketCapRank: number | null;
  readonly avgDailyValue: number | null;
  readonly avgDailyValueDays: number;
  readonly symbols?: readonly string[];
  readonly sectors?: readonly string[];
  readonly rules?: readonly Rule[];
}

interface Buy {
  readonly lastPriceVsClose: boolean;
  readonly closeDays: number;
  readonly lastPriceVsMA: boolean;
  readonly movingAverageDays: number;
  readonly rules?: readonly Rule[];
}

/** null switches a condition off. */
interface Sell {
  readonly trailingStopLoss: number | null;
  readonly minHoldingDays: number;
  readonly stopLoss: number | null;
  readonly takeProfit: number | null;
  readonly maxHoldingDays: number | null;
  readonly rules?: readonly Rule[];
  readonly coolDownDays?: number;
  readonly stopOrders?: ChoiceOf<"sell.stopOrders">;
}

interface Simulation {
  readonly startMargin: number;
  /** ISO dates. */
  readonly startDate: string;
  readonly endDate: string;
  readonly maxPositions: number;
  readonly maxPositionsPerInstrument: 1;
  readonly sortingType: ChoiceOf<"simulation.sortingType">;
  readonly positionSizing: ChoiceOf<"simulation.positionSizing">;
  readonly fillAt: ChoiceOf<"simulation.fillAt">;
  readonly priceBasis: ChoiceOf<"simulation.priceBasis">;
  readonly commissionPercent: number;
  readonly slippagePercent: number;
  readonly fractionalShares: boolean;
  readonly riskFreePercent: number;
  /** A symbol; null is the dataset's own. */
  readonly benchmark: string | null;
  readonly sortBy?: string;
  readonly positionPercent?: number;
  readonly riskPercent?: number;
  readonly riskDistance?: string;
  readonly schedule?: ChoiceOf<"simulation.schedule">;
}

export interface Strategy {
  /** strategy/2 exactly where one of the optional fields is there, or a choice has a value that is new in it. */
  readonly format: "strategy/1" | "strategy/2";
  readonly name: string;
  readonly scanner: Scanner;
  readonly buy: Buy;
  readonly sell: Sell;
  readonly simulation: Simulation;
  readonly computed?: readonly ComputedField[];
}

const FORMATS = ["strategy/1", "strategy/2"];
const KEYS = new Set<string>(["format", "name", ...SECTIONS, "computed"]);
const LONGEST_TEXT = 120;
const NEW_IN_2 = 'it belongs to strategy/2: set format to "strategy/2", or remove it';

/** Every path of a strategy, so that the compiler sees a field that has no row, or a row without its field. */
type StrategyPath = { [S in Section]: `${S}.${keyof Strategy[S] & string}` }[Section];
const ROWS: Readonly<Record<StrategyPath, StrategyField>> = STRATEGY_FIELDS;

/** Rows with their place, split once. */
const PLACED = FIELD_PATHS.map((path) => {
  const [section, name] = partsOf(path);
  return { path, section, name, at: [section, name], field: ROWS[path] };
});

type PlacedField = (typeof PLACED)[number];

const notAnObject: Fault = {
  path: [],
  limit: "must be an object",
  text: "not a JSON object; a strategy file holds one { ... }",
  code: "strategy-invalid",
};

/** Reads a value from outside; missing fields take their defaults. Every fault is listed, each with its place. */
export function readStrategy(value: unknown): Result<Strategy, readonly Fault[]> {
  if (!isRecord(value)) return err([notAnObject]);
  const reading: Reading = { faults: [], lines: 0, isFirst: false, values: new Map() };
  const { faults } = reading;
  const format = ownValue(value, "format");
  reading.isFirst = format === "strategy/1";
  if (format !== undefined && !FORMATS.some((known) => known === format))
    faults.push(wrongValue(["format"], format, 'must be "strategy/1" or "strategy/2"'));
  const named = ownValue(value, "name");
  const name = named === undefined ? "My Momentum Strategy" : named;
  const limit = `must be text that is not blank, at most ${LONGEST_TEXT} characters`;
  if (!isText(name)) faults.push(wrongValue(["name"], name, limit));
  for (const section of SECTIONS) readSection(value, section, reading);
  const listed = ownValue(value, "computed");
  const hasComputed = listed !== undefined && !reading.isFirst;
  const computed = hasComputed ? readComputed(listed, faults) : [];
  for (const key of Object.keys(value)) {
    if (!KEYS.has(key)) faults.push(unknownField([key]));
    else if (key === "computed" && reading.isFirst) faults.push(unknownField([key], NEW_IN_2));
  }
  if (faults.length > 0 || !isText(name)) return err(faults);
  return ok(assemble(name, reading.values, computed));
}

/**
 * Parses a value from outside (file, form, stored record) into a strategy. The problem names the first field that is
 * wrong, its value and its limit; `details` has all of them.
 */
export function parseStrategy(value: unknown): Result<Strategy> {
  const read = readStrategy(value);
  return read.ok ? read : err(faultsAsProblem(read.problem));
}

/** @param faults - at least one; the first is what the message says */
export function faultsAsProblem(faults: readonly Fault[]): Problem {
  const [first = notAnObject] = faults;
  return {
    code: first.code,
    message: `strategy: ${first.text}`,
    place: placeOf(first.path),
    details: faults.map(({ text }) => text),
  };
}

/** For the schemas of records that hold a strategy. */
export const strategySchema: z.ZodType<Strategy> = z.unknown().transform((value, context) => {
  const read = readStrategy(value);
  if (read.ok) return read.value;
  for (const { path, limit } of read.problem)
    context.addIssue({ code: "custom", path: [...path], message: limit });
  return z.NEVER;
});

/** The specification's built-in strategy. */
export const defaultStrategy: Strategy = strategySchema.parse({});

/** The value of a setting, or its default where it is left out. */
export function settingAt(strategy: Strategy, path: FieldPath): unknown {
  const [section, name] = partsOf(path);
  const value: unknown = Reflect.get(strategy[section], name);
  return value === undefined ? fieldAt(path).default : value;
}

interface Reading extends RuleReading {
  /** The value says that it is a strategy/1: what is new in strategy/2 is unknown then. */
  isFirst: boolean;
  /** What was read so far, without what is wrong. */
  readonly values: Map<string, unknown>;
}

function readSection(strategy: Readonly<Record<string, unknown>>, section: Section, reading: Reading): void {
  const { faults, isFirst } = reading;
  const value = ownValue(strategy, section) ?? (Object.hasOwn(strategy, section) ? null : {});
  if (!isRecord(value)) {
    const limit = "must be an object";
    faults.push({ path: [section], limit, text: `${section} ${limit}`, code: "strategy-invalid" });
    return;
  }
  const known = new Set<string>();
  for (const placed of PLACED) {
    if (placed.section !== section || (placed.field.isNew && isFirst)) continue;
    known.add(placed.name);
    readField(placed, ownValue(value, placed.name), reading);
  }
  for (const key of Object.keys(value)) {
    if (known.has(key)) continue;
    const isNew = isFirst && Object.hasOwn(ROWS, `${section}.${key}`);
    faults.push(isNew ? unknownField([section, key], NEW_IN_2) : unknownField([section, key]));
  }
}

function readField({ path, at, field }: PlacedField, found: unknown, reading: Reading): void {
  const value = found === undefined ? field.default : found;
  const limit = neededLimit(field, value, reading) ?? limitOf(field, value, reading);
  if (limit !== null) {
    reading.faults.push(wrongValue(at, found, limit));
    return;
  }
  if (field.unit === "rules") reading.values.set(path, readRules(value, at, reading));
  else if (field.unit === "flag") reading.values.set(path, value ?? false);
  else if (isNames(value)) reading.values.set(path, [...value]);
  else reading.values.set(path, value);
  if (field.unit === "expression" && typeof value === "string") checkLength(value, at, reading.faults);
}

/** Of a setting that another one asks for or forbids; null where that is in order. */
function neededLimit(field: StrategyField, value: unknown, { values }: Reading): string | null {
  if (!field.neededFor) return null;
  const { path, choices } = field.neededFor;
  const choice = values.get(path);
  if (choice === undefined) return null; // it is wrong itself
  const isNeeded = choices.some((one) => one === choice);
  const when = `${path.split(".").at(-1)} is ${choices.join(" or ")}`;
  if (isNeeded && value === null) return `must be there where ${when}`;
  if (!isNeeded && value !== null) return `must be left out unless ${when}`;
  return null;
}

/** What a value must be and is not, in words; null where it is in order. */
function limitOf(field: StrategyField, value: unknown, { isFirst, values }: Reading): string | null {
  switch (field.unit) {
    case "text":
      return (value === null && field.canBeOff) || isText(value) ? null : `must be ${field.words}`;
    case "flag":
      if (typeof value === "boolean" || (value === null && field.canBeOff)) return null;
      return field.canBeOff ? "must be true, false or null" : "must be true or false";
    case "choice":
      return choiceLimit(field, value, isFirst);
    case "fixed":
      return value === field.default ? null : `must be ${field.default}`;
    case "date":
      return dateLimit(value, field.after ?? null, values);
    case "names":
      return value === null || isNames(value) ? null : "must be a list of texts, at least one, or null";
    case "rules":
      return null; // read with places of their own
    case "expression":
      return value === null || typeof value === "string" ? null : "must be an expression, as text";
    case "percent":
    case "percent a year":
    case "days":
    case "money":
    case "positions":
      if (value === null && (field.canBeOff || field.default === null)) return null;
      return typeof value === "number" && isWithin(value, field.limits)
        ? null
        : `must be ${limitWords(field.limits)}`;
  }
}

function choiceLimit({ choices, newChoices }: ChoiceField, value: unknown, isFirst: boolean): string | null {
  const names = [...Object.keys(choices), ...(isFirst ? [] : Object.keys(newChoices ?? {}))];
  if (names.some((name) => name === value)) return null;
  const others = names.slice(0, -1).join(", ");
  return others === "" ? `must be ${names.at(-1)}` : `must be ${others} or ${names.at(-1)}`;
}

/** @param after - path of the date that it must be after, where there is one; that may be wrong itself */
function dateLimit(value: unknown, after: string | null, values: Reading["values"]): string | null {
  if (typeof value !== "string" || parseIsoDay(value) === null) return "must be a date YYYY-MM-DD";
  const start = after === null ? null : values.get(after);
  return typeof start === "string" && value <= start ? `must be after ${after?.split(".")[1]}` : null;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST_TEXT && !isBlank(value);
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === "string");
}

function assemble(
  name: string,
  values: ReadonlyMap<string, unknown>,
  computed: readonly ComputedField[],
): Strategy {
  const sections: Record<Section, Record<string, unknown>> = {
    scanner: {},
    buy: {},
    sell: {},
    simulation: {},
  };
  let isNew = computed.length > 0;
  for (const { path, section, name: key, field } of PLACED) {
    const value = values.get(path);
    if (field.isNew && isLeftOut(field, value)) continue;
    sections[section][key] = value;
    isNew ||= field.isNew === true || isNewChoice(field, value);
  }
  const format = isNew ? "strategy/2" : "strategy/1";
  const read = { format, name, ...sections, ...(computed.length > 0 && { computed }) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every row's value keeps its limit, and ROWS has every field
  return read as unknown as Strategy;
}

function isLeftOut(field: StrategyField, value: unknown): boolean {
  const isEmpty = field.unit === "rules" && Array.isArray(value) && value.length === 0;
  return value === undefined || value === field.default || isEmpty;
}

function isNewChoice(field: StrategyField, value: unknown): boolean {
  return field.unit === "choice" && Object.hasOwn(field.newChoices ?? {}, String(value));
}
