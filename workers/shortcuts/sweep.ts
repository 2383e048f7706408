/**
 * Many variants of a strategy on one market. What simulate.ts finds out session by session and position by position is
 * known here before: who passes on each session, in which order they come, and, from its entry on, when a position
 * goes. What remains is the account (sweep-run.ts). Gains nine tenths of a variant: 480 to 690 a
 * processor second on 500 x 6,500 (README), in place of some 60 runs one by one.
 */
import type { PassedOver } from "#workers/model/report.ts";
import { WORD } from "#workers/sessions/bits.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { makeCarriedCloses } from "./carried-closes.ts";
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
import { makeCandidateTable } from "./sweep-candidates.ts";
import type { CandidateTable, Verdicts } from "./sweep-candidates.ts";
import { FIELD, MONEY, makeSweepMemory } from "./sweep-memory.ts";
import type { RunRoom, SweepMemory } from "./sweep-memory.ts";
import { runWord } from "./sweep-run.ts";
import type { HeldDuring, Suspects, SweepRun } from "./sweep-state.ts";
import { MOST_BLOCKS, makeTradeBooks } from "./trade-book.ts";
import type { TradeBooks } from "./trade-book.ts";

export interface SweepResult extends TradeCount {
  /** One value a session of the period, at the close, in currency; the next sweep writes over it. */
  readonly equity: Float64Array;
  /** What of it is in no position. */
  readonly cash: Float64Array;
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
  readonly memory: SweepMemory;
  readonly carried: CarriedCloses;
  readonly dearOrder: DearOrder;
  readonly candidateTable: CandidateTable;
  readonly rankingBy: (order: string, plan: Plan) => Ranking;
  readonly sessionOrderBy: (order: string, plan: Plan, expression: NumberExpression) => SessionOrder;
  readonly books: TradeBooks;
  readonly heldDuring: HeldDuring;
}

/** What a run after another writes to. */
interface Place {
  readonly room: RunRoom;
  readonly suspects: Suspects;
}

/** Whether all that a plan's run hangs on is what a sweep knows of: one slot value a session, and exits that hang on the entry. */
export function canSweep({ strategy }: Plan): boolean {
  const { stopOrders = "at-close", coolDownDays = 0 } = strategy.sell;
  const { positionSizing, schedule = "daily" } = strategy.simulation;
  const sells = stopOrders === "at-close" && coolDownDays === 0;
  return sells && positionSizing === "equal-weight" && schedule === "daily";
}

/**
 * @param first - any plan on the facts
 * @param blocks - of trades that are kept (64 MB): two more at least than different sell rules at once
 * @returns null where the device has no WebAssembly for us, or no memory
 */
export function makeSweep({ calendar, prices, facts }: Plan, blocks: number = MOST_BLOCKS): Sweep | null {
  let runs: StartedRun[] = [];
  const memory = makeSweepMemory(calendar, MOST_AT_ONCE, blocks, (number, member, session) => {
    const { book, plan } = runs[number];
    const begun = books.begun();
    const address = books.write(book, member, session, plan.strategy.sell.minHoldingDays);
    if (books.begun() !== begun) openBooks(books, runs);
    return address;
  });
  if (memory === null) return null;
  const carried = makeCarriedCloses(calendar, prices.close, memory.closes);
  const books = makeTradeBooks(memory, calendar, carried, blocks);
  const tables: Tables = {
    memory,
    carried,
    books,
    dearOrder: makeDearOrder(calendar, fastFactsOf(facts).closeZones),
    candidateTable: makeCandidateTable(calendar, memory),
    rankingBy: keepLast(RANKINGS_KEPT, (_order: string, plan: Plan) => rankingOf(plan)),
    sessionOrderBy: keepLast(SESSION_ORDERS_KEPT, (_order: string, plan: Plan, by: NumberExpression) =>
      sessionOrderOf(plan, by),
    ),
    heldDuring: {
      word: 0,
      wordOf: new Float64Array(calendar.members),
      sessions: new Int32Array(calendar.members),
    },
  };
  const places: Place[] = [];

  return (plans) => {
    const verdicts = tables.candidateTable.judge(plans);
    runs = plans.map((plan, at) =>
      startRun(tables, plan, verdicts[at], (places[at] ??= makePlace(calendar, memory))),
    );
    openBooks(books, runs);
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

/** Tells the runs where their trades are kept. */
function openBooks(books: TradeBooks, runs: readonly StartedRun[]): void {
  let begun = -1;
  while (begun !== books.begun()) {
    begun = books.begun();
    for (const [number, { room, book }] of runs.entries()) {
      room.fields[FIELD.number] = number;
      room.fields[FIELD.pages] = books.pagesOf(book);
    }
  }
}

function makePlace({ members }: Calendar, memory: SweepMemory): Place {
  return {
    room: memory.runRoom(),
    suspects: {
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
  { memory, rankingBy, sessionOrderBy, books, carried, dearOrder, heldDuring }: Tables,
  plan: Plan,
  verdicts: Verdicts,
  { room, suspects }: Place,
): StartedRun {
  const { maxPositions, fractionalShares } = plan.strategy.simulation;
  const { sortBy } = plan.rules;
  openAccount(room, plan);
  suspects.word = -1;
  // each by name: an object that begins with a spread is half as fast in every step
  return {
    verdicts,
    memory,
    room,
    plan,
    carried,
    dearOrder,
    ranking: rankingBy(orderOf(plan), plan),
    sessionOrder: sortBy && sessionOrderBy(orderOf(plan), plan, sortBy.expression),
    book: books.of(plan),
    maxPositions,
    costFactor: fractionalShares ? 0 : plan.costs.buySlippage * (1 + plan.costs.commission),
    cash: new Float64Array(plan.lastSession - plan.firstSession + 1),
    orderKeys: new Float64Array(maxPositions),
    suspects,
    heldDuring,
    passedOver: { unaffordable: 0, noSlot: 0 },
  };
}

function openAccount({ clear, money, fields }: RunRoom, { strategy, costs, negligible }: Plan): void {
  const { startMargin, maxPositions, fractionalShares } = strategy.simulation;
  clear();
  money[MONEY.cash] = startMargin;
  money[MONEY.buyFactor] = 1 + costs.commission;
  money[MONEY.sellFactor] = 1 - costs.commission;
  money[MONEY.commission] = costs.commission;
  money[MONEY.negligible] = negligible;
  fields[FIELD.mostPositions] = maxPositions;
  fields[FIELD.isWhole] = fractionalShares ? 0 : 1;
  fields[FIELD.shortestHold] = strategy.sell.minHoldingDays;
}

function resultOf({ plan, room, cash, passedOver }: StartedRun): SweepResult {
  const { fields, curve } = room;
  return {
    equity: curve.subarray(plan.firstSession, plan.lastSession + 1),
    cash,
    passedOver: {
      unaffordable: passedOver.unaffordable,
      noSlot: passedOver.noSlot + fields[FIELD.noSlot],
      noCash: fields[FIELD.noCash],
      noBar: fields[FIELD.noBar],
    },
    trades: fields[FIELD.trades],
    wins: fields[FIELD.wins],
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
