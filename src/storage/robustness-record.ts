/**
 * What checks of a run's result found: real runs of the same strategy with other costs, on other days, by chance. Kept
 * with the run. Percents in percent, money in the run's currency, null is undefined.
 */
import { z } from "zod";
import "#workers/model/jitless.ts";
import type { LastingDraws } from "#workers/model/lasting.ts";
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
  /** Runs that made less than the strategy's. */
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

/** The run set back in another way, on its own day of the month. */
export interface SetBackChoice extends RunGist {
  /** band: looked at on each session, and set back where something is 5 points or a quarter of its plan off. */
  readonly way: (typeof SET_BACK_WAYS)[number];
  /** Percent a year of the account's mean value. */
  readonly turnover: number | null;
  readonly costs: number | null;
  /** On so many of the days it made more than each other way. */
  readonly leads: number;
}

/** own: as the strategy has it, where that is none of the others. */
export const SET_BACK_WAYS = ["own", "never", "yearly", "band", "quarterly", "monthly"] as const;

export interface SetBackOutcome {
  /** Days of the month, or of the week, on which all ways were run. */
  readonly days: number;
  /** In the order of SET_BACK_WAYS. */
  readonly ways: readonly SetBackChoice[];
}

/** The run scheduled on another session of its week, month, quarter or year. */
export interface ScheduleDay extends RunGist {
  readonly day: number;
}

/** The run begun in another month, for as many years as all such runs. */
export interface LastedStart {
  /** ISO date: the first of the month. */
  readonly from: string;
  readonly endValue: number;
  /** ISO date on which something could not be paid out for the first time; null where all could. */
  readonly ranOut: string | null;
}

export interface LastedOutcome {
  readonly years: number;
  /** By date. */
  readonly starts: readonly LastedStart[];
  /** The place among them of the one whose money was gone soonest or, where none was, that had least left. */
  readonly worst: number;
  /** The account of the worst of them, at some of its sessions. */
  readonly path: { readonly day: readonly number[]; readonly value: readonly number[] };
  /** The same years in other orders of the run's months; null where those are too few, absent where none were drawn. */
  readonly draws?: LastingDraws | null;
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
  /** null where the weights choose what is held: drawn at random it would be another strategy. */
  readonly random?: RandomOutcome | null;
  /** Runs begun later, by date; none where the run is too short for it. */
  readonly starts?: readonly LaterStart[];
  readonly map?: NumbersMap;
  readonly lookAhead?: LookAheadOutcome;
  /** null with slots. */
  readonly setBack?: SetBackOutcome | null;
  /** By day; null with slots, and where nothing is scheduled by weeks, months or years. */
  readonly scheduleDays?: readonly ScheduleDay[] | null;
  /** null where no money goes out, and where the run is too short. */
  readonly lasted?: LastedOutcome | null;
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
    .nullable()
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
  setBack: z
    .object({
      days: figure,
      ways: z
        .array(
          z.object({
            ...gist,
            way: z.enum(SET_BACK_WAYS),
            turnover: perhaps,
            costs: perhaps,
            leads: figure,
          }),
        )
        .max(SET_BACK_WAYS.length),
    })
    .nullable()
    .exactOptional(),
  scheduleDays: z
    .array(z.object({ ...gist, day: figure }))
    .max(MOST)
    .nullable()
    .exactOptional(),
  lasted: z
    .object({
      years: figure,
      starts: z
        .array(z.object({ from: z.iso.date(), endValue: figure, ranOut: z.iso.date().nullable() }))
        .min(1)
        .max(MOST),
      worst: figure,
      path: z
        .object({ day: z.array(figure).max(MOST), value: z.array(figure).max(MOST) })
        .refine(({ day, value }) => day.length === value.length),
      draws: z
        .object({
          paths: figure.positive(),
          months: figure,
          blockMonths: figure,
          lasted: figure,
          left: z.object({ p5: figure, p50: figure, p95: figure }),
        })
        .nullable()
        .exactOptional(),
    })
    .nullable()
    .exactOptional(),
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
