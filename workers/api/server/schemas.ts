/** What comes in and what goes out, as the OpenAPI document tells it: these schemas check the input, too. */
import "#workers/model/jitless.ts";
import { z } from "zod";
import { STRATEGY_FORMATS } from "#workers/model/strategy-field.ts";
import { axisSchema } from "../sweep/axes.ts";
import { PART_NAMES } from "./result-parts.ts";

const date = z.string().meta({ description: "ISO date; empty where there is none" });
const time = z.iso.datetime().meta({ description: "RFC 3339, UTC" });
export const placedProblem = z
  .object({
    code: z.string(),
    place: z.string(),
    column: z.int().nullable(),
    message: z.string(),
  })
  .meta({ id: "PlacedProblem" });

export const question = z
  .object({
    id: z.string(),
    file: z.string(),
    text: z.string(),
    choices: z.array(z.object({ value: z.string(), label: z.string() })),
  })
  .meta({ id: "Question" });

export const problem = z
  .object({
    type: z.string(),
    code: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    problems: z.array(placedProblem),
    questions: z.array(question),
  })
  .meta({ id: "Problem" });

/** RFC 9457. */
export type ProblemBody = z.infer<typeof problem>;

export const health = z
  .object({
    status: z.literal("ok"),
    version: z.string(),
    engine: z.string(),
    datasets: z.int(),
    running: z.int(),
    waiting: z.int(),
  })
  .meta({ id: "Health" });

export const functionsList = z
  .object({
    functions: z.array(
      z.object({
        name: z.string(),
        arguments: z.array(z.object({ name: z.string(), sentence: z.string(), optional: z.boolean() })),
        unit: z.string(),
        sentence: z.string(),
        example: z.string(),
      }),
    ),
  })
  .meta({ id: "Functions" });

export const report = z
  .object({
    files: z.array(
      z.object({ file: z.string(), rows: z.int(), leftOut: z.int(), issues: z.array(z.string()) }),
    ),
  })
  .meta({ id: "Report" });

export const dataset = z
  .object({
    id: z.string(),
    name: z.string(),
    source: z.enum(["folder", "upload"]),
    status: z.enum(["reading", "ready", "failed"]),
    hash: z
      .string()
      .nullable()
      .meta({ description: "sha256: of what the engine reads; null until it is known" }),
    instruments: z.int(),
    bars: z.int(),
    first: date,
    last: date,
    facts: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(["fact", "signal"]),
        instruments: z.int(),
        first: date,
        last: date,
      }),
    ),
    report,
    warnings: z.array(z.object({ code: z.string(), message: z.string() })),
  })
  .meta({ id: "Dataset" });

const next = z.string().nullable().meta({ description: "for `after`; null at the end" });

export const datasetList = z.object({ datasets: z.array(dataset), next }).meta({ id: "DatasetList" });

export const instrumentList = z
  .object({
    instruments: z.array(
      z.object({
        symbol: z.string(),
        name: z.string(),
        exchange: z.string(),
        instrumentType: z.string(),
        currency: z.string(),
        sector: z.string(),
        bars: z.int(),
      }),
    ),
    next,
  })
  .meta({ id: "InstrumentList" });

export const paging = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1000).default(50),
  after: z.string().max(200).optional(),
});

export const byId = z.object({ id: z.string() });
export const byName = z.object({ id: z.string(), name: z.string() });
export const refusals = { "4xx": problem, "5xx": problem };

const flag = z.enum(["0", "1"]).default("0");
const placing = {
  exchange: z.string().max(40).optional(),
  instrumentType: z
    .string()
    .max(40)
    .optional()
    .meta({ description: "RATE has the files read as series of rates: any numbers, never traded" }),
};

export const createQuery = z.strictObject({ name: z.string().min(1).max(120), dryRun: flag, ...placing });
export const addQuery = z.strictObject({ replace: flag, dryRun: flag, ...placing });

export const dryRunAnswer = z.object({ report, questions: z.array(question) }).meta({ id: "DryRun" });

export const strategyJson = z
  .unknown()
  .meta({ description: `${STRATEGY_FORMATS.join(", ")}; a missing field has its default` });

export const checkBody = z
  .strictObject({ strategy: strategyJson, dataset: z.string().optional() })
  .meta({ id: "CheckRequest" });

export const checkAnswer = z
  .object({
    problems: z.array(placedProblem),
    words: z.string().meta({ description: "the strategy in plain words; empty where it can't be read" }),
  })
  .meta({ id: "Check" });

export const runBody = z
  .strictObject({ dataset: z.string(), strategy: strategyJson })
  .meta({ id: "RunRequest" });

const workRecord = {
  id: z.string(),
  status: z.enum(["waiting", "running", "done", "failed", "cancelled"]),
  progress: z.number().meta({ description: "0 to 1" }),
  dataset: z.object({ id: z.string(), hash: z.string() }),
  strategyName: z.string(),
  strategyHash: z.string(),
  engine: z.string(),
  created: time,
  started: time.nullable(),
  ended: time.nullable(),
  problem: problem.nullable(),
};

export const run = z.object(workRecord).meta({ id: "Run" });

export type Run = z.infer<typeof run>;

export const runList = z.object({ runs: z.array(run), next }).meta({ id: "RunList" });

export const runWithStrategy = z
  .object({ ...workRecord, strategy: z.unknown() })
  .meta({ id: "RunWithStrategy" });

export const runWithResult = z
  .object({ ...workRecord, result: z.unknown().optional() })
  .meta({ id: "RunWithResult" });

export const resultPart = z.strictObject({
  part: z
    .enum(PART_NAMES)
    .optional()
    .meta({ description: "money and rebalances are null where the strategy has neither" }),
});

const sweepRecord = { ...workRecord, axes: z.array(axisSchema), variants: z.int(), done: z.int() };

export const sweepBody = z
  .strictObject({
    dataset: z.string(),
    strategy: strategyJson,
    axes: z.unknown().meta({ description: "1 to 8 axes: path, perhaps number, and values" }),
    keep: z.array(z.enum(["equity"])).default([]),
  })
  .meta({ id: "SweepRequest" });

export const sweep = z.object(sweepRecord).meta({ id: "Sweep" });
export const sweepWithStrategy = z
  .object({ ...sweepRecord, strategy: z.unknown() })
  .meta({ id: "SweepWithStrategy" });
export const sweepList = z.object({ sweeps: z.array(sweep), next }).meta({ id: "SweepList" });
export const rowsQuery = z.strictObject({
  after: z
    .string()
    .regex(/^(?:-1|\d{1,9})$/, "write the last index that was seen, -1 for none")
    .transform(Number)
    .optional(),
  follow: flag,
});

export type Dataset = z.infer<typeof dataset>;
