/** Follows a run by weights: what it held at some points of time, and each close at which it was set back to its plan. */
import { accountFigures } from "#workers/figures/account-figures.ts";
import { costsOfTrading } from "#workers/figures/trading-costs.ts";
import { NONE } from "#workers/engine/ledger.ts";
import type { Ledger } from "#workers/engine/ledger.ts";
import type { RunPlan } from "#workers/engine/run-plan.ts";
import type { RunWatcher, Simulation } from "#workers/engine/simulate.ts";
import type { PlannedShares } from "#workers/engine/simulation-hooks.ts";
import { formatIsoDay, lastOfMonth, lastOfWeek } from "#workers/model/day.ts";
import { MOST_HELD_APART, MOST_HELD_POINTS } from "#workers/model/holdings.ts";
import type { HeldShare, HoldingFigures, Holdings, SetBack } from "#workers/model/holdings.ts";

const DAYS_PER_YEAR = 365.25;

/** What is held of a run with slots has no plan: its set-backs are none, and its distance from plan is null. */
export function watchHoldings(plan: RunPlan): RunWatcher<Holdings> {
  const points = pointsOf(plan);
  const shares = noteShares(plan, points.sessions);
  const distance = noteDistance(plan);
  let fills = 0;
  return {
    hooks: {
      onFill: () => fills++,
      onPlanned: distance.onPlanned,
      onClose: (session, { ledger, equity }) => {
        shares.onClose(session, ledger, equity);
        distance.onClose(ledger, equity);
      },
    },
    found(run) {
      const { held, others } = shares.shares();
      const costs = costsBySession(plan, run);
      return {
        day: Int32Array.from(points.sessions, (session) => plan.sessionDay[session]),
        every: points.every,
        held,
        others,
        cash: leftOver([...held, ...(others ? [others] : [])], points.sessions.length),
        setBacks: setBacksOf(plan, run, { furthest: distance.furthest, costs }),
        figures: figuresOf(plan, run, { fills, offPlan: distance.mean() }),
      };
    },
  };
}

/** 0 where there is nothing to have a share of. */
function percentOf(value: number, equity: number): number {
  return equity > 0 ? (value / equity) * 100 : 0;
}

/** What of 100 percent no position has; never below 0. */
function leftOver(shares: readonly Pick<HeldShare, "share">[], points: number): Float64Array {
  const cash = new Float64Array(points).fill(100);
  for (const { share } of shares) for (let at = 0; at < points; at++) cash[at] -= share[at];
  return cash.map((rest) => Math.max(0, rest));
}

/** What ends a period of time, by day. */
const PERIODS = [
  { every: "session", endOf: (day: number) => day },
  { every: "week", endOf: lastOfWeek },
  { every: "month", endOf: lastOfMonth },
] as const;

interface Points {
  readonly every: Holdings["every"];
  /** Ascending; the last session is the last of them. */
  readonly sessions: readonly number[];
}

/** The last sessions of the shortest periods of which there are few enough; of months every so many, counted from the end. */
function pointsOf(plan: RunPlan): Points {
  for (const { every, endOf } of PERIODS) {
    const sessions = endsOf(plan, endOf);
    if (sessions.length <= MOST_HELD_POINTS) return { every, sessions };
    if (every !== "month") continue;
    const step = Math.ceil(sessions.length / MOST_HELD_POINTS);
    return { every, sessions: sessions.filter((_, at) => (sessions.length - 1 - at) % step === 0) };
  }
  throw new RangeError("holdings: the longest period has ends");
}

function endsOf(
  { sessionDay, firstSession, lastSession }: RunPlan,
  endOf: (day: number) => number,
): readonly number[] {
  const ends: number[] = [];
  for (let session = firstSession; session <= lastSession; session++) {
    const isLast = session === lastSession || endOf(sessionDay[session + 1]) !== endOf(sessionDay[session]);
    if (isLast) ends.push(session);
  }
  return ends;
}

interface ShareNotes {
  readonly onClose: (session: number, ledger: Ledger, equity: number) => void;
  /** Once the run is over. */
  readonly shares: () => Pick<Holdings, "held" | "others">;
}

function noteShares(plan: RunPlan, sessions: readonly number[]): ShareNotes {
  const byMember = new Map<number, Float64Array>();
  let next = 0;
  return {
    onClose(session, { open, openCount, member, quantity, close }, equity) {
      if (session !== sessions[next]) return;
      const point = next++;
      for (let at = 0; at < openCount; at++) {
        const position = open[at];
        const share = byMember.get(member[position]) ?? new Float64Array(sessions.length);
        share[point] = percentOf(quantity[position] * close[position], equity);
        byMember.set(member[position], share);
      }
    },
    shares() {
      const order = [...byMember].toSorted(([a, ofA], [b, ofB]) => sumOf(ofB) - sumOf(ofA) || a - b);
      const others = order.slice(MOST_HELD_APART);
      return {
        held: order.slice(0, MOST_HELD_APART).map(([member, share]): HeldShare => {
          const { instrument, label } = namesOf(plan, member);
          return { instrument, label, share };
        }),
        others: others.length === 0 ? null : { count: others.length, share: summed(others, sessions.length) },
      };
    },
  };
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

function summed(shares: readonly (readonly [number, Float64Array])[], points: number): Float64Array {
  const sum = new Float64Array(points);
  for (const [, share] of shares) for (let at = 0; at < points; at++) sum[at] += share[at];
  return sum;
}

function namesOf({ market, universe }: RunPlan, member: number): Pick<HeldShare, "instrument" | "label"> {
  const { symbol, name } = market.instruments[universe[member]];
  return { instrument: symbol, label: name === "" ? symbol : name };
}

interface Furthest {
  readonly member: number;
  /** Percent of the account. */
  readonly share: number;
  readonly target: number;
}

interface DistanceNotes {
  readonly onPlanned: (session: number, planned: PlannedShares) => void;
  readonly onClose: (ledger: Ledger, equity: number) => void;
  /** By session: who of the kept ones was furthest from its plan as it was looked at. */
  readonly furthest: ReadonlyMap<number, Furthest>;
  /** Once the run is over: see HoldingFigures. */
  readonly mean: () => number | null;
}

/** A plan holds until it is looked at again. */
function noteDistance({ universe }: RunPlan): DistanceNotes {
  const target = new Float64Array(universe.length).fill(Number.NaN);
  const furthest = new Map<number, Furthest>();
  let [sum, count] = [0, 0];
  return {
    furthest,
    onPlanned(session, planned) {
      if (planned.isOfAll) target.fill(Number.NaN);
      for (let at = 0; at < planned.count; at++) {
        const member = planned.members[at];
        target[member] = planned.target[member];
      }
      const { ledger, worth } = planned;
      let most: Furthest | null = null;
      for (let at = 0; at < ledger.openCount; at++) {
        const position = ledger.open[at];
        const member = ledger.member[position];
        if (ledger.pending[position] !== NONE || Number.isNaN(target[member])) continue;
        const share = percentOf(ledger.quantity[position] * ledger.close[position], worth);
        const off = Math.abs(share - target[member]);
        if (most === null || off > Math.abs(most.share - most.target))
          most = { member, share, target: target[member] };
      }
      if (planned.isOfAll && most !== null) furthest.set(session, most);
    },
    onClose({ open, openCount, member, quantity, close }, equity) {
      for (let at = 0; at < openCount; at++) {
        const position = open[at];
        const planned = target[member[position]];
        if (Number.isNaN(planned)) continue;
        sum += Math.abs(percentOf(quantity[position] * close[position], equity) - planned);
        count++;
      }
    },
    mean: () => (count === 0 ? null : sum / count),
  };
}

interface SetBackNotes {
  readonly furthest: DistanceNotes["furthest"];
  readonly costs: Float64Array;
}

/** Each fill's costs go to the last close before it that gave orders, its own one among them where fills are at the signal. */
function setBacksOf(plan: RunPlan, { rebalances }: Simulation, notes: SetBackNotes): readonly SetBack[] {
  const { sessionDay, firstSession, lastSession, strategy } = plan;
  const isSameClose = strategy.simulation.fillAt === "same-close";
  const rows = rebalances ?? [];
  const firstFill = (session: number) => session - firstSession + (isSameClose ? 0 : 1);
  return rows.map(({ session, sells, buys, turnover }, at) => {
    const from = firstFill(session);
    const to = firstFill(rows[at + 1]?.session ?? lastSession + 1);
    const furthest = notes.furthest.get(session) ?? null;
    return {
      date: formatIsoDay(sessionDay[session]),
      sells,
      buys,
      turnover,
      furthest: furthest && {
        instrument: namesOf(plan, furthest.member).instrument,
        share: furthest.share,
        target: furthest.target,
      },
      costs: sumOf(notes.costs.subarray(from, to)),
    };
  });
}

interface FigureNotes {
  readonly fills: number;
  readonly offPlan: number | null;
}

function figuresOf(plan: RunPlan, run: Simulation, { fills, offPlan }: FigureNotes): HoldingFigures {
  const { sessionDay, firstSession, lastSession } = plan;
  const years = (sessionDay[lastSession] - sessionDay[firstSession]) / DAYS_PER_YEAR;
  const { turnover = null, costs = null } = accountFigures(plan, run) ?? {};
  const { traded } = run;
  const [bought, sold] = traded === null ? [0, 0] : [sumOf(traded.bought), sumOf(traded.sold)];
  return {
    ordersAYear: years > 0 ? fills / years : null,
    meanOrder: fills === 0 ? null : (bought + sold) / fills,
    turnover,
    costs,
    offPlan,
  };
}

/** Costs at each session of the period, in currency. */
function costsBySession({ costs }: RunPlan, { equity, traded }: Simulation): Float64Array {
  if (traded === null) return new Float64Array(equity.length);
  const { bought, sold } = traded;
  return bought.map((value, at) => costsOfTrading(costs, value, sold[at]));
}
