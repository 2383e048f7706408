/**
 * Trades by entry: what a position that is entered on a session costs a share, and when and how it will be sold. Each
 * is kept for the next variants with the same sell rules. Gains, for sweeps: of ten positions that one of 400 variants
 * enters, another has entered seven to nine on the same session.
 */
import { NO_BAR, rowOn } from "#workers/sessions/calendar.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import type { CarriedCloses } from "./carried-closes.ts";
import { NEVER, makeLookAhead } from "./exit-ahead.ts";
import type { EntryBar, ExitAhead, LookAhead } from "./exit-ahead.ts";
import { keepLast } from "#workers/model/keep-last.ts";
import { NO_DATA } from "#workers/engine/ledger.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { BLOCK_BYTES } from "./sweep-memory.ts";
import type { SweepMemory } from "./sweep-memory.ts";

/** A list of pages has a block, 4 bytes for each. */
export const MOST_BLOCKS: number = BLOCK_BYTES / 4;

/** Trades by so many sell rules are kept. */
const BOOKS_KEPT = 64;

/** Trades by one plan's sell rules. */
export interface TradeBook {
  readonly plan: Plan;
  readonly lookAhead: LookAhead;
  /** Prices of the plan's fills, by bar. */
  readonly fillPrice: Float64Array;
  /** Address of the list of its pages; good while `begun` is that of all books. */
  pages: number;
  begun: number;
}

export interface TradeBooks {
  /** The book of a plan's sell rules. */
  readonly of: (plan: Plan) => TradeBook;
  /** Writes a trade. @returns its address; those of before are good until `begun` changes */
  readonly write: (book: TradeBook, member: number, session: number, minHoldingDays: number) => number;
  /** Where the addresses of a book's pages stand. */
  readonly pagesOf: (book: TradeBook) => number;
  /** How often all books were begun anew, for want of room. */
  readonly begun: () => number;
}

/** Fields of a trade as account-kernel.wat reads them, of 32 bytes: whole numbers, then doubles. */
const [HELD, DECIDED, FILLED, RANK] = [0, 1, 2, 3];
const [ENTRY, EXIT] = [2, 3];
/** No bar to enter on: a session that isn't one. */
const NOT_ENTERED = -1;
/** Exits for want of data come before the others of their session. */
const OTHERS = 1 << 30;
const TRADE_BITS = 5;
/** Trades of a page. */
const PAGE_BITS = 9;

/** What decides the trades of a plan but for the shortest hold. */
export function tradeRulesOf({ strategy, rules, benchmark, lastSession }: Plan): string {
  const { sell, simulation } = strategy;
  const own = { ...sell, minHoldingDays: null };
  const seen = rules.sell.length > 0 ? benchmark : null; // a rule may look at it
  return JSON.stringify([own, seen, simulation.fillAt, simulation.slippagePercent, lastSession]);
}

/**
 * @param blocks - that there is room for: a list of pages for each book that is asked at once, and their pages; two more than
 *   such books at least, MOST_BLOCKS at most
 */
export function makeTradeBooks(
  memory: SweepMemory,
  calendar: Calendar,
  carried: CarriedCloses,
  blocks: number,
): TradeBooks {
  const { wholes, doubles, entries } = memory;
  let begun = 0;
  let taken = 0;
  /** Of trades, by any rules. */
  let count = 0;

  const bookOf = keepLast(BOOKS_KEPT, (_rules: string, plan: Plan): TradeBook => {
    const { fillAt } = plan.strategy.simulation;
    const fillPrice = fillAt === "next-open" ? plan.prices.open : plan.prices.close;
    return { plan, lookAhead: makeLookAhead(plan, carried), fillPrice, pages: 0, begun: -1 };
  });

  function takeBlock(): number {
    return memory.blocks + BLOCK_BYTES * taken++;
  }

  function beginAnew(): void {
    wholes.fill(0, memory.blocks >> 2, (memory.blocks + BLOCK_BYTES * taken) >> 2);
    begun++;
    taken = 0;
    count = 0;
    entries.fill(0);
  }

  function pagesOf(book: TradeBook): number {
    if (book.begun === begun) return book.pages;
    if (taken === blocks) beginAnew();
    book.begun = begun;
    book.pages = takeBlock();
    return book.pages;
  }

  /** Where the trade of a member's entry on a session has its place. */
  function placeOf(book: TradeBook, member: number, session: number): number {
    if (taken + 2 > blocks) beginAnew();
    const pages = pagesOf(book) >> 2;
    const cell = session * calendar.members + member;
    if (entries[cell] === 0) entries[cell] = ++count;
    const entry = entries[cell];
    const page = pages + (entry >> PAGE_BITS);
    if (wholes[page] === 0) wholes[page] = takeBlock();
    return wholes[page] + ((entry & ((1 << PAGE_BITS) - 1)) << TRADE_BITS);
  }

  function writeTrade(book: TradeBook, entry: Omit<EntryBar, "price">, address: number): void {
    const { plan, lookAhead, fillPrice } = book;
    const { member, session, minHoldingDays } = entry;
    const [start, prices] = [address >> 2, address >> 3];
    const bar = rowOn(calendar, member, session);
    if (bar === NO_BAR) {
      wholes[start + DECIDED] = NEVER;
      wholes[start + FILLED] = NOT_ENTERED;
      return;
    }
    const price = fillPrice[bar] * plan.costs.buySlippage;
    carried.ready(member);
    const exit = lookAhead({ member, session, price, minHoldingDays });
    wholes[start + DECIDED] = exit.decided;
    wholes[start + FILLED] = exit.filled;
    wholes[start + RANK] = exit.reason === NO_DATA ? 0 : OTHERS;
    doubles[prices + ENTRY] = price;
    doubles[prices + EXIT] = exitPrice(book, carried, member, exit);
  }

  return {
    of: (plan) => bookOf(tradeRulesOf(plan), plan),
    write: (book, member, session, minHoldingDays) => {
      const address = placeOf(book, member, session);
      const start = address >> 2;
      wholes[start + HELD] = 0; // until the rest is there
      writeTrade(book, { member, session, minHoldingDays }, address);
      wholes[start + HELD] = minHoldingDays + 1;
      return address;
    },
    pagesOf,
    begun: () => begun,
  };
}

/** The fill; 0 of an exit that never comes. */
function exitPrice(
  { plan, fillPrice }: TradeBook,
  carried: CarriedCloses,
  member: number,
  { filled, reason }: ExitAhead,
): number {
  if (filled === NEVER) return 0;
  const price =
    reason === NO_DATA
      ? carried.value[member * carried.sessions + filled]
      : fillPrice[rowOn(plan.calendar, member, filled)];
  return price * plan.costs.sellSlippage;
}
