import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { Panel } from "#src/ui/panel.tsx";
import type { Report } from "#workers/model/report.ts";
import { NEXT_ABOUT, nextLines } from "./next-orders.ts";
import styles from "./verdict-tables.module.css";

/** The orders of the session after the run's last; nothing for results of versions that did not note them. */
export function NextPanel({ report }: { readonly report: Report }): ReactElement | null {
  const { next, metadata } = report;
  if (!next) return null;
  const lines = nextLines(next, metadata.currency);
  return (
    <Panel title="What it would do next" note={`Decided at the close of ${formatDay(next.date)}`}>
      {lines.length === 0 ? (
        <p>Nothing.</p>
      ) : (
        <table className={styles["table"]}>
          <caption>{NEXT_ABOUT}</caption>
          <thead>
            <tr>
              <th scope="col">Instrument</th>
              <th scope="col">Order</th>
              <th scope="col">Quantity</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ order, instrument, quantity, detail }) => (
              <tr key={`${order} ${instrument}`}>
                <th scope="row">{instrument}</th>
                <td>{order}</td>
                <td>{quantity}</td>
                <td>{detail}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
