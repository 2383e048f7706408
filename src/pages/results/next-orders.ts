/** What a strategy would do on the session after its last: the lines of page and report. */
import { formatMoney, formatQuantity } from "#src/format/money.ts";
import type { NextOrders } from "#workers/model/report.ts";
import { EXIT_REASON_NAMES } from "./exit-reasons.ts";

/** Stands above the lines. */
export const NEXT_ABOUT =
  "Orders of the next session, if the strategy went on; quantities to buy are estimates from the last close.";

export interface NextLine {
  readonly order: "Sell" | "Buy";
  readonly instrument: string;
  readonly quantity: string;
  /** Why it is sold, or what it may cost. */
  readonly detail: string;
}

/** Sells first; [] where nothing would be done. Quantities to buy are estimates, which their sign says. */
export function nextLines(next: NextOrders, currency: string): readonly NextLine[] {
  const sells = next.sells.map(({ instrument, reason, quantity }): NextLine => ({
    order: "Sell",
    instrument,
    quantity: formatQuantity(quantity, currency),
    detail: EXIT_REASON_NAMES[reason],
  }));
  const buys = next.buys.map(({ instrument, slotValue, quantity }): NextLine => ({
    order: "Buy",
    instrument,
    quantity: `≈ ${formatQuantity(quantity, currency)}`,
    detail: `For ${formatMoney(slotValue, currency, 0)}`,
  }));
  return [...sells, ...buys];
}
