import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { formatMoney, formatQuantity } from "#src/format/money.ts";
import { DASH } from "#src/format/number.ts";
import { shown, shownName } from "#src/format/shown.ts";
import type { NextOrders, Report } from "#workers/model/report.ts";
import type { Exits } from "./exit-reasons.ts";
import { Part } from "./part.tsx";
import styles from "./verdict-tables.module.css";

interface NextPartProps {
  readonly report: Report;
  readonly exits: Exits;
}

/** The orders of the session after the run's last; nothing for results of versions that did not note them. */
export function NextPart({ report, exits }: NextPartProps): ReactElement | null {
  const { next, metadata } = report;
  if (!next) return null;
  const lines = nextLines(next, metadata.currency, exits);
  return (
    <Part title="What it would do next" note={`Decided at the close of ${formatDay(next.date)}`}>
      {lines.length === 0 ? (
        <p>Nothing.</p>
      ) : (
        <table className={styles["table"]}>
          <caption>{NEXT_ABOUT}</caption>
          <thead>
            <tr>
              <th scope="col">Instrument</th>
              <th scope="col">Order</th>
              <th scope="col">Last price</th>
              <th scope="col">Money</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ order, instrument, name, quantity, price, money, reason }) => (
              <tr key={`${order} ${instrument}`}>
                <th scope="row">
                  {shown(instrument)}
                  {name !== "" && <span className={styles["under"]}>{shownName(name)}</span>}
                </th>
                <td>
                  {order} {quantity}
                  {reason !== "" && <span className={styles["under"]}>{reason}</span>}
                </td>
                <td className={styles["figure"]}>{price}</td>
                <td className={styles["figure"]}>{money}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {next.owed !== undefined && (
        <p>Still to be paid out: {formatMoney(next.owed, metadata.currency, 0)}.</p>
      )}
    </Part>
  );
}

/** Stands above the lines. */
const NEXT_ABOUT =
  "Orders of the next session, if the strategy went on; prices are last closes, and quantities to buy estimates from them.";

interface NextLine {
  readonly order: "Sell" | "Buy";
  readonly instrument: string;
  /** The company; "" where it isn't known, or only the symbol is. */
  readonly name: string;
  readonly quantity: string;
  /** The last close. */
  readonly price: string;
  /** What the sale would bring at that price before costs, or what the buy may cost. */
  readonly money: string;
  /** Why it is sold, or bought with money that came in; "" for any other buy. */
  readonly reason: string;
}

/** Sells first; [] where nothing would be done. Estimates have the sign for "about". */
function nextLines(next: NextOrders, currency: string, exits: Exits): readonly NextLine[] {
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
  const buys = next.buys.map(({ instrument, label, slotValue, quantity, close, moneyIn }): NextLine => ({
    order: "Buy",
    instrument,
    name: nameOf(instrument, label),
    quantity: `≈ ${formatQuantity(quantity, currency)}`,
    price: priceOf(close),
    money: formatMoney(slotValue, currency, 0),
    reason: moneyIn ? "Money that came in" : "",
  }));
  return [...sells, ...buys];
}

function nameOf(instrument: string, label = ""): string {
  return label === instrument ? "" : label;
}
