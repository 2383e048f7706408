/**
 * What checks of a run's result found: real runs of the same strategy with other costs, on other days, by chance. Kept
 * with the run. Percents in percent, money in the run's currency, null is undefined.
 */
import { z } from "zod";
import "#workers/model/jitless.ts";
import type { Axis } from "#workers/model/variant-grid.ts";
import { axesSchema, cellsOf } from "./grid-record.ts";

/** What came out of one run. */
export interface RunGist {
  readonly endValue: number;
  readonly cagr: number | null;
  readonly maxDrawdown: number;
}

/** The run with these costs in place of its own. */
export interface CostRung extends RunGist {
  /** Percent of the value of every buy and every sell. */
  readonly side: number;
}

/** The run begun later, and what the benchmark's account and the average share made of the same days. */
export interface LaterStart extends RunGist {
  /** ISO date from which on it ran. */
  readonly from: string;
  readonly benchmarkCagr: number | null;
  /** Absent where the result has no average share. */
  readonly universeCagr?: number | null;
}

export interface RandomOutcome {
  readonly runs: number;
  /** Runs that ended with less than the strategy's. */
  readonly worse: number;
  /** Opened in a run, on average. */
  readonly meanPositions: number;
  /** Yearly rate of each run that has one, ascending, to a thousandth of a percent. */
  readonly cagr: readonly number[];
}

/** The numbers of the strategy that move its CAGR most, and what others in their place make of it. */
export interface NumbersMap {
  /** Two; one where the strategy has no more numbers, none where it has none. */
  readonly axes: readonly Axis[];
  /** By number of the grid's cell; null where it is undefined, or the values are refused. */
  readonly cagr: readonly (number | null)[];
}

export interface LookAheadOutcome {
  /** Sessions at which the data was cut and the run compared. */
  readonly sessions: number;
  /** Cuts that changed something up to their day. */
  readonly changed: number;
}

/** Each part is there once it was found. */
export interface RobustnessParts {
  /** Runs at rising costs. */
  readonly costs?: readonly CostRung[];
  readonly late?: RunGist;
  /** Without its BEST_POSITIONS most profitable positions; null where it had no more. */
  readonly withoutBest?: RunGist | null;
  readonly random?: RandomOutcome;
  /** Runs begun later, by date; none where the run is too short for it. */
  readonly starts?: readonly LaterStart[];
  readonly map?: NumbersMap;
  readonly lookAhead?: LookAheadOutcome;
}

export interface RobustnessRecord extends RobustnessParts {
  /** Version of the engine that the parts came from. */
  readonly engineVersion: string;
}

const figure = z.number();
const perhaps = figure.nullable();
const gist = { endValue: figure, cagr: perhaps, maxDrawdown: figure };
const MOST = 1000;

const schema = z.object({
  engineVersion: z.string(),
  costs: z
    .array(z.object({ ...gist, side: figure }))
    .max(MOST)
    .exactOptional(),
  late: z.object(gist).exactOptional(),
  withoutBest: z.object(gist).nullable().exactOptional(),
  random: z
    .object({
      runs: figure.positive(),
      worse: figure,
      meanPositions: figure,
      cagr: z.array(figure).max(MOST),
    })
    .exactOptional(),
  starts: z
    .array(
      z.object({
        ...gist,
        from: z.iso.date(),
        benchmarkCagr: perhaps,
        universeCagr: perhaps.exactOptional(),
      }),
    )
    .max(MOST)
    .exactOptional(),
  map: z
    .object({
      axes: axesSchema,
      cagr: z.array(perhaps).max(MOST),
    })
    .refine(({ axes, cagr }) => cagr.length === cellsOf(axes))
    .exactOptional(),
  lookAhead: z.object({ sessions: figure, changed: figure }).exactOptional(),
}) satisfies z.ZodType<RobustnessRecord>;

/**
 * The parts that this engine found; none where nothing was, or it can't be read: they are found again then.
 *
 * @param engineVersion - all that a result hangs on beside strategy and data (run/engine-of.ts); null for any
 */
export function readRobustness(stored: unknown, engineVersion: string | null): RobustnessParts {
  const read = schema.safeParse(stored);
  if (!read.success) return {};
  if (engineVersion !== null && read.data.engineVersion !== engineVersion) return {};
  const { engineVersion: _known, ...parts } = read.data;
  return parts;
}
