/** A row of a sweep: one variant's figures; and rows as CSV. */
import { z } from "zod";
import { csvNumber } from "#workers/model/csv-number.ts";
import { PERFORMANCE_FIGURES } from "#workers/model/performance-figures.ts";
import type { Performance } from "#workers/model/report.ts";
import { axisName } from "./axes.ts";
import type { AxisValue, SweepAxes } from "./axes.ts";
import { valuesAt } from "./variants.ts";

export interface RowProblem {
  readonly code: string;
  readonly message: string;
}

export interface SweepRow {
  readonly index: number;
  /** One an axis. */
  readonly values: readonly AxisValue[];
  /** null where the variant failed. */
  readonly performance: Performance | null;
  /** "sha256:…" of the doubles of equity.values; null where the variant failed. */
  readonly account: string | null;
  readonly problem: RowProblem | null;
  /** One value a session, where curves are kept. */
  readonly equity?: readonly number[];
}

const performanceSchema: z.ZodType<Performance> = z.strictObject({
  startValue: z.number(),
  endValue: z.number(),
  totalGrowth: z.number(),
  totalGrowthPercent: z.number(),
  cagr: z.number().nullable(),
  maxDrawdown: z.number(),
  sharpeRatio: z.number().nullable(),
  sortinoRatio: z.number().nullable(),
  calmarRatio: z.number().nullable(),
  volatility: z.number().nullable(),
  winRate: z.number().nullable(),
  trades: z.number(),
  exposure: z.number().exactOptional(),
});

/** A row without its values, which its index says: so it travels. */
export const outcomeSchema = z.strictObject({
  index: z.int().min(0),
  performance: performanceSchema.nullable(),
  account: z
    .string()
    .regex(/^sha256:[0-9a-f]{64}$/)
    .nullable(),
  problem: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
});

export type RowOutcome = z.infer<typeof outcomeSchema>;

export function rowOf(
  axes: SweepAxes,
  outcome: RowOutcome & { readonly equity?: readonly number[] },
): SweepRow {
  const { index, performance, account, problem, equity } = outcome;
  const values = valuesAt(axes, index);
  return { index, values, performance, account, problem, ...(equity ? { equity } : {}) };
}

/** A row for a variant that nothing came of. */
export function failedOutcome(index: number, problem: RowProblem): RowOutcome {
  return { index, performance: null, account: null, problem };
}

/** The CSV's first line, with its line end. */
export function csvHeader(axes: SweepAxes): string {
  return `${["index", ...axes.map(axisName), ...PERFORMANCE_FIGURES, "account", "problem"].map(cellOf).join(",")}\n`;
}

/** A row's line, with its line end; never more than one line. Empty is null, numbers are as they are meant: JSON has them in full. */
export function csvLine({ index, values, performance, account, problem }: SweepRow): string {
  const figures = PERFORMANCE_FIGURES.map((name) => performance?.[name] ?? null);
  const told = problem === null ? null : `${problem.code}: ${problem.message}`;
  return `${[index, ...values, ...figures, account, told].map(cellOf).join(",")}\n`;
}

function cellOf(value: AxisValue | readonly string[]): string {
  if (value === null) return "";
  if (typeof value === "number") return csvNumber(value);
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  const line = text.replaceAll(/[\r\n]+/g, " ");
  return /[",]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}
