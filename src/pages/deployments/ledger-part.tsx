import { useMemo } from "react";
import type { ReactElement } from "react";
import { formatDay, formatMoment } from "#src/format/day.ts";
import { formatMoney, formatPrice, formatQuantity } from "#src/format/money.ts";
import { DASH } from "#src/format/number.ts";
import { clockSetbacks } from "#src/run/clock-setbacks.ts";
import { NoteBanner } from "#src/ui/banner.tsx";
import { Panel } from "#src/ui/panel.tsx";
import type { TableColumn } from "#src/ui/table-column.ts";
import { WindowedTable } from "#src/ui/windowed-table.tsx";
import { moneyOf } from "#workers/model/deployment.ts";
import type { DeploymentEntry } from "#workers/model/deployment.ts";
import { timeEntries } from "#workers/model/deployment-times.ts";
import type { Recording } from "#workers/model/deployment-times.ts";

interface LedgerPartProps {
  readonly ledger: readonly DeploymentEntry[];
  readonly currency: string;
  readonly note: string;
}

const RECORDING_WORDS: Readonly<Record<Recording, string>> = {
  replayed: "Replayed",
  early: "Before its day",
  "on-time": "On time",
  late: "Late",
  open: "Shown by the next session",
};

interface Row {
  readonly entry: DeploymentEntry;
  readonly recording: Recording;
}

/** Every recorded session, the last one first. */
export function LedgerPart({ ledger, currency, note }: LedgerPartProps): ReactElement {
  const rows = useMemo(() => {
    const timed = timeEntries({ ledger: [...ledger] });
    return ledger
      .map((entry, at): Row => ({ entry, recording: timed[at]?.recording ?? "open" }))
      .toReversed();
  }, [ledger]);
  const hasMoney = useMemo(
    () => ledger.some((entry) => moneyText(entry, currency) !== DASH),
    [ledger, currency],
  );
  const columns = useMemo(() => columnsOf(currency, hasMoney), [currency, hasMoney]);
  const setbacks = useMemo(() => clockSetbacks(ledger), [ledger]);
  return (
    <Panel title="Ledger" note={note}>
      {setbacks !== null && <NoteBanner message={setbacks} />}
      {rows.length === 0 ? (
        <p>No session is recorded yet: the first entry comes with the dataset&apos;s next session.</p>
      ) : (
        <WindowedTable
          label="Ledger"
          columns={columns}
          rows={rows}
          rowKey={({ entry }) => entry.session}
          phone={{ figure: "Account", second: "Cash" }}
          dense
        />
      )}
    </Panel>
  );
}

/** @param hasMoney - whether any entry has money that came, went or was earned */
function columnsOf(currency: string, hasMoney: boolean): readonly TableColumn<Row>[] {
  return [
    { title: "Session", cell: ({ entry }) => formatDay(entry.session) },
    {
      title: "Recorded",
      cell: ({ entry, recording }) => (
        <span title={formatMoment(Date.parse(entry.recorded))}>{RECORDING_WORDS[recording]}</span>
      ),
    },
    { title: "Cash", end: true, cell: ({ entry }) => formatMoney(entry.cash, currency, 0) },
    { title: "Account", end: true, cell: ({ entry }) => formatMoney(entry.equity, currency, 0) },
    { title: "Positions", end: true, cell: ({ entry }) => entry.positions.length },
    ...(hasMoney ? [{ title: "Money", cell: ({ entry }: Row) => moneyText(entry, currency) }] : []),
    { title: "Fills", cell: ({ entry }) => fillsText(entry, currency) },
  ];
}

/** What came and went on the session, and what is still to be paid; a dash for nothing. */
function moneyText(entry: DeploymentEntry, currency: string): string {
  const { in: came, out, owed, missed, interest } = moneyOf(entry);
  const parts = [
    [came, "in"],
    [out, "paid out"],
    [owed, "owed"],
    [missed, "missed"],
    [interest, "interest"],
  ] as const;
  const told = parts.flatMap(([amount, word]) =>
    amount === 0 ? [] : [`${formatMoney(amount, currency, word === "interest" ? 2 : 0)} ${word}`],
  );
  return told.length === 0 ? DASH : told.join(", ");
}

/** So many are told with their prices; of more only what was bought and sold. */
const FILLS_IN_FULL = 2;

function fillsText({ fills }: DeploymentEntry, currency: string): string {
  if (fills.length === 0) return DASH;
  if (fills.length > FILLS_IN_FULL) {
    const [sold, bought] = [namesOf(fills, "sell"), namesOf(fills, "buy")];
    return [sold && `Sold ${sold}`, bought && `Bought ${bought}`].filter(Boolean).join("; ");
  }
  return fills
    .map(
      ({ side, instrument, quantity, price }) =>
        `${side === "buy" ? "Bought" : "Sold"} ${formatQuantity(quantity, currency)} ${instrument} at ${formatPrice(price, currency)}`,
    )
    .join("; ");
}

const MOST_NAMED = 5;

function namesOf(fills: DeploymentEntry["fills"], wanted: "buy" | "sell"): string {
  const names = fills.filter(({ side }) => side === wanted).map(({ instrument }) => instrument);
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : "";
  return names.slice(0, MOST_NAMED).join(", ") + more;
}
