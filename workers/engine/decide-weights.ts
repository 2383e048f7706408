/**
 * Step 5 of a session by weights: how much of the account each instrument is to be, and the orders that bring it there
 * (sections 3 and 4 of the account's contract). Weights, targets and shares are percents of E, the equity less what is owed.
 */
import { wholeShares } from "#workers/model/forgive.ts";
import { dropOrphans, orderPart, orderSale, worthAt } from "./account.ts";
import type { Account } from "./account.ts";
import { logMore, logOn, logSale } from "./decision-log.ts";
import { heldAt } from "./exits.ts";
import { NONE, PAYMENT, REBALANCE, WEIGHT, withdrawPart } from "./ledger.ts";
import { ENTRY, MONEY_IN, SET_BACK, isOrdered, keepOrders } from "./order-list.ts";
import type { OrderList } from "./order-list.ts";
import { canBuyOne } from "./orders.ts";
import type { RunPlan } from "./run-plan.ts";
import type { SimulationHooks } from "./simulation-hooks.ts";
import { namedMembers, weightsOf } from "./weights.ts";
import type { WeightOf } from "./weights.ts";

/** A distance from the target of so many points of E is none. */
const NO_DISTANCE = 1e-7;

/** What a close ordered by the weights. */
export interface Rebalance {
  readonly session: number;
  readonly sells: number;
  readonly buys: number;
  /** Of E, in percent: the value of the sells at their closes and the money of the buys. */
  readonly turnover: number;
}

/** What a run by weights goes by. */
export interface Weighing {
  readonly weightOf: WeightOf;
  /** By session of the calendar: 1 where what is held is set back. */
  readonly rebalanced: Uint8Array;
}

/** null with slots. */
export function weighingOf(plan: RunPlan): Weighing | null {
  const { rebalanced } = plan;
  return rebalanced && { weightOf: weightsOf(plan), rebalanced };
}

/** A run by weights, and what it needs again at each session; arrays by member of the universe. */
export interface WeightDecider extends Weighing {
  readonly account: Account;
  readonly hooks: Pick<SimulationHooks, "onPlanned" | "log">;
  readonly named: Uint8Array;
  /** Without what the last session's close would order. */
  readonly rebalances: Rebalance[];
  /** For members that have a target: the weight at first, then the target. */
  readonly target: Float64Array;
  /** Those members, ascending: targeted[0 .. targetedCount-1]. */
  readonly targeted: Int32Array;
  targetedCount: number;
  /** What the close that is under way has ordered so far. */
  readonly ordered: { sells: number; buys: number; value: number; ofKept: number };
}

export function makeWeightDecider(
  account: Account,
  { weightOf, rebalanced }: Weighing,
  hooks: WeightDecider["hooks"],
): WeightDecider {
  const { plan } = account;
  const members = plan.universe.length;
  return {
    account,
    hooks,
    weightOf,
    rebalanced,
    named: namedMembers(plan),
    rebalances: [],
    target: new Float64Array(members),
    targeted: new Int32Array(members),
    targetedCount: 0,
    ordered: { sells: 0, buys: 0, value: 0, ofKept: 0 },
  };
}

/** Puts the best candidates of a session into its list, at most as many as there are places. */
export type FindNew = (session: number, worth: number) => OrderList;

/**
 * Step 5. @param findNew - called on sessions of the schedule; null on others
 */
export function decideByWeights(decider: WeightDecider, session: number, findNew: FindNew | null): void {
  const { account, rebalanced, ordered } = decider;
  const { orders, money, plan } = account;
  Object.assign(ordered, NOTHING_ORDERED);
  dropOrphans(account);
  const worth = worthAt(account, session);
  if (worth <= plan.negligible) {
    orders.count = 0;
    return;
  }
  const isSetBack = rebalanced[session] === 1;
  if (isSetBack || findNew !== null) {
    withdraw(account, isSetBack);
    if (isSetBack) sellUnwanted(decider, session);
    const found = findNew?.(session, worth) ?? null;
    setTargets(decider, session, { worth, found, isAlone: isSetBack ? isLeftAlone : isEveryone });
    tellPlanned(decider, session, worth);
    if (isSetBack) setBack(decider, session, worth);
    if (found !== null) orderNew(decider, found, { worth, isSetBack });
  }
  if (ordered.ofKept > 0) money.uninvested = 0;
  else if (money.cameIn > plan.negligible && money.uninvested > plan.negligible)
    placeMoney(decider, session, worth);
  const { sells, buys, value } = ordered;
  if (sells + buys > 0 && session < plan.lastSession)
    decider.rebalances.push({ session, sells, buys, turnover: (value / worth) * 100 });
}

function tellPlanned(decider: WeightDecider, session: number, worth: number): void {
  const { account, hooks, rebalanced, target, targeted, targetedCount } = decider;
  hooks.onPlanned?.(session, {
    ledger: account.ledger,
    worth,
    members: targeted,
    count: targetedCount,
    target,
    isOfAll: rebalanced[session] === 1,
  });
}

const NOTHING_ORDERED = { sells: 0, buys: 0, value: 0, ofKept: 0 };

/** Whether a kept position stays as it is: its share of the account is not to be given to others. */
type IsAlone = (weight: number) => boolean;

const isEveryone: IsAlone = () => true;
/** One of a weight of 0 or less is left alone where it may not be sold yet; the others of these have a sale pending. */
const isLeftAlone: IsAlone = (weight) => !(weight > 0);
const isUnknown: IsAlone = (weight) => Number.isNaN(weight);

/** New ones are found anew; where all are set back, all is. */
function withdraw({ orders, ledger }: Account, isSetBack: boolean): void {
  keepOrders(orders, (at) => !isSetBack && orders.purpose[at] !== ENTRY);
  if (isSetBack) withdrawParts(ledger, REBALANCE);
}

function withdrawParts(ledger: Account["ledger"], reason: number): void {
  if (ledger.partCount === 0) return;
  for (let at = 0; at < ledger.openCount; at++) {
    if (ledger.partReason[ledger.open[at]] === reason) withdrawPart(ledger, ledger.open[at]);
  }
}

/** Those of a weight of 0 or less, unless they are not held long enough. */
function sellUnwanted({ account, weightOf, ordered, hooks }: WeightDecider, session: number): void {
  const { ledger, plan } = account;
  const log = logOn(hooks.log, session, plan);
  for (let at = 0; at < ledger.openCount; at++) {
    const position = ledger.open[at];
    if (ledger.pending[position] !== NONE || !(weightOf(ledger.member[position], session) <= 0)) continue;
    if (heldAt(plan, ledger.entrySession[position], session) < plan.strategy.sell.minHoldingDays) continue;
    orderSale(account, position, WEIGHT);
    if (log !== null) logSale({ log, account, session }, position, null);
    ordered.sells++;
    ordered.value += ledger.quantity[position] * ledger.close[position];
  }
}

interface Targeting {
  readonly worth: number;
  /** New ones; null for none. */
  readonly found: OrderList | null;
  readonly isAlone: IsAlone;
}

/** Writes what each member that is to have a target is to be of the account. */
function setTargets(decider: WeightDecider, session: number, { worth, found, isAlone }: Targeting): void {
  const { account, weightOf, target, targeted } = decider;
  const { ledger, plan } = account;
  let alone = 0;
  let count = 0;
  for (let at = 0; at < ledger.openCount; at++) {
    const position = ledger.open[at];
    if (ledger.pending[position] !== NONE) continue;
    const member = ledger.member[position];
    const weight = weightOf(member, session);
    if (isAlone(weight)) {
      alone += (valueOf(ledger, position) / worth) * 100;
      continue;
    }
    target[member] = Math.max(0, weight);
    targeted[count++] = member;
  }
  for (let at = 0; at < (found?.count ?? 0); at++) {
    const member = found?.member[at] ?? 0;
    target[member] = weightOf(member, session);
    targeted[count++] = member;
  }
  decider.targetedCount = count;
  if (found !== null && found.count > 0) targeted.subarray(0, count).sort();
  scaleTargets(decider, plan, Math.max(0, 100 - alone));
}

/** From weights to shares of what is left, symbols ascending. @param rest - percent of the account */
function scaleTargets({ target, targeted, targetedCount }: WeightDecider, plan: RunPlan, rest: number): void {
  const { weightsAre = "parts" } = plan.strategy.simulation;
  if (weightsAre === "parts") {
    const sum = sumOf(target, targeted, targetedCount);
    for (let at = 0; at < targetedCount; at++) {
      const member = targeted[at];
      target[member] = sum > 0 ? (target[member] / sum) * rest : 0;
    }
  }
  const sum = sumOf(target, targeted, targetedCount);
  if (!(sum > rest)) return;
  for (let at = 0; at < targetedCount; at++) target[targeted[at]] *= rest / sum;
}

function sumOf(target: Float64Array, targeted: Int32Array, count: number): number {
  let sum = 0;
  for (let at = 0; at < count; at++) sum += target[targeted[at]];
  return sum;
}

function valueOf({ quantity, close }: Account["ledger"], position: number): number {
  return quantity[position] * close[position];
}

/** Orders to those that are kept, where at least one is outside its band. */
function setBack(decider: WeightDecider, session: number, worth: number): void {
  const { account, ordered, hooks } = decider;
  const { ledger, plan, orders } = account;
  const log = logOn(hooks.log, session, plan);
  if (
    !eachTargeted(decider, (position, member) =>
      isOutside(plan, shareOf(ledger, position, worth), decider.target[member]),
    )
  )
    return;
  eachTargeted(decider, (position, member) => {
    const close = ledger.close[position];
    const [share, target] = [shareOf(ledger, position, worth), decider.target[member]];
    const off = share - target;
    if (!(Math.abs(off) > NO_DISTANCE)) return false;
    const money = (Math.abs(off) / 100) * worth;
    if (off > 0) {
      const quantity = asBought(plan, money / close);
      if (quantity <= 0) return false;
      orderPart(account, position, quantity, REBALANCE);
      ordered.sells++;
      ordered.value += Math.min(quantity, ledger.quantity[position]) * close;
      if (log !== null) logSale({ log, account, session }, position, { share, target });
    } else {
      if (money <= plan.negligible || !canBuyOne(plan, money, close)) return false;
      addOrder(orders, SET_BACK, member, money);
      ordered.buys++;
      ordered.value += money;
      if (log !== null)
        logMore({ log, account, session }, member, { money, shares: { share, target }, isMoneyIn: false });
    }
    ordered.ofKept++;
    return false;
  });
}

/** Calls with each kept position that has a target, by symbol, until it says true. @returns whether one did */
function eachTargeted(
  { account, targeted, targetedCount }: WeightDecider,
  look: (position: number, member: number) => boolean,
): boolean {
  const { ledger } = account;
  let place = 0;
  for (let at = 0; at < ledger.openCount; at++) {
    const position = ledger.open[at];
    const member = ledger.member[position];
    while (place < targetedCount && targeted[place] < member) place++;
    const isTargeted = place < targetedCount && targeted[place] === member;
    if (isTargeted && ledger.pending[position] === NONE && look(position, member)) return true;
  }
  return false;
}

function shareOf(ledger: Account["ledger"], position: number, worth: number): number {
  return (valueOf(ledger, position) / worth) * 100;
}

/** Whether a share is outside the band around its target, so that all are set back. */
export function isOutside(plan: Pick<RunPlan, "strategy">, share: number, target: number): boolean {
  return Math.abs(share - target) > bandAround(plan, target) + NO_DISTANCE;
}

/** How far a share may be from its target, in points of the account. */
export function bandAround({ strategy }: Pick<RunPlan, "strategy">, target: number): number {
  const { rebalanceBand: band = null } = strategy.simulation;
  const points = band === null ? 0 : (band.points ?? Infinity);
  const percent = band?.percent == null ? Infinity : (band.percent / 100) * target;
  return Math.min(points, percent);
}

/** Whole shares where the strategy buys whole ones. */
function asBought({ strategy }: RunPlan, quantity: number): number {
  return strategy.simulation.fractionalShares ? quantity : wholeShares(quantity);
}

/** @param purpose - a byte of order-list.ts @param money - in currency */
function addOrder(orders: OrderList, purpose: number, member: number, money: number): void {
  const at = orders.count++;
  orders.member[at] = member;
  orders.slotValue[at] = money;
  orders.purpose[at] = purpose;
}

/** In parts, one that has no weight of its own gets at most a place's share where the others are not set back for it. */
function orderNew(
  { account, target, named, ordered }: WeightDecider,
  found: OrderList,
  { worth, isSetBack }: { readonly worth: number; readonly isSetBack: boolean },
): void {
  const { orders, plan } = account;
  const { weightsAre = "parts", maxPositions } = plan.strategy.simulation;
  for (let at = 0; at < found.count; at++) {
    const member = found.member[at];
    const isCapped = weightsAre === "parts" && !isSetBack && named[member] === 0;
    const share = isCapped ? Math.min(target[member], 100 / maxPositions) : target[member];
    const money = (share / 100) * worth;
    if (!(share > NO_DISTANCE) || money <= plan.negligible) continue;
    addOrder(orders, ENTRY, member, money);
    ordered.buys++;
    ordered.value += money;
  }
}

/** Orders for money that came in: the largest lack first. */
function placeMoney(decider: WeightDecider, session: number, worth: number): void {
  const { account, ordered, target, hooks } = decider;
  const { ledger, plan, orders, money } = account;
  const log = logOn(hooks.log, session, plan);
  let rest = Math.min(money.uninvested, ledger.cash - money.owed) - moneyOrdered(orders);
  setTargets(decider, session, { worth, found: null, isAlone: isLeftAlone });
  const lacking: Lack[] = [];
  eachTargeted(decider, (position, member) => {
    const lack = (target[member] / 100) * worth - valueOf(ledger, position);
    const isFree = ledger.partReason[position] === NONE && !isOrdered(orders, member);
    if (isFree && (lack / worth) * 100 > NO_DISTANCE) lacking.push({ position, member, lack });
    return false;
  });
  lacking.sort((a, b) => Math.fround(b.lack) - Math.fround(a.lack) || a.member - b.member);
  for (const { position, member, lack } of lacking) {
    const sum = Math.min(lack, rest);
    if (sum <= plan.negligible) break;
    if (!canBuyOne(plan, sum, ledger.close[position])) continue;
    addOrder(orders, MONEY_IN, member, sum);
    rest -= sum;
    ordered.buys++;
    ordered.value += sum;
    if (log === null) continue;
    const shares = { share: shareOf(ledger, position, worth), target: target[member] };
    logMore({ log, account, session }, member, { money: sum, shares, isMoneyIn: true });
  }
}

/** Of all buys, by symbol: the same sum however long each has waited. */
function moneyOrdered({ count, member, slotValue }: OrderList): number {
  const places = Array.from({ length: count }, (_, at) => at).toSorted((a, b) => member[a] - member[b]);
  return places.reduce((sum, at) => sum + slotValue[at], 0);
}

interface Lack {
  readonly position: number;
  readonly member: number;
  /** What the position lacks to its target, in currency. */
  readonly lack: number;
}

/**
 * What an open position has above its target, in shares, by its place in the open list: it may be sold to pay what is owed. A
 * weight of 0 or less has the target 0 and takes nothing from the others; where nothing is left of the account, all have.
 */
export function abovePlan(decider: WeightDecider, session: number): (at: number) => number {
  const { account, target, weightOf } = decider;
  const { ledger, plan } = account;
  const worth = worthAt(account, session);
  if (worth <= plan.negligible) return (at) => ledger.quantity[ledger.open[at]];
  setTargets(decider, session, { worth, found: null, isAlone: isUnknown });
  return (at) => {
    const position = ledger.open[at];
    const member = ledger.member[position];
    if (Number.isNaN(weightOf(member, session))) return 0;
    const off = shareOf(ledger, position, worth) - target[member];
    return off > NO_DISTANCE ? ((off / 100) * worth) / ledger.close[position] : 0;
  };
}

/** Orders to sell for payments that wait: they are decided anew at each close. */
export function withdrawPayments({ ledger }: Account): void {
  withdrawParts(ledger, PAYMENT);
  if (ledger.pendingCount === 0) return;
  for (let at = 0; at < ledger.openCount; at++) {
    const position = ledger.open[at];
    if (ledger.pending[position] !== PAYMENT) continue;
    ledger.pending[position] = NONE;
    ledger.pendingCount--;
  }
}
