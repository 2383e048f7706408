/** What a strategy would do on the session after its last: the lines of page and report. */
import { formatMoney, formatQuantity } from "#src/format/money.ts";
import { DASH } from "#src/format/number.ts";
import type { NextOrders } from "#workers/model/report.ts";
import type { Exits } from "./exit-reasons.ts";

/** Stands above the lines. */
export const NEXT_ABOUT =
  "Orders of the next session, if the strategy went on; prices are last closes, and quantities to buy estimates from them.";

export interface NextLine {
  readonly order: "Sell" | "Buy";
  readonly instrument: string;
  /** The company; "" where it isn't known, or only the symbol is. */
  readonly name: string;
  readonly quantity: string;
  /** The last close. */
  readonly price: string;
  /** What the sale would bring at that price before costs, or what the buy may cost. */
  readonly money: string;
  /** Why it is sold; "" for a buy. */
  readonly reason: string;
}

/** Sells first; [] where nothing would be done. Estimates have the sign for "about". */
export function nextLines(next: NextOrders, currency: string, exits: Exits): readonly NextLine[] {
  const priceOf = (close: number | undefined) =>
    close === undefined ? DASH : formatMoney(close, currency, 2);
  const sells = next.sells.map(({ instrument, label, reason, quantity, close }): NextLine => ({
    order: "Sell",
    instrument,
    name: nameOf(instrument, label),
    quantity: formatQuantity(quantity, currency),
    price: priceOf(close),
    money: close === undefined ? DASH : `≈ ${formatMoney(close * quantity, currency, 0)}`,
    reason: exits.nameOf(exits.nextKeyOf(instrument, reason)),
  }));
  const buys = next.buys.map(({ instrument, label, slotValue, quantity, close }): NextLine => ({
    order: "Buy",
    instrument,
    name: nameOf(instrument, label),
    quantity: `≈ ${formatQuantity(quantity, currency)}`,
    price: priceOf(close),
    money: formatMoney(slotValue, currency, 0),
    reason: "",
  }));
  return [...sells, ...buys];
}

function nameOf(instrument: string, label = ""): string {
  return label === instrument ? "" : label;
}
