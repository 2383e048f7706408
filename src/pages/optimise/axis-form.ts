/** The form of a grid as people type it: figures are text. Its schema turns them into axes. */
import { z } from "zod";
import "#workers/model/jitless.ts";
import { formatCount } from "#src/format/number.ts";
import { readAmount } from "#src/format/read-amount.ts";
import { axisValues, gridSize, MOST_VARIANTS, VARIED_FIELDS } from "#workers/model/variant-grid.ts";
import type { Axis, GridAxes, VariedField } from "#workers/model/variant-grid.ts";

export interface AxisText {
  readonly field: VariedField;
  readonly from: string;
  readonly to: string;
  readonly step: string;
}

/** What a valid form means, or a message by the field's place ("rows.step"). */
export type ReadAxes =
  | { readonly type: "axes"; readonly axes: GridAxes }
  | { readonly type: "wrong"; readonly messages: Readonly<Record<string, string>> };

/** A wider range than this is a slip of the finger, and more rows than a table shows. */
const MOST_VALUES = 200;

const figure = z.string().transform((text, context) => {
  const value = readAmount(text);
  if (value !== null) return value;
  context.addIssue({ code: "custom", message: "Type a number." });
  return z.NEVER;
});

const axisSchema = z
  .object({ field: z.enum(VARIED_FIELDS), from: figure, to: figure, step: figure })
  .superRefine((axis, context) => {
    const fault = faultOf(axis);
    if (fault) context.addIssue({ code: "custom", ...fault });
  });

/** Of an axis whose values can't be listed. */
function faultOf({ from, to, step }: Axis): { path: string[]; message: string } | null {
  if (step <= 0) return { path: ["step"], message: "The step must be above 0." };
  if (to < from) return { path: ["to"], message: "The end must not be below the start." };
  if ((to - from) / step >= MOST_VALUES)
    return { path: ["step"], message: `At most ${MOST_VALUES} values: take a larger step.` };
  return null;
}

const gridSchema = z
  .object({ rows: axisSchema, columns: axisSchema.nullable() })
  .superRefine((grid, context) => {
    if (grid.columns && grid.columns.field === grid.rows.field)
      context.addIssue({
        code: "custom",
        path: ["columns", "field"],
        message: "Choose another figure than the first.",
      });
    if (toAxes(grid).some(faultOf)) return; // which is said beside it
    const size = gridSize(toAxes(grid));
    if (size > MOST_VARIANTS)
      context.addIssue({
        code: "custom",
        path: ["grid"],
        message: `These are ${formatCount(size)} variants, and ${formatCount(MOST_VARIANTS)} are the most at once. Take larger steps.`,
      });
  });

export function readAxes(rows: AxisText, columns: AxisText | null): ReadAxes {
  const parsed = gridSchema.safeParse({ rows, columns });
  if (parsed.success) return { type: "axes", axes: toAxes(parsed.data) };
  const messages: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) messages[path.join(".")] ??= message;
  return { type: "wrong", messages };
}

export function toText({ field, from, to, step }: Axis): AxisText {
  return { field, from: String(from), to: String(to), step: String(step) };
}

/** "9 values: 5, 7.5, 10 ... 25". */
export function valuesText(axis: Omit<Axis, "field">): string {
  const values = axisValues(axis);
  const [first, second, third] = values;
  const listed = values.length <= 4 ? values.join(", ") : `${first}, ${second}, ${third} … ${values.at(-1)}`;
  return `${values.length === 1 ? "1 value" : `${values.length} values`}: ${listed}`;
}

function toAxes({ rows, columns }: { rows: Axis; columns: Axis | null }): GridAxes {
  return columns ? [rows, columns] : [rows];
}
