/**
 * Quiet sessions: those on which a run can do nothing but mark its positions, since nothing is decided, filled, due, owed or
 * presumed delisted, and cash earns nothing. A run by weights that is set back each month has some twenty in a row. They are
 * marked position by position, so that the closes of an instrument are read in the order in which they lie.
 */
import { hasBar, rowsBefore } from "#workers/sessions/calendar.ts";
import type { Account } from "./account.ts";
import type { Decider } from "./decide.ts";
import { neverSells } from "./exits.ts";
import { capUninvested } from "./money.ts";

/**
 * Marks the account on the quiet sessions from this one on.
 *
 * @returns how many there were: 0 where the session, or the run, is none of them
 */
export function passQuietSessions({ account, decisions, hooks }: Decider, session: number): number {
  const { ledger, orders, money, plan } = account;
  if (decisions.weighing === null || decisions.decideExit !== neverSells) return 0;
  const { rebalanced } = decisions.weighing;
  if (decisions.scheduled[session] !== 0 || rebalanced[session] !== 0) return 0;
  if (hooks.onClose !== undefined || hooks.onOrders !== undefined) return 0;
  if (plan.interest !== null || money.owed > 0) return 0;
  if (orders.count + ledger.pendingCount + ledger.partCount > 0) return 0;
  const nextFlow = plan.flows.session[money.nextFlow] ?? Infinity;
  const last = Math.min(plan.lastSession - 1, firstDelisting(account) - 1, nextFlow - 1);
  let next = session;
  while (next <= last && decisions.scheduled[next] === 0 && rebalanced[next] === 0) next++;
  if (next === session) return 0;
  markAll(account, session, next - 1);
  capUninvested(ledger, money);
  return next - session;
}

/** The first session on which a position would be presumed delisted if none had a bar any more. */
function firstDelisting({ ledger, plan }: Account): number {
  let oldest = Infinity;
  for (let at = 0; at < ledger.openCount; at++) oldest = Math.min(oldest, ledger.barSession[ledger.open[at]]);
  return oldest + plan.delistedAfter;
}

/** Equity is summed in the order of the open list, as at any other close. */
function markAll({ ledger, plan, equity, cash, openPositions }: Account, from: number, to: number): void {
  const { calendar, priceOf, firstSession } = plan;
  const [begin, end] = [from - firstSession, to + 1 - firstSession];
  equity.fill(ledger.cash, begin, end);
  cash.fill(ledger.cash, begin, end);
  openPositions.fill(ledger.openCount, begin, end);
  for (let at = 0; at < ledger.openCount; at++) {
    const position = ledger.open[at];
    const [member, quantity] = [ledger.member[position], ledger.quantity[position]];
    let close = ledger.close[position];
    let barSession = ledger.barSession[position];
    const before = rowsBefore(calendar, member, from);
    const hasAll = rowsBefore(calendar, member, to + 1) - before === to + 1 - from;
    let next = calendar.fromRow[member] + before;
    for (let session = from; session <= to; session++) {
      if (hasAll || hasBar(calendar, member, session)) {
        close = priceOf.close(next++, member);
        barSession = session;
      }
      equity[session - firstSession] += quantity * close;
    }
    ledger.row[position] = next - 1;
    ledger.barSession[position] = barSession;
    ledger.close[position] = close;
  }
}
