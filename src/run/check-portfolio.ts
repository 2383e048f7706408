/**
 * What only a portfolio is asked: whether setting back is worth it, how much hangs on the day of the month, and whether the
 * money would have lasted from other starts. Variants of the strategy, run as any others.
 */
import type {
  LastedOutcome,
  LastedStart,
  RobustnessParts,
  RunGist,
  ScheduleDay,
  SetBackChoice,
  SetBackOutcome,
} from "#src/storage/robustness-record.ts";
import { addMonths, formatIsoDay, fromEpochDay, parseIsoDay } from "#workers/model/day.ts";
import type { EpochDay } from "#workers/model/day.ts";
import { takesOut } from "#workers/model/flow.ts";
import type { Flow } from "#workers/model/flow.ts";
import type { AccountFigures } from "#workers/model/holdings.ts";
import type { LastingDraws } from "#workers/model/lasting.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Report } from "#workers/model/report.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** Of a variant; null for one that is refused. */
export type CheckedGist = RunGist & { readonly account?: AccountFigures };

interface PortfolioCheck {
  readonly strategy: Strategy;
  readonly report: Report;
  readonly figuresOf: (
    strategies: readonly Strategy[],
    tell: (fraction: number) => void,
  ) => Promise<Result<readonly (CheckedGist | null)[]>>;
  readonly tell: (fraction: number) => void;
}

type Found = Promise<Result<RobustnessParts>>;
type Simulated = Strategy["simulation"];

/** A month has about so many sessions of its own; a week 5. */
const DAYS_OF_MONTH = 20;
const DAYS_OF_WEEK = 5;

/** How a strategy may be set back: each in place of its own way. */
const WAYS = [
  { way: "never", rebalance: "never" },
  { way: "yearly", rebalance: "yearly" },
  { way: "band", rebalance: "daily", rebalanceBand: { points: 5, percent: 25 } },
  { way: "quarterly", rebalance: "quarterly" },
  { way: "monthly", rebalance: "monthly" },
] as const satisfies readonly Way[];

interface Way extends Rebalancing {
  readonly way: SetBackChoice["way"];
}

type Rebalancing = Pick<Simulated, "rebalance" | "rebalanceBand">;

function ownRebalancing({ simulation }: Pick<Strategy, "simulation">): Rebalancing {
  const { rebalance = "never", rebalanceBand } = simulation;
  return { rebalance, ...(rebalanceBand && { rebalanceBand }) };
}

function isSameWay(one: Rebalancing, other: Rebalancing): boolean {
  return (
    one.rebalance === other.rebalance &&
    JSON.stringify(one.rebalanceBand) === JSON.stringify(other.rebalanceBand)
  );
}

/** The strategy's own way is one of them, or comes first. */
function waysOf(strategy: Strategy): readonly Way[] {
  const own = ownRebalancing(strategy);
  return WAYS.some((way) => isSameWay(way, own)) ? WAYS : [{ way: "own", ...own }, ...WAYS];
}

/**
 * The same strategy in each way, on each day of the month that its new holdings and set-backs may have; null with slots. Its own
 * way on those days is the luck of the day as well.
 */
export async function compareSetBacks({ strategy, figuresOf, tell }: PortfolioCheck): Found {
  if (strategy.simulation.positionSizing !== "weights") return ok({ setBack: null, scheduleDays: null });
  const own = strategy.simulation.scheduleDay ?? 1;
  const variants = waysOf(strategy).map(({ way, rebalance = "never", ...band }) => {
    const variant = withRebalance(strategy, { rebalance, ...band });
    const isOwn = isSameWay({ rebalance, ...band }, ownRebalancing(strategy));
    return { way, days: daysOf(variant), variant, isOwn };
  });
  const days = Math.max(...variants.map((each) => each.days));
  const runs = variants.flatMap((each) =>
    Array.from({ length: each.days }, (_, at) => onDay(each.variant, at + 1, each.days)),
  );
  const found = await figuresOf(runs, tell);
  if (!found.ok) return found;
  let next = 0;
  const byWay = variants.map((each) => {
    const gists = found.value.slice(next, (next += each.days));
    return {
      way: each.way,
      isOwn: each.isOwn,
      days: each.days,
      of: (day: number) => gists[Math.min(day, each.days) - 1] ?? null,
    };
  });
  const leaders = Array.from({ length: days }, (_, at) => leaderOf(byWay, at + 1));
  const ways = byWay.flatMap(({ way, of }): SetBackChoice[] => {
    const gist = of(own);
    if (gist === null) return [];
    const { endValue, cagr, maxDrawdown, account } = gist;
    const leads = leaders.filter((leader) => leader === way).length;
    const { turnover = null, costs = null } = account ?? {};
    return [{ way, endValue, cagr, maxDrawdown, turnover, costs, leads }];
  });
  const setBack: SetBackOutcome = { days, ways };
  const ownWay = byWay.find(({ isOwn }) => isOwn);
  return ok({ setBack, ...(ownWay && { scheduleDays: scheduleDaysOf(ownWay.days, ownWay.of) }) });
}

/** Rates that differ by less, in percent, are the same. */
const SAME_RATE = 1e-9;

/** Who made most on a day; null where two did. */
function leaderOf(
  ways: readonly { readonly way: SetBackChoice["way"]; readonly of: (day: number) => CheckedGist | null }[],
  day: number,
): SetBackChoice["way"] | null {
  const rates = ways.map(({ way, of }) => ({ way, cagr: of(day)?.cagr ?? -Infinity }));
  const [first, second] = rates.toSorted((a, b) => b.cagr - a.cagr);
  return first && second && first.cagr - second.cagr > SAME_RATE ? first.way : null;
}

/** Those that are no variant are left out; null of one day, where nothing is scheduled. */
function scheduleDaysOf(
  days: number,
  gistOf: (day: number) => CheckedGist | null,
): readonly ScheduleDay[] | null {
  if (days === 1) return null;
  return Array.from({ length: days }, (_, at) => at + 1).flatMap((day): ScheduleDay[] => {
    const gist = gistOf(day);
    return gist ? [{ day, endValue: gist.endValue, cagr: gist.cagr, maxDrawdown: gist.maxDrawdown }] : [];
  });
}

/** How many days of its period a strategy may be scheduled on; 1 where nothing of it is by weeks, months or years. */
function daysOf({ simulation }: Strategy): number {
  const { schedule = "daily", rebalance = "never" } = simulation;
  if (schedule === "weekly" || rebalance === "weekly") return DAYS_OF_WEEK;
  return schedule === "daily" && (rebalance === "daily" || rebalance === "never") ? 1 : DAYS_OF_MONTH;
}

function onDay(strategy: Strategy, day: number, days: number): Strategy {
  const { scheduleDay: _own, ...simulation } = strategy.simulation;
  return { ...strategy, simulation: days === 1 ? simulation : { ...simulation, scheduleDay: day } };
}

function withRebalance(strategy: Strategy, way: Pick<Simulated, "rebalance" | "rebalanceBand">): Strategy {
  const { rebalanceBand: _own, ...simulation } = strategy.simulation;
  return { ...strategy, simulation: { ...simulation, ...way } };
}

/** Years that a retirement may last; the longest that leaves enough starts is looked at. */
const LASTING_YEARS = [30, 25, 20, 15, 10, 5];
const FEWEST_STARTS = 24;
const MONTHS_OF_YEAR = 12;

interface LastingAnswers {
  /** The account of a variant. */
  readonly pathOf: (strategy: Strategy) => Promise<Result<LastedOutcome["path"]>>;
  /** Other orders of the run's own months. */
  readonly drawsOf: (years: number) => Promise<Result<LastingDraws | null>>;
}

/**
 * The strategy from each month that leaves so many years, with its money in and out moved along, and from an average month;
 * null where none goes out.
 */
export async function tryStarts(
  { strategy, report, figuresOf, tell }: PortfolioCheck,
  { pathOf, drawsOf }: LastingAnswers,
): Found {
  const { flows = [] } = strategy.simulation;
  const plan = flows.some(takesOut) ? startsWithin(strategy, report) : null;
  if (plan === null) return ok({ lasted: null });
  const variants = plan.months.map((months) => startedLater(strategy, plan, months));
  const found = await figuresOf(variants, tell);
  if (!found.ok) return found;
  const tried = variants.flatMap((variant, at) => {
    const gist = found.value[at];
    if (!gist) return [];
    const start: LastedStart = {
      from: variant.simulation.startDate,
      endValue: gist.endValue,
      ranOut: gist.account?.ranOut ?? null,
    };
    return [{ variant, start }];
  });
  const [worst] = tried.toSorted((a, b) => compareStarts(a.start, b.start));
  if (!worst) return ok({ lasted: null });
  const path = await pathOf(worst.variant);
  if (!path.ok) return path;
  const draws = await drawsOf(plan.years);
  if (!draws.ok) return draws;
  const starts = tried.map(({ start }) => start);
  const outcome: LastedOutcome = {
    years: plan.years,
    starts,
    worst: tried.indexOf(worst),
    path: path.value,
    draws: draws.value,
  };
  return ok({ lasted: outcome });
}

/** The worst first: whose money was gone soonest, then who had least left. */
function compareStarts(a: LastedStart, b: LastedStart): number {
  return daysLasted(a) - daysLasted(b) || a.endValue - b.endValue;
}

function daysLasted({ from, ranOut }: LastedStart): number {
  if (ranOut === null) return Number.MAX_SAFE_INTEGER;
  return (parseIsoDay(ranOut) ?? 0) - (parseIsoDay(from) ?? 0);
}

interface Starts {
  readonly years: number;
  /** The run's own start. */
  readonly first: EpochDay;
  /** So many months after it. */
  readonly months: readonly number[];
}

/** With the most years of which there are enough starts; null for a run that is too short. */
function startsWithin({ simulation }: Strategy, { equity }: Report): Starts | null {
  const first = ownStart(simulation.startDate, equity.day[0] ?? 0);
  const last = equity.day.at(-1) ?? 0;
  if (first === null) return null;
  for (const years of LASTING_YEARS) {
    const months: number[] = [];
    while (endOf(addMonths(first, months.length), years) <= last) months.push(months.length);
    if (months.length >= FEWEST_STARTS) return { years, first, months };
  }
  return null;
}

/** On the day of the month of the start date, the last such day up to the first session: money comes and goes by it. */
function ownStart(startDate: string, firstSession: number): EpochDay | null {
  const start = parseIsoDay(startDate);
  if (start === null) return null;
  const [from, to] = [fromEpochDay(start), fromEpochDay(firstSession)];
  const months = (to.year - from.year) * MONTHS_OF_YEAR + to.month - from.month;
  const same = addMonths(start, months);
  return same <= firstSession ? same : addMonths(start, months - 1);
}

/** The last day of so many years. */
function endOf(start: EpochDay, years: number): number {
  return addMonths(start, years * MONTHS_OF_YEAR) - 1;
}

function startedLater(strategy: Strategy, { first, years }: Starts, months: number): Strategy {
  const start = addMonths(first, months);
  const { flows = [] } = strategy.simulation;
  return {
    ...strategy,
    simulation: {
      ...strategy.simulation,
      startDate: formatIsoDay(start),
      endDate: formatIsoDay(endOf(start, years)),
      flows: flows.map((flow) => movedBy(flow, months)),
    },
  };
}

function movedBy(flow: Flow, months: number): Flow {
  const moved = (iso: string): string => {
    const day = parseIsoDay(iso);
    return day === null ? iso : formatIsoDay(addMonths(day, months));
  };
  return Object.assign(
    { ...flow },
    flow.from === undefined ? {} : { from: moved(flow.from) },
    flow.to === undefined ? {} : { to: moved(flow.to) },
  );
}
