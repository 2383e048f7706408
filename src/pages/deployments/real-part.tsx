/** What was really paid for the fills, written in by the person; the virtual account is not touched by it. */
import { useMemo, useState } from "react";
import type { FormEvent, ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import { formatMoney, formatMoneyChange, formatPrice, formatQuantity } from "#src/format/money.ts";
import { countOf, DASH } from "#src/format/number.ts";
import { readAmount } from "#src/format/read-amount.ts";
import { shown } from "#src/format/shown.ts";
import type { StoredDeployment } from "#src/storage/deployment-record.ts";
import { changeDeployment } from "#src/storage/deployments.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { TextField } from "#src/ui/field.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { TableColumn } from "#src/ui/table-column.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import type { RealFill } from "#workers/model/deployment.ts";
import { paidFills, realAccount } from "./real-account.ts";
import type { PaidFill } from "./real-account.ts";
import styles from "./deployments-page.module.css";

interface RealPartProps {
  readonly stored: StoredDeployment;
  readonly currency: string;
}

/** As many as one corrects by hand of an evening; the older ones are shown when they are asked for. */
const FILLS_AT_ONCE = 40;

export function RealPart({ stored, currency }: RealPartProps): ReactElement | null {
  const { record, deployment } = stored;
  const showStatus = useStatus();
  const [written, setWritten] = useState<PaidFill | null>(null);
  const paid = useMemo(() => paidFills(deployment), [deployment]);
  const lastFirst = useMemo(() => paid.toReversed(), [paid]);
  const real = useMemo(
    () => (paid.some((one) => one.real !== null) ? realAccount(deployment, paid) : null),
    [deployment, paid],
  );
  if (paid.length === 0) return null;
  const virtual = deployment.ledger.at(-1)?.equity ?? deployment.startMargin;
  return (
    <Panel
      title="As actually paid"
      note={real ? `${countOf(real.written, "fill")} entered` : "Nothing is entered yet"}
    >
      {real && (
        <p>
          With what you actually paid the account would be {formatMoney(real.equity, currency, 0)}, where the
          virtual one is {formatMoney(virtual, currency, 0)}. Slippage between them so far:{" "}
          {formatMoneyChange(-real.slippage, currency, 0)}.
        </p>
      )}
      <Fills all={lastFirst} currency={currency} onWrite={setWritten} />
      {written && (
        <WriteDialog
          paid={written}
          onClose={() => setWritten(null)}
          onWrite={async (fill) => {
            const changed = await changeDeployment(record.id, "What was actually paid", (before) => ({
              ...before,
              head: { ...before.head, real: [...others(before.head.real, written), ...(fill ? [fill] : [])] },
              updatedAt: Date.now(),
            }));
            if (changed.ok) setWritten(null);
            else showStatus(changed.problem.message); // the dialog keeps what was typed
          }}
        />
      )}
    </Panel>
  );
}

interface FillsProps {
  /** The last one first. */
  readonly all: readonly PaidFill[];
  readonly currency: string;
  readonly onWrite: (paid: PaidFill) => void;
}

function Fills({ all, currency, onWrite }: FillsProps): ReactElement {
  const [count, setCount] = useState(FILLS_AT_ONCE);
  const paid = all.slice(0, count);
  const older = Math.min(FILLS_AT_ONCE, all.length - paid.length);
  return (
    <Disclosure summary={`The last ${countOf(paid.length, "fill")}`}>
      {() => (
        <div className={styles["list"]}>
          <WindowedTable
            label="Fills, as recorded and as actually paid"
            columns={fillColumns(currency, onWrite)}
            rows={paid}
            rowKey={({ session, fill }) => `${session} ${fill.side} ${fill.instrument}`}
            drawsAll
            phone={{ figure: "Price", second: "As paid" }}
          />
          {older > 0 && (
            <div>
              <Button size="small" onClick={() => setCount(paid.length + FILLS_AT_ONCE)}>
                {`Show ${countOf(older, "older fill")}`}
              </Button>
            </div>
          )}
        </div>
      )}
    </Disclosure>
  );
}

function others(real: readonly RealFill[], { session, fill }: PaidFill): RealFill[] {
  return real.filter(
    (one) => one.session !== session || one.instrument !== fill.instrument || one.side !== fill.side,
  );
}

function fillColumns(currency: string, onWrite: (paid: PaidFill) => void): readonly TableColumn<PaidFill>[] {
  return [
    { title: "Fill", cell: (paid) => fillText(paid, currency) },
    { title: "Session", cell: ({ session }) => formatDay(session) },
    { title: "Price", end: true, cell: ({ fill }) => formatPrice(fill.price, currency) },
    { title: "Actual", end: true, cell: ({ real }) => (real ? formatPrice(real.price, currency) : DASH) },
    {
      title: "Slippage",
      end: true,
      cell: ({ slippage }) => (slippage === null ? DASH : formatMoneyChange(-slippage, currency, 2)),
    },
    {
      title: "As paid",
      cell: (paid) => (
        <Button
          size="small"
          kind="quiet"
          aria-label={`Enter what was paid: ${fillText(paid, currency)}`}
          onClick={() => onWrite(paid)}
        >
          {paid.real ? "Change" : "Enter"}
        </Button>
      ),
    },
  ];
}

function fillText({ fill }: PaidFill, currency: string): string {
  return `${fill.side === "buy" ? "Bought" : "Sold"} ${formatQuantity(fill.quantity, currency)} ${shown(fill.instrument)}`;
}

interface WriteDialogProps {
  readonly paid: PaidFill;
  readonly onClose: () => void;
  /** null takes it out again. */
  readonly onWrite: (fill: RealFill | null) => Promise<void>;
}

function WriteDialog({ paid, onClose, onWrite }: WriteDialogProps): ReactElement {
  const { session, fill, real } = paid;
  const known = real ?? fill;
  const [price, setPrice] = useState(String(known.price));
  const [quantity, setQuantity] = useState(String(known.quantity));
  const [commission, setCommission] = useState(String(known.commission));
  const [amount, count, costs] = [readAmount(price), readAmount(quantity), readAmount(commission)];
  const isReady =
    amount !== null && amount > 0 && count !== null && count > 0 && costs !== null && costs >= 0;
  const write = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const { instrument, side, reason } = fill;
    void onWrite({ session, instrument, side, reason, quantity: count, price: amount, commission: costs });
  };
  return (
    <Dialog
      title={`What was actually paid: ${fill.instrument}, ${formatDay(session)}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {real && <Button onClick={() => void onWrite(null)}>Take it out</Button>}
          <Button type="submit" form="really-paid" kind="primary" disabled={!isReady}>
            Enter
          </Button>
        </>
      }
    >
      <form id="really-paid" className={styles["form"]} onSubmit={write} noValidate>
        <TextField
          label="Price"
          inputMode="decimal"
          value={price}
          error={amount === null || amount <= 0 ? "Type a price above 0." : undefined}
          onChange={({ target }) => setPrice(target.value)}
        />
        <TextField
          label="Quantity"
          inputMode="decimal"
          value={quantity}
          error={count === null || count <= 0 ? "Type a number above 0." : undefined}
          onChange={({ target }) => setQuantity(target.value)}
        />
        <TextField
          label="Commission and taxes, in money"
          inputMode="decimal"
          value={commission}
          error={costs === null || costs < 0 ? "Type an amount, or 0." : undefined}
          onChange={({ target }) => setCommission(target.value)}
        />
      </form>
    </Dialog>
  );
}
