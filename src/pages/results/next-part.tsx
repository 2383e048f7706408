import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { shown, shownName } from "#src/format/shown.ts";
import type { Report } from "#workers/model/report.ts";
import type { Exits } from "./exit-reasons.ts";
import { Part } from "./part.tsx";
import { NEXT_ABOUT, nextLines } from "./next-orders.ts";
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
    </Part>
  );
}
