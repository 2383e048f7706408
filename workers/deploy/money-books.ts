/**
 * The money of an account's books: what comes in and goes out by the strategy's plan, what is owed, and what idle cash earns, as
 * far as dates and entries tell. What hangs on other series (growBy, a cash rate by price or yield) is taken from the entries.
 */
import { cashRatesOf } from "#workers/engine/cash-rate.ts";
import { flowsOf } from "#workers/engine/flows.ts";
import type { DueFlows } from "#workers/engine/flows.ts";
import type { Ledger } from "#workers/engine/ledger.ts";
import { earnInterest, grownBy, makeMoney, moveMoney, payOwed } from "#workers/engine/money.ts";
import type { Money, MoneyPlan } from "#workers/engine/money.ts";
import { moneyOf } from "#workers/model/deployment.ts";
import type { Deployment, DeploymentEntry, DeploymentFill } from "#workers/model/deployment.ts";
import { negligibleMoney } from "#workers/model/forgive.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { dayOf } from "./ground.ts";

/** Sessions are places of entries. */
export interface MoneyBooks {
  readonly plan: MoneyPlan;
  readonly money: Money;
  /** Whether each session's rate is known, or that cash earns nothing. */
  readonly knowsRates: boolean;
}

/** Whether two sums are the same but for another program's rounding. */
export type IsNear = (a: number, b: number) => boolean;

/** @param deployment - with one entry at least */
export function makeMoneyBooks(deployment: Deployment, written: Strategy): MoneyBooks {
  const { ledger, startMargin } = deployment;
  const strategy = { ...written, simulation: { ...written.simulation, startMargin } };
  const sessionDay = Int32Array.from(ledger, ({ session }) => dayOf(session));
  const sessions = { sessionDay, firstSession: 0, lastSession: ledger.length - 1 };
  const flows = flowsOf(strategy, dayOf(deployment.begins), sessions, () => null);
  const rates = cashRatesOf(strategy, sessions, () => null);
  const plan: MoneyPlan = {
    strategy,
    flows: flows.ok ? flows.value.due : recordedFlows(ledger),
    interest: rates.ok ? (rates.value?.rates ?? null) : new Float64Array(ledger.length),
    negligible: negligibleMoney(startMargin),
    firstSession: 0,
    lastSession: sessions.lastSession,
  };
  return { plan, money: makeMoney(plan), knowsRates: rates.ok };
}

/** What came in and what owed grew by, as the entries have it. */
function recordedFlows(ledger: readonly DeploymentEntry[]): DueFlows {
  const rows = ledger.flatMap((entry, session) => {
    const { in: came, out, missed, owed } = moneyOf(entry);
    const before = session === 0 ? 0 : moneyOf(ledger[session - 1]).owed;
    const asked = owed - before + out + missed;
    return [came, -asked].flatMap((amount) => (amount === 0 ? [] : [{ session, amount }]));
  });
  return {
    session: Int32Array.from(rows, ({ session }) => session),
    amount: Float64Array.from(rows, ({ amount }) => amount),
    percent: new Float64Array(rows.length),
  };
}

/** Takes owed and uninvested from the entry before. */
export function beginSession(
  { money }: MoneyBooks,
  { cash }: Ledger,
  before: DeploymentEntry | undefined,
): void {
  const { owed, uninvested } = before === undefined ? { owed: 0, uninvested: 0 } : moneyOf(before);
  Object.assign(money, { owed, uninvested, cashBefore: cash, cashBehindBuys: cash });
}

const STOPS: ReadonlySet<string | null> = new Set(["stop-loss", "trailing-stop", "take-profit"]);

/** The fills of a session as a day takes them: sells before what is owed is paid, buys behind it, and stops that rest at the open. */
export function partFills(
  { plan: { strategy } }: MoneyBooks,
  fills: readonly DeploymentFill[],
): readonly [DeploymentFill[], DeploymentFill[], DeploymentFill[]] {
  const restsAtOpen = strategy.sell.stopOrders === "resting" && strategy.simulation.fillAt === "next-open";
  const end = fills.length;
  const lateAt = placeOr(
    fills.findIndex(({ reason }) => restsAtOpen && STOPS.has(reason)),
    end,
  );
  const buysAt = Math.min(
    placeOr(
      fills.findIndex(({ side }) => side === "buy"),
      end,
    ),
    lateAt,
  );
  return [fills.slice(0, buysAt), fills.slice(buysAt, lateAt), fills.slice(lateAt)];
}

function placeOr(place: number, otherwise: number): number {
  return place < 0 ? otherwise : place;
}

/** Behind the sells: what is owed is paid. */
export function payFirst({ plan, money }: MoneyBooks, ledger: Ledger, session: number): void {
  if (money.moves !== null) payOwed(plan, ledger, money, { at: session, paid: money.moves.paid });
}

/** A buy that placed money that came in. */
export function placed({ money }: MoneyBooks, { quantity, price, commission }: DeploymentFill): void {
  money.uninvested = Math.max(0, money.uninvested - (quantity * price + commission));
}

/** Interest, then what is due. @param value - of the positions, at the entry's closes */
export function endSession(
  { plan, money, knowsRates }: MoneyBooks,
  ledger: Ledger,
  session: number,
  { entry, value }: { readonly entry: DeploymentEntry; readonly value: number },
): void {
  if (!knowsRates && plan.interest !== null && session > 0) {
    const idle = Math.min(money.cashBefore, money.cashBehindBuys);
    plan.interest[session] = idle > 0 ? Math.max(-1, moneyOf(entry).interest / idle) : 0;
  }
  earnInterest(plan, ledger, money, session);
  moveMoney(plan, ledger, money, { session, equity: ledger.cash + value });
}

/** What the entry says of money and does not follow. @param before - the entry before */
export function moneyFault(
  { plan, money }: MoneyBooks,
  entry: DeploymentEntry,
  before: DeploymentEntry | undefined,
  { session, isNear }: { readonly session: number; readonly isNear: IsNear },
): string | null {
  const said = moneyOf(entry);
  const { moves } = money;
  const followed = {
    in: moves?.in[session] ?? 0,
    out: moves?.paid[session] ?? 0,
    missed: moves?.missed[session] ?? 0,
    interest: moves?.interest[session] ?? 0,
    owed: money.owed,
  };
  for (const name of ["interest", "in", "out", "missed", "owed"] as const)
    if (!isNear(said[name], followed[name])) return `its ${name} does not follow`;
  const { positionSizing } = plan.strategy.simulation;
  const wanted = positionSizing === "weights" ? money.uninvested : 0;
  if (!isNear(said.uninvested, wanted) && !(said.uninvested === 0 && ordersToKept(entry)))
    return "its uninvested does not follow";
  return isNear(said.growth, growthOf(plan, entry, before)) ? null : "its growth does not follow";
}

/** Whether orders wait that set a position back: with them nothing is left to be invested. */
function ordersToKept({ decisions: { sells, buys }, positions }: DeploymentEntry): boolean {
  const held = new Set(positions.map(({ instrument }) => instrument));
  return (
    sells.some(({ reason }) => reason === "rebalance") ||
    buys.some(({ instrument, moneyIn }) => moneyIn !== true && held.has(instrument))
  );
}

function growthOf(
  { strategy, negligible }: MoneyPlan,
  entry: DeploymentEntry,
  before: DeploymentEntry | undefined,
): number {
  const { flows = [], startMargin } = strategy.simulation;
  const { equity } = entry;
  const { in: came, out } = moneyOf(entry);
  if (flows.length === 0) return equity;
  const growth = before === undefined ? startMargin : moneyOf(before).growth;
  return grownBy(growth, equity - came + out, before?.equity ?? startMargin, negligible);
}
