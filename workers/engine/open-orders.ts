/** The orders that wait behind a close, in the order in which they are told. */
import { wholeShares } from "#workers/model/forgive.ts";
import { lastRowOn } from "#workers/sessions/calendar.ts";
import { NONE } from "./ledger.ts";
import type { Ledger } from "./ledger.ts";
import { ENTRY } from "./order-list.ts";
import type { OrderList } from "./order-list.ts";
import type { RunPlan } from "./run-plan.ts";

export interface OpenSell {
  readonly position: number;
  /** A byte of ledger.ts. */
  readonly reason: number;
  /** Shares of the whole position, or of the part that is sold. */
  readonly quantity: number;
}

export interface OpenBuy {
  readonly member: number;
  /** A byte of order-list.ts. */
  readonly purpose: number;
  /** Money, in currency. */
  readonly slotValue: number;
  /** An estimate from the last close, since the fill is not known. */
  readonly quantity: number;
  readonly close: number;
}

/** The sells that wait for a fill, in the order of symbols. */
export function openSells(ledger: Ledger): OpenSell[] {
  return Array.from(ledger.open.subarray(0, ledger.openCount)).flatMap((position): OpenSell[] => {
    const isWhole = ledger.pending[position] !== NONE;
    const reason = isWhole ? ledger.pending[position] : ledger.partReason[position];
    const quantity = isWhole ? ledger.quantity[position] : ledger.part[position];
    return reason === NONE ? [] : [{ position, reason, quantity }];
  });
}

/** As of a session's close: new positions in the order in which they were decided, then more of open ones by symbol. */
export function openBuys(
  { strategy, costs, priceOf, calendar }: RunPlan,
  orders: OrderList,
  session: number,
): OpenBuy[] {
  const places = Array.from({ length: orders.count }, (_, at) => at);
  const isNew = (at: number) => orders.purpose[at] === ENTRY;
  const more = places.filter((at) => !isNew(at)).toSorted((a, b) => orders.member[a] - orders.member[b]);
  return [...places.filter(isNew), ...more].map((at): OpenBuy => {
    const [member, purpose, slotValue] = [orders.member[at], orders.purpose[at], orders.slotValue[at]];
    const close = priceOf.close(lastRowOn(calendar, member, session), member);
    const shares = slotValue / (close * costs.buySlippage * (1 + costs.commission));
    const quantity = strategy.simulation.fractionalShares ? shares : wholeShares(shares);
    return { member, purpose, slotValue, quantity, close };
  });
}
