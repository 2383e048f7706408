/** The orders that a portfolio as it stands would give on the next session. */
import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { formatMoney, formatQuantity } from "#src/format/money.ts";
import { countOf } from "#src/format/number.ts";
import { shown } from "#src/format/shown.ts";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import type { NextOrders } from "#workers/model/report.ts";
import styles from "./candidates-panel.module.css";
import type { Reading } from "./use-reading.ts";

interface PlanPanelProps {
  readonly reading: Pick<Reading, "outcome" | "rehearsed">;
  readonly currency: string;
}

/** So many are named: the result has them all. */
const FIRST_SHOWN = 8;

/** Nothing with places, and before the run was gone through. */
export function PlanPanel({ reading, currency }: PlanPanelProps): ReactElement | null {
  const { sketch, isCurrent } = reading.rehearsed;
  const next = sketch?.next;
  if (!next || reading.outcome?.strategy.simulation.positionSizing !== "weights") return null;
  const orders = orderWords(next, currency);
  const more = orders.length - FIRST_SHOWN;
  return (
    <Panel title="Tomorrow's plan">
      <div className={styles["panel"]} aria-busy={!isCurrent} data-part="plan">
        {orders.length === 0 ? (
          <p>Nothing: no order is due.</p>
        ) : (
          <ul>
            {orders.slice(0, FIRST_SHOWN).map((each) => (
              <li key={each}>{shown(each)}</li>
            ))}
          </ul>
        )}
        {more > 0 && <p>And {countOf(more, "more order")}, which Start Simulation lists.</p>}
        {next.owed !== undefined && <p>Still to be paid out: {formatMoney(next.owed, currency, 0)}.</p>}
        <p className={page["small"]}>
          As decided at the close of {formatDay(next.date)}, for the account as it would stand then.
        </p>
      </div>
    </Panel>
  );
}

/** "Sell 12 A", "Buy 7 B": sells first. */
function orderWords({ sells, buys }: NextOrders, currency: string): readonly string[] {
  return [
    ...sells.map(({ instrument, quantity }) => `Sell ${formatQuantity(quantity, currency)} ${instrument}`),
    ...buys.map(
      ({ instrument, quantity, slotValue }) =>
        `Buy ${formatQuantity(quantity, currency)} ${instrument}, for ${formatMoney(slotValue, currency, 0)}`,
    ),
  ];
}
