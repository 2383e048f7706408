/**
 * A strategy as it is stored, shared and run, and the one reader that every form, file and stored record goes through.
 * A later format is the one before it with further fields, which are optional here: each is left out where it has its
 * default, so that a strategy is written in the first format that has all of it. What each field means and may be:
 * strategy-fields.ts.
 */
import "./jitless.ts";
import { z } from "zod";
import { readCash } from "./cash-rate.ts";
import type { CashRate } from "./cash-rate.ts";
import { readComputed } from "./computed-field.ts";
import type { ComputedField } from "./computed-field.ts";
import { parseIsoDay } from "./day.ts";
import { readFlows } from "./flow.ts";
import type { Flow } from "./flow.ts";
import { jointFaults } from "./joint-limits.ts";
import { err, ok } from "./problem.ts";
import type { Problem, Result } from "./problem.ts";
import { checkLength, readRules } from "./read-rules.ts";
import type { RuleReading } from "./read-rules.ts";
import { readBand } from "./rebalance-band.ts";
import type { RebalanceBand } from "./rebalance-band.ts";
import type { Rule } from "./rule.ts";
import {
  isRecord,
  isText,
  ownValue,
  placeOf,
  TEXT_LIMIT,
  unknownField,
  wrongValue,
} from "./strategy-fault.ts";
import type { Fault, Path } from "./strategy-fault.ts";
import { FIELD_PATHS, fieldAt, isWithin, limitWords, partsOf, SECTIONS } from "./strategy-fields.ts";
import { STRATEGY_FIELDS } from "./strategy-fields.ts";
import type { ChoiceOf, FieldPath, Section } from "./strategy-fields.ts";
import { STRATEGY_FORMATS } from "./strategy-field.ts";
import type { ChoiceField, LaterFormat, StrategyField, StrategyFormat } from "./strategy-field.ts";
import { readWeights } from "./weights.ts";
import type { Weight } from "./weights.ts";

/** The exchanges that the builder offers; a dataset may name others. */
export const EXCHANGES = STRATEGY_FIELDS["scanner.exchange"].offered;
export const INSTRUMENT_TYPES = STRATEGY_FIELDS["scanner.instrumentType"].offered;

/** No strategy's JSON is longer: 20 sources with every sign escaped, 200 lines, and room. */
export const MOST_STRATEGY_BYTES = 5_000_000;

/** null switches a condition off. */
interface Scanner {
  readonly exchange: string;
  readonly instrumentType: string;
  /** The universe is of all of these, and `exchange` is one of them; without it, of `exchange` alone. */
  readonly exchanges?: readonly string[];
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
  readonly weight?: string;
  readonly weights?: readonly Weight[];
  readonly weightsAre?: ChoiceOf<"simulation.weightsAre">;
  readonly rebalance?: ChoiceOf<"simulation.rebalance">;
  readonly rebalanceBand?: RebalanceBand;
  /** Which session of its week, month, quarter or year a scheduled one is, from 1. */
  readonly scheduleDay?: number;
  readonly flows?: readonly Flow[];
  readonly cash?: CashRate;
  readonly riskFree?: ChoiceOf<"simulation.riskFree">;
}

export interface Strategy {
  /** The first one that has all fields that are there, and all values of choices. */
  readonly format: StrategyFormat;
  readonly name: string;
  readonly scanner: Scanner;
  readonly buy: Buy;
  readonly sell: Sell;
  readonly simulation: Simulation;
  readonly computed?: readonly ComputedField[];
}

/** Reads every field that there is; the reader makes of it the format that a strategy is then written in. */
export const LATEST_FORMAT: StrategyFormat = "strategy/3";
const COMPUTED_SINCE: LaterFormat = "strategy/2";
const KEYS = new Set<string>(["format", "name", ...SECTIONS, "computed"]);

/** Every path of a strategy, so that the compiler sees a field that has no row, or a row without its field. */
type StrategyPath = { [S in Section]: `${S}.${keyof Strategy[S] & string}` }[Section];
const ROWS: Readonly<Record<StrategyPath, StrategyField>> = STRATEGY_FIELDS;

/** Rows with their place, split once. */
const PLACED = FIELD_PATHS.map((path) => {
  const [section, name] = partsOf(path);
  return { path, section, name, at: [section, name], field: ROWS[path] };
});

type PlacedField = (typeof PLACED)[number];

/** What a strategy holds of a value whose own shape is in order, where that is not the value itself; what is wrong within is noted. */
const READERS: Readonly<
  Partial<Record<StrategyField["unit"], (value: unknown, place: Path, reading: Reading) => unknown>>
> = {
  rules: readRules,
  weights: (value, place, { faults }) => readWeights(value, place, faults),
  flows: (value, place, { faults }) => readFlows(value, place, faults),
  band: (value, place, { faults }) => (value === null ? null : readBand(value, place, faults)),
  cash: (value, place, { faults }) => (value === null ? null : readCash(value, place, faults)),
  flag: (value) => value ?? false,
  names: (value) => (isNames(value) ? [...value] : value),
  expression: (value, place, { faults }) => {
    if (typeof value === "string") checkLength(value, place, faults);
    return value;
  },
};

const notAnObject: Fault = {
  path: [],
  limit: "must be an object",
  text: "not a JSON object; a strategy file holds one { ... }",
  code: "strategy-invalid",
};

/** Reads a value from outside; missing fields take their defaults. Every fault is listed, each with its place. */
export function readStrategy(value: unknown): Result<Strategy, readonly Fault[]> {
  if (!isRecord(value)) return err([notAnObject]);
  const written = ownValue(value, "format");
  const format = STRATEGY_FORMATS.find((known) => known === written) ?? LATEST_FORMAT;
  const isByWeights = at(at(value, "simulation"), "positionSizing") === "weights";
  const reading: Reading = { faults: [], lines: 0, format, isByWeights, values: new Map() };
  const { faults } = reading;
  if (written !== undefined && written !== format)
    faults.push(wrongValue(["format"], written, `must be ${oneOf(STRATEGY_FORMATS.map(quoted))}`));
  const named = ownValue(value, "name");
  const name = named === undefined ? "My Momentum Strategy" : named;
  if (!isText(name)) faults.push(wrongValue(["name"], name, `must be ${TEXT_LIMIT}`));
  for (const section of SECTIONS) readSection(value, section, reading);
  faults.push(...jointFaults(reading.values));
  const listed = ownValue(value, "computed");
  const hasComputed = listed !== undefined && isIn(COMPUTED_SINCE, format);
  const computed = hasComputed ? readComputed(listed, faults) : [];
  for (const key of Object.keys(value)) {
    if (!KEYS.has(key)) faults.push(unknownField([key]));
    else if (key === "computed" && !hasComputed) faults.push(ofLaterFormat([key], COMPUTED_SINCE));
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
  /** What later formats have is unknown in it. */
  readonly format: StrategyFormat;
  /** A condition that is missing is off then, and not at its default. */
  readonly isByWeights: boolean;
  /** What was read so far, without what is wrong. */
  readonly values: Map<string, unknown>;
}

function readSection(strategy: Readonly<Record<string, unknown>>, section: Section, reading: Reading): void {
  const { faults, format } = reading;
  const value = ownValue(strategy, section) ?? (Object.hasOwn(strategy, section) ? null : {});
  if (!isRecord(value)) {
    const limit = "must be an object";
    faults.push({ path: [section], limit, text: `${section} ${limit}`, code: "strategy-invalid" });
    return;
  }
  const known = new Set<string>();
  for (const placed of PLACED) {
    if (placed.section !== section || !isIn(placed.field.since, format)) continue;
    known.add(placed.name);
    readField(placed, ownValue(value, placed.name), reading);
  }
  for (const key of Object.keys(value)) {
    if (known.has(key)) continue;
    const since = PLACED.find((placed) => placed.section === section && placed.name === key)?.field.since;
    faults.push(since ? ofLaterFormat([section, key], since) : unknownField([section, key]));
  }
}

/** Whether a field or a choice that came with `since` is in a format; without it, it is in all. */
function isIn(since: LaterFormat | undefined, format: StrategyFormat): boolean {
  return since === undefined || STRATEGY_FORMATS.indexOf(since) <= STRATEGY_FORMATS.indexOf(format);
}

function ofLaterFormat(path: Path, since: LaterFormat): Fault {
  return unknownField(path, `it belongs to ${since}: set format to "${since}", or remove it`);
}

function readField({ path, at: place, field }: PlacedField, found: unknown, reading: Reading): void {
  const value = found === undefined ? missingValue(field, reading) : found;
  const limit = neededLimit(field, value, reading) ?? limitOf(field, value, reading);
  if (limit !== null) {
    reading.faults.push(wrongValue(place, found, limit));
    return;
  }
  const faults = reading.faults.length;
  const kept = READERS[field.unit]?.(value, place, reading) ?? value;
  if (reading.faults.length === faults) reading.values.set(path, kept);
}

function missingValue(field: StrategyField, { isByWeights }: Reading): unknown {
  return isByWeights && field.withWeights !== undefined ? field.withWeights : field.default;
}

/** Of a setting that another one asks for or forbids; null where that is in order. */
function neededLimit(field: StrategyField, value: unknown, { values }: Reading): string | null {
  const asked = field.neededFor ?? field.onlyFor;
  if (!asked) return null;
  const { path, choices } = asked;
  const choice = values.get(path);
  if (choice === undefined) return null; // it is wrong itself
  const isAsked = choices.some((one) => one === choice);
  const when = `${path.split(".").at(-1)} is ${oneOf(choices)}`;
  if (isAsked && field.neededFor && value === null) return `must be there where ${when}`;
  if (!isAsked && !isLeftOut(field, value)) return `must be left out unless ${when}`;
  return null;
}

/** What a value must be and is not, in words; null where it is in order. */
function limitOf(field: StrategyField, value: unknown, { format, values }: Reading): string | null {
  switch (field.unit) {
    case "text":
      return (value === null && field.canBeOff) || isText(value) ? null : `must be ${field.words}`;
    case "flag":
      if (typeof value === "boolean" || (value === null && field.canBeOff)) return null;
      return field.canBeOff ? "must be true, false or null" : "must be true or false";
    case "choice":
      return choiceLimit(field, value, format);
    case "fixed":
      return value === field.default ? null : `must be ${field.default}`;
    case "date":
      return dateLimit(value, field.after ?? null, values);
    case "names":
      return value === null || isNames(value) ? null : "must be a list of texts, at least one, or null";
    case "rules":
    case "weights":
    case "band":
    case "flows":
    case "cash":
      return null; // read with places of their own
    case "expression":
      return value === null || typeof value === "string" ? null : "must be an expression, as text";
    case "percent":
    case "percent a year":
    case "days":
    case "money":
    case "positions":
    case "session":
      if (value === null && (field.canBeOff || field.default === null)) return null;
      return typeof value === "number" && isWithin(value, field.limits)
        ? null
        : `must be ${limitWords(field.limits)}`;
  }
}

function choiceLimit(
  { choices, choicesSince = {} }: ChoiceField,
  value: unknown,
  format: StrategyFormat,
): string | null {
  const names = Object.keys(choices).filter((name) => isIn(choicesSince[name], format));
  return names.some((name) => name === value) ? null : `must be ${oneOf(names)}`;
}

/** "daily, weekly or monthly". */
function oneOf(names: readonly string[]): string {
  const others = names.slice(0, -1).join(", ");
  return others === "" ? (names.at(-1) ?? "") : `${others} or ${names.at(-1)}`;
}

function quoted(name: string): string {
  return `"${name}"`;
}

/** @param after - path of the date that it must be after, where there is one; that may be wrong itself */
function dateLimit(value: unknown, after: string | null, values: Reading["values"]): string | null {
  if (typeof value !== "string" || parseIsoDay(value) === null) return "must be a date YYYY-MM-DD";
  const start = after === null ? null : values.get(after);
  return typeof start === "string" && value <= start ? `must be after ${after?.split(".")[1]}` : null;
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
  const needed: (LaterFormat | undefined)[] = [computed.length > 0 ? COMPUTED_SINCE : undefined];
  for (const { path, section, name: key, field } of PLACED) {
    const value = values.get(path);
    if (field.since && isLeftOut(field, value)) continue;
    sections[section][key] = value;
    needed.push(field.since, choiceSince(field, value));
  }
  const format = STRATEGY_FORMATS.find((one) => needed.every((since) => isIn(since, one))) ?? LATEST_FORMAT;
  const read = { format, name, ...sections, ...(computed.length > 0 && { computed }) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every row's value keeps its limit, and ROWS has every field
  return read as unknown as Strategy;
}

function isLeftOut(field: StrategyField, value: unknown): boolean {
  const isEmpty = Array.isArray(field.default) && Array.isArray(value) && value.length === 0;
  return value === undefined || value === field.default || isEmpty;
}

function choiceSince(field: StrategyField, value: unknown): LaterFormat | undefined {
  return field.unit === "choice" ? field.choicesSince?.[String(value)] : undefined;
}

function at(value: unknown, key: string): unknown {
  return isRecord(value) ? ownValue(value, key) : undefined;
}
