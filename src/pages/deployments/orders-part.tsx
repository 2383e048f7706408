/** Tonight's orders: what is to be placed for the next session, ticked off by the person. */
import { useMemo } from "react";
import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { formatMoney, formatPrice, formatQuantity } from "#src/format/money.ts";
import type { DeploymentRecord } from "#src/storage/deployment-record.ts";
import { changeDeployment } from "#src/storage/deployments.ts";
import { Button } from "#src/ui/button.tsx";
import { copyText } from "#src/ui/copy-text.ts";
import { DownloadMenu } from "#src/ui/download-menu.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { saveFile } from "#src/ui/save-file.ts";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { TableColumn } from "#src/ui/table-column.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { DeploymentEntry } from "#workers/model/deployment.ts";
import { isOver } from "#workers/model/deployment.ts";
import type { Result } from "#workers/model/problem.ts";
import { parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import styles from "./deployments-page.module.css";
import {
  affordedPart,
  interactiveBrokersBasket,
  interactiveBrokersRebalance,
  kiteBasket,
  orderLines,
  ordersCsv,
  ordersText,
  restingLines,
  waitingOrders,
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

const NOTHING = {
  waits: "Nothing is to be bought or sold at the next session.",
  ended: "Everything is sold, and the record has ended.",
} as const;

/** The orders of a session that are ticked off. */
function placedOf({ placed }: DeploymentRecord, session: string): Set<string> {
  return new Set(placed?.session === session ? placed.orders : []);
}

/** On the record as it is by then: another tick may be on its way. */
function tickOff(
  id: string,
  { session, key, isPlaced }: { readonly session: string; readonly key: string; readonly isPlaced: boolean },
): Promise<Result<DeploymentRecord>> {
  return changeDeployment(id, "The tick", (record) => {
    const orders = placedOf(record, session);
    if (isPlaced) orders.add(key);
    else orders.delete(key);
    return { ...record, placed: { session, orders: [...orders] } };
  });
}

/** Where Zerodha trades. */
const KITE_EXCHANGES = new Set(["NSE", "BSE"]);

/** "" where it trades on several: an order does not say on which. */
function onlyExchange({ scanner: { exchange, exchanges = [exchange] } }: Strategy): string {
  return exchanges.length === 1 ? exchange : "";
}

export function OrdersPart({ record, ledger, last, currency }: OrdersPartProps): ReactElement {
  const showStatus = useStatus();
  const isStopped = record.head.stop !== null;
  const lines = useMemo(
    () => (isOver({ ledger: [last] }) ? [] : orderLines(last, isStopped, waitingOrders(ledger))),
    [ledger, last, isStopped],
  );
  const placed = placedOf(record, last.session);
  const strategy = useMemo(() => parseStrategy(record.head.strategy), [record.head.strategy]);
  const exchange = strategy.ok ? onlyExchange(strategy.value) : "";
  const isByWeights = strategy.ok && strategy.value.simulation.positionSizing === "weights";
  const fillAt = strategy.ok ? strategy.value.simulation.fillAt : "next-open";
  const resting = useMemo(() => {
    const sessions = ledger.map(({ session }) => session);
    return strategy.ok ? restingLines(last, strategy.value, { sessions, isStopped }) : [];
  }, [ledger, last, strategy, isStopped]);
  const tick = async (key: string, isPlaced: boolean) => {
    const ticked = await tickOff(record.id, { session: last.session, key, isPlaced });
    if (!ticked.ok) showStatus(ticked.problem.message);
  };
  const copy = async () => {
    const isCopied = await copyText(ordersText(lines, resting, currency));
    showStatus(isCopied ? "The orders are on the clipboard." : "This browser does not let the page copy.");
  };
  const downloads = downloadsOf({ lines, resting, last, currency, exchange, fillAt, isByWeights });
  return (
    <Panel title="Tonight's orders" note={`Decided at the close of ${formatDay(last.session)}`}>
      {lines.length === 0 ? (
        <p>{NOTHING[isOver({ ledger: [last] }) ? "ended" : "waits"]}</p>
      ) : (
        <>
          <OrderTable
            lines={lines}
            currency={currency}
            placed={placed}
            onTick={(...order) => void tick(...order)}
          />
          <p className={styles["soft"]}>
            They are for the {fillAt === "next-close" ? "close" : "open"} of the next session. Money is what a
            sale brings at the last close and what a buy may cost. The price of a fill is not known yet, so
            quantities to buy are estimates.
            {isByWeights &&
              affordedPart(lines, last) < 1 &&
              " The cash will not do for all that is to be bought: each is bought in the same smaller part."}
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

interface OrderFiles {
  readonly lines: readonly OrderLine[];
  readonly resting: readonly RestingLine[];
  readonly last: DeploymentEntry;
  readonly currency: string;
  /** "" where it trades on several. */
  readonly exchange: string;
  readonly fillAt: Strategy["simulation"]["fillAt"];
  readonly isByWeights: boolean;
}

function downloadsOf(files: OrderFiles): readonly { readonly label: string; readonly save: () => void }[] {
  const { lines, resting, last, currency, exchange, fillAt, isByWeights } = files;
  const save = (name: string, type: string, text: string) =>
    saveFile(`orders-after-${last.session}${name}`, type, text);
  return [
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
          ...(isByWeights
            ? [
                {
                  label: "Percents for TWS's Rebalance window",
                  save: () =>
                    save(
                      "-rebalance.csv",
                      "text/csv",
                      interactiveBrokersRebalance(lines, last, { currency, exchange }),
                    ),
                },
              ]
            : []),
        ]),
  ];
}

interface OrderTableProps {
  readonly lines: readonly OrderLine[];
  readonly currency: string;
  readonly placed: ReadonlySet<string>;
  readonly onTick: (key: string, isPlaced: boolean) => void;
}

function OrderTable(props: OrderTableProps): ReactElement {
  const { lines, currency } = props;
  return (
    <WindowedTable
      label="Orders for the next session"
      columns={orderColumns(props)}
      rows={lines}
      rowKey={({ key }) => key}
      drawsAll
      phone={{
        figure: "Estimated money",
        second: "Placed",
        detail: (line) => `${orderWord(line)} ${quantityText(line, currency)}: ${whyText(line)}`,
      }}
    />
  );
}

function orderColumns({ currency, placed, onTick }: OrderTableProps): readonly TableColumn<OrderLine>[] {
  return [
    { title: "Instrument", cell: ({ instrument }) => instrument },
    { title: "Order", cell: orderWord },
    { title: "Quantity", end: true, cell: (line) => quantityText(line, currency) },
    { title: "Estimated money", end: true, cell: ({ money }) => formatMoney(money, currency, 0) },
    { title: "Why", cell: whyText },
    {
      title: "Placed",
      cell: (line) => (
        <input
          type="checkbox"
          checked={placed.has(line.key)}
          aria-label={`${orderWord(line)} ${line.instrument} is placed`}
          onChange={({ target }) => onTick(line.key, target.checked)}
        />
      ),
    },
  ];
}

function orderWord({ side }: OrderLine): string {
  return side === "buy" ? "Buy" : "Sell";
}

function quantityText({ side, quantity, of }: OrderLine, currency: string): string {
  const part = of === null ? "" : ` of ${formatQuantity(of, currency)}`;
  return `${side === "buy" ? "≈ " : ""}${formatQuantity(quantity, currency)}${part}`;
}

function whyText({ quantity, why }: OrderLine): string {
  return quantity > 0 ? why : "One share costs more than its part of the account: none is bought";
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
      <WindowedTable
        label="Resting orders"
        columns={restingColumns(currency)}
        rows={lines}
        rowKey={({ key }) => key}
        drawsAll
        phone={{
          figure: "At",
          second: "Money",
          detail: (line) => `${restingWord(line)}, ${formatQuantity(line.quantity, currency)}`,
        }}
      />
      <p className={styles["soft"]}>
        They lie at your broker until they are reached. A trailing stop moves up with the highest close, so
        renew it each evening. What is bought next gets its orders once it has been held for the
        strategy&apos;s minimum.
      </p>
    </>
  );
}

function restingWord({ kind }: RestingLine): string {
  return kind === "stop" ? "Sell at a stop" : "Sell at a target";
}

function restingColumns(currency: string): readonly TableColumn<RestingLine>[] {
  return [
    { title: "Instrument", cell: ({ instrument }) => instrument },
    { title: "Order", cell: restingWord },
    { title: "Quantity", end: true, cell: ({ quantity }) => formatQuantity(quantity, currency) },
    { title: "At", end: true, cell: ({ level }) => formatPrice(level, currency) },
    { title: "Money", end: true, cell: ({ money }) => formatMoney(money, currency, 0) },
  ];
}
