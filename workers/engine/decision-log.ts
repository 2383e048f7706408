/** What is logged of the orders of a close. */
import type { Account } from "./account.ts";
import { EXIT_REASONS, NONE } from "./ledger.ts";
import type { RunPlan } from "./run-plan.ts";
import type { DecisionLog } from "./simulation-hooks.ts";
import type { Shares } from "#workers/model/decision.ts";

/** The day and the instrument of a decision, as a log has them. */
export function named(plan: RunPlan, session: number, member: number): { day: number; instrument: string } {
  const { symbol } = plan.market.instruments[plan.universe[member]];
  return { day: plan.sessionDay[session], instrument: symbol };
}

/** The log of a close's orders; null where nobody listens, and at the last close, whose orders nobody fills. */
export function logOn(
  log: DecisionLog | undefined,
  session: number,
  { lastSession }: RunPlan,
): DecisionLog | null {
  return log !== undefined && session < lastSession ? log : null;
}

/** A close at which something is logged. */
export interface LoggedClose {
  readonly log: DecisionLog;
  readonly account: Account;
  readonly session: number;
}

/** A sale that was just ordered, of all of a position or of a part. @param shares - null where it hangs on no target */
export function logSale(
  { log, account, session }: LoggedClose,
  position: number,
  shares: Shares | null,
): void {
  const { ledger, plan } = account;
  const decided = named(plan, session, ledger.member[position]);
  if (ledger.pending[position] !== NONE) {
    log.push({ type: "exit", ...decided, reason: EXIT_REASONS[ledger.pending[position]] });
    return;
  }
  const reason = EXIT_REASONS[ledger.partReason[position]];
  if (reason !== "rebalance" && reason !== "payment") return;
  log.push({ type: "part", ...decided, reason, quantity: ledger.part[position], shares });
}

/** More of an open position that was just ordered. */
export function logMore(
  { log, account, session }: LoggedClose,
  member: number,
  order: { readonly money: number; readonly shares: Shares; readonly isMoneyIn: boolean },
): void {
  log.push({ type: "more", ...named(account.plan, session, member), ...order });
}
