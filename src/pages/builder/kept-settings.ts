/**
 * Settings of a strategy that the form has no fields for: a portfolio's weights, money in and out, what idle money earns.
 * They stay as they are for as long as what they belong to is chosen.
 */
import { isRecord } from "#workers/model/strategy-fault.ts";
import { fieldAt, FIELD_PATHS, partsOf } from "#workers/model/strategy-fields.ts";
import type { FieldPath } from "#workers/model/strategy-fields.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { valueAt } from "#workers/model/strategy-place.ts";

const KEPT = FIELD_PATHS.filter(
  (path) => fieldAt(path).since === "strategy/3" && path !== "simulation.scheduleDay",
);

const WEIGHTS = ["simulation.weight", "simulation.weights"] as const satisfies readonly FieldPath[];

/** Settings by their path, such as "simulation.cash". */
export type KeptSettings = Readonly<Partial<Record<FieldPath, unknown>>>;

/** The settings as text, as the form holds them; "" for none. */
export function keptText(strategy: Strategy): string {
  const kept = KEPT.flatMap((path) => {
    const value = valueAt(strategy, path);
    return value === undefined ? [] : [[path, value] as const];
  });
  return kept.length === 0 ? "" : JSON.stringify(Object.fromEntries(kept));
}

/** null for a text that holds none. */
export function readKept(text: string): KeptSettings | null {
  if (text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && Object.keys(value).every((path) => KEPT.some((kept) => kept === path))
      ? value
      : null;
  } catch {
    return null;
  }
}

/** Whether there are weights among them. */
export function hasWeights(text: string): boolean {
  const kept = readKept(text) ?? {};
  return kept["simulation.weight"] !== undefined || kept["simulation.weights"] !== undefined;
}

/** What the universe and its candidates hang on. */
const COUNTED: readonly FieldPath[] = ["scanner.exchanges", ...WEIGHTS];

/** Those that the counts look at; without weights where one of them can't be read. */
export function countedKept(text: string, canBeRead: (line: string) => boolean): string {
  const kept = readKept(text) ?? {};
  const paths = weightLines(text).every(canBeRead) ? COUNTED : (["scanner.exchanges"] as const);
  const counted = paths.flatMap((path) => (kept[path] === undefined ? [] : [[path, kept[path]] as const]));
  return counted.length === 0 ? "" : JSON.stringify(Object.fromEntries(counted));
}

/** The expressions of the weights. */
export function weightLines(text: string): readonly string[] {
  const kept = readKept(text) ?? {};
  return WEIGHTS.flatMap((path) => linesIn(kept[path]));
}

/** Expressions in a weight, or in a list of weights. */
function linesIn(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((each) => {
    const line = isRecord(each) ? each["weight"] : each;
    return typeof line === "string" ? [line] : [];
  });
}

/** What in the form they hang on. */
interface Chosen {
  readonly exchange: string;
  readonly positionSizing: string;
}

/** The sections that what is chosen has a use for. */
export interface KeptSections {
  readonly scanner: Readonly<Record<string, unknown>>;
  readonly simulation: Readonly<Record<string, unknown>>;
  /** What is held is set back on a certain session of a week, month, quarter or year. */
  readonly isSetBack: boolean;
}

export function keptSettings(text: string, { exchange, positionSizing }: Chosen): KeptSections {
  const kept = readKept(text) ?? {};
  const chosen = new Map<string, unknown>([["simulation.positionSizing", positionSizing]]);
  for (const path of KEPT) {
    const value = kept[path];
    const { onlyFor } = fieldAt(path);
    const isUsed = !onlyFor || onlyFor.choices.some((choice) => choice === chosen.get(onlyFor.path));
    const isOther = path === "scanner.exchanges" && !(Array.isArray(value) && value.includes(exchange));
    if (value !== undefined && isUsed && !isOther) chosen.set(path, value);
  }
  const sectionOf = (wanted: string) =>
    Object.fromEntries(
      KEPT.filter((path) => partsOf(path)[0] === wanted && chosen.has(path)).map((path) => [
        partsOf(path)[1],
        chosen.get(path),
      ]),
    );
  const rebalance = chosen.get("simulation.rebalance") ?? "never";
  return {
    scanner: sectionOf("scanner"),
    simulation: sectionOf("simulation"),
    isSetBack: rebalance !== "never" && rebalance !== "daily",
  };
}
