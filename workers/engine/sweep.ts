/**
 * The day loop for many variants of a strategy on one market. What simulate.ts finds out session by session and
 * position by position is known here before: who passes on each session, in which order they come, and, from its
 * entry on, when a position goes. What remains is the account. Every figure is that of simulate.ts to the last bit:
 * the same sums in the same order.
 */
import type { PassedOver } from "#workers/model/report.ts";
import { NO_BAR, rowOn } from "./calendar.ts";
import type { Calendar } from "./calendar.ts";
import { makeCarriedCloses } from "./carried-closes.ts";
import type { CarriedCloses } from "./carried-closes.ts";
import { makeDearOrder } from "./dear-order.ts";
import type { DearOrder } from "./dear-order.ts";
import { NEVER, makeLookAhead } from "./exit-ahead.ts";
import type { LookAhead } from "./exit-ahead.ts";
import { wholeShares } from "./forgive.ts";
import { NO_DATA } from "./ledger.ts";
import { tradeProfit } from "./measure.ts";
import type { TradeCount } from "./measure.ts";
import type { Plan } from "./plan.ts";
import { makePriorityKey } from "./priority.ts";
import { makeRanking } from "./ranking.ts";
import type { Ranking } from "./ranking.ts";
import { freeSlot, makeSlots, takeSlot } from "./slots.ts";
import type { Slots } from "./slots.ts";
import { makeCandidateTable } from "./sweep-candidates.ts";
import type { CandidateTable, SweepCandidates, Verdicts } from "./sweep-candidates.ts";

export interface SweepResult extends TradeCount {
  /** One value a session of the period, at the close, in currency; the next sweep writes over it. */
  readonly equity: Float64Array;
  readonly passedOver: PassedOver;
}

/** Simulates plans on the same facts, `MOST_AT_ONCE` at most; results in their order. */
export type Sweep = (plans: readonly Plan[]) => SweepResult[];

export const MOST_AT_ONCE = 32;

/** Sessions of one run before the next has its turn: what they look at stays in the processor's cache. */
const SPAN = 128;

/** A share that costs so many times what a slot has is too dear, however its figures are rounded. */
const SURELY = 1 + 1e-6;

/** What the runs share; filled where the first of them asks. */
interface Tables {
  readonly carried: CarriedCloses;
  readonly dearOrder: DearOrder;
  readonly candidateTable: CandidateTable;
  readonly rankings: Map<string, Ranking>;
}

/** Columns that a run after another writes to. */
interface Columns {
  readonly curve: Float64Array;
  /** Exits that will be filled on each session. */
  readonly exitsOn: Uint16Array;
  /** Sells of open positions that will be decided at each close. */
  readonly decidedOn: Uint16Array;
  readonly isOpen: Uint8Array;
  slots: Slots;
}

/** The state of a run between two steps of the loop. */
interface Run extends Columns {
  readonly plan: Plan;
  readonly carried: CarriedCloses;
  readonly dearOrder: DearOrder;
  readonly verdicts: Verdicts;
  readonly ranking: Ranking;
  readonly lookAhead: LookAhead;
  readonly fillPrice: Float64Array;
  readonly maxPositions: number;
  /** A share's cost as a factor of its price; 0 where any part of one can be bought. */
  readonly costFactor: number;
  cash: number;
  /** Open positions with a sell pending. */
  pending: number;
  /** Members whose orders were decided at the last close, in priority order: the first `orderCount`. */
  readonly orders: Int32Array;
  orderCount: number;
  /** Equity / maxPositions at the close that decided them. */
  slotValue: number;
  /** Open positions that are candidates on the session. */
  held: number;
  readonly passedOver: { unaffordable: number; noSlot: number; noCash: number; noBar: number };
  trades: number;
  wins: number;
}

/** @param first - any plan on the facts */
export function makeSweep({ calendar, prices, facts }: Plan): Sweep {
  const tables: Tables = {
    carried: makeCarriedCloses(calendar, prices.close),
    dearOrder: makeDearOrder(calendar, facts.closeZones),
    candidateTable: makeCandidateTable(calendar, SPAN),
    rankings: new Map<string, Ranking>(),
  };
  const columns: Columns[] = [];

  return (plans) => {
    const verdicts = tables.candidateTable.judge(plans);
    const runs = plans.map((plan, at) =>
      startRun(tables, plan, verdicts[at], (columns[at] ??= makeColumns(calendar))),
    );
    const sessions = calendar.sessionDay.length;
    for (let first = 0; first < sessions; first += SPAN) {
      for (const run of runs) {
        if (first > run.plan.lastSession || first + SPAN <= run.plan.firstSession) continue;
        runSessions(run, tables.candidateTable.find(run.verdicts, first));
      }
    }
    return runs.map(({ plan, curve, passedOver, trades, wins }) => {
      const equity = curve.subarray(0, plan.lastSession - plan.firstSession + 1);
      return { equity, passedOver, trades, wins };
    });
  };
}

function makeColumns({ members, sessionDay }: Calendar): Columns {
  return {
    curve: new Float64Array(sessionDay.length),
    exitsOn: new Uint16Array(sessionDay.length),
    decidedOn: new Uint16Array(sessionDay.length),
    isOpen: new Uint8Array(members),
    slots: makeSlots(0),
  };
}

function startRun(
  { rankings, carried, dearOrder }: Tables,
  plan: Plan,
  verdicts: Verdicts,
  columns: Columns,
): Run {
  const { startMargin, maxPositions, sortingType, fillAt, fractionalShares } = plan.strategy.simulation;
  const ranking = rankings.get(sortingType) ?? makeRanking(plan.calendar, makePriorityKey(plan));
  rankings.set(sortingType, ranking);
  if (columns.slots.order.length < maxPositions) columns.slots = makeSlots(maxPositions);
  columns.slots.count = 0;
  columns.exitsOn.fill(0);
  columns.decidedOn.fill(0);
  columns.isOpen.fill(0);
  // each by name: an object that begins with a spread is half as fast in every step
  return {
    curve: columns.curve,
    exitsOn: columns.exitsOn,
    decidedOn: columns.decidedOn,
    isOpen: columns.isOpen,
    slots: columns.slots,
    plan,
    carried,
    dearOrder,
    verdicts,
    ranking,
    lookAhead: makeLookAhead(plan, carried),
    fillPrice: fillAt === "next-open" ? plan.prices.open : plan.prices.close,
    maxPositions,
    costFactor: fractionalShares ? 0 : plan.costs.buySlippage * (1 + plan.costs.commission),
    cash: startMargin,
    pending: 0,
    orders: new Int32Array(maxPositions),
    orderCount: 0,
    slotValue: 0,
    held: 0,
    passedOver: { unaffordable: 0, noSlot: 0, noCash: 0, noBar: 0 },
    trades: 0,
    wins: 0,
  };
}

/** Runs the sessions of the candidates' span that are in the period. */
function runSessions(run: Run, candidates: SweepCandidates): void {
  const { plan, exitsOn, decidedOn, curve } = run;
  const { firstSession, lastSession } = plan;
  const start = Math.max(firstSession, candidates.firstSession);
  const stop = Math.min(lastSession + 1, candidates.firstSession + SPAN);
  for (let session = start; session < stop; session++) {
    if (exitsOn[session] > 0) sellDue(run, session);
    if (run.orderCount > 0) fillBuys(run, session);
    const equity = markAtClose(run, candidates, session);
    curve[session - firstSession] = equity;
    run.pending += decidedOn[session];
    if (session < lastSession) decideBuys(run, candidates, session, equity);
  }
}

/** Steps 1 and 2a: first those presumed delisted, then pending sells, each by symbol. */
function sellDue(run: Run, session: number): void {
  const { slots, plan, carried, fillPrice } = run;
  for (let at = 0; at < slots.count; at++) {
    const slot = slots.order[at];
    if (slots.filled[slot] !== session || slots.reason[slot] !== NO_DATA) continue;
    sell(run, at, carried.value[slots.closes[slot] + session] * plan.costs.sellSlippage);
    at--;
  }
  for (let at = 0; at < slots.count; at++) {
    const slot = slots.order[at];
    if (slots.filled[slot] !== session) continue;
    sell(run, at, fillPrice[rowOn(plan.calendar, slots.member[slot], session)] * plan.costs.sellSlippage);
    at--;
  }
}

function sell(run: Run, at: number, fill: number): void {
  const { slots, plan } = run;
  const slot = slots.order[at];
  const quantity = slots.quantity[slot];
  run.cash += quantity * (fill * (1 - plan.costs.commission));
  run.trades++;
  if (tradeProfit(plan, quantity, slots.entryPrice[slot], fill) > 0) run.wins++;
  if (slots.decided[slot] !== NEVER) run.pending--;
  run.isOpen[slots.member[slot]] = 0;
  freeSlot(slots, at);
}

/** Step 2b. */
function fillBuys(run: Run, session: number): void {
  const { orders, plan, slots, passedOver, fillPrice } = run;
  const { calendar, costs } = plan;
  for (let at = 0; at < run.orderCount; at++) {
    const member = orders[at];
    const row = rowOn(calendar, member, session);
    if (row === NO_BAR) {
      passedOver.noBar++;
      continue;
    }
    if (slots.count >= run.maxPositions) {
      passedOver.noSlot++;
      continue;
    }
    const fill = fillPrice[row] * costs.buySlippage;
    const costPerShare = fill * (1 + costs.commission);
    const quantity = affordableQuantity(run, costPerShare);
    if (quantity === 0) {
      passedOver.noCash++;
      continue;
    }
    run.cash -= quantity * costPerShare;
    enter(run, { member, session, price: fill }, quantity);
  }
  run.orderCount = 0;
}

/** As in simulate.ts. */
function affordableQuantity({ plan, slotValue, cash }: Run, costPerShare: number): number {
  let quantity = Math.min(slotValue, cash) / costPerShare;
  if (!plan.strategy.simulation.fractionalShares) {
    quantity = wholeShares(quantity);
    if (cash - quantity * costPerShare < -plan.negligible) quantity--;
  }
  return quantity * costPerShare <= plan.negligible ? 0 : quantity;
}

function enter(run: Run, entry: { member: number; session: number; price: number }, quantity: number): void {
  const { slots, carried } = run;
  carried.ready(entry.member);
  const { decided, filled, reason } = run.lookAhead(entry);
  const slot = takeSlot(slots, entry.member);
  slots.closes[slot] = entry.member * carried.sessions;
  slots.quantity[slot] = quantity;
  slots.entryPrice[slot] = entry.price;
  slots.decided[slot] = decided;
  slots.filled[slot] = filled;
  slots.reason[slot] = reason;
  run.isOpen[entry.member] = 1;
  if (decided !== NEVER) run.decidedOn[decided]++;
  if (filled !== NEVER) run.exitsOn[filled]++;
}

/** Step 3; and how many of those held are candidates. */
function markAtClose(run: Run, candidates: SweepCandidates, session: number): number {
  const { slots, carried } = run;
  const { bits, memberWords, firstSession } = candidates;
  const { order, member: memberOf, closes, quantity, count } = slots;
  const { value } = carried;
  const words = (session - firstSession) * memberWords;
  let equity = run.cash;
  let held = 0;
  for (let at = 0; at < count; at++) {
    const slot = order[at];
    const member = memberOf[slot];
    equity += quantity[slot] * value[closes[slot] + session];
    held += (bits[words + (member >> 5)] >>> (member & 31)) & 1;
  }
  run.held = held;
  return equity;
}

/** Step 5. */
function decideBuys(run: Run, candidates: SweepCandidates, session: number, equity: number): void {
  const { slots, passedOver, dearOrder, maxPositions } = run;
  run.slotValue = equity / maxPositions;
  const free = maxPositions - slots.count + run.pending;
  const isAnyDear = dearOrder.highest[session >> 5] * run.costFactor > run.slotValue;
  const unaffordable = isAnyDear ? countUnaffordable(run, candidates, session) : 0;
  const affordable = candidates.count[session - candidates.firstSession] - run.held - unaffordable;
  const wanted = Math.min(free, affordable);
  run.orderCount = wanted;
  if (wanted > 0) takeBest(run, candidates, session, isAnyDear);
  passedOver.unaffordable += unaffordable;
  passedOver.noSlot += affordable - wanted;
}

/** Candidates of which a slot can't buy one share: among the members with the highest closes. */
function countUnaffordable(run: Run, candidates: SweepCandidates, session: number): number {
  const { plan, dearOrder, slotValue, costFactor } = run;
  const { order, most, least } = dearOrder;
  const { members } = plan.calendar;
  const word = session >> 5;
  const surelyDear = slotValue * SURELY;
  dearOrder.ready(word);
  let count = 0;
  for (let at = word * members; at < (word + 1) * members; at++) {
    if (!(most[at] * costFactor > slotValue)) return count;
    if (!isFree(run, candidates, session, order[at])) continue;
    if (least[at] * costFactor > surelyDear || isDear(run, session, order[at])) count++;
  }
  return count;
}

/** The best candidates that are neither held nor dear become the run's orders; there are as many as are wanted. */
function takeBest(run: Run, candidates: SweepCandidates, session: number, isAnyDear: boolean): void {
  const { ranking, orders, orderCount, plan } = run;
  ranking.ready(session >> 5);
  const start = session * plan.calendar.members;
  let taken = 0;
  for (let place = 0; taken < orderCount; place++) {
    if (place === ranking.sorted[session]) ranking.complete(session);
    const member = ranking.order[start + place];
    if (!isFree(run, candidates, session, member)) continue;
    if (isAnyDear && isDear(run, session, member)) continue;
    orders[taken++] = member;
  }
}

/** Whether the member is a candidate that is not held. */
function isFree(run: Run, candidates: SweepCandidates, session: number, member: number): boolean {
  const { bits, memberWords, firstSession } = candidates;
  const word = bits[(session - firstSession) * memberWords + (member >> 5)];
  return ((word >>> (member & 31)) & 1) === 1 && run.isOpen[member] === 0;
}

/** Whether a slot can't buy one share, costs included, of a member with a bar on the session. */
function isDear({ carried, slotValue, costFactor }: Run, session: number, member: number): boolean {
  carried.ready(member);
  const cost = carried.value[member * carried.sessions + session] * costFactor;
  return cost > slotValue && wholeShares(slotValue / cost) < 1;
}
