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

const LEAST_ROOM = 1 << 8;
/** A book with so many exits begins anew. */
const MOST_ROOM = 1 << 16;
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
  let pages = makePages(LEAST_ROOM);

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
    const key = member * carried.sessions + session;
    let at = find(pages, key);
    let row = pages.rowAt[at] - 1;
    if (row >= 0) {
      const held = pages.minHoldingDays[row];
      const isSame =
        held === minHoldingDays ||
        (held < minHoldingDays && pages.decided[row] >= session + minHoldingDays - 1);
      if (isSame) {
        booked.decided = pages.decided[row];
        booked.filled = pages.filled[row];
        booked.reason = pages.reason[row];
        booked.price = pages.price[row];
        return booked;
      }
    } else {
      if (pages.count === pages.room) {
        pages = widen(pages);
        at = find(pages, key);
      }
      row = pages.count++;
      pages.rowAt[at] = row + 1;
      pages.key[row] = key;
    }
    look(entry);
    pages.minHoldingDays[row] = minHoldingDays;
    pages.decided[row] = booked.decided;
    pages.filled[row] = booked.filled;
    pages.reason[row] = booked.reason;
    pages.price[row] = booked.price;
    return booked;
  };
}

/** Rows of exits, and where to look for the one of a member and session. */
interface Pages {
  readonly room: number;
  count: number;
  /** Twice as many places as rows: the row's number and 1, 0 where there is none. */
  readonly rowAt: Int32Array;
  readonly key: Int32Array;
  readonly minHoldingDays: Int32Array;
  readonly decided: Int32Array;
  readonly filled: Int32Array;
  readonly reason: Uint8Array;
  readonly price: Float64Array;
}

function makePages(room: number): Pages {
  return {
    room,
    count: 0,
    rowAt: new Int32Array(2 * room),
    key: new Int32Array(room),
    minHoldingDays: new Int32Array(room),
    decided: new Int32Array(room),
    filled: new Int32Array(room),
    reason: new Uint8Array(room),
    price: new Float64Array(room),
  };
}

/** The place of the key, or the free one that it would take. */
function find({ rowAt, key: keyOf }: Pages, key: number): number {
  const last = rowAt.length - 1;
  let at = Math.imul(key, MIX) >>> Math.clz32(last);
  while (rowAt[at] !== 0 && keyOf[rowAt[at] - 1] !== key) at = (at + 1) & last;
  return at;
}

function widen(full: Pages): Pages {
  if (full.room === MOST_ROOM) return makePages(LEAST_ROOM);
  const wide = makePages(2 * full.room);
  wide.count = full.count;
  for (const column of ["key", "minHoldingDays", "decided", "filled", "reason", "price"] as const) {
    wide[column].set(full[column]);
  }
  for (let row = 0; row < full.count; row++) wide.rowAt[find(wide, full.key[row])] = row + 1;
  return wide;
}
