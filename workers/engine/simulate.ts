/**
 * The day loop: what happens at each session, in the contract's order. The account (account.ts) sells who is delisted, fills the
 * orders of earlier closes and marks itself; then it is decided what to sell and to buy (decide.ts). Everything known ahead was
 * worked out by plan.ts; nothing here allocates per bar or session.
 */
import { inOneGo } from "#workers/model/pieces.ts";
import type { Pieces } from "#workers/model/pieces.ts";
import type { MoneyMoves, PassedOver, TradedValues } from "#workers/model/report.ts";
import { beginSession, closeSession, fillOrders, openAccount, sell } from "./account.ts";
import type { Account, AccountWatch } from "./account.ts";
import { findCandidates } from "./candidates.ts";
import { makeCoolDown } from "./cool-down.ts";
import { decideBuys, decideExits, makeDecider, sizingOf } from "./decide.ts";
import type { Decider, Ground } from "./decide.ts";
import type { Rebalance } from "./decide-weights.ts";
import { named } from "./decision-log.ts";
import { EXIT_REASONS, NO_DATA, NONE } from "./ledger.ts";
import type { Ledger } from "./ledger.ts";
import { makeOrderList } from "./order-list.ts";
import type { OrderList } from "./order-list.ts";
import { makeFindOrders } from "./orders.ts";
import { makePriorityKey } from "./priority.ts";
import { passQuietSessions } from "./quiet-sessions.ts";
import { makeRestingStops } from "./resting-stops.ts";
import type { RestingStops } from "./resting-stops.ts";
import { firstAnswer } from "./run-plan.ts";
import type { Plan, RunPlan } from "./run-plan.ts";
import type { Fill, SimulationHooks } from "./simulation-hooks.ts";

const SESSIONS_PER_PROGRESS = 64;

export interface Simulation {
  readonly ledger: Ledger;
  /** One value a session of the period, at the close, in currency. */
  readonly equity: Float64Array;
  /** What of it is in no position. */
  readonly cash: Float64Array;
  /** Open positions at each close. */
  readonly openPositions: Int32Array;
  readonly passedOver: PassedOver;
  /** What is to be bought behind the close of the last session; with slots best first, with weights by purpose. */
  readonly next: OrderList;
  /** null where the strategy has neither flows nor an interest. */
  readonly moves: MoneyMoves | null;
  /** null with a strategy/1 or /2, whose positions tell it. */
  readonly traded: TradedValues | null;
  /** What is still to be paid out at the end, in currency. */
  readonly owed: number;
  /** null with slots. */
  readonly rebalances: readonly Rebalance[] | null;
}

/** The state of a run between two steps of the loop. */
export interface Run {
  readonly plan: RunPlan;
  readonly account: Account;
  readonly decider: Decider;
  /** null where stops are held against the closes. */
  readonly restingStops: RestingStops | null;
  readonly hooks: SimulationHooks;
}

/** Follows one run, and says what it found of it. */
export interface RunWatcher<Found> {
  /** What the run is given. */
  readonly hooks: SimulationHooks;
  /** Once the run is over. */
  readonly found: (run: Simulation) => Found;
}

/** On a market in memory. */
export function simulate(plan: Plan, hooks: SimulationHooks = {}): Simulation {
  return inOneGo(simulateInPieces(plan, hooks));
}

/** The same simulation a piece at a time, for callers that look up between two pieces. */
export function* simulateInPieces(plan: Plan, hooks: SimulationHooks = {}): Pieces<Simulation> {
  return yield* passSessions(startRun(plan, yield* findGround(plan), hooks));
}

/** What the strategy's own conditions let pass, and the best of it. */
export function* findGround(plan: Plan): Pieces<Ground> {
  const find = () => findCandidates(plan);
  const candidates = yield* firstAnswer(plan.shortcuts, (each) => each.candidates?.(plan, find)) ?? find();
  yield;
  const known = firstAnswer(plan.shortcuts, ({ findOrders }) =>
    plan.rebalanced === null ? findOrders?.(plan, candidates, candidates.ever) : null,
  );
  return { candidates, findOrders: known ?? makeFindOrders(plan, candidates, sizingOf(plan)) };
}

/** On a market that may lie anywhere: the caller has found the candidates. */
export function simulateOn(plan: RunPlan, ground: Ground, hooks: SimulationHooks = {}): Simulation {
  return inOneGo(passSessions(startRun(plan, ground, hooks)));
}

export function startRun(plan: RunPlan, ground: Ground, hooks: SimulationHooks): Run {
  const { maxPositions } = plan.strategy.simulation;
  const isAnyNumber = hooks.log !== undefined || plan.rebalanced !== null;
  const mostOrders = isAnyNumber ? plan.universe.length : maxPositions;
  const orders = makeOrderList(mostOrders, makePriorityKey(plan));
  const watch = watchOf(plan, hooks, (fill) => coolDown.noteSale(fill));
  const account = openAccount(plan, orders, watch);
  const coolDown = makeCoolDown(plan.strategy.sell.coolDownDays ?? 0, account.ledger);
  return {
    plan,
    account,
    decider: makeDecider(account, ground, coolDown, hooks),
    restingStops: makeRestingStops(plan, account.ledger, (at, exit) => sell(account, at, exit)),
    hooks,
  };
}

/** Some sessions a piece. */
export function* passSessions(run: Run): Pieces<Simulation> {
  const { plan, account, decider, restingStops, hooks } = run;
  const { firstSession, lastSession, sessionDay } = plan;
  const { fillAt } = plan.strategy.simulation;
  for (let session = firstSession; session <= lastSession; session++) {
    const quiet = restingStops === null ? passQuietSessions(decider, session) : 0;
    session += quiet;
    const isNext = session === lastSession;
    beginSession(account, session);
    if (fillAt === "next-close") restingStops?.sellReached(session);
    if (fillAt !== "same-close") fillOrders(account, session, false);
    if (fillAt !== "next-close") restingStops?.sellReached(session);
    closeSession(account, session);
    decideExits(decider, session);
    decideBuys(decider, session, isNext);
    if (fillAt === "same-close" && !isNext) fillOrders(account, session, true);
    hooks.onClose?.(session, {
      ledger: account.ledger,
      money: account.money,
      equity: account.equity[session - firstSession],
      orders: account.orders,
    });
    const sessionsDone = session - firstSession + 1;
    if (sessionsDone % SESSIONS_PER_PROGRESS > quiet && session < lastSession) continue;
    if (hooks.onSession) {
      const sessions = lastSession - firstSession + 1;
      hooks.onSession({ day: sessionDay[session], sessionsDone, sessions, positions: account.ledger.count });
    }
    yield;
  }
  const { ledger, equity, cash, openPositions, orders, money, traded } = account;
  const passedOver = { ...decider.passedOver, ...account.lapsed };
  passedOver.noSlot += decider.passedOver.noSlot;
  return {
    ledger,
    equity,
    cash,
    openPositions,
    passedOver,
    next: orders,
    moves: money.moves,
    traded,
    owed: money.owed,
    rebalances: decider.weights?.rebalances ?? null,
  };
}

/** Tells hooks, log and cool-down what the account does; nobody where none of them asks. @param noteSale - the cool-down's */
function watchOf(
  plan: RunPlan,
  { log, onFill }: SimulationHooks,
  noteSale: (sale: Fill) => void,
): AccountWatch {
  const { coolDownDays = 0 } = plan.strategy.sell;
  if (log === undefined && onFill === undefined && coolDownDays === 0) return {};
  return {
    onFill: (fill) => {
      const { session, member, reason, quantity, price, commission } = fill;
      const isSale = reason !== NONE;
      if (isSale) noteSale(fill);
      onFill?.(fill);
      if (log === undefined) return;
      const { day, instrument } = named(plan, session, member);
      const filled = { day, instrument, price, quantity, commission };
      if (reason === NO_DATA) log.push({ type: "exit", day, instrument, reason: "no-data" });
      if (isSale) log.push({ type: "sell", reason: EXIT_REASONS[reason], ...filled });
      else log.push({ type: "buy", ...filled });
    },
    onLapse: (session, member, reason) =>
      log?.push({ type: "lapse", ...named(plan, session, member), reason }),
  };
}
