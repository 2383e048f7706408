/** The form of a grid as people type it: figures are text. Its schema turns them into axes. */
import { z } from "zod";
import "#workers/model/jitless.ts";
import { formatCount } from "#src/format/number.ts";
import { readAmount } from "#src/format/read-amount.ts";
import type { ValueRange } from "#workers/model/strategy-field.ts";
import {
  axisValues,
  gridSize,
  MOST_AXIS_VALUES,
  isShared,
  MOST_VARIANTS,
} from "#workers/model/variant-grid.ts";
import type { Axis, AxisTarget, GridAxes } from "#workers/model/variant-grid.ts";

export type AxisText = AxisTarget & RangeText;

interface RangeText {
  readonly from: string;
  readonly to: string;
  readonly step: string;
}

/** What a valid form means, or a message by the field's place ("rows.step"). */
export type ReadAxes =
  | { readonly type: "axes"; readonly axes: GridAxes }
  | { readonly type: "wrong"; readonly messages: Readonly<Record<string, string>> };

const figure = z.string().transform((text, context) => {
  const value = readAmount(text);
  if (value !== null) return value;
  context.addIssue({ code: "custom", message: "Type a number." });
  return z.NEVER;
});

const rangeSchema = z.object({ from: figure, to: figure, step: figure }).superRefine((range, context) => {
  const fault = faultOf(range);
  if (fault) context.addIssue({ code: "custom", ...fault });
});

/** What is wrong with an axis whose values can't be listed. */
function faultOf({ from, to, step }: ValueRange): { path: string[]; message: string } | null {
  if (step <= 0) return { path: ["step"], message: "The step must be above 0." };
  if (to < from) return { path: ["to"], message: "The end must not be below the start." };
  if ((to - from) / step >= MOST_AXIS_VALUES)
    return { path: ["step"], message: `At most ${MOST_AXIS_VALUES} values: take a larger step.` };
  return null;
}

const gridSchema = z.object({ rows: rangeSchema, columns: rangeSchema.nullable() });

export function readAxes(rows: AxisText, columns: AxisText | null): ReadAxes {
  const messages: Record<string, string> = {};
  const note = (place: string, message: string) => {
    messages[place] ??= message;
  };
  const parsed = gridSchema.safeParse({ rows, columns });
  const axes = readSweepAxes(rows, columns);
  for (const { path, message } of parsed.error?.issues ?? []) note(path.join("."), message);
  if (columns && isShared(rows, columns)) note("columns.field", "Choose a parameter other than the first.");
  if (!axes) return { type: "wrong", messages };
  const size = gridSize(axes);
  if (size > MOST_VARIANTS)
    note(
      "grid",
      `These are ${formatCount(size)} variants, and ${formatCount(MOST_VARIANTS)} are the most at once. Take larger steps.`,
    );
  return Object.keys(messages).length === 0 ? { type: "axes", axes } : { type: "wrong", messages };
}

/** The same axes however many variants they make, for a sweep outside of the page; null where they can't be read. */
export function readSweepAxes(rows: AxisText, columns: AxisText | null): GridAxes | null {
  const parsed = gridSchema.safeParse({ rows, columns });
  if (!parsed.success || (columns && isShared(rows, columns))) return null;
  const first = toAxis(rows, parsed.data.rows);
  return columns && parsed.data.columns ? [first, toAxis(columns, parsed.data.columns)] : [first];
}

export function toText(axis: Axis): AxisText {
  return { ...axis, from: String(axis.from), to: String(axis.to), step: String(axis.step) };
}

/** Grids are known by their axes as text: keys stay in this order. */
function toAxis(target: AxisTarget, { from, to, step }: ValueRange): Axis {
  if (target.number === undefined) return { field: target.field, from, to, step };
  const { field, number, also } = target;
  return { field, number, ...(also && { also }), from, to, step };
}

/** "9 values: 5, 7.5, 10 ... 25". */
export function valuesText(axis: ValueRange): string {
  const values = axisValues(axis);
  const [first, second, third] = values;
  const listed = values.length <= 4 ? values.join(", ") : `${first}, ${second}, ${third} … ${values.at(-1)}`;
  return `${values.length === 1 ? "1 value" : `${values.length} values`}: ${listed}`;
}
