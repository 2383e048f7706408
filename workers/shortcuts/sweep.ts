/**
 * Many variants of a strategy on one market. What simulate.ts finds out session by session and position by position is
 * known here before: who passes on each session, in which order they come, and, from its entry on, when a position
 * goes. What remains is the account (sweep-run.ts). Gains nine tenths of a variant: 480 to 690 a
 * processor second on 500 x 6,500 (README), in place of some 60 runs one by one.
 */
import type { MoneyMoves, PassedOver } from "#workers/model/report.ts";
import { WORD } from "#workers/sessions/bits.ts";
import { makeCarriedCloses } from "./carried-closes.ts";
import type { CarriedCloses } from "./carried-closes.ts";
import { makeCloseOrder } from "./close-order.ts";
import type { CloseOrder } from "./close-order.ts";
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
import { makeCandidateTable } from "./sweep-candidates.ts";
import type { CandidateTable, Verdicts } from "./sweep-candidates.ts";
import { SOLD_FIELDS, makeSweepAccount, openSweepAccount } from "./sweep-account.ts";
import type { SoldInWord, SweepAccount } from "./sweep-account.ts";
import { runWord } from "./sweep-run.ts";
import type { HeldDuring, Doubtful, SweepRun } from "./sweep-state.ts";
import { MOST_PAGES, makeTrade, makeTradeBooks } from "./trade-book.ts";
import type { Trade, TradeBooks } from "./trade-book.ts";

export interface SweepResult extends TradeCount {
  /** One value a session of the period, at the close, in currency; the next sweep writes over it. */
  readonly equity: Float64Array;
  /** What of it is in no position. */
  readonly cash: Float64Array;
  /** null where no money comes or goes but by trading; a sweep knows of no other. */
  readonly moves: MoneyMoves | null;
  readonly passedOver: PassedOver;
}

/** Simulates plans on the same facts, `MOST_AT_ONCE` at most; results in their order. */
export type Sweep = (plans: readonly Plan[]) => SweepResult[];

export const MOST_AT_ONCE = 64;

/** Orders by so many priorities are kept. */
const RANKINGS_KEPT = 8;

/** The members of all sessions in order, by so many priorities that are expressions, are kept. */
const SESSION_ORDERS_KEPT = 2;

/** What the runs share; filled where the first of them asks. */
interface Tables {
  readonly carried: CarriedCloses;
  readonly closeOrder: CloseOrder;
  readonly candidateTable: CandidateTable;
  readonly rankingBy: (order: string, plan: Plan) => Ranking;
  readonly sessionOrderBy: (order: string, plan: Plan, expression: NumberExpression) => SessionOrder;
  readonly books: TradeBooks;
  readonly heldDuring: HeldDuring;
  readonly sold: SoldInWord;
  readonly trade: Trade;
}

/** What a run after another writes to. */
interface Place {
  account: SweepAccount;
  readonly doubtful: Doubtful;
}

/** Whether all that a plan's run hangs on is what a sweep knows of: one slot value a session, and exits that hang on the entry. */
export function canSweep({ strategy }: Plan): boolean {
  const { stopOrders = "at-close", coolDownDays = 0 } = strategy.sell;
  const { positionSizing, schedule = "daily" } = strategy.simulation;
  if (strategy.format === "strategy/3") return false;
  const sells = stopOrders === "at-close" && coolDownDays === 0;
  return sells && positionSizing === "equal-weight" && schedule === "daily";
}

/**
 * @param first - any plan on the facts
 * @param pages - of trades that are kept: one at least
 */
export function makeSweep({ calendar, prices, facts }: Plan, pages: number = MOST_PAGES): Sweep {
  const { members } = calendar;
  const carried = makeCarriedCloses(calendar, prices.close);
  const tables: Tables = {
    carried,
    books: makeTradeBooks(calendar, carried, pages),
    closeOrder: makeCloseOrder(calendar, fastFactsOf(facts).closeZones),
    candidateTable: makeCandidateTable(calendar),
    rankingBy: keepLast(RANKINGS_KEPT, (_order: string, plan: Plan) => rankingOf(plan)),
    sessionOrderBy: keepLast(SESSION_ORDERS_KEPT, (_order: string, plan: Plan, by: NumberExpression) =>
      sessionOrderOf(plan, by),
    ),
    heldDuring: { word: 0, wordOf: new Float64Array(members), sessions: new Int32Array(members) },
    sold: { fields: new Int32Array(WORD * members * SOLD_FIELDS), count: 0 },
    trade: makeTrade(),
  };
  const places: Place[] = [];

  return (plans) => {
    const verdicts = tables.candidateTable.judge(plans);
    const runs = plans.map((plan, at) => {
      places[at] ??= makePlace(members);
      return startRun(tables, plan, verdicts[at], places[at]);
    });
    for (let word = 0; word < calendar.words; word++) {
      for (const run of runs) {
        const { firstSession, lastSession } = run.plan;
        if (word * WORD > lastSession || (word + 1) * WORD <= firstSession) continue;
        runWord(run, tables.candidateTable.find(run.verdicts, word));
      }
    }
    return runs.map(resultOf);
  };
}

function makePlace(members: number): Place {
  return {
    account: makeSweepAccount(0, 0, 0),
    doubtful: {
      word: -1,
      leastValue: 0,
      count: 0,
      sessions: 0,
      places: new Int32Array(members),
      isOne: new Uint8Array(members),
    },
  };
}

/** A run and the verdicts that make its candidates. */
interface StartedRun extends SweepRun {
  readonly verdicts: Verdicts;
}

function startRun(
  { rankingBy, sessionOrderBy, books, carried, closeOrder, heldDuring, sold, trade }: Tables,
  plan: Plan,
  verdicts: Verdicts,
  place: Place,
): StartedRun {
  const { startMargin, maxPositions, fractionalShares } = plan.strategy.simulation;
  const { members, sessionDay } = plan.calendar;
  const { sortBy } = plan.rules;
  const slots = Math.min(maxPositions, members);
  if (place.account.order.length < slots) place.account = makeSweepAccount(members, sessionDay.length, slots);
  openSweepAccount(place.account, startMargin);
  place.doubtful.word = -1;
  // each by name: an object that begins with a spread is half as fast in every step
  return {
    verdicts,
    account: place.account,
    fills: { plan, books, book: books.of(plan), trade },
    sold,
    plan,
    carried,
    closeOrder,
    ranking: rankingBy(orderOf(plan), plan),
    sessionOrder: sortBy && sessionOrderBy(orderOf(plan), plan, sortBy.expression),
    maxPositions,
    costFactor: fractionalShares ? 0 : plan.costs.buySlippage * (1 + plan.costs.commission),
    cash: new Float64Array(plan.lastSession - plan.firstSession + 1),
    orderKeys: new Float64Array(maxPositions),
    doubtful: place.doubtful,
    heldDuring,
    passedOver: { unaffordable: 0, noSlot: 0 },
  };
}

function resultOf({ plan, account, cash, passedOver }: StartedRun): SweepResult {
  const { curve, lapsed, trades, wins } = account;
  return {
    moves: null,
    equity: curve.subarray(plan.firstSession, plan.lastSession + 1),
    cash,
    passedOver: {
      unaffordable: passedOver.unaffordable,
      noSlot: passedOver.noSlot + lapsed.noSlot,
      noCash: lapsed.noCash,
      noBar: lapsed.noBar,
    },
    trades,
    wins,
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
