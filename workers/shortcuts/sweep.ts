/**
 * Many variants of a strategy on one market. What simulate.ts finds out session by session and position by position is
 * known here before: who passes on each session, in which order they come, and, from its entry on, when a position
 * goes. What remains is the account (sweep-run.ts). Gains five sixths of a variant: 330 to 560 a processor second on 500
 * x 6,500 (README), in place of some 60 runs one by one.
 */
import type { PassedOver } from "#workers/model/report.ts";
import { WORD } from "#workers/sessions/bits.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { CLOSES_AT_ONCE, makeCarriedCloses } from "./carried-closes.ts";
import type { CarriedCloses } from "./carried-closes.ts";
import { makeDearOrder } from "./dear-order.ts";
import type { DearOrder } from "./dear-order.ts";
import { keysBySession } from "#workers/engine/cross-section.ts";
import { keepLast } from "#workers/model/keep-last.ts";
import type { NumberExpression } from "#workers/rules/expression.ts";
import type { TradeCount } from "#workers/figures/measure.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { fastFactsOf } from "./fast-facts.ts";
import { makePriorityKeys } from "./priority-keys.ts";
import { makeRanking } from "./ranking.ts";
import type { Ranking } from "./ranking.ts";
import { makeSessionOrder } from "./session-order.ts";
import type { SessionOrder } from "./session-order.ts";
import { makeSlots } from "./slots.ts";
import type { Slots } from "./slots.ts";
import { makeCandidateTable } from "./sweep-candidates.ts";
import type { CandidateTable, Verdicts } from "./sweep-candidates.ts";
import { runWord } from "./sweep-run.ts";
import type { HeldDuring, SweepRun } from "./sweep-state.ts";
import { makeTradeBook, tradeRulesOf } from "./trade-book.ts";
import type { TradeBook } from "./trade-book.ts";

export interface SweepResult extends TradeCount {
  /** One value a session of the period, at the close, in currency; the next sweep writes over it. */
  readonly equity: Float64Array;
  readonly passedOver: PassedOver;
}

/** Simulates plans on the same facts, `MOST_AT_ONCE` at most; results in their order. */
export type Sweep = (plans: readonly Plan[]) => SweepResult[];

export const MOST_AT_ONCE = 64;

/** Words of one run before the next has its turn: what they look at stays in the processor's cache. */
const SPAN = 1;

/** Orders by so many priorities are kept. */
const RANKINGS_KEPT = 8;

/** The members of all sessions in order, by so many priorities that are expressions, are kept. */
const SESSION_ORDERS_KEPT = 2;

/** Trades by so many sell rules are kept. */
const BOOKS_KEPT = 64;

/** What the runs share; filled where the first of them asks. */
interface Tables {
  readonly carried: CarriedCloses;
  readonly dearOrder: DearOrder;
  readonly candidateTable: CandidateTable;
  readonly rankingBy: (order: string, plan: Plan) => Ranking;
  readonly sessionOrderBy: (order: string, plan: Plan, expression: NumberExpression) => SessionOrder;
  readonly tradesBy: (rules: string, plan: Plan) => TradeBook;
  readonly heldDuring: HeldDuring;
}

/** Columns that a run after another writes to. */
interface Columns {
  readonly curve: Float64Array;
  readonly exitOn: Int32Array;
  readonly decidedOn: Uint16Array;
  slots: Slots;
  readonly suspects: Int32Array;
}

/** Whether all that a plan's run hangs on is what a sweep knows of: one slot value a session, and exits that hang on the entry. */
export function canSweep({ strategy }: Plan): boolean {
  const { stopOrders = "at-close", coolDownDays = 0 } = strategy.sell;
  const { positionSizing, schedule = "daily" } = strategy.simulation;
  const sells = stopOrders === "at-close" && coolDownDays === 0;
  return sells && positionSizing === "equal-weight" && schedule === "daily";
}

/** @param first - any plan on the facts */
export function makeSweep({ calendar, prices, facts }: Plan): Sweep {
  const carried = makeCarriedCloses(calendar, prices.close);
  const tables: Tables = {
    carried,
    dearOrder: makeDearOrder(calendar, fastFactsOf(facts).closeZones),
    candidateTable: makeCandidateTable(calendar, SPAN),
    rankingBy: keepLast(RANKINGS_KEPT, (_order: string, plan: Plan) => rankingOf(plan)),
    sessionOrderBy: keepLast(SESSION_ORDERS_KEPT, (_order: string, plan: Plan, by: NumberExpression) =>
      sessionOrderOf(plan, by),
    ),
    tradesBy: keepLast(BOOKS_KEPT, (_rules: string, plan: Plan) => makeTradeBook(plan, carried)),
    heldDuring: {
      word: 0,
      wordOf: new Float64Array(calendar.members),
      sessions: new Int32Array(calendar.members),
    },
  };
  const columns: Columns[] = [];

  return (plans) => {
    const verdicts = tables.candidateTable.judge(plans);
    const runs = plans.map((plan, at) =>
      startRun(tables, plan, verdicts[at], (columns[at] ??= makeColumns(calendar))),
    );
    for (let first = 0; first < calendar.words; first += SPAN) {
      const stop = Math.min(calendar.words, first + SPAN);
      for (const run of runs) {
        const { firstSession, lastSession } = run.plan;
        if (first * WORD > lastSession || stop * WORD <= firstSession) continue;
        const candidates = tables.candidateTable.find(run.verdicts, first);
        for (let word = first; word < stop; word++) runWord(run, candidates[word - first]);
      }
    }
    return runs.map(({ plan, curve, passedOver, trades, wins }) => {
      const equity = curve.subarray(0, plan.lastSession - plan.firstSession + 1);
      return { equity, passedOver, trades, wins };
    });
  };
}

function makeColumns({ sessionDay, members }: Calendar): Columns {
  return {
    curve: new Float64Array(sessionDay.length + CLOSES_AT_ONCE - 1),
    exitOn: new Int32Array(sessionDay.length),
    decidedOn: new Uint16Array(sessionDay.length),
    slots: makeSlots(0, 0),
    suspects: new Int32Array(members),
  };
}

/** A run and the verdicts that make its candidates. */
interface StartedRun extends SweepRun {
  readonly verdicts: Verdicts;
}

function startRun(
  { rankingBy, sessionOrderBy, tradesBy, carried, dearOrder, heldDuring }: Tables,
  plan: Plan,
  verdicts: Verdicts,
  columns: Columns,
): StartedRun {
  const { startMargin, maxPositions, fractionalShares } = plan.strategy.simulation;
  const { sortBy } = plan.rules;
  if (columns.slots.order.length < maxPositions)
    columns.slots = makeSlots(maxPositions, plan.calendar.members);
  columns.slots.count = 0;
  columns.slots.held.fill(0);
  columns.exitOn.fill(0);
  columns.decidedOn.fill(0);
  // each by name: an object that begins with a spread is half as fast in every step
  return {
    verdicts,
    curve: columns.curve,
    exitOn: columns.exitOn,
    decidedOn: columns.decidedOn,
    slots: columns.slots,
    plan,
    carried,
    dearOrder,
    ranking: rankingBy(orderOf(plan), plan),
    sessionOrder: sortBy && sessionOrderBy(orderOf(plan), plan, sortBy.expression),
    tradeOf: tradesBy(tradeRulesOf(plan), plan),
    maxPositions,
    minHoldingDays: plan.strategy.sell.minHoldingDays,
    costFactor: fractionalShares ? 0 : plan.costs.buySlippage * (1 + plan.costs.commission),
    cash: startMargin,
    pending: 0,
    orders: new Int32Array(maxPositions),
    orderKeys: new Float64Array(maxPositions),
    orderCount: 0,
    heldCandidates: 0,
    slotValue: 0,
    suspects: { word: -1, leastValue: 0, count: 0, places: columns.suspects },
    heldDuring,
    passedOver: { unaffordable: 0, noSlot: 0, noCash: 0, noBar: 0 },
    trades: 0,
    wins: 0,
  };
}

/** The order priority, as text; an expression may look at the benchmark. */
function orderOf({ strategy, rules, benchmark }: Plan): string {
  const { sortingType } = strategy.simulation;
  return rules.sortBy === null
    ? sortingType
    : JSON.stringify([sortingType, rules.sortBy.expression.key, benchmark]);
}

function rankingOf(plan: Plan): Ranking {
  const isByGain = plan.strategy.simulation.sortingType === "300-days-top-gainer-first";
  const bounds = isByGain ? fastFactsOf(plan.facts).topGainerBounds(null).most : null;
  return makeRanking(plan.calendar, makePriorityKeys(plan), bounds);
}

function sessionOrderOf({ calendar, ground }: Plan, by: NumberExpression): SessionOrder {
  return makeSessionOrder(keysBySession(ground().singlesOf(by), calendar), calendar);
}
