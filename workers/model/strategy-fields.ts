/**
 * Every setting of a strategy, once: how it is called and measured, its limits and default, and how it is varied. The
 * reader of strategies, the form, the texts, the comparison and the optimiser all read it here. Rows stand in the order
 * of a strategy's file; percents are in percent, money in the run's currency, look-backs in bars.
 */
import { SIMULATION_FIELDS } from "./simulation-fields.ts";
import type { Limits, NumberField, StrategyField, ValueRange } from "./strategy-field.ts";
import { TRADING_FIELDS } from "./trading-fields.ts";

export const STRATEGY_FIELDS = { ...TRADING_FIELDS, ...SIMULATION_FIELDS } as const;

export const SECTIONS = ["scanner", "buy", "sell", "simulation"] as const;
export type Section = (typeof SECTIONS)[number];

type Rows = typeof STRATEGY_FIELDS;

/** "sell.trailingStopLoss": where a setting stands in a strategy. */
export type FieldPath = keyof Rows;

/** The values that a choice has. */
export type ChoiceOf<Path extends FieldPath> = Rows[Path] extends { choices: infer Choices }
  ? keyof Choices
  : never;

/** A setting that the optimiser can vary. */
export type VariedField = {
  [Path in FieldPath]: Rows[Path] extends { range: ValueRange } ? Path : never;
}[FieldPath];

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are all there are
export const FIELD_PATHS = Object.keys(STRATEGY_FIELDS) as readonly FieldPath[];

/** Fields that a sweep may vary, in the order of the builder's steps. */
export const VARIED_FIELDS: readonly VariedField[] = FIELD_PATHS.filter(isVaried);

export function isVaried(path: string): path is VariedField {
  const rows: Readonly<Record<string, StrategyField>> = STRATEGY_FIELDS;
  const row = Object.hasOwn(rows, path) ? rows[path] : undefined;
  return row !== undefined && "range" in row;
}

export function fieldAt(path: FieldPath): StrategyField {
  return STRATEGY_FIELDS[path];
}

export function variedField(path: VariedField): NumberField & { readonly range: ValueRange } {
  return STRATEGY_FIELDS[path];
}

/** Section and name within it. */
export function partsOf(path: FieldPath): readonly [Section, string] {
  const [section = "", name = ""] = path.split(".");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every path begins with one of the four
  return [section as Section, name];
}

/** The name of a choice's value on screen. */
export function choiceName<Path extends FieldPath>(path: Path, value: ChoiceOf<Path>): string {
  const field: StrategyField = STRATEGY_FIELDS[path];
  return (field.unit === "choice" && field.choices[String(value)]) || String(value);
}

/** "above 0, at most 100", "whole, 1 to 5000", "a number". */
export function limitWords({ above, below, least, most, whole }: Limits): string {
  const span =
    least !== undefined && most !== undefined
      ? [`${least} to ${most}`]
      : [
          above === undefined ? "" : `above ${above}`,
          below === undefined ? "" : `under ${below}`,
          least === undefined ? "" : `at least ${least}`,
          most === undefined ? "" : `at most ${most}`,
        ];
  const words = [whole ? "whole" : "", ...span].filter((word) => word !== "");
  return words.length === 0 ? "a number" : words.join(", ");
}

/** Whether a finite number keeps the limits. */
export function isWithin(value: number, { above, below, least, most, whole }: Limits): boolean {
  return (
    Number.isFinite(value) &&
    (above === undefined || value > above) &&
    (below === undefined || value < below) &&
    (least === undefined || value >= least) &&
    (most === undefined || value <= most) &&
    (whole !== true || Number.isInteger(value))
  );
}
