/**
 * Money that is not made by trading: what comes in and goes out by the strategy's plan, what is still owed, and what idle
 * cash earns (sections 4 and 5 of the account's contract). All amounts are in the run's currency.
 */
import type { MoneyMoves } from "#workers/model/report.ts";
import type { DueFlows } from "./flows.ts";
import { moveCash } from "./ledger.ts";
import type { Ledger } from "./ledger.ts";
import type { RunPlan } from "./run-plan.ts";

export interface Money {
  /** What is to be paid out and is not there in cash. */
  owed: number;
  /** Of what came in: what is not put into positions yet, with weights. */
  uninvested: number;
  /** Cash before anything happens on the session, and behind its buys. */
  cashBefore: number;
  cashBehindBuys: number;
  /** On the session that is under way: what came in above what owed grew by. */
  cameIn: number;
  /** The next flow of the plan's list. */
  nextFlow: number;
  /** Of the period; null where the strategy has neither flows nor an interest. */
  readonly moves: MoneyMoves | null;
}

/** What of a plan moves money. */
export type MoneyPlan = Pick<
  RunPlan,
  "strategy" | "flows" | "interest" | "negligible" | "firstSession" | "lastSession"
>;

export function makeMoney({ strategy, interest, firstSession, lastSession }: MoneyPlan): Money {
  const { flows = [] } = strategy.simulation;
  const sessions = lastSession - firstSession + 1;
  const isMoved = flows.length > 0 || interest !== null;
  const column = () => new Float64Array(sessions);
  return {
    owed: 0,
    uninvested: 0,
    cashBefore: 0,
    cashBehindBuys: 0,
    cameIn: 0,
    nextFlow: 0,
    moves: isMoved
      ? {
          in: column(),
          paid: column(),
          paidAfter: column(),
          missed: column(),
          interest: column(),
          owed: column(),
        }
      : null,
  };
}

/** Steps 0 and 3a: adds what the cash has earned since the session before. */
export function earnInterest(plan: MoneyPlan, ledger: Ledger, money: Money, session: number): void {
  if (plan.interest === null || money.moves === null) return;
  const at = session - plan.firstSession;
  const isSameClose = plan.strategy.simulation.fillAt === "same-close";
  const idle = isSameClose ? money.cashBefore : Math.min(money.cashBefore, money.cashBehindBuys);
  const earned = plan.interest[at] * Math.max(0, idle);
  money.moves.interest[at] = earned;
  moveCash(ledger, earned);
}

/**
 * Step 3b: what is due comes in, then goes out as far as the account reaches.
 *
 * @param equity - at 3a
 */
export function moveMoney(
  plan: MoneyPlan,
  ledger: Ledger,
  money: Money,
  { session, equity }: { readonly session: number; readonly equity: number },
): void {
  money.cameIn = 0;
  if (money.moves === null) return;
  const at = session - plan.firstSession;
  const { flows, negligible } = plan;
  const [came, asked] = dueOn(flows, money, session, Math.max(0, equity - money.owed));
  moveCash(ledger, came);
  money.moves.in[at] = came;
  const grown = Math.min(asked, Math.max(0, equity + came - money.owed));
  const cutOff = asked - grown;
  if (cutOff > negligible) money.moves.missed[at] += cutOff;
  money.owed += grown;
  money.cameIn = came - grown;
  payOwed(plan, ledger, money, { at, paid: money.moves.paid });
  money.moves.owed[at] = money.owed;
  money.uninvested += money.cameIn;
  capUninvested(ledger, money);
}

/** No more of what came in waits for positions than there is in cash, less what is owed. */
export function capUninvested(ledger: Ledger, money: Money): void {
  money.uninvested = Math.max(0, Math.min(money.uninvested, ledger.cash - money.owed));
}

/** What the flows of a session add up to: in, and out. @param worth - equity less what is owed, at least 0 */
function dueOn(
  { session: due, amount, percent }: DueFlows,
  money: Money,
  session: number,
  worth: number,
): readonly [number, number] {
  let [comes, goes] = [0, 0];
  for (; due[money.nextFlow] === session; money.nextFlow++) {
    const ofWorth = (percent[money.nextFlow] / 100) * worth;
    const moved = amount[money.nextFlow] + ofWorth;
    if (moved > 0) comes += moved;
    else goes -= moved;
  }
  return [comes, goes];
}

/**
 * Pays what is owed as far as the cash reaches. What is still owed where no position is open will never be paid.
 *
 * @param paid - by session of the period, to which it is added
 */
export function payOwed(
  { negligible }: Pick<MoneyPlan, "negligible">,
  ledger: Ledger,
  money: Money,
  { at, paid }: { readonly at: number; readonly paid: Float64Array },
): void {
  if (money.owed === 0 || money.moves === null) return;
  const pays = Math.min(money.owed, Math.max(0, ledger.cash));
  moveCash(ledger, -pays);
  paid[at] += pays;
  money.owed -= pays;
  if (money.owed > negligible && ledger.openCount > 0) return;
  if (money.owed > negligible) money.moves.missed[at] += money.owed;
  money.owed = 0;
}

/**
 * What the strategy has made of startMargin, a session later; nothing left stays nothing.
 *
 * @param made - what the session made of `before`, the equity it began with: its equity without what came in and was paid
 */
export function grownBy(growth: number, made: number, before: number, negligible: number): number {
  const value = before > negligible ? growth * (made / before) : growth;
  return value <= negligible ? 0 : value;
}
