/** What an optimisation found so far: the record of a grid of variants, as a schema. Times as in stored-time.ts. */
import { z } from "zod";
import "#workers/model/jitless.ts";
import { storedTime } from "./stored-time.ts";
import type { Performance } from "#workers/model/report.ts";
import { strategySchema } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { readTarget } from "#workers/model/variant-grid.ts";
import type { Axis } from "#workers/model/variant-grid.ts";

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
  /** By number of the cell; null for one that was not run yet. */
  readonly cells: readonly (GridCell | null)[];
  readonly updatedAt: number;
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

export const axisSchema = z
  .object({ field: z.string(), number: figure.exactOptional(), from: figure, to: figure, step: figure })
  .transform(({ field, number, ...range }, context): Axis => {
    const target = readTarget(field, number);
    if (target) return { ...target, ...range };
    context.addIssue({ code: "custom", message: "must be a setting, or a number in a rule" });
    return z.NEVER;
  });

export const gridRecordSchema = z.object({
  id: z.string(),
  strategyId: z.string(),
  strategy: strategySchema,
  datasetFingerprint: z.string(),
  engineVersion: z.string(),
  axes: z.array(axisSchema),
  cells: z.array(
    z
      .discriminatedUnion("type", [
        z.object({ type: z.literal("figures"), figures: figuresSchema }),
        z.object({ type: z.literal("refused"), message: z.string() }),
      ])
      .nullable(),
  ),
  updatedAt: storedTime,
}) satisfies z.ZodType<GridRecord>;
