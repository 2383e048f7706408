/** A walk-forward as it came out: its record, as a schema. Times as in stored-time.ts. */
import { z } from "zod";
import "#workers/model/jitless.ts";
import { storedDay, storedTime } from "./stored-time.ts";
import { figuresSchema } from "./grid-record.ts";
import type { ChainedRun } from "#workers/model/protocol.ts";
import type { Performance } from "#workers/model/report.ts";
import { MOST_VARIANTS } from "#workers/model/variant-grid.ts";
import type { WalkWindow } from "#workers/model/walk-windows.ts";

export interface WalkedWindow extends WalkWindow {
  /** Number of the grid's cell that was the best. */
  readonly cell: number;
  readonly inSample: Performance;
  readonly outOfSample: Performance;
}

export interface WalkOutcome {
  readonly windows: readonly WalkedWindow[];
  /** The traded spans, joined. */
  readonly walked: ChainedRun;
  /** The strategy as it is saved, over the same spans in the same way. */
  readonly saved: ChainedRun;
}

/** What was asked for; whole years. */
export interface WalkSettings {
  readonly choose: number;
  readonly trade: number;
  /** Key of the figure that the best was chosen by. */
  readonly metric: string;
}

export interface WalkRecord {
  /** That of the grid whose variants it chose among; it goes with it. */
  readonly id: string;
  readonly settings: WalkSettings;
  readonly outcome: WalkOutcome;
  readonly updatedAt: number;
}

const figure = z.number();
const perhaps = figure.nullable();
const MOST_SESSIONS = 100_000;
const MOST_WINDOWS = 1000;

const spanSchema = z.object({ from: z.iso.date(), to: z.iso.date() });
const numbers = z.array(figure).max(MOST_SESSIONS);
const days = z.array(storedDay).max(MOST_SESSIONS);

/** Curves of a backup are lists of numbers and become typed arrays again. */
const curveSchema = z.union([
  z.instanceof(Float64Array),
  numbers.transform((values) => Float64Array.from(values)),
]);

const yardstickSchema = z.object({
  label: z.string(),
  value: curveSchema.exactOptional(),
  endValue: figure,
  cagr: perhaps,
  maxDrawdown: figure,
  sharpeRatio: perhaps,
});

const chainedSchema = z.object({
  performances: z.array(figuresSchema).max(MOST_WINDOWS),
  frequency: z.enum(["daily", "weekly", "monthly"]).exactOptional(),
  day: z.union([z.instanceof(Int32Array), days.transform((list) => Int32Array.from(list))]),
  value: curveSchema,
  startValue: figure,
  endValue: figure,
  cagr: perhaps,
  maxDrawdown: figure,
  sharpeRatio: perhaps,
  benchmark: yardstickSchema.exactOptional(),
  average: yardstickSchema.exactOptional(),
}) satisfies z.ZodType<ChainedRun>;

export const walkRecordSchema = z.object({
  id: z.string(),
  settings: z.object({ choose: figure, trade: figure, metric: z.string() }),
  outcome: z.object({
    windows: z
      .array(
        z.object({
          chosenOn: spanSchema,
          tradedOn: spanSchema,
          cell: figure
            .int()
            .min(0)
            .max(MOST_VARIANTS - 1),
          inSample: figuresSchema,
          outOfSample: figuresSchema,
        }),
      )
      .max(MOST_WINDOWS),
    walked: chainedSchema,
    saved: chainedSchema,
  }),
  updatedAt: storedTime,
}) satisfies z.ZodType<WalkRecord>;
