/** What a strategy decides, with one thing of it otherwise: a session late, or without its best positions. */
import type { Decisions } from "#workers/engine/decide.ts";
import type { Weighing } from "#workers/engine/decide-weights.ts";
import type { ExitDecision } from "#workers/engine/exits.ts";
import { NONE, STILL_OPEN } from "#workers/engine/ledger.ts";
import type { FindOrders } from "#workers/engine/order-list.ts";
import type { RunPlan } from "#workers/engine/run-plan.ts";
import { roundTrip } from "#workers/figures/measure.ts";
import { WORD } from "#workers/sessions/bits.ts";
import type { DecidedRun } from "./entry-decisions.ts";

/**
 * Orders given a session late: what a strategy decides at a close is done as if it had been decided at the close of the
 * next session, and filled the session after that. Who is held, how many places are free and what an order may cost are
 * those of the later close; weights are those of the earlier one. Stops that rest in the market, delistings, and money in and
 * out stay where they are.
 *
 * @param firstSession - of the period: nothing was decided before it
 */
export function oneSessionLate(own: Decisions, firstSession: number): Decisions {
  return {
    findOrders: ordersLate(own.findOrders, firstSession),
    decideExit: exitsLate(own.decideExit),
    scheduled: scheduleLate(own.scheduled, firstSession),
    weighing: own.weighing && weighingLate(own.weighing, firstSession),
  };
}

function ordersLate(find: FindOrders, firstSession: number): FindOrders {
  return (list, search, passed) => {
    if (search.session > firstSession) {
      find(list, { ...search, session: search.session - 1 }, passed);
      return;
    }
    list.count = 0;
    passed.unaffordable = 0;
    passed.noSlot = 0;
  };
}

/** The first reason counts, whatever the next closes say of it. */
function exitsLate(decide: ExitDecision): ExitDecision {
  const reasons: number[] = []; // by position; a hole for one that is kept
  return (position, session) => {
    const before = reasons[position] ?? NONE;
    if (before !== NONE) return before;
    reasons[position] = decide(position, session);
    return NONE;
  };
}

function weighingLate({ weightOf, rebalanced }: Weighing, firstSession: number): Weighing {
  return {
    weightOf: (member, session) => weightOf(member, Math.max(firstSession, session - 1)),
    rebalanced: scheduleLate(rebalanced, firstSession),
  };
}

/** A session on which nothing can come from the one before, the period's first, decides nothing. */
function scheduleLate(scheduled: Uint8Array, firstSession: number): Uint8Array {
  const late = new Uint8Array(scheduled.length);
  late.set(scheduled.subarray(firstSession, -1), firstSession + 1);
  return late;
}

/**
 * A run without its best positions: their instruments can't be bought from the close that decided the entry until the
 * position was sold. A day's delay would only bring the same position back a little later. Places and money go where
 * the strategy's rules send them then.
 *
 * @param run - the strategy's own
 * @param count - how many of its most profitable positions are left out
 */
export function withoutBest(own: Decisions, plan: RunPlan, run: DecidedRun, count: number): Decisions {
  return { ...own, findOrders: ordersWithout(own.findOrders, bestOf(plan, run, count)) };
}

/** An instrument that can't be bought at the closes of the sessions `from` <= session < `until`. */
interface Barred {
  readonly member: number;
  readonly from: number;
  readonly until: number;
}

/** Of positions that made as much, those that were bought first. */
function bestOf(plan: RunPlan, { ledger, decidedOn }: DecidedRun, count: number): readonly Barred[] {
  const { member, exitSession, reason } = ledger;
  const profits = Float64Array.from({ length: ledger.count }, (_, at) => roundTrip(plan, ledger, at).profit);
  const order = Array.from(profits.keys()).toSorted((a, b) => profits[b] - profits[a]);
  return order.slice(0, count).map((at) => ({
    member: member[at],
    from: decidedOn[at],
    until: reason[at] === STILL_OPEN ? Infinity : exitSession[at],
  }));
}

function ordersWithout(find: FindOrders, barred: readonly Barred[]): FindOrders {
  let without = new Int32Array(0); // the same for all sessions
  return (list, search, passed) => {
    const { session } = search;
    if (without.length !== search.without.length) without = new Int32Array(search.without.length);
    without.set(search.without);
    for (const { member, from, until } of barred)
      if (from <= session && session < until) without[Math.floor(member / WORD)] |= 1 << (member % WORD);
    find(list, { ...search, without }, passed);
  };
}
