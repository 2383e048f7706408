/**
 * Trades by entry: what a position that is entered on a session costs a share, and when and how it will be sold. Each
 * is kept for the next variants with the same sell rules. Gains, for sweeps: of ten positions that one of 400 variants
 * enters, another has entered seven to nine on the same session.
 */
import { NO_BAR, rowOn } from "#workers/sessions/calendar.ts";
import type { CarriedCloses } from "./carried-closes.ts";
import { NEVER, makeLookAhead } from "./exit-ahead.ts";
import type { ExitAhead } from "./exit-ahead.ts";
import { NO_DATA, STILL_OPEN } from "#workers/engine/ledger.ts";
import type { Plan } from "#workers/engine/run-plan.ts";

export interface BookedTrade extends ExitAhead {
  /** The fills; that of an exit that never comes is 0. */
  entryPrice: number;
  exitPrice: number;
}

/** null for a member without a bar on the session. Writes to the same object again and again. */
export type TradeBook = (member: number, session: number, minHoldingDays: number) => BookedTrade | null;

/** Entries of so many sessions lie together: variants that take turns ask for the same ones. */
const PAGE_BITS = 7;
const SESSIONS_A_PAGE = 1 << PAGE_BITS;
const LEAST_ROOM = 1 << 8;
/** A page with so many rows that is half full begins anew. */
const MOST_ROOM = 1 << 14;
/** Source: Knuth, "The Art of Computer Programming", vol. 3, 2nd ed., section 6.4 (multiplicative hashing). */
const MIX = 0x9e37_79b1 | 0;

/** What decides the trades of a plan but for the shortest hold. */
export function tradeRulesOf({ strategy, rules, benchmark, lastSession }: Plan): string {
  const { sell, simulation } = strategy;
  const own = { ...sell, minHoldingDays: null };
  const seen = rules.sell.length > 0 ? benchmark : null; // a rule may look at it
  return JSON.stringify([own, seen, simulation.fillAt, simulation.slippagePercent, lastSession]);
}

export function makeTradeBook(plan: Plan, carried: CarriedCloses): TradeBook {
  const { calendar, strategy, prices, costs } = plan;
  const lookAhead = makeLookAhead(plan, carried);
  const fillPrice = strategy.simulation.fillAt === "next-open" ? prices.open : prices.close;
  const pages: Page[] = [];
  const trade: BookedTrade = {
    decided: NEVER,
    filled: NEVER,
    reason: STILL_OPEN,
    entryPrice: 0,
    exitPrice: 0,
  };

  function exitPriceOf(member: number, { filled, reason }: ExitAhead): number {
    if (filled === NEVER) return 0;
    if (reason === NO_DATA) return carried.value[member * carried.sessions + filled] * costs.sellSlippage;
    return fillPrice[rowOn(calendar, member, filled)] * costs.sellSlippage;
  }

  /** Writes a trade that is not in the book to a row of it. */
  function book(page: Page, row: number, member: number, session: number): void {
    const start = row * FIELDS;
    const price = page.prices[row * PRICES + ENTRY];
    const minHoldingDays = page.fields[start + HELD];
    carried.ready(member);
    const exit = lookAhead({ member, session, price, minHoldingDays });
    page.fields[start + DECIDED] = exit.decided;
    page.fields[start + FILLED] = exit.filled;
    page.fields[start + KEY] = (page.fields[start + KEY] & ((1 << KEY_BITS) - 1)) | (exit.reason << KEY_BITS);
    page.prices[row * PRICES + EXIT] = exitPriceOf(member, exit);
  }

  return (member, session, minHoldingDays) => {
    const number = session >> PAGE_BITS;
    let page = (pages[number] ??= makePage(pages[number - 1]?.room ?? LEAST_ROOM)); // as many as on the sessions before
    const key = 1 + (member << PAGE_BITS) + (session & (SESSIONS_A_PAGE - 1));
    let row = find(page, key);
    if (page.fields[row * FIELDS + KEY] === 0) {
      const bar = rowOn(calendar, member, session);
      if (bar === NO_BAR) return null;
      if (2 * page.count === page.room) {
        page = pages[number] = widen(page);
        row = find(page, key);
      }
      page.count++;
      page.fields[row * FIELDS + KEY] = key;
      page.fields[row * FIELDS + HELD] = NEVER;
      page.prices[row * PRICES + ENTRY] = fillPrice[bar] * costs.buySlippage;
    }
    const { fields, prices: fills } = page;
    const start = row * FIELDS;
    const held = fields[start + HELD];
    // one that was held no longer and not sold before: this one is sold as that one was
    const isSame =
      held === minHoldingDays ||
      (held < minHoldingDays && fields[start + DECIDED] >= session + minHoldingDays - 1);
    if (!isSame) {
      fields[start + HELD] = minHoldingDays;
      book(page, row, member, session);
    }
    trade.decided = fields[start + DECIDED];
    trade.filled = fields[start + FILLED];
    trade.reason = fields[start + KEY] >>> KEY_BITS;
    trade.entryPrice = fills[row * PRICES + ENTRY];
    trade.exitPrice = fills[row * PRICES + EXIT];
    return trade;
  };
}

/** Below the exit's reason lies the key of the member and session; there are fewer than two million members. */
const KEY_BITS = 28;
/**
 * Fields of a row: its key (0 where it is free) and the exit's reason, the shortest hold (NEVER before the first), and the exit;
 * then its prices: all in half a line of the cache.
 */
const [KEY, HELD, DECIDED, FILLED] = [0, 1, 2, 3];
const FIELDS = 8;
const [ENTRY, EXIT] = [2, 3];
const PRICES = 4;
const ROW_BYTES = 32;

/** Rows of trades, half of them free, each where its key says or behind. */
interface Page {
  /** Rows; a power of two. */
  readonly room: number;
  count: number;
  /** The same rows as whole numbers and as doubles. */
  readonly fields: Int32Array;
  readonly prices: Float64Array;
}

function makePage(room: number): Page {
  const rows = new ArrayBuffer(ROW_BYTES * room);
  return { room, count: 0, fields: new Int32Array(rows), prices: new Float64Array(rows) };
}

/** The row of the key, or the free one that it would take. */
function find({ fields, room }: Page, key: number): number {
  let row = Math.imul(key, MIX) >>> (1 + Math.clz32(room));
  for (;;) {
    const known = fields[row * FIELDS + KEY] & ((1 << KEY_BITS) - 1);
    if (known === key || known === 0) return row;
    row = (row + 1) & (room - 1);
  }
}

function widen(full: Page): Page {
  if (full.room === MOST_ROOM) return makePage(LEAST_ROOM);
  const wide = makePage(4 * full.room);
  wide.count = full.count;
  for (let row = 0; row < full.room; row++) {
    const key = full.fields[row * FIELDS + KEY] & ((1 << KEY_BITS) - 1);
    if (key === 0) continue;
    const place = find(wide, key) * FIELDS;
    for (let field = 0; field < FIELDS; field++)
      wide.fields[place + field] = full.fields[row * FIELDS + field];
  }
  return wide;
}
