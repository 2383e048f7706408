/** Tonight's orders: what is to be placed for the next session, ticked off by the person. */
import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { formatMoney, formatPrice, formatQuantity } from "#src/format/money.ts";
import { shown } from "#src/format/shown.ts";
import type { DeploymentRecord } from "#src/storage/deployment-record.ts";
import { changeDeployment } from "#src/storage/deployments.ts";
import { Button } from "#src/ui/button.tsx";
import { copyText } from "#src/ui/copy-text.ts";
import { DownloadMenu } from "#src/ui/download-menu.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { saveFile } from "#src/ui/save-file.ts";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { DeploymentEntry } from "#workers/model/deployment.ts";
import { isOver } from "#workers/model/deployment.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import styles from "./deployments-page.module.css";
import { ScrollBox } from "./scroll-box.tsx";
import {
  interactiveBrokersBasket,
  kiteBasket,
  orderLines,
  ordersCsv,
  ordersText,
  restingLines,
} from "./orders.ts";
import type { OrderLine, RestingLine } from "./orders.ts";

interface OrdersPartProps {
  readonly record: DeploymentRecord;
  /** Not empty. */
  readonly ledger: readonly DeploymentEntry[];
  readonly last: DeploymentEntry;
  readonly currency: string;
}

/** The rest of the page is not on paper then. */
function printOrders(): void {
  document.body.dataset["print"] = "orders";
  globalThis.addEventListener("afterprint", () => delete document.body.dataset["print"], { once: true });
  globalThis.print();
}

/** Where Zerodha trades. */
const KITE_EXCHANGES = new Set(["NSE", "BSE"]);

export function OrdersPart({ record, ledger, last, currency }: OrdersPartProps): ReactElement {
  const showStatus = useStatus();
  const isStopped = record.head.stop !== null;
  const lines = isOver({ ledger: [last] }) ? [] : orderLines(last, isStopped);
  const placed = new Set(record.placed?.session === last.session ? record.placed.orders : []);
  const strategy = parseStrategy(record.head.strategy);
  const exchange = strategy.ok ? strategy.value.scanner.exchange : "";
  const fillAt = strategy.ok ? strategy.value.simulation.fillAt : "next-open";
  const sessions = ledger.map(({ session }) => session);
  const resting = strategy.ok ? restingLines(last, strategy.value, { sessions, isStopped }) : [];
  const tick = async (key: string) => {
    const after = new Set(placed);
    if (!after.delete(key)) after.add(key);
    const ticked = await changeDeployment(record.id, "The tick", (before) => ({
      ...before,
      placed: { session: last.session, orders: [...after] },
    }));
    if (!ticked.ok) showStatus(ticked.problem.message);
  };
  const copy = async () => {
    const isCopied = await copyText(ordersText(lines, resting, currency));
    showStatus(isCopied ? "The orders are on the clipboard." : "This browser does not let the page copy.");
  };
  const save = (name: string, type: string, text: string) =>
    saveFile(`orders-after-${last.session}${name}`, type, text);
  const downloads = [
    { label: "Save as CSV", save: () => save(".csv", "text/csv", ordersCsv(lines, resting)) },
    ...(KITE_EXCHANGES.has(exchange)
      ? [
          {
            label: "Basket for Kite (Zerodha)",
            save: () => save("-kite.json", "application/json", kiteBasket(lines, exchange)),
          },
        ]
      : [
          {
            label: "Basket for Interactive Brokers",
            save: () => save("-ibkr.csv", "text/csv", interactiveBrokersBasket(lines, currency, fillAt)),
          },
        ]),
  ];
  return (
    <Panel title="Tonight's orders" note={`Decided at the close of ${formatDay(last.session)}`}>
      {lines.length === 0 ? (
        <p>Nothing is to be bought or sold at the next session.</p>
      ) : (
        <>
          <OrderTable lines={lines} currency={currency} placed={placed} onTick={(key) => void tick(key)} />
          <p className={styles["soft"]}>
            They are for the {fillAt === "next-close" ? "close" : "open"} of the next session. Money is what a
            sale brings at the last close and what a buy may cost; the price of a fill is not known yet, so
            that quantities to buy are estimates.
          </p>
        </>
      )}
      {resting.length > 0 && <RestingTable lines={resting} currency={currency} />}
      {lines.length + resting.length > 0 && (
        <div className={styles["row"]}>
          <Button size="small" onClick={() => void copy()}>
            Copy
          </Button>
          <Button size="small" onClick={printOrders}>
            Print
          </Button>
          <DownloadMenu subject="Orders" downloads={downloads} />
        </div>
      )}
    </Panel>
  );
}

interface OrderTableProps {
  readonly lines: readonly OrderLine[];
  readonly currency: string;
  readonly placed: ReadonlySet<string>;
  readonly onTick: (key: string) => void;
}

function OrderTable({ lines, currency, placed, onTick }: OrderTableProps): ReactElement {
  return (
    <ScrollBox label="Orders for the next session">
      <table className={styles["table"]} aria-label="Orders for the next session">
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Instrument</th>
            <th scope="col" className={styles["end"]}>
              Quantity
            </th>
            <th scope="col" className={styles["end"]}>
              Estimated money
            </th>
            <th scope="col">Why</th>
            <th scope="col">Placed</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <OrderRow
              key={line.key}
              line={line}
              currency={currency}
              isPlaced={placed.has(line.key)}
              onTick={() => onTick(line.key)}
            />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface RestingTableProps {
  readonly lines: readonly RestingLine[];
  readonly currency: string;
}

/** Stops and targets are no decisions of an evening: they follow from what was paid and the highest close. */
function RestingTable({ lines, currency }: RestingTableProps): ReactElement {
  return (
    <>
      <h3 className={styles["resting"]}>Resting orders</h3>
      <ScrollBox label="Resting orders">
        <table className={styles["table"]} aria-label="Resting orders">
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col">Instrument</th>
              <th scope="col" className={styles["end"]}>
                Quantity
              </th>
              <th scope="col" className={styles["end"]}>
                At
              </th>
              <th scope="col" className={styles["end"]}>
                Money
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, kind, instrument, quantity, level, money }) => (
              <tr key={key}>
                <td>{kind === "stop" ? "Sell at a stop" : "Sell at a target"}</td>
                <th scope="row">{shown(instrument)}</th>
                <td className={styles["end"]}>{formatQuantity(quantity, currency)}</td>
                <td className={styles["end"]}>{formatPrice(level, currency)}</td>
                <td className={styles["end"]}>{formatMoney(money, currency, 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p className={styles["soft"]}>
        They lie at your broker until they are reached. A trailing stop moves up with the highest close, so
        renew it each evening; what is bought next gets its orders once it has been held for the
        strategy&apos;s minimum.
      </p>
    </>
  );
}

interface OrderRowProps {
  readonly line: OrderLine;
  readonly currency: string;
  readonly isPlaced: boolean;
  readonly onTick: () => void;
}

function OrderRow({ line, currency, isPlaced, onTick }: OrderRowProps): ReactElement {
  const { side, instrument, quantity, money, why } = line;
  const order = side === "buy" ? "Buy" : "Sell";
  return (
    <tr>
      <td>{order}</td>
      <th scope="row">{shown(instrument)}</th>
      <td className={styles["end"]}>
        {side === "buy" && "≈ "}
        {formatQuantity(quantity, currency)}
      </td>
      <td className={styles["end"]}>{formatMoney(money, currency, 0)}</td>
      <td>{quantity > 0 ? why : "One share costs more than its part of the account: none is bought"}</td>
      <td>
        <input
          type="checkbox"
          className={styles["tick"]}
          checked={isPlaced}
          aria-label={`${order} ${instrument} is placed`}
          onChange={onTick}
        />
      </td>
    </tr>
  );
}
