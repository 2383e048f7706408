/**
 * The day loop: what happens at each session, in the contract's order. Delistings, fills of earlier orders, the
 * mark at the close, exit decisions, buy decisions. Everything known ahead was worked out by plan.ts; nothing
 * here allocates per bar or session.
 */
import type { Decision } from "#workers/model/decision.ts";
import type { BarFigure } from "./bar-prices.ts";
import { WORD, lowestBit } from "./bits.ts";
import { NO_BAR, rowOn } from "./calendar.ts";
import { countOn, giveBack } from "./candidates.ts";
import type { Candidates } from "./candidates.ts";
import { makeDearCount } from "./dear-count.ts";
import { makeDearWatch } from "./dear-shares.ts";
import type { DearWatch } from "./dear-shares.ts";
import { makeExitDecision } from "./exits.ts";
import type { ExitDecision } from "./exits.ts";
import { wholeShares } from "./forgive.ts";
import { EXIT_REASONS, NONE, NO_DATA, enter, leave, makeLedger } from "./ledger.ts";
import type { Ledger } from "./ledger.ts";
import { groundInMemory } from "./ground.ts";
import type { Ground } from "./ground.ts";
import { inOneGo } from "./pieces.ts";
import type { Pieces } from "./pieces.ts";
import type { Plan, RunPlan } from "./plan.ts";
import { makePriorityKey } from "./priority.ts";
import { makeShortlist, shortlist } from "./shortlist.ts";
import type { Field, Shortlist } from "./shortlist.ts";

/** A position without a bar for so many sessions running is presumed delisted. */
export const DELISTED_AFTER_SESSIONS = 20;
const SESSIONS_PER_PROGRESS = 64;

export interface SessionProgress {
  /** EpochDay of the session reached. */
  readonly day: number;
  readonly sessionsDone: number;
  readonly sessions: number;
  /** Positions entered so far. */
  readonly positions: number;
}

export interface DecisionLog {
  push(decision: Decision): unknown;
}

export interface SimulationHooks {
  /** Called every few dozen sessions. */
  readonly onSession?: (progress: SessionProgress) => void;
  /** Receives every decision, in time order; a list of them is one. */
  readonly log?: DecisionLog;
  /**
   * Sessions on which the log gets the candidates that are not ordered as well, each with its rank: on a large market
   * that takes a hundred times as long as the run. All sessions without it.
   */
  readonly logsAllOn?: (session: number) => boolean;
  /** Called at each close that decides buys: candidates that are not ordered. */
  readonly onPassedOver?: (passed: PassedAtClose) => void;
}

export interface PassedAtClose {
  /** EpochDay. */
  readonly day: number;
  readonly unaffordable: number;
  readonly noSlot: number;
}

export interface Simulation {
  readonly ledger: Ledger;
  /** One value a session of the period, at the close, in currency. */
  readonly equity: Float64Array;
  /** Open positions at each close. */
  readonly openPositions: Int32Array;
  readonly passedOver: { unaffordable: number; noSlot: number; noCash: number; noBar: number };
}

/** The state of a run between two steps of the loop. */
interface Run extends Simulation {
  readonly plan: RunPlan;
  readonly decideExit: ExitDecision;
  readonly candidates: Candidates;
  /** Where orders are looked for. */
  readonly field: Field;
  readonly dear: DearWatch;
  readonly countUnaffordable: (session: number) => number;
  /** Buy orders decided at the last close, in priority order. */
  readonly orders: Shortlist;
  /** Equity / maxPositions at the close that decided them. */
  slotValue: number;
  readonly log: DecisionLog | null;
  readonly hooks: SimulationHooks;
}

/** On a market in memory. */
export function simulate(plan: Plan, hooks: SimulationHooks = {}): Simulation {
  return inOneGo(simulateInPieces(plan, hooks));
}

/** As simulate. */
export function* simulateInPieces(plan: Plan, hooks: SimulationHooks = {}): Pieces<Simulation> {
  const ground = yield* groundInMemory(plan);
  yield;
  const run = yield* passSessions(startRun(plan, ground, hooks));
  giveBack(ground.candidates);
  return run;
}

export function simulateOn(plan: RunPlan, ground: Ground, hooks: SimulationHooks): Simulation {
  return inOneGo(passSessions(startRun(plan, ground, hooks)));
}

/** Some sessions a piece. */
function* passSessions(run: Run): Pieces<Simulation> {
  const { plan, hooks } = run;
  const { firstSession, lastSession, sessionDay } = plan;
  for (let session = firstSession; session <= lastSession; session++) {
    sellDelisted(run, session);
    fillSells(run, session);
    fillBuys(run, session);
    markAtClose(run, session);
    decideExits(run, session);
    if (session < lastSession) decideBuys(run, session);
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

function startRun(plan: RunPlan, ground: Ground, hooks: SimulationHooks): Run {
  const { log = null } = hooks;
  const { startMargin, maxPositions } = plan.strategy.simulation;
  const sessions = plan.lastSession - plan.firstSession + 1;
  const { candidates, keyBounds } = ground;
  const ledger = makeLedger(startMargin, maxPositions, plan.universe.length);
  const dear = makeDearWatch(plan, ground.closeZones);
  const mostOrders = log === null ? maxPositions : plan.universe.length;
  return {
    plan,
    decideExit: makeExitDecision(plan.strategy, ledger),
    candidates,
    dear,
    countUnaffordable: makeDearCount({ plan, candidates, dear, ledger }),
    field: {
      calendar: plan.calendar,
      candidates,
      keyBounds,
      held: ledger.held,
      isDear: dear.isDear,
    },
    orders: makeShortlist(mostOrders, plan.universe.length, makePriorityKey(plan)),
    slotValue: 0,
    log,
    hooks,
    ledger,
    equity: new Float64Array(sessions),
    openPositions: new Int32Array(sessions),
    passedOver: { unaffordable: 0, noSlot: 0, noCash: 0, noBar: 0 },
  };
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
    const quantity = affordableQuantity(run, costPerShare);
    if (quantity === 0) {
      passedOver.noCash++;
      logLapse(run, session, member, "noCash");
      continue;
    }
    ledger.cash -= quantity * costPerShare;
    const close = plan.priceOf.close(row, member);
    enter(ledger, { member, row, session, close, price: fill, quantity });
    if (run.log) run.log.push({ type: "buy", ...named(plan, session, member), price: fill, quantity });
  }
  orders.count = 0;
}

/** Shares that a slot and the cash pay for, at a cost a share in currency. */
function affordableQuantity(run: Run, costPerShare: number): number {
  const { ledger, plan, slotValue } = run;
  let quantity = Math.min(slotValue, ledger.cash) / costPerShare;
  if (!plan.strategy.simulation.fractionalShares) {
    quantity = wholeShares(quantity);
    if (ledger.cash - quantity * costPerShare < -plan.negligible) quantity--;
  }
  return quantity * costPerShare <= plan.negligible ? 0 : quantity;
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
    const reason = run.decideExit(position, session, close);
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
  const { ledger, plan, candidates, orders, passedOver, dear } = run;
  const { maxPositions } = plan.strategy.simulation;
  run.slotValue = run.equity[session - plan.firstSession] / maxPositions;
  dear.setSlotValue(run.slotValue);
  const slots = maxPositions - ledger.openCount + ledger.pendingCount;
  const unaffordable = run.countUnaffordable(session);
  if (run.log) logUnaffordable(run, session);
  const free = countOn(candidates, session, ledger.held);
  const affordable = free - unaffordable;
  const wanted = logsAll(run, session) ? affordable : Math.min(slots, affordable);
  if (wanted > 0) shortlist(orders, run.field, { session, wanted, free });
  if (run.log) {
    for (let at = 0; at < orders.count; at++) {
      const ranked = { member: orders.member[at], row: orders.row[at], rank: at + 1 };
      logCandidate(run, session, ranked, at < slots ? "ordered" : "noSlot");
    }
  }
  orders.count = Math.min(slots, affordable);
  passedOver.unaffordable += unaffordable;
  const noSlot = affordable - orders.count;
  passedOver.noSlot += noSlot;
  run.hooks.onPassedOver?.({ day: plan.sessionDay[session], unaffordable, noSlot });
}

function logsAll({ log, hooks }: Run, session: number): boolean {
  return log !== null && (hooks.logsAllOn?.(session) ?? true);
}

function logUnaffordable(run: Run, session: number): void {
  const { plan, ledger, candidates, dear } = run;
  const { sure, open, group: groupAt, groups } = dear.suspects(session >> 5);
  const { stride, bits, firstSession } = candidates;
  for (let at = 0; at < groups; at++) {
    const group = groupAt[at];
    const free = bits[session - firstSession + group * stride] & ~ledger.held[group];
    for (let rest = free & (sure[group] | open[group]); rest !== 0; rest &= rest - 1) {
      const member = group * WORD + lowestBit(rest);
      if (!dear.isDear(member, session)) continue;
      const row = rowOn(plan.calendar, member, session);
      logCandidate(run, session, { member, row, rank: 0 }, "unaffordable");
    }
  }
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
