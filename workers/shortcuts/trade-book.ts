/**
 * Trades by entry: what a position that is entered on a session costs a share, and when and how it will be sold. Each
 * is kept for the next variants with the same sell rules: of ten positions that one of 400 variants enters, another
 * has entered seven to nine on the same session.
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
const SESSIONS_A_PAGE = 128;
const LEAST_ROOM = 1 << 7;
/** A page with so many trades begins anew. */
const MOST_ROOM = 1 << 13;
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
    const price = page.prices[2 * row];
    const minHoldingDays = page.fields[start + HELD];
    carried.ready(member);
    const exit = lookAhead({ member, session, price, minHoldingDays });
    page.fields[start + DECIDED] = exit.decided;
    page.fields[start + FILLED] = exit.filled;
    page.fields[start + REASON] = exit.reason;
    page.prices[2 * row + 1] = exitPriceOf(member, exit);
  }

  /** The row of an entry that is not in the book, or NO_BAR. */
  function begin(number: number, key: number, member: number, session: number): number {
    const bar = rowOn(calendar, member, session);
    if (bar === NO_BAR) return NO_BAR;
    let page = pages[number];
    if (page.count === page.room) page = pages[number] = widen(page);
    const row = page.count++;
    page.rowAt[find(page, key)] = row + 1;
    page.fields[row * FIELDS + KEY] = key;
    page.fields[row * FIELDS + HELD] = NEVER;
    page.prices[2 * row] = fillPrice[bar] * costs.buySlippage;
    return row;
  }

  return (member, session, minHoldingDays) => {
    const number = Math.floor(session / SESSIONS_A_PAGE);
    const known = (pages[number] ??= makePage(LEAST_ROOM));
    const key = member * SESSIONS_A_PAGE + (session % SESSIONS_A_PAGE);
    let row = known.rowAt[find(known, key)] - 1;
    if (row < 0) row = begin(number, key, member, session);
    if (row === NO_BAR) return null;
    const page = pages[number];
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
    trade.reason = fields[start + REASON];
    trade.entryPrice = fills[2 * row];
    trade.exitPrice = fills[2 * row + 1];
    return trade;
  };
}

/** Fields of a row: the member and session asked for, the shortest hold (NEVER before the first), and the exit. */
const [KEY, HELD, DECIDED, FILLED, REASON] = [0, 1, 2, 3, 4];
const FIELDS = 5;

/** Rows of trades, and where to look for the one of a key. */
interface Page {
  readonly room: number;
  count: number;
  /** Twice as many places as rows: the row's number and 1, 0 where there is none. */
  readonly rowAt: Int32Array;
  readonly fields: Int32Array;
  /** Two a row: entry and exit. */
  readonly prices: Float64Array;
}

function makePage(room: number): Page {
  return {
    room,
    count: 0,
    rowAt: new Int32Array(2 * room),
    fields: new Int32Array(FIELDS * room),
    prices: new Float64Array(2 * room),
  };
}

/** The place of the key, or the free one that it would take. */
function find({ rowAt, fields }: Page, key: number): number {
  const last = rowAt.length - 1;
  let at = Math.imul(key, MIX) >>> Math.clz32(last);
  while (rowAt[at] !== 0 && fields[(rowAt[at] - 1) * FIELDS + KEY] !== key) at = (at + 1) & last;
  return at;
}

function widen(full: Page): Page {
  if (full.room === MOST_ROOM) return makePage(LEAST_ROOM);
  const wide = makePage(4 * full.room);
  wide.count = full.count;
  wide.fields.set(full.fields);
  wide.prices.set(full.prices);
  for (let row = 0; row < full.count; row++) {
    wide.rowAt[find(wide, full.fields[row * FIELDS + KEY])] = row + 1;
  }
  return wide;
}
