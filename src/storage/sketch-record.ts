/** What a template would have earned, as it is stored: its record, as a schema. Times as in stored-time.ts. */
import { z } from "zod";
import "#workers/model/jitless.ts";
import { storedTime } from "./stored-time.ts";
import { SKETCH_POINTS } from "#workers/model/run-sketch.ts";
import type { RunSketch } from "#workers/model/run-sketch.ts";

export interface SketchRecord {
  /** See sketchId(). */
  readonly id: string;
  readonly sketch: RunSketch;
  readonly updatedAt: number;
}

const figure = z.number();
const curve = z.array(figure).max(SKETCH_POINTS);

export const sketchRecordSchema = z.object({
  id: z.string(),
  sketch: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    priceBasis: z.enum(["adjusted", "as-traded"]),
    cagr: figure.nullable(),
    maxDrawdown: figure,
    frequency: z.enum(["daily", "weekly", "monthly"]).exactOptional(),
    trades: figure,
    positions: figure,
    rebalances: figure.exactOptional(),
    invested: figure,
    benchmark: z.object({ label: z.string(), cagr: figure.nullable(), maxDrawdown: figure }),
    instruments: figure.exactOptional(),
    average: z.object({ cagr: figure.nullable(), maxDrawdown: figure }).exactOptional(),
    account: curve,
    index: curve,
  }),
  updatedAt: storedTime,
}) satisfies z.ZodType<SketchRecord>;
