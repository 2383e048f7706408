/**
 * A run without its best positions: their instruments can't be bought from the close that decided the entry until the
 * position was sold. A day's delay would only bring the same position back a little later. Places and money go where
 * the strategy's rules send them then.
 */
import { STILL_OPEN } from "#workers/engine/ledger.ts";
import type { FindOrders } from "#workers/engine/order-list.ts";
import type { RunPlan } from "#workers/engine/run-plan.ts";
import type { Decisions } from "#workers/engine/decide.ts";
import { roundTrip } from "#workers/figures/measure.ts";
import { WORD } from "#workers/sessions/bits.ts";
import type { DecidedRun } from "./entry-decisions.ts";

/** An instrument that can't be bought at the closes of the sessions `from` <= session < `until`. */
interface Barred {
  readonly member: number;
  readonly from: number;
  readonly until: number;
}

/** @param run - the strategy's own; @param count - how many of its most profitable positions are left out */
export function withoutBest(own: Decisions, plan: RunPlan, run: DecidedRun, count: number): Decisions {
  return { ...own, findOrders: ordersWithout(own.findOrders, bestOf(plan, run, count)) };
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
