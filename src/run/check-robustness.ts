/**
 * How far a run's result hangs on costs, haste, chance, its best positions, its first day and the numbers in its rules: real runs, part after
 * part, on one worker of their own. What was found before is not run again.
 */
import { compareSetBacks, tryStarts } from "./check-portfolio.ts";
import type { CheckedGist } from "./check-portfolio.ts";
import { comparedWith } from "./compared-with.ts";
import { createVariantPool } from "./variant-pool.ts";
import type { BacktestClient } from "./backtest-client.ts";
import { sourceFor } from "#src/storage/datasets.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type {
  CostRung,
  LaterStart,
  NumbersMap,
  RandomOutcome,
  RobustnessParts,
  RunGist,
} from "#src/storage/robustness-record.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { axisAround, targetsFor } from "#workers/model/grid-targets.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { RunRequest, VariantFigures } from "#workers/model/protocol.ts";
import { BEST_POSITIONS } from "#workers/model/robustness.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { axisValues, fieldValue, gridVariants } from "#workers/model/variant-grid.ts";
import type { Axis, GridAxes } from "#workers/model/variant-grid.ts";
import { choosesByWeight } from "#workers/words/portfolio.ts";

const now = () => performance.now();

/** In the order in which they are found, each with its usual share of the time in percent. */
const SHARES = {
  costs: 7,
  random: 37,
  setBack: 8,
  scheduleDays: 0,
  lasted: 6,
  late: 2,
  withoutBest: 3,
  starts: 12,
  map: 17,
  lookAhead: 8,
} as const;
export type RobustnessPart = keyof typeof SHARES;

export interface RobustnessProgress {
  readonly part: RobustnessPart;
  /** 0..100 over all the parts. */
  readonly percent: number;
}

export interface RobustnessTools {
  /** Ended when the checks are over; without one a worker is started for them. */
  readonly client?: BacktestClient;
  /** Called with each part as it is found. */
  readonly onPart: (found: RobustnessParts) => void;
  readonly onProgress: (progress: RobustnessProgress) => void;
  readonly signal: AbortSignal;
}

/** Percent a side. */
const COST_SIDES = [0, 0.1, 0.25, 0.5];
/** Likewise, for strategies that can bear more. */
const DEARER_SIDES = [1, 2, 4];
export const RANDOM_RUNS = 200;
/** Later starts, over a year. */
const STARTS = 12;
/** A CAGR of less than a year says nothing. */
const FEWEST_DAYS = 365;
const DAYS_PER_YEAR = 365.25;
/** To either side of a number of the strategy. */
const MAP_STEPS = 2;
/** Money and costs are not what a strategy's rules say. */
const NOT_MAPPED: ReadonlySet<string> = new Set([
  "simulation.startMargin",
  "simulation.commissionPercent",
  "simulation.slippagePercent",
]);
/** A turn of the worker takes about so long, so that progress shows. */
const TURN_MS = 150;

interface Check {
  readonly request: RunRequest;
  readonly report: Report;
  readonly client: BacktestClient;
  readonly signal: AbortSignal;
  /** Runs of variants; null for one that is refused. @param tell - the fraction that is done */
  readonly figuresOf: (strategies: readonly Strategy[], tell: Tell) => Promise<Result<Gists>>;
  /** How far this part is, 0..1. */
  readonly tell: Tell;
}

type Tell = (fraction: number) => void;
type Gists = readonly (CheckedGist | null)[];
type Found = Promise<Result<RobustnessParts>>;

const PARTS: readonly RobustnessPart[] = [
  "costs",
  "random",
  "setBack",
  "scheduleDays",
  "lasted",
  "late",
  "withoutBest",
  "starts",
  "map",
  "lookAhead",
];

const CHECKS: Readonly<Record<RobustnessPart, (check: Check) => Found>> = {
  costs: climbCosts,
  setBack: ({ request, ...check }) => compareSetBacks({ ...check, strategy: request.strategy }),
  scheduleDays: ({ request, ...check }) => compareSetBacks({ ...check, strategy: request.strategy }),
  lasted: tryOtherStarts,
  random: drawAtRandom,
  late: runLate,
  withoutBest: runWithoutBest,
  starts: startLater,
  map: mapNumbers,
  lookAhead: lookAhead,
};

/**
 * Finds the parts that are not known yet. Refused where the run can't be repeated as it was, on the data and by the
 * engine of today; aborting gives the problem "cancelled" at once.
 */
export async function checkRobustness(
  run: RunRecord,
  { report, known }: { readonly report: Report; readonly known: RobustnessParts },
  { client: given, onPart, onProgress, signal }: RobustnessTools,
): Promise<Result<null>> {
  const open = PARTS.filter((part) => known[part] === undefined);
  if (open.length === 0) return ok(null);
  const request = await requestOf(run);
  if (!request.ok) return request;
  const client = given ?? (await import("./browser-client.ts")).createBrowserClient();
  const figuresOf = makeFiguresOf(request.value, client, signal);
  const check = { request: request.value, report, client, signal, figuresOf };
  try {
    const own = await figuresOf([request.value.strategy], () => {});
    if (!own.ok) return own;
    if (own.value[0]?.endValue !== report.performance.endValue) return err(notRepeated);
    const found = new Set<string>();
    for (const part of open) {
      if (found.has(part)) continue; // another part brought it
      const before = PARTS.slice(0, PARTS.indexOf(part)).reduce((sum, one) => sum + SHARES[one], 0);
      const tell = (fraction: number) => onProgress({ part, percent: before + SHARES[part] * fraction });
      tell(0);
      // oxlint-disable-next-line no-await-in-loop -- one worker: one part after the other
      const parts = await CHECKS[part]({ ...check, tell });
      if (!parts.ok) return parts;
      for (const name of Object.keys(parts.value)) found.add(name);
      onPart(parts.value);
    }
    return ok(null);
  } finally {
    client.endIdle();
  }
}

async function requestOf(run: RunRecord): Promise<Result<RunRequest>> {
  const data = await sourceFor(run.datasetId, run.strategy.scanner.exchange);
  if (!data.ok) return data;
  const { source, benchmark, fingerprint } = data.value;
  if (fingerprint !== run.datasetFingerprint) return err(notRepeated);
  return ok({ source, strategy: comparedWith(run.strategy, benchmark) });
}

function makeFiguresOf(
  { source }: RunRequest,
  client: BacktestClient,
  signal: AbortSignal,
): Check["figuresOf"] {
  const pool = createVariantPool({ makeClient: () => client, workers: 1, now });
  return async (strategies, tell) => {
    const gists: (CheckedGist | null)[] = strategies.map(() => null);
    const onFigures = (first: number, figures: readonly Result<VariantFigures>[]) => {
      for (const [at, one] of figures.entries()) gists[first + at] = one.ok ? checkedGist(one.value) : null;
      tell((first + figures.length) / strategies.length);
    };
    const ran = await pool.run({ strategies, source, signal, onFigures });
    return ran.ok ? ok(gists) : ran;
  };
}

function checkedGist({ performance, account }: VariantFigures): CheckedGist {
  return { ...gistOf(performance), ...(account && { account }) };
}

/** Sessions of the worst start's path that are kept at most, evenly from the last one back. */
const PATH_POINTS = 240;

/** Draws of the same run repeat. */
const LASTING_SEED = "lasting";

function tryOtherStarts({ request, client, signal, ...check }: Check): Found {
  return tryStarts(
    { ...check, strategy: request.strategy },
    {
      async pathOf(strategy) {
        const ran = await client.call("run", { ...request, strategy }, { signal });
        if (!ran.ok) return ran;
        const { day, value } = ran.value.equity;
        const step = Math.ceil(day.length / PATH_POINTS);
        const isKept = (_: unknown, row: number) => (day.length - 1 - row) % step === 0;
        return ok({ day: Array.from(day.filter(isKept)), value: Array.from(value.filter(isKept)) });
      },
      drawsOf: (years) => client.call("drawLasting", { ...request, years, seed: LASTING_SEED }, { signal }),
    },
  );
}

function gistOf({ endValue, cagr, maxDrawdown }: RunGist): RunGist {
  return { endValue, cagr, maxDrawdown };
}

/** The usual rungs in one go and, as long as the strategy is ahead of its benchmark on the last one, dearer ones. */
async function climbCosts({ request, report, figuresOf, tell }: Check): Found {
  const { strategy } = request;
  const runWith = async (sides: readonly number[]): Promise<Result<readonly CostRung[]>> => {
    const found = await figuresOf(
      sides.map((side) => withSimulation(strategy, { commissionPercent: side, slippagePercent: 0 })),
      tell,
    );
    if (!found.ok) return found;
    return ok(
      sides.flatMap((side, at): CostRung[] => {
        const gist = found.value[at];
        return gist ? [{ side, ...gistOf(gist) }] : [];
      }),
    );
  };
  const usual = await runWith(COST_SIDES);
  if (!usual.ok) return usual;
  const costs = [...usual.value];
  for (const side of DEARER_SIDES) {
    const { cagr } = report.benchmarkPerformance;
    const last = costs.at(-1)?.cagr ?? null;
    if (cagr === null || last === null || last <= cagr) break;
    // oxlint-disable-next-line no-await-in-loop -- whether there is another hangs on this one
    const dearer = await runWith([side]);
    if (!dearer.ok) return dearer;
    costs.push(...dearer.value);
  }
  return ok({ costs });
}

async function drawAtRandom({ request, report, client, signal, tell }: Check): Found {
  if (choosesByWeight(request.strategy.simulation)) return ok({ random: null });
  const [grown, rates, positions]: [number[], number[], number[]] = [[], [], []];
  let count = 4;
  while (grown.length < RANDOM_RUNS) {
    const first = grown.length;
    const start = now();
    tell(first / RANDOM_RUNS);
    const turn = { ...request, first, count: Math.min(count, RANDOM_RUNS - first) };
    // oxlint-disable-next-line no-await-in-loop -- one worker does one turn after the other
    const drawn = await client.call("randomEntries", turn, { signal });
    if (!drawn.ok) return drawn;
    grown.push(...drawn.value.growthPercent);
    rates.push(...drawn.value.cagr);
    positions.push(...drawn.value.positions);
    const isShort = now() - start < TURN_MS;
    count = isShort ? 2 * count : Math.max(1, Math.floor(count / 2));
  }
  const random: RandomOutcome = {
    runs: RANDOM_RUNS,
    worse: grown.filter((percent) => percent < report.performance.totalGrowthPercent).length,
    meanPositions: positions.reduce((sum, one) => sum + one, 0) / RANDOM_RUNS,
    cagr: rates
      .filter((rate) => !Number.isNaN(rate))
      .map((rate) => Math.round(rate * 1000) / 1000)
      .toSorted((a, b) => a - b),
  };
  return ok({ random });
}

async function runLate({ request, client, signal }: Check): Found {
  const late = await client.call("runOtherwise", { ...request, how: "late" }, { signal });
  return late.ok ? ok({ late: gistOf(late.value.performance) }) : late;
}

async function runWithoutBest({ request, report, client, signal }: Check): Found {
  if (report.positions.length <= BEST_POSITIONS) return ok({ withoutBest: null });
  const without = await client.call("runOtherwise", { ...request, how: "without-best" }, { signal });
  return without.ok ? ok({ withoutBest: gistOf(without.value.performance) }) : without;
}

async function startLater({ request, report, figuresOf, tell }: Check): Found {
  const { day, benchmark, universe } = report.equity;
  const [first = 0, last = 0] = [day[0], day.at(-1)];
  const days = Array.from({ length: STARTS }, (_, at) =>
    Math.round(first + ((at + 1) * DAYS_PER_YEAR) / STARTS),
  ).filter((from) => last - from >= FEWEST_DAYS);
  const found = await figuresOf(
    days.map((from) => withSimulation(request.strategy, { startDate: formatIsoDay(from) })),
    tell,
  );
  if (!found.ok) return found;
  const starts = days.flatMap((from, at): LaterStart[] => {
    const gist = found.value[at];
    if (!gist) return [];
    const row = day.findIndex((session) => session >= from);
    const years = (last - (day[row] ?? last)) / DAYS_PER_YEAR;
    return [
      {
        from: formatIsoDay(from),
        ...gistOf(gist),
        benchmarkCagr: rateSince(benchmark, row, years),
        ...(universe && { universeCagr: rateSince(universe, row, years) }),
      },
    ];
  });
  return ok({ starts });
}

/** Percent a year from a row of a curve to its end; null where it is undefined. */
function rateSince(curve: Float64Array, row: number, years: number): number | null {
  const growth = (curve.at(-1) ?? Number.NaN) / (curve[row] ?? Number.NaN);
  const rate = (growth ** (1 / years) - 1) * 100;
  return Number.isFinite(rate) ? rate : null;
}

/** The two numbers whose next values move the CAGR most, and a grid of them. */
async function mapNumbers({ request, report, figuresOf, tell }: Check): Found {
  const { strategy } = request;
  const axes = targetsFor(strategy).flatMap((target): Axis[] => {
    const isMapped = target.number !== undefined || !NOT_MAPPED.has(target.field);
    const axis = isMapped ? axisAround(strategy, target, MAP_STEPS) : null;
    return axis ? [axis] : [];
  });
  const nearby = axes.map((axis) => nextVariants(strategy, axis));
  const found = await figuresOf(nearby.flat(), (fraction) => tell(fraction / 2));
  if (!found.ok) return found;
  const own = report.performance.cagr ?? 0;
  let at = 0;
  const moves = nearby.map((variants) => {
    const gists = found.value.slice(at, (at += variants.length));
    return Math.max(0, ...gists.map((gist) => Math.abs((gist?.cagr ?? own) - own)));
  });
  const order = axes.map((axis, place) => ({ axis, move: moves[place] ?? 0 }));
  const [rows, columns] = order.toSorted((a, b) => b.move - a.move).map(({ axis }) => axis);
  if (!rows) return ok({ map: { axes: [], cagr: [] } });
  const chosen: GridAxes = columns ? [rows, columns] : [rows];
  const variants = gridVariants(strategy, chosen);
  if (!variants.ok) return variants;
  const cells = await figuresOf(variants.value, (fraction) => tell(0.5 + fraction / 2));
  if (!cells.ok) return cells;
  const map: NumbersMap = {
    axes: chosen,
    cagr: cells.value.map((cell) => cell?.cagr ?? null),
  };
  return ok({ map });
}

/** With the values of the axis on either side of the strategy's own. */
function nextVariants(strategy: Strategy, axis: Axis): readonly Strategy[] {
  const own = fieldValue(strategy, axis) ?? Number.NaN;
  const near = axisValues(axis).filter(
    (value) => Math.abs(Math.abs(value - own) - axis.step) < axis.step / 2,
  );
  return near.flatMap((value) => {
    const variants = gridVariants(strategy, [{ ...axis, from: value, to: value }]);
    return variants.ok ? variants.value : [];
  });
}

async function lookAhead({ request, client, signal, tell }: Check): Found {
  const onProgress = ({ percent }: { readonly percent: number }) => tell(percent / 100);
  const verdict = await client.call("checkLookAhead", request, { onProgress, signal });
  if (!verdict.ok) return verdict;
  const { sessions, changed } = verdict.value;
  return ok({ lookAhead: { sessions, changed } });
}

function withSimulation(strategy: Strategy, changes: Partial<Strategy["simulation"]>): Strategy {
  return { ...strategy, simulation: { ...strategy.simulation, ...changes } };
}

const notRepeated: Problem = {
  code: "dataset-unavailable",
  message:
    "This run can't be repeated with the same result: its data, the benchmark or the engine have changed since. Run the strategy again to have the result checked.",
};
