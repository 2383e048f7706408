/**
 * Exits that were looked ahead for, kept for the next variants with the same sell rules: of ten positions that one of
 * 400 variants enters, another has entered seven to nine on the same session.
 */
import { rowOn } from "./calendar.ts";
import type { CarriedCloses } from "./carried-closes.ts";
import { NEVER, makeLookAhead } from "./exit-ahead.ts";
import type { EntryBar, ExitAhead } from "./exit-ahead.ts";
import { NO_DATA } from "./ledger.ts";
import type { Plan } from "./plan.ts";

export interface BookedExit extends ExitAhead {
  /** The fill; 0 without one. */
  price: number;
}

/** Writes to the same object again and again. */
export type ExitBook = (entry: EntryBar) => BookedExit;

/** Entries of so many sessions lie together: variants that take turns ask for the same ones. */
const SESSIONS_A_PAGE = 128;
const LEAST_ROOM = 1 << 5;
/** A page with so many exits begins anew. */
const MOST_ROOM = 1 << 12;
/** Source: Knuth, "The Art of Computer Programming", vol. 3, 2nd ed., section 6.4 (multiplicative hashing). */
const MIX = 0x9e37_79b1 | 0;

/** What decides the exits of a plan's positions but for the shortest hold. */
export function exitRulesOf({ strategy, lastSession }: Plan): string {
  const { sell, simulation } = strategy;
  const rules = { ...sell, minHoldingDays: null };
  return JSON.stringify([rules, simulation.fillAt, simulation.slippagePercent, lastSession]);
}

/** @param carried - ready for the members asked about */
export function makeExitBook(plan: Plan, carried: CarriedCloses): ExitBook {
  const { calendar, strategy, prices, costs } = plan;
  const lookAhead = makeLookAhead(plan, carried);
  const fillPrice = strategy.simulation.fillAt === "next-open" ? prices.open : prices.close;
  const booked: BookedExit = { decided: NEVER, filled: NEVER, reason: 0, price: 0 };
  const pages: Page[] = [];

  function look(entry: EntryBar): void {
    const { member } = entry;
    const { decided, filled, reason } = lookAhead(entry);
    booked.decided = decided;
    booked.filled = filled;
    booked.reason = reason;
    booked.price = 0;
    if (filled === NEVER) return;
    const price =
      reason === NO_DATA
        ? carried.value[member * carried.sessions + filled]
        : fillPrice[rowOn(calendar, member, filled)];
    booked.price = price * costs.sellSlippage;
  }

  return (entry) => {
    const { member, session, minHoldingDays } = entry;
    const number = Math.floor(session / SESSIONS_A_PAGE);
    let page = (pages[number] ??= makePage(LEAST_ROOM));
    const key = member * SESSIONS_A_PAGE + (session % SESSIONS_A_PAGE);
    let at = find(page, key);
    let row = page.rowAt[at] - 1;
    if (row >= 0) {
      const start = row * FIELDS;
      const held = page.fields[start + HELD];
      const decided = page.fields[start + DECIDED];
      if (held === minHoldingDays || (held < minHoldingDays && decided >= session + minHoldingDays - 1)) {
        booked.decided = decided;
        booked.filled = page.fields[start + FILLED];
        booked.reason = page.fields[start + REASON];
        booked.price = page.price[row];
        return booked;
      }
    } else {
      if (page.count === page.room) {
        page = pages[number] = widen(page);
        at = find(page, key);
      }
      row = page.count++;
      page.rowAt[at] = row + 1;
      page.fields[row * FIELDS + KEY] = key;
    }
    look(entry);
    const start = row * FIELDS;
    page.fields[start + HELD] = minHoldingDays;
    page.fields[start + DECIDED] = booked.decided;
    page.fields[start + FILLED] = booked.filled;
    page.fields[start + REASON] = booked.reason;
    page.price[row] = booked.price;
    return booked;
  };
}

/** Fields of a row: the member and session asked for, the shortest hold, and the exit. */
const [KEY, HELD, DECIDED, FILLED, REASON] = [0, 1, 2, 3, 4];
const FIELDS = 5;

/** Rows of exits, and where to look for the one of a key. */
interface Page {
  readonly room: number;
  count: number;
  /** Twice as many places as rows: the row's number and 1, 0 where there is none. */
  readonly rowAt: Int32Array;
  readonly fields: Int32Array;
  readonly price: Float64Array;
}

function makePage(room: number): Page {
  return {
    room,
    count: 0,
    rowAt: new Int32Array(2 * room),
    fields: new Int32Array(FIELDS * room),
    price: new Float64Array(room),
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
  const wide = makePage(2 * full.room);
  wide.count = full.count;
  wide.fields.set(full.fields);
  wide.price.set(full.price);
  for (let row = 0; row < full.count; row++) {
    wide.rowAt[find(wide, full.fields[row * FIELDS + KEY])] = row + 1;
  }
  return wide;
}
