/**
 * Orders given a session late: what a strategy decides at a close is done as if it had been decided at the close of the
 * next session, and filled the session after that. Who is held, how many places are free and what an order may cost are
 * those of the later close; weights are those of the earlier one. Stops that rest in the market, delistings, and money in and
 * out stay where they are.
 */
import type { ExitDecision } from "#workers/engine/exits.ts";
import { NONE } from "#workers/engine/ledger.ts";
import type { FindOrders } from "#workers/engine/order-list.ts";
import type { Decisions } from "#workers/engine/decide.ts";
import type { Weighing } from "#workers/engine/decide-weights.ts";

/** @param firstSession - of the period: nothing was decided before it */
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
