import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { formatMoney, formatPrice, formatQuantity } from "#src/format/money.ts";
import { formatPercentChange } from "#src/format/number.ts";
import { shown } from "#src/format/shown.ts";
import type { DeploymentHead } from "#src/storage/deployment-record.ts";
import { Change } from "#src/ui/change.tsx";
import { Panel } from "#src/ui/panel.tsx";
import type { DeploymentPosition } from "#workers/model/deployment.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import styles from "./deployments-page.module.css";
import { ScrollBox } from "./scroll-box.tsx";
import { restingStops, stopsText } from "./orders.ts";

interface PositionsPartProps {
  readonly head: DeploymentHead;
  readonly positions: readonly DeploymentPosition[];
  readonly currency: string;
}

/** What is held, and where its stops are. */
export function PositionsPart({ head, positions, currency }: PositionsPartProps): ReactElement | null {
  const strategy = parseStrategy(head.strategy);
  if (!strategy.ok || positions.length === 0) return null;
  const areResting = strategy.value.sell.stopOrders === "resting";
  const stops = positions.map((position) => stopsText(restingStops(position, strategy.value), currency));
  const hasStops = stops.some((text) => text !== "");
  return (
    <Panel title="Open positions">
      <ScrollBox label="Open positions">
        <table className={styles["table"]} aria-label="Open positions">
          <thead>
            <tr>
              <th scope="col">Instrument</th>
              <th scope="col">Since</th>
              <th scope="col" className={styles["end"]}>
                Quantity
              </th>
              <th scope="col" className={styles["end"]}>
                Paid
              </th>
              <th scope="col" className={styles["end"]}>
                Last close
              </th>
              <th scope="col" className={styles["end"]}>
                Value
              </th>
              <th scope="col" className={styles["end"]}>
                Change
              </th>
              {hasStops && <th scope="col">{areResting ? "Resting orders" : "Sold at a close beyond"}</th>}
            </tr>
          </thead>
          <tbody>
            {positions.map(({ instrument, entryDate, entryPrice, quantity, close, closeDate }, at) => {
              const change = (close / entryPrice - 1) * 100;
              return (
                <tr key={instrument}>
                  <th scope="row">{shown(instrument)}</th>
                  <td>{formatDay(entryDate)}</td>
                  <td className={styles["end"]}>{formatQuantity(quantity, currency)}</td>
                  <td className={styles["end"]}>{formatPrice(entryPrice, currency)}</td>
                  <td className={styles["end"]} title={formatDay(closeDate)}>
                    {formatPrice(close, currency)}
                  </td>
                  <td className={styles["end"]}>{formatMoney(quantity * close, currency, 0)}</td>
                  <td className={styles["end"]}>
                    <Change value={change} text={formatPercentChange(change, 1)} />
                  </td>
                  {hasStops && <td>{stops[at]}</td>}
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollBox>
    </Panel>
  );
}
