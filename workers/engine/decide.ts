/**
 * What is wanted at a close: which positions are to be sold, and whom to buy for how much. Orders go to the account, which
 * alone moves money.
 */
import { markAsked } from "#workers/sessions/schedule.ts";
import { orderSale, worthAt } from "./account.ts";
import type { Account } from "./account.ts";
import type { Candidates } from "./candidate-bits.ts";
import type { CoolDown } from "./cool-down.ts";
import { coverOwed } from "./cover.ts";
import { logOn, named } from "./decision-log.ts";
import {
  abovePlan,
  decideByWeights,
  makeWeightDecider,
  weighingOf,
  withdrawPayments,
} from "./decide-weights.ts";
import type { WeightDecider, Weighing } from "./decide-weights.ts";
import { makeExitDecision } from "./exits.ts";
import type { ExitDecision } from "./exits.ts";
import { EXIT_REASONS, NONE } from "./ledger.ts";
import { makeOrderList } from "./order-list.ts";
import type { FindOrders, OrderList, OrderSearch, PassedOverAtClose } from "./order-list.ts";
import { makeFindOrders } from "./orders.ts";
import type { RunPlan } from "./run-plan.ts";
import type { DecisionLog, SimulationHooks } from "./simulation-hooks.ts";
import { makeSizing } from "./sizing.ts";
import type { Sizing } from "./sizing.ts";
import { moneyByWeight } from "./weights.ts";

/** Where the day loop looks for what to buy. */
export interface Ground {
  /** Who is a candidate on the sessions of the period. */
  readonly candidates: Candidates;
  readonly findOrders: FindOrders;
  /** Puts other decisions in place of the strategy's own, as a check of a result asks for; none without it. */
  readonly decideOtherwise?: (own: Decisions) => Decisions;
}

/** What decides a run's orders, at the closes of its sessions. */
export interface Decisions {
  readonly findOrders: FindOrders;
  readonly decideExit: ExitDecision;
  /** For each session of the calendar: 1 where buys are decided. */
  readonly scheduled: Uint8Array;
  /** null with slots. */
  readonly weighing: Weighing | null;
}

/** What a run decides by, and what it has passed over so far. */
export interface Decider {
  readonly account: Account;
  readonly decisions: Decisions;
  /** null with slots. */
  readonly weights: WeightDecider | null;
  /** With weights: the best candidates of a close, before it is known what they get. */
  readonly found: OrderList;
  readonly sizing: Sizing;
  readonly coolDown: CoolDown;
  /** As the decisions' findOrders, of all candidates; logs those that can't be bought. */
  readonly findAllOrders: FindOrders;
  /** What is looked for at the close that is under way, and who was passed over at it. */
  readonly search: OrderSearch;
  readonly passed: PassedOverAtClose;
  /** Candidates that were not ordered, of the whole run. */
  readonly passedOver: { unaffordable: number; noSlot: number };
  readonly log: DecisionLog | null;
  readonly hooks: SimulationHooks;
}

export function makeDecider(
  account: Account,
  { candidates, findOrders, decideOtherwise }: Ground,
  coolDown: CoolDown,
  hooks: SimulationHooks,
): Decider {
  const { plan, ledger } = account;
  const sizing = sizingOf(plan);
  const scheduled = markAsked(plan.asked, plan.sessionDay.length);
  const decideExit = makeExitDecision(plan, ledger, scheduled);
  const own: Decisions = { findOrders, decideExit, scheduled, weighing: weighingOf(plan) };
  const decisions = decideOtherwise?.(own) ?? own;
  const weights = decisions.weighing && makeWeightDecider(account, decisions.weighing, hooks);
  const decider: Decider = {
    account,
    decisions,
    weights,
    found: weights === null ? account.orders : makeOrderList(account.orders.row.length, account.orders.keyOf),
    sizing,
    coolDown,
    findAllOrders: makeFindOrders(plan, candidates, sizing, (row, member) =>
      logCandidate(decider, { member, row, rank: 0 }, "unaffordable"),
    ),
    search: { session: plan.firstSession, slots: 0, slotValue: 0, equity: 0, without: coolDown.without },
    passed: { unaffordable: 0, noSlot: 0 },
    passedOver: { unaffordable: 0, noSlot: 0 },
    log: hooks.log ?? null,
    hooks,
  };
  return decider;
}

/** Step 4. */
export function decideExits({ account, decisions, log }: Decider, session: number): void {
  const { ledger, plan } = account;
  const { open, openCount, pending, barSession, close, peak } = ledger;
  const { decideExit } = decisions;
  for (let at = 0; at < openCount; at++) {
    const position = open[at];
    if (pending[position] !== NONE || barSession[position] !== session) continue;
    if (close[position] > peak[position]) peak[position] = close[position];
    const reason = decideExit(position, session);
    if (reason === NONE) continue;
    orderSale(account, position, reason);
    if (log === null) continue;
    const decided = named(plan, session, ledger.member[position]);
    log.push({ type: "exit", ...decided, reason: EXIT_REASONS[reason] });
  }
}

/** Step 5: the account's orders for the next fills. @param isNext - of the last session: nothing is counted or logged */
export function decideBuys(decider: Decider, session: number, isNext: boolean): void {
  const { account, decisions, weights, hooks } = decider;
  const { plan, orders } = account;
  const isScheduled = decisions.scheduled[session] === 1;
  withdrawPayments(account);
  if (weights !== null)
    decideByWeights(weights, session, isScheduled ? () => findBuys(decider, session, isNext) : null);
  else if (isScheduled && hasWorth(account, session)) {
    findBuys(decider, session, isNext);
    sizeOrders(decider);
  }
  if (account.money.owed > plan.negligible) {
    const abovePlanOf = weights === null ? () => 0 : abovePlan(weights, session);
    coverOwed(account, session, abovePlanOf, logOn(hooks.log, session, plan));
  }
  if ((isScheduled || weights !== null) && !isNext) hooks.onOrders?.(plan.sessionDay[session], orders);
}

/** Whether there is anything to buy with; a strategy/2, which can owe nothing, always looks. */
function hasWorth(account: Account, session: number): boolean {
  const { strategy, negligible } = account.plan;
  return strategy.format !== "strategy/3" || worthAt(account, session) > negligible;
}

/** The best candidates, as many as there are places. */
function findBuys(decider: Decider, session: number, isNext: boolean): OrderList {
  const { account, decisions, found, search, passed, passedOver, hooks } = decider;
  const { plan } = account;
  const log = isNext ? null : decider.log;
  const slots = lookAt(decider, session);
  if (log !== null && (hooks.logsAllOn?.(session) ?? true)) {
    search.slots = plan.universe.length;
    decider.findAllOrders(found, search, passed);
    passed.noSlot = Math.max(0, found.count - slots);
  } else decisions.findOrders(found, search, passed);
  if (log !== null) {
    for (let at = 0; at < found.count; at++) {
      const ranked = { member: found.member[at], row: found.row[at], rank: at + 1 };
      logCandidate(decider, ranked, at < slots ? "ordered" : "noSlot");
    }
  }
  found.count = Math.min(slots, found.count);
  if (isNext) return found;
  const { unaffordable, noSlot } = passed;
  passedOver.unaffordable += unaffordable;
  passedOver.noSlot += noSlot;
  hooks.onPassedOver?.({ day: plan.sessionDay[session], unaffordable, noSlot });
  return found;
}

/** Turns the search to a session. @returns how many positions may be bought */
function lookAt({ account, found, search, sizing, coolDown }: Decider, session: number): number {
  const { plan, ledger } = account;
  found.count = 0;
  search.session = session;
  search.equity = worthAt(account, session);
  search.slotValue = sizing.isSameForAll ? sizing.slotValue(search.equity, 0, 0, 0) : 0;
  search.slots = plan.strategy.simulation.maxPositions - ledger.openCount + ledger.pendingCount;
  coolDown.update(session);
  return search.slots;
}

/** Gives each order what its position may cost. */
function sizeOrders({ account, sizing, search }: Decider): void {
  const { orders, plan } = account;
  const { calendar, priceOf } = plan;
  for (let at = 0; at < orders.count; at++) {
    const [member, row] = [orders.member[at], orders.row[at]];
    orders.slotValue[at] = sizing.isSameForAll
      ? search.slotValue
      : sizing.slotValue(search.equity, priceOf.close(row, member), member, row - calendar.fromRow[member]);
  }
}

export function sizingOf(plan: RunPlan): Sizing {
  const { riskDistance } = plan.rules;
  const distanceOf = riskDistance && plan.ground().columnOf(riskDistance.expression);
  return makeSizing(plan, distanceOf, plan.rebalanced === null ? null : moneyByWeight(plan));
}

function logCandidate(
  { account, search, log }: Decider,
  { member, row, rank }: { member: number; row: number; rank: number },
  outcome: "ordered" | "unaffordable" | "noSlot",
): void {
  const key = account.orders.keyOf(row, member);
  log?.push({ type: "candidate", ...named(account.plan, search.session, member), rank, key, outcome });
}
