/**
 * A grid of variants of one strategy: one or two of its figures, each over a range. Cells are numbered row by row, the
 * first axis being the rows.
 */
import { ok } from "./problem.ts";
import type { Result } from "./problem.ts";
import { parseStrategy } from "./strategy.ts";
import type { Strategy } from "./strategy.ts";

/** The figures of a strategy that can be varied, in the order of the builder's steps. */
export const VARIED_FIELDS = [
  "scanner.priceGrowth",
  "scanner.priceGrowthDays",
  "scanner.minPrice",
  "scanner.marketCapRank",
  "scanner.avgDailyValue",
  "scanner.avgDailyValueDays",
  "buy.closeDays",
  "buy.movingAverageDays",
  "sell.trailingStopLoss",
  "sell.minHoldingDays",
  "sell.stopLoss",
  "sell.takeProfit",
  "sell.maxHoldingDays",
  "simulation.startMargin",
  "simulation.maxPositions",
  "simulation.commissionPercent",
  "simulation.slippagePercent",
] as const;

export type VariedField = (typeof VARIED_FIELDS)[number];

/** From `from` to `to`, both included where a step meets it; step > 0. */
export interface Axis {
  readonly field: VariedField;
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** One or two axes, of different fields. */
export type GridAxes = readonly [rows: Axis] | readonly [rows: Axis, columns: Axis];

export const MOST_VARIANTS = 1000;
/** A step that misses the end by so little, relatively, meets it. */
const TOLERANCE = 1e-9;

/** The values of an axis; none where `to` is below `from`. Steps of 0.1 give 0.3, not 0.30000000000000004. */
export function axisValues({ from, to, step }: Omit<Axis, "field">): readonly number[] {
  const count = Math.floor((to - from) / step + TOLERANCE) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => tidy(from + at * step));
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
 * The variants of all cells. A value that the strategy's own limits forbid is refused, with the field as the
 * problem's place. No limit hangs on two of these fields, so each axis is judged by itself.
 */
export function gridVariants(strategy: Strategy, axes: GridAxes): Result<readonly Strategy[]> {
  for (const axis of axes) {
    for (const value of axisValues(axis)) {
      const parsed = parseStrategy(withField(strategy, axis.field, value));
      if (!parsed.ok) return parsed;
    }
  }
  const variantOf = (values: readonly number[]): Strategy =>
    axes.reduce((varied, { field }, at) => withField(varied, field, values[at] ?? Number.NaN), strategy);
  return ok(gridCells(axes).map(variantOf));
}

/** The strategy's own value; null where the condition is off. */
export function fieldValue(strategy: Strategy, field: VariedField): number | null {
  const [section, name] = partsOf(field);
  const value: unknown = Reflect.get(strategy[section], name);
  return typeof value === "number" ? value : null;
}

/** Not yet judged by the strategy's limits. */
function withField(strategy: Strategy, field: VariedField, value: number): Strategy {
  const [section, name] = partsOf(field);
  return { ...strategy, [section]: { ...strategy[section], [name]: value } };
}

function partsOf(field: VariedField): readonly ["scanner" | "buy" | "sell" | "simulation", string] {
  const [section = "", name = ""] = field.split(".");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field of the list begins with one of the four
  return [section as "scanner" | "buy" | "sell" | "simulation", name];
}

function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
