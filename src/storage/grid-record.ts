/** What an optimisation found so far: the record of a grid of variants, as a schema. Times as in stored-time.ts. */
import { z } from "zod";
import "#workers/model/jitless.ts";
import { storedTime } from "./stored-time.ts";
import type { Performance } from "#workers/model/report.ts";
import { strategySchema } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { gridSize, isListable, MOST_VARIANTS, readTarget, targetKey } from "#workers/model/variant-grid.ts";
import type { Axis, GridAxes } from "#workers/model/variant-grid.ts";

/** A variant's figures, or why it can't be run. */
export type GridCell =
  | { readonly type: "figures"; readonly figures: Performance }
  | { readonly type: "refused"; readonly message: string };

export interface GridRecord {
  /** The same for the same strategy's settings, data, engine and axes: asking again goes on where it was left. */
  readonly id: string;
  readonly strategyId: string;
  /** What is varied. */
  readonly strategy: Strategy;
  readonly datasetFingerprint: string;
  readonly engineVersion: string;
  /** One or two. */
  readonly axes: readonly Axis[];
  /** Figures by the cell's number; null for one that was not run yet. */
  readonly cells: readonly (GridCell | null)[];
  readonly updatedAt: number;
}

/** What of a grid the count of its variants needs; see grid-head.ts. */
export interface GridHead extends Pick<
  GridRecord,
  "id" | "strategyId" | "strategy" | "datasetFingerprint" | "axes"
> {
  /** Numbers of the cells that have figures. */
  readonly tried: readonly number[];
}

const figure = z.number();
const perhaps = figure.nullable();

export const figuresSchema = z.object({
  startValue: figure,
  endValue: figure,
  totalGrowth: figure,
  totalGrowthPercent: figure,
  cagr: perhaps,
  maxDrawdown: figure,
  sharpeRatio: perhaps,
  sortinoRatio: perhaps,
  calmarRatio: perhaps,
  volatility: perhaps,
  winRate: perhaps,
  trades: figure,
}) satisfies z.ZodType<Performance>;

/** More numbers than the rules of a strategy have. */
const MOST_ALSO = 1000;

/** Of a range that the page for optimising allows: its values are listed wherever the record is read. */
const axisSchema = z
  .object({
    field: z.string(),
    number: figure.exactOptional(),
    also: z
      .array(z.object({ field: z.string(), number: figure }))
      .max(MOST_ALSO)
      .exactOptional(),
    from: figure,
    to: figure,
    step: figure,
  })
  .refine(isListable, { message: "must be a range of few values", abort: true })
  .transform(({ field, number, also, ...range }, context): Axis => {
    const target = readTarget(field, number, also);
    if (target) return { ...target, ...range };
    context.addIssue({ code: "custom", message: "must be a setting, or a number in a rule" });
    return z.NEVER;
  });

/** None, one or two axes, of different targets, that make no more cells than the page allows. */
export const axesSchema = z
  .array(axisSchema)
  .max(2)
  .refine((axes) => new Set(axes.map(targetKey)).size === axes.length, "must be different")
  .refine((axes) => cellsOf(axes) <= MOST_VARIANTS, "must not make so many cells");

/** How many cells axes make that were read; 0 for none. */
export function cellsOf([rows, columns]: readonly Axis[]): number {
  if (!rows) return 0;
  const axes: GridAxes = columns ? [rows, columns] : [rows];
  return gridSize(axes);
}

export const gridRecordSchema = z
  .object({
    id: z.string(),
    strategyId: z.string(),
    strategy: strategySchema,
    datasetFingerprint: z.string(),
    engineVersion: z.string(),
    axes: axesSchema.min(1),
    cells: z
      .array(
        z
          .discriminatedUnion("type", [
            z.object({ type: z.literal("figures"), figures: figuresSchema }),
            z.object({ type: z.literal("refused"), message: z.string() }),
          ])
          .nullable(),
      )
      .max(MOST_VARIANTS),
    updatedAt: storedTime,
  })
  .refine(({ axes, cells }) => cells.length <= cellsOf(axes), {
    message: "must be no more than the axes make",
    path: ["cells"],
  }) satisfies z.ZodType<GridRecord>;

export const gridHeadSchema = z.object({
  id: z.string(),
  strategyId: z.string(),
  strategy: strategySchema,
  datasetFingerprint: z.string(),
  axes: axesSchema.min(1),
  tried: z.array(figure).max(MOST_VARIANTS),
}) satisfies z.ZodType<GridHead>;
