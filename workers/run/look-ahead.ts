/**
 * The check for look-ahead: the run is repeated with the data cut at many sessions, and what it decided up to each of
 * them is compared with the run on all the data. Decisions, not fills: a fill comes a session after its decision, so
 * comparing fills up to the cut misses a look-ahead of one bar. What orders may cost and account values are compared too.
 */
import { cutMarket } from "./cut-market.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { simulate } from "#workers/engine/simulate.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Decision } from "#workers/model/decision.ts";
import type { LookAheadFinding, LookAheadVerdict } from "#workers/model/look-ahead.ts";
import type { Market } from "#workers/model/market.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { openRandom } from "#workers/model/random.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { withoutYardsticks } from "#workers/shortcuts/all-shortcuts.ts";
import { planRun } from "./plan-run.ts";

const CUTS = 50;
/** The same sessions every time: a verdict can be repeated. */
const SEED = "cuts";

export interface LookAheadHooks {
  /** Called after each of the cuts. */
  readonly onCut?: (done: number, cuts: number) => void;
}

/** The two functions under test; tests put in others that look ahead. */
export interface CheckedEngine {
  readonly planRun: typeof planRun;
  readonly simulate: typeof simulate;
}

/** What a buy that was ordered at a day's close may cost. */
interface OrderSize {
  readonly day: number;
  readonly instrument: string;
  readonly slotValue: number;
}

interface LoggedRun {
  readonly plan: Plan;
  readonly decisions: readonly Decision[];
  readonly sizes: readonly OrderSize[];
  readonly equity: Float64Array;
}

/** Refused for the same reasons as the run. */
export function checkLookAhead(
  strategy: Strategy,
  market: Market,
  hooks: LookAheadHooks = {},
  engine: CheckedEngine = { planRun, simulate },
): Result<LookAheadVerdict> {
  const shortcuts = withoutYardsticks;
  const plan = engine.planRun(strategy, market, { shortcuts });
  if (!plan.ok) return plan;
  const whole = runLogged(plan.value, engine);
  const decisionsOn = countByDay(whole.decisions);
  const cuts = chooseSessions(plan.value);
  const days: number[] = [];
  const findings: LookAheadFinding[] = [];
  let decisions = 0;
  for (const [turn, session] of cuts.entries()) {
    const day = plan.value.sessionDay[session] ?? 0;
    const known = engine.planRun(strategy, cutMarket(market, day, turn), { bars: plan.value, shortcuts });
    if (known.ok && asksTheSame(known.value, plan.value)) {
      const found = compare(whole, runLogged(known.value, engine), session);
      if (found) findings.push(found);
      days.push(day);
      decisions += decisionsOn.get(day) ?? 0;
    }
    hooks.onCut?.(turn + 1, cuts.length);
  }
  return ok({
    sessions: days.length,
    skipped: cuts.length - days.length,
    firstDate: isoOrNull(days[0]),
    lastDate: isoOrNull(days.at(-1)),
    decisions,
    changed: findings.length,
    first: findings[0] ?? null,
    warnings: plan.value.warnings,
  });
}

function runLogged(plan: Plan, engine: CheckedEngine): LoggedRun {
  const log: Decision[] = [];
  const sizes: OrderSize[] = [];
  const { market, universe } = plan;
  const { equity } = engine.simulate(plan, {
    log,
    onOrders(day, { count, member, slotValue }) {
      for (let at = 0; at < count; at++) {
        const place = universe[member[at] ?? -1] ?? -1;
        const instrument = market.instruments[place]?.symbol ?? "";
        sizes.push({ day, instrument, slotValue: slotValue[at] ?? NaN });
      }
    },
  });
  return { plan, decisions: log, sizes, equity };
}

/** One session by chance from each of 50 equal parts of the period; all but the last where there are no more. */
function chooseSessions({ firstSession, lastSession }: Plan): number[] {
  const sessions = lastSession - firstSession; // the last one decides nothing
  const count = Math.min(CUTS, sessions);
  const random = openRandom(SEED);
  return Array.from({ length: count }, (_, part) => {
    const from = Math.floor((part * sessions) / count);
    const to = Math.floor(((part + 1) * sessions) / count);
    return firstSession + from + Math.floor(random() * (to - from));
  });
}

/**
 * What is asked of the dataset as a whole has the same answer: is there any market cap at all, and what is the benchmark? (What
 * a bar is was told.) A
 * fact keeps its name where no value of it is left, and is unknown then as it is on any day before its first.
 */
function asksTheSame(cut: Plan, whole: Plan): boolean {
  const [one, other] = [cut.benchmark, whole.benchmark];
  const isSameSeries =
    one.type === "series" && other.type === "series"
      ? one.instrument === other.instrument
      : one.type === other.type;
  return isSameSeries && cut.facts.isCapKnown === whole.facts.isCapKnown;
}

/** The first difference up to the session of the cut, or null. */
function compare(whole: LoggedRun, cut: LoggedRun, session: number): LookAheadFinding | null {
  const day = whole.plan.sessionDay[session] ?? 0;
  return (
    compareDecisions(whole, cut, day) ?? compareSizes(whole, cut, day) ?? compareValues(whole, cut, session)
  );
}

function compareDecisions(whole: LoggedRun, cut: LoggedRun, day: number): LookAheadFinding | null {
  for (let at = 0; ; at++) {
    const one = upTo(day, whole.decisions[at]);
    const other = upTo(day, cut.decisions[at]);
    if (!one && !other) return null;
    if (!one || !other || !isSame(one, other)) {
      return { type: "decision", cutAfter: formatIsoDay(day), whole: one ?? null, cut: other ?? null };
    }
  }
}

/** The first size that differs among the same orders. */
function compareSizes(whole: LoggedRun, cut: LoggedRun, day: number): LookAheadFinding | null {
  for (let at = 0; ; at++) {
    const one = upTo(day, whole.sizes[at]);
    const other = upTo(day, cut.sizes[at]);
    if (!one || !other) return null;
    if (Object.is(one.slotValue, other.slotValue)) continue;
    return {
      type: "size",
      cutAfter: formatIsoDay(day),
      date: formatIsoDay(one.day),
      instrument: one.instrument,
      whole: one.slotValue,
      cut: other.slotValue,
    };
  }
}

function compareValues(whole: LoggedRun, cut: LoggedRun, session: number): LookAheadFinding | null {
  const { firstSession, sessionDay } = whole.plan;
  for (let at = 0; at <= session - firstSession; at++) {
    const [one = Number.NaN, other = Number.NaN] = [whole.equity[at], cut.equity[at]];
    if (Object.is(one, other)) continue;
    return {
      type: "value",
      cutAfter: formatIsoDay(sessionDay[session] ?? 0),
      date: formatIsoDay(sessionDay[firstSession + at] ?? 0),
      whole: one,
      cut: other,
    };
  }
  return null;
}

/** A log is in time order: what comes after the day ends it. */
function upTo<T extends { readonly day: number }>(day: number, entry: T | undefined): T | undefined {
  return entry && entry.day <= day ? entry : undefined;
}

/** Field by field: a check compares millions, and anything more general would take most of its time. */
function isSame(one: Decision, other: Decision): boolean {
  if (one.day !== other.day || one.instrument !== other.instrument) return false;
  switch (one.type) {
    case "candidate":
      return (
        other.type === "candidate" &&
        one.rank === other.rank &&
        one.outcome === other.outcome &&
        Object.is(one.key, other.key)
      );
    case "exit":
      return other.type === "exit" && one.reason === other.reason;
    case "part":
      return other.type === "part" && one.reason === other.reason && Object.is(one.quantity, other.quantity);
    case "more":
      return other.type === "more" && one.isMoneyIn === other.isMoneyIn && Object.is(one.money, other.money);
    case "buy":
      return other.type === "buy" && one.price === other.price && one.quantity === other.quantity;
    case "sell":
      return (
        other.type === "sell" &&
        one.reason === other.reason &&
        one.price === other.price &&
        one.quantity === other.quantity
      );
    case "lapse":
      return other.type === "lapse" && one.reason === other.reason;
  }
}

function countByDay(decisions: readonly Decision[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { day } of decisions) counts.set(day, (counts.get(day) ?? 0) + 1);
  return counts;
}

function isoOrNull(day: number | undefined): string | null {
  return day === undefined ? null : formatIsoDay(day);
}
