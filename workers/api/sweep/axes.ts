/** The axes of a sweep: what is varied and over which values; read from outside. */
import { z } from "zod";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";

export const MOST_AXES = 8;
export const MOST_SWEEP_VARIANTS = 1_000_000;

/** Of a setting, or of a number in a rule's text. Lists are those of symbols and sectors. */
const valueSchema = z.union([z.number(), z.string(), z.boolean(), z.null(), z.array(z.string())]);

export const axisSchema = z.strictObject({
  /** "sell.trailingStopLoss", or with `number` the place of a text: "buy.rules[0]". */
  path: z.string().min(1),
  /** Which number of that text, from 1. */
  number: z.int().min(1).optional(),
  /** Numbers of other texts that get the same value. */
  also: z.array(z.strictObject({ path: z.string().min(1), number: z.int().min(1) })).optional(),
  values: z.array(valueSchema).min(1).max(MOST_SWEEP_VARIANTS),
});

export const axesSchema = z.array(axisSchema).min(1).max(MOST_AXES);

export type AxisValue = z.infer<typeof valueSchema>;
export type SweepAxis = z.infer<typeof axisSchema>;
/** The last one runs fastest. */
export type SweepAxes = readonly SweepAxis[];

/** What is wrong with axes or a sweep's files, for a person to mend. */
export interface SweepProblem {
  readonly code: string;
  readonly message: string;
  /** "axes[1].values[3]", or a file. */
  readonly place?: string;
  /** All that is wrong, where that is more. */
  readonly problems?: readonly SweepProblem[];
}

/** How many variants the axes make. */
export function variantsOf(axes: SweepAxes): number {
  return axes.reduce((count, { values }) => count * values.length, 1);
}

/** "sell.trailingStopLoss", "buy.rules[0]#2": a row's name for the axis. */
export function axisName({ path, number }: Pick<SweepAxis, "path" | "number">): string {
  return number === undefined ? path : `${path}#${number}`;
}

/** @param value - the list of axes, or an object that has it as `axes` */
export function readAxes(value: unknown): Result<SweepAxes, SweepProblem> {
  const wrapped = z.strictObject({ axes: z.unknown() }).safeParse(value);
  const read = axesSchema.safeParse(wrapped.success ? wrapped.data.axes : value);
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => axesProblem(placeIn(path), message));
    return err(allOf(problems));
  }
  const axes = read.data;
  const problems = twins(axes).map((at) =>
    axesProblem(`axes[${at}]`, `${axisName(axes[at] ?? { path: "", values: [] })} has an axis already`),
  );
  const variants = variantsOf(axes);
  if (variants > MOST_SWEEP_VARIANTS) {
    const most = MOST_SWEEP_VARIANTS.toLocaleString("en");
    const text = `they make ${variants.toLocaleString("en")} variants, and ${most} are the most; take values out`;
    problems.push(axesProblem("axes", text));
  }
  return problems.length > 0 ? err(allOf(problems)) : ok(axes);
}

/** The axes that vary what one before them varies. */
function twins(axes: SweepAxes): number[] {
  const names = axes.map((axis) => [axis, ...(axis.also ?? [])].map(axisName));
  return Array.from(names.keys()).filter((at) => {
    const before = new Set(names.slice(0, at).flat());
    return names[at]?.some((name) => before.has(name));
  });
}

export function axesProblem(place: string, message: string): SweepProblem {
  return { code: "axes-invalid", place, message: `${place}: ${message}` };
}

/** @param problems - at least one */
export function allOf(problems: readonly SweepProblem[]): SweepProblem {
  const [first = axesProblem("axes", "they can't be read")] = problems;
  return { ...first, problems };
}

function placeIn(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (place, key) => (typeof key === "number" ? `${place}[${key}]` : `${place}.${String(key)}`),
    "axes",
  );
}
