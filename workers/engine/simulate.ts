/**
 * The day loop: what happens at each session, in the contract's order. Delistings, fills of earlier orders, the
 * mark at the close, exit decisions, buy decisions. Everything known ahead was worked out by plan.ts; nothing
 * here allocates per bar or session.
 */
import type { BarFigure } from "./bar-prices.ts";
import { NO_BAR, rowOn } from "#workers/sessions/calendar.ts";
import type { Candidates } from "./candidate-bits.ts";
import { findCandidates } from "./candidates.ts";
import { makeExitDecision } from "./exits.ts";
import type { ExitDecision } from "./exits.ts";
import { affordableQuantity } from "#workers/model/forgive.ts";
import { DELISTED_AFTER_SESSIONS, EXIT_REASONS, NONE, NO_DATA, enter, leave, makeLedger } from "./ledger.ts";
import type { Ledger } from "./ledger.ts";
import { makeOrderList } from "./order-list.ts";
import type { FindOrders, OrderList, OrderSearch, PassedOverAtClose } from "./order-list.ts";
import { makeFindOrders } from "./orders.ts";
import { inOneGo } from "#workers/model/pieces.ts";
import type { Pieces } from "#workers/model/pieces.ts";
import { makePriorityKey } from "./priority.ts";
import { firstAnswer } from "./run-plan.ts";
import { makeCoolDown } from "./cool-down.ts";
import type { CoolDown } from "./cool-down.ts";
import { makeRestingStops } from "./resting-stops.ts";
import type { RestingStops } from "./resting-stops.ts";
import { markAsked } from "#workers/sessions/schedule.ts";
import type { DecisionLog, SimulationHooks } from "./simulation-hooks.ts";
import { makeSizing } from "./sizing.ts";
import type { Sizing } from "./sizing.ts";
import type { Plan, RunPlan } from "./run-plan.ts";

const SESSIONS_PER_PROGRESS = 64;

export interface Simulation {
  readonly ledger: Ledger;
  /** One value a session of the period, at the close, in currency. */
  readonly equity: Float64Array;
  /** What of it is in no position. */
  readonly cash: Float64Array;
  /** Open positions at each close. */
  readonly openPositions: Int32Array;
  readonly passedOver: { unaffordable: number; noSlot: number; noCash: number; noBar: number };
  /** What was decided to be bought at the close of the last session, best first. */
  readonly next: OrderList;
}

/** Where the day loop looks for what to buy. */
export interface Ground {
  /** Of the sessions of the period. */
  readonly candidates: Candidates;
  readonly findOrders: FindOrders;
  /** Puts other decisions in place of the strategy's own, as a check of a result asks for; none without it. */
  readonly decideOtherwise?: (own: Decisions) => Decisions;
}

/** What decides a run's orders, at the closes of its sessions. */
export interface Decisions {
  readonly findOrders: FindOrders;
  readonly decideExit: ExitDecision;
  /** By session of the calendar: 1 where buys are decided. */
  readonly scheduled: Uint8Array;
}

/** The state of a run between two steps of the loop. */
export interface Run extends Simulation {
  readonly plan: RunPlan;
  readonly decideExit: ExitDecision;
  readonly findOrders: FindOrders;
  /** As findOrders; logs those that can't be bought. */
  readonly findAllOrders: FindOrders;
  /** What is looked for at the close that is under way, and who was passed over at it. */
  readonly search: OrderSearch;
  readonly passed: PassedOverAtClose;
  /** Buy orders decided at the last close, in priority order. */
  readonly orders: OrderList;
  readonly sizing: Sizing;
  /** By session: 1 where buys are decided. */
  readonly scheduled: Uint8Array;
  readonly coolDown: CoolDown;
  /** null where stops are held against the closes. */
  readonly restingStops: RestingStops | null;
  readonly log: DecisionLog | null;
  readonly hooks: SimulationHooks;
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
    findOrders?.(plan, candidates, candidates.ever),
  );
  return { candidates, findOrders: known ?? makeFindOrders(plan, candidates, sizingOf(plan)) };
}

/** On a market that may lie anywhere: the caller has found the candidates. */
export function simulateOn(plan: RunPlan, ground: Ground, hooks: SimulationHooks = {}): Simulation {
  return inOneGo(passSessions(startRun(plan, ground, hooks)));
}

/** Some sessions a piece. */
export function* passSessions(run: Run): Pieces<Simulation> {
  const { plan, hooks } = run;
  const { firstSession, lastSession, sessionDay } = plan;
  const isAtOpen = plan.strategy.simulation.fillAt === "next-open";
  for (let session = firstSession; session <= lastSession; session++) {
    sellDelisted(run, session);
    if (!isAtOpen) run.restingStops?.sellReached(session);
    fillSells(run, session);
    fillBuys(run, session);
    if (isAtOpen) run.restingStops?.sellReached(session);
    markAtClose(run, session);
    decideExits(run, session);
    if (session < lastSession) decideBuys(run, session);
    else findNext(run, session);
    hooks.onClose?.(session, {
      ledger: run.ledger,
      equity: run.equity[session - firstSession],
      orders: run.orders,
    });
    const sessionsDone = session - firstSession + 1;
    if (sessionsDone % SESSIONS_PER_PROGRESS !== 0 && session < lastSession) continue;
    if (hooks.onSession) {
      const sessions = lastSession - firstSession + 1;
      hooks.onSession({ day: sessionDay[session], sessionsDone, sessions, positions: run.ledger.count });
    }
    yield;
  }
  return run;
}

export function startRun(plan: RunPlan, ground: Ground, hooks: SimulationHooks): Run {
  const { candidates, decideOtherwise } = ground;
  const { log = null } = hooks;
  const { startMargin, maxPositions } = plan.strategy.simulation;
  const sessions = plan.lastSession - plan.firstSession + 1;
  const ledger = makeLedger(startMargin, maxPositions, plan.universe.length);
  const mostOrders = log === null ? maxPositions : plan.universe.length;
  const orders = makeOrderList(mostOrders, makePriorityKey(plan));
  const sizing = sizingOf(plan);
  const scheduled = markAsked(plan.asked, plan.sessionDay.length);
  const decideExit = makeExitDecision(plan, ledger, scheduled);
  const own: Decisions = { findOrders: ground.findOrders, decideExit, scheduled };
  const decisions = decideOtherwise?.(own) ?? own;
  const coolDown = makeCoolDown(plan.strategy.sell.coolDownDays ?? 0, ledger);
  const run: Run = {
    plan,
    decideExit: decisions.decideExit,
    findOrders: decisions.findOrders,
    findAllOrders: makeFindOrders(plan, candidates, sizing, (row, member) =>
      logCandidate(run, run.search.session, { member, row, rank: 0 }, "unaffordable"),
    ),
    sizing,
    scheduled: decisions.scheduled,
    coolDown,
    restingStops: makeRestingStops(plan, ledger, (at, exit) => sell(run, at, exit)),
    search: { session: plan.firstSession, slots: 0, slotValue: 0, equity: 0, without: coolDown.without },
    passed: { unaffordable: 0, noSlot: 0 },
    orders,
    next: orders,
    log,
    hooks,
    ledger,
    equity: new Float64Array(sessions),
    cash: new Float64Array(sessions),
    openPositions: new Int32Array(sessions),
    passedOver: { unaffordable: 0, noSlot: 0, noCash: 0, noBar: 0 },
  };
  return run;
}

/** Step 1, and with it each open position's last bar up to this session. */
function sellDelisted(run: Run, session: number): void {
  const { ledger, plan } = run;
  for (let at = 0; at < ledger.openCount; at++) {
    const position = ledger.open[at];
    const row = rowOn(plan.calendar, ledger.member[position], session);
    if (row !== NO_BAR) {
      ledger.row[position] = row;
      ledger.barSession[position] = session;
      ledger.close[position] = plan.priceOf.close(row, ledger.member[position]);
      continue;
    }
    if (session - ledger.barSession[position] < DELISTED_AFTER_SESSIONS) continue;
    sell(run, at, { session, price: ledger.close[position], reason: NO_DATA });
    at--;
  }
}

/** Step 2a: pending sells, by symbol; one without a bar waits for its next bar. */
function fillSells(run: Run, session: number): void {
  const { ledger, plan } = run;
  if (ledger.pendingCount === 0) return;
  const fillPrice = fillPriceOf(plan);
  for (let at = 0; at < ledger.openCount; at++) {
    const position = ledger.open[at];
    if (ledger.pending[position] === NONE || ledger.barSession[position] !== session) continue;
    const price = fillPrice(ledger.row[position], ledger.member[position]);
    sell(run, at, { session, price, reason: ledger.pending[position] });
    at--;
  }
}

function sell(run: Run, at: number, exit: { session: number; price: number; reason: number }): void {
  const { ledger, plan } = run;
  const position = ledger.open[at];
  const fill = exit.price * plan.costs.sellSlippage;
  const quantity = ledger.quantity[position];
  ledger.cash += quantity * (fill * (1 - plan.costs.commission));
  leave(ledger, at, { session: exit.session, price: fill, reason: exit.reason });
  run.coolDown.noteSale(ledger.member[position], exit.session);
  if (run.hooks.onFill) {
    const { session, reason } = exit;
    const commission = quantity * fill * plan.costs.commission;
    run.hooks.onFill({ session, member: ledger.member[position], reason, quantity, price: fill, commission });
  }
  if (run.log === null) return;
  const { day, instrument } = named(plan, exit.session, ledger.member[position]);
  if (exit.reason === NO_DATA) run.log.push({ type: "exit", day, instrument, reason: "no-data" });
  run.log.push({ type: "sell", day, instrument, price: fill, quantity });
}

/** Step 2b: the orders of the last close, in priority order. */
function fillBuys(run: Run, session: number): void {
  const { orders, plan, ledger, passedOver } = run;
  const { calendar, costs } = plan;
  const { maxPositions } = plan.strategy.simulation;
  const fillPrice = fillPriceOf(plan);
  for (let at = 0; at < orders.count; at++) {
    const member = orders.member[at];
    const row = rowOn(calendar, member, session);
    if (row === NO_BAR) {
      passedOver.noBar++;
      logLapse(run, session, member, "noBar");
      continue;
    }
    if (ledger.openCount >= maxPositions) {
      passedOver.noSlot++;
      logLapse(run, session, member, "noSlot");
      continue;
    }
    const fill = fillPrice(row, member) * costs.buySlippage;
    const costPerShare = fill * (1 + costs.commission);
    const quantity = affordableQuantity(orders.slotValue[at], ledger.cash, costPerShare, plan);
    if (quantity === 0) {
      passedOver.noCash++;
      logLapse(run, session, member, "noCash");
      continue;
    }
    ledger.cash -= quantity * costPerShare;
    const close = plan.priceOf.close(row, member);
    enter(ledger, { member, row, session, close, price: fill, quantity });
    const commission = quantity * fill * costs.commission;
    run.hooks.onFill?.({ session, member, reason: NONE, quantity, price: fill, commission });
    if (run.log) run.log.push({ type: "buy", ...named(plan, session, member), price: fill, quantity });
  }
  orders.count = 0;
}

/** Step 3: cash plus every position at its last known close. */
function markAtClose(run: Run, session: number): void {
  const { ledger, plan } = run;
  let equity = ledger.cash;
  for (let at = 0; at < ledger.openCount; at++) {
    const position = ledger.open[at];
    equity += ledger.quantity[position] * ledger.close[position];
  }
  run.equity[session - plan.firstSession] = equity;
  run.cash[session - plan.firstSession] = ledger.cash;
  run.openPositions[session - plan.firstSession] = ledger.openCount;
}

/** Step 4. */
function decideExits(run: Run, session: number): void {
  const { ledger, plan } = run;
  for (let at = 0; at < ledger.openCount; at++) {
    const position = ledger.open[at];
    if (ledger.pending[position] !== NONE || ledger.barSession[position] !== session) continue;
    const close = ledger.close[position];
    if (close > ledger.peak[position]) ledger.peak[position] = close;
    const reason = run.decideExit(position, session);
    if (reason === NONE) continue;
    ledger.pending[position] = reason;
    ledger.pendingCount++;
    if (run.log) {
      const decided = named(plan, session, ledger.member[position]);
      run.log.push({ type: "exit", ...decided, reason: EXIT_REASONS[reason] });
    }
  }
}

/** Step 5: fills run.orders for the next session. */
function decideBuys(run: Run, session: number): void {
  const { plan, orders, search, passed, passedOver } = run;
  if (run.scheduled[session] === 0) return;
  const slots = lookAt(run, session);
  if (logsAll(run, session)) {
    search.slots = plan.universe.length;
    run.findAllOrders(orders, search, passed);
    passed.noSlot = Math.max(0, orders.count - slots);
  } else run.findOrders(orders, search, passed);
  if (run.log) {
    for (let at = 0; at < orders.count; at++) {
      const ranked = { member: orders.member[at], row: orders.row[at], rank: at + 1 };
      logCandidate(run, session, ranked, at < slots ? "ordered" : "noSlot");
    }
  }
  orders.count = Math.min(slots, orders.count);
  sizeOrders(run);
  run.hooks.onOrders?.(plan.sessionDay[session], orders);
  passedOver.unaffordable += passed.unaffordable;
  passedOver.noSlot += passed.noSlot;
  const { unaffordable, noSlot } = passed;
  run.hooks.onPassedOver?.({ day: plan.sessionDay[session], unaffordable, noSlot });
}

/** Turns the search to a session. @returns how many positions may be bought */
function lookAt({ search, plan, ledger, equity, sizing, coolDown }: Run, session: number): number {
  search.session = session;
  search.equity = equity[session - plan.firstSession];
  search.slotValue = sizing.isSameForAll ? sizing.slotValue(search.equity, 0, 0, 0) : 0;
  search.slots = plan.strategy.simulation.maxPositions - ledger.openCount + ledger.pendingCount;
  coolDown.update(session);
  return search.slots;
}

/** Gives each order what its position may cost. */
function sizeOrders({ orders, sizing, search, plan }: Run): void {
  const { calendar, priceOf } = plan;
  for (let at = 0; at < orders.count; at++) {
    const [member, row] = [orders.member[at], orders.row[at]];
    orders.slotValue[at] = sizing.isSameForAll
      ? search.slotValue
      : sizing.slotValue(search.equity, priceOf.close(row, member), member, row - calendar.fromRow[member]);
  }
}

/** What the last session's close decides to buy, as if there were another session: step 5 without its counts. */
function findNext(run: Run, session: number): void {
  if (run.scheduled[session] === 0) return;
  const slots = lookAt(run, session);
  run.findOrders(run.orders, run.search, run.passed);
  run.orders.count = Math.min(slots, run.orders.count);
  sizeOrders(run);
}

export function sizingOf(plan: RunPlan): Sizing {
  const { riskDistance } = plan.rules;
  return makeSizing(plan, riskDistance && plan.ground().columnOf(riskDistance.expression));
}

function logsAll({ log, hooks }: Run, session: number): boolean {
  return log !== null && (hooks.logsAllOn?.(session) ?? true);
}

function fillPriceOf({ strategy, priceOf }: RunPlan): BarFigure {
  return strategy.simulation.fillAt === "next-open" ? priceOf.open : priceOf.close;
}

function named(plan: RunPlan, session: number, member: number): { day: number; instrument: string } {
  const { symbol } = plan.market.instruments[plan.universe[member]];
  return { day: plan.sessionDay[session], instrument: symbol };
}

function logLapse(run: Run, session: number, member: number, reason: "noBar" | "noSlot" | "noCash"): void {
  run.log?.push({ type: "lapse", ...named(run.plan, session, member), reason });
}

function logCandidate(
  run: Run,
  session: number,
  candidate: { member: number; row: number; rank: number },
  outcome: "ordered" | "unaffordable" | "noSlot",
): void {
  const { member, row, rank } = candidate;
  const key = run.orders.keyOf(row, member);
  run.log?.push({ type: "candidate", ...named(run.plan, session, member), rank, key, outcome });
}
