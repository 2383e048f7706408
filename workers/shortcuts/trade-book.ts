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

/** Pages of trades that are kept: 64 MB of them. */
export const MOST_PAGES = 4096;

/** Trades by so many sell rules are kept. */
const BOOKS_KEPT = 64;

/** Trades by one plan's sell rules. */
export interface TradeBook {
  readonly plan: Plan;
  readonly lookAhead: LookAhead;
  /** Prices of the plan's fills, by bar. */
  readonly fillPrice: Float64Array;
  /** By the number of an entry / TRADES; holes where none of a page's trades is known. */
  pages: (Page | undefined)[];
}

/** Trades side by side. */
interface Page {
  /** By trade: the shortest hold that it is of, and 1 more, 0 where it isn't known; then `decided`, `filled` and `rank` as in Trade. */
  readonly wholes: Int32Array;
  /** For each trade: the price of its entry's fill, and of its exit's. */
  readonly prices: Float64Array;
}

/** How a position that is entered on a session goes. */
export interface Trade {
  /** The shortest hold that it is of, in sessions: whoever asks writes it. */
  minHoldingDays: number;
  /** Session at whose close its sell is decided, NEVER without one or where it is sold for want of data. */
  decided: number;
  /** Session that sells it; NEVER where it stays open, NOT_ENTERED where there is no bar to enter on. */
  filled: number;
  /** 0 of an exit for want of data, which comes before the others of its session; else above all members. */
  rank: number;
  /** The fills, slippage included; an exit that never comes has 0. */
  entryPrice: number;
  exitPrice: number;
}

export function makeTrade(): Trade {
  return { minHoldingDays: 0, decided: NEVER, filled: NEVER, rank: 0, entryPrice: 0, exitPrice: 0 };
}

export interface TradeBooks {
  /** The book of a plan's sell rules. */
  readonly of: (plan: Plan) => TradeBook;
  /** Writes how a member that is entered on a session goes. */
  readonly read: (book: TradeBook, member: number, session: number, into: Trade) => void;
  /** How often all trades were forgotten, for want of room. */
  readonly begun: () => number;
}

/** No bar to enter on: a session that isn't one. */
export const NOT_ENTERED = -1;
/** Exits for want of data come before the others of their session. */
const OTHERS = 1 << 30;
/** Trades of a page. */
const TRADES = 512;
const [HELD, DECIDED, FILLED, RANK, WHOLES] = [0, 1, 2, 3, 4];
const [ENTRY, EXIT, PRICES] = [0, 1, 2];

/** What decides the trades of a plan but for the shortest hold. */
export function tradeRulesOf({ strategy, rules, benchmark, lastSession }: Plan): string {
  const { sell, simulation } = strategy;
  const own = { ...sell, minHoldingDays: null };
  const seen = rules.sell.length > 0 ? benchmark : null; // a rule may look at it
  return JSON.stringify([own, seen, simulation.fillAt, simulation.slippagePercent, lastSession]);
}

/** @param mostPages - that are kept, of all books together; one at least */
export function makeTradeBooks(
  calendar: Calendar,
  carried: CarriedCloses,
  mostPages: number = MOST_PAGES,
): TradeBooks {
  const { members, sessionDay } = calendar;
  /** By session and member: the number of its trade, the same in all books, from 1 on. */
  const entries = new Int32Array(members * sessionDay.length);
  let count = 0;
  let pages = 0;
  let begun = 0;
  const books = new Set<TradeBook>();

  const bookOf = keepLast(BOOKS_KEPT, (_rules: string, plan: Plan): TradeBook => {
    const { fillAt } = plan.strategy.simulation;
    const fillPrice = fillAt === "next-open" ? plan.prices.open : plan.prices.close;
    return { plan, lookAhead: makeLookAhead(plan, carried), fillPrice, pages: [] };
  });

  function beginAnew(): void {
    begun++;
    entries.fill(0);
    for (const book of books) book.pages = [];
    books.clear();
    count = 0;
    pages = 0;
  }

  /** Where the trade of an entry has its place. */
  function pageOf(book: TradeBook, cell: number): Page {
    if (entries[cell] === 0) entries[cell] = ++count;
    const known = book.pages[pageNumber(entries[cell])];
    if (known !== undefined) return known;
    if (pages >= mostPages) {
      beginAnew();
      entries[cell] = ++count;
    }
    pages++;
    books.add(book);
    const page = { wholes: new Int32Array(WHOLES * TRADES), prices: new Float64Array(PRICES * TRADES) };
    book.pages[pageNumber(entries[cell])] = page;
    return page;
  }

  function lookUp(book: TradeBook, entry: EntryBar, { wholes, prices }: Page, at: number): void {
    const { plan, lookAhead, fillPrice } = book;
    const [start, price] = [WHOLES * at, PRICES * at];
    wholes[start + HELD] = entry.minHoldingDays + 1;
    const bar = rowOn(calendar, entry.member, entry.session);
    if (bar === NO_BAR) {
      wholes[start + DECIDED] = NEVER;
      wholes[start + FILLED] = NOT_ENTERED;
      return;
    }
    carried.ready(entry.member);
    prices[price + ENTRY] = fillPrice[bar] * plan.costs.buySlippage;
    const exit = lookAhead({ ...entry, price: prices[price + ENTRY] });
    wholes[start + DECIDED] = exit.decided;
    wholes[start + FILLED] = exit.filled;
    wholes[start + RANK] = exit.reason === NO_DATA ? 0 : OTHERS;
    prices[price + EXIT] = exitPrice(book, carried, entry.member, exit);
  }

  return {
    of: (plan) => bookOf(tradeRulesOf(plan), plan),
    read: (book, member, session, into) => {
      const { minHoldingDays } = into;
      const cell = session * members + member;
      const page = pageOf(book, cell);
      const at = entries[cell] % TRADES;
      const { wholes, prices } = page;
      const start = WHOLES * at;
      if (!isOf(page, start, session, minHoldingDays))
        lookUp(book, { member, session, price: 0, minHoldingDays }, page, at);
      into.decided = wholes[start + DECIDED];
      into.filled = wholes[start + FILLED];
      into.rank = wholes[start + RANK];
      into.entryPrice = prices[PRICES * at + ENTRY];
      into.exitPrice = prices[PRICES * at + EXIT];
    },
    begun: () => begun,
  };
}

function pageNumber(entry: number): number {
  return Math.floor(entry / TRADES);
}

/** Whether a trade is known for that shortest hold: one that was held no longer, and not sold before, is sold as that one was. */
function isOf({ wholes }: Page, start: number, session: number, minHoldingDays: number): boolean {
  const hold = wholes[start + HELD] - 1;
  if (hold === minHoldingDays) return true;
  return hold >= 0 && hold <= minHoldingDays && wholes[start + DECIDED] >= session + minHoldingDays - 1;
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
