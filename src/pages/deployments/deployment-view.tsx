/** One deployment: its account, tonight's orders, what was to be expected, and its record. */
import { useLiveQuery } from "dexie-react-hooks";
import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { formatDay } from "#src/format/day.ts";
import { formatMoney } from "#src/format/money.ts";
import { countOf } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { playForward } from "#src/run/change-deployment.ts";
import type { Play } from "#src/run/change-deployment.ts";
import { closeOf } from "#src/storage/deployment-record.ts";
import type { DeploymentRecord, StoredDeployment } from "#src/storage/deployment-record.ts";
import { loadDeployment } from "#src/storage/deployments.ts";
import { loadWatchedFolder } from "#src/storage/watched-folders.ts";
import { NoteBanner, WarningBanner } from "#src/ui/banner.tsx";
import { Button, buttonClass } from "#src/ui/button.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import { useStages } from "#src/ui/use-stages.ts";
import { isOver } from "#workers/model/deployment.ts";
import { barsOf } from "#workers/model/deployment-format.ts";
import type { Problem } from "#workers/model/problem.ts";
import { AccountPart } from "./account-part.tsx";
import { Actions } from "./actions.tsx";
import { AlarmPart, Alarms } from "./alarm-part.tsx";
import { currencyOf } from "./currency-of.ts";
import { FigureCards } from "./figure-cards.tsx";
import { ExpectedPart } from "./expected-part.tsx";
import { accountFigures, waitingSince } from "./figures.ts";
import { LedgerPart } from "./ledger-part.tsx";
import { MoneyPart } from "./money-part.tsx";
import { Notices } from "./notices.tsx";
import { OrdersPart } from "./orders-part.tsx";
import { orderLines } from "./orders.ts";
import { PositionsPart } from "./positions-part.tsx";
import { RealPart } from "./real-part.tsx";
import { RecordPart } from "./record-part.tsx";
import { useNow } from "./use-now.ts";
import { useYardsticks } from "./use-yardsticks.ts";
import type { Yardstick } from "./use-yardsticks.ts";
import styles from "./deployments-page.module.css";

export function DeploymentView({ id }: { readonly id: string }): ReactElement {
  const found = useLiveQuery(() => loadDeployment(id), [id]);
  if (!found) return <Waiting />;
  if (found.ok) return <WithCurrency stored={found.value} />;
  return (
    <div className={styles["page"]}>
      <PageHeading title="Virtual deployment" />
      <EmptyState title="It can't be shown" text={found.problem.message}>
        <Link href="/deployments" className={buttonClass("primary")}>
          Go to your deployments
        </Link>
      </EmptyState>
    </div>
  );
}

function Waiting(): ReactElement {
  return <PageHeading title="Virtual deployment" lead="Reading its ledger..." />;
}

/** Asked apart from the ledger: a dataset that changes may change the currency, and years of ledger aren't read again for it. */
function WithCurrency({ stored }: { readonly stored: StoredDeployment }): ReactElement {
  const { head } = stored.record;
  const currency = useLiveQuery(() => currencyOf(head), [head.id, head.dataset?.id]);
  return currency === undefined ? <Waiting /> : <Whole stored={stored} currency={currency} />;
}

interface WholeProps {
  readonly stored: StoredDeployment;
  readonly currency: string;
}

function Whole({ stored, currency }: WholeProps): ReactElement {
  const { record, deployment } = stored;
  const { head } = record;
  const { ledger } = deployment;
  const [problem, setProblem] = useState<Problem | null>(null);
  const now = useNow();
  const closes = useMemo(() => ledger.map(closeOf), [ledger]);
  const figures = useMemo(() => accountFigures(head.startMargin, closes), [head.startMargin, closes]);
  const yardsticks = useYardsticks(record, closes);
  const last = ledger.at(-1);
  const since = waitingSince(
    record,
    ledger.slice(-21).map(({ session }) => session),
    now,
  );
  const orders = last ? orderLines(last, head.stop !== null).length : 0;
  return (
    <div className={styles["page"]}>
      <PageHeading
        title={head.name}
        lead={`${head.dataset?.name ?? "No dataset"} · begins after ${formatDay(head.begins)} with ${formatMoney(head.startMargin, currency, 0)}`}
      >
        <Actions stored={stored} onProblem={setProblem} />
      </PageHeading>
      {problem && <WarningBanner message={problem.message} />}
      <Notices stored={stored} onProblem={setProblem} />
      {since !== null && !isOver(deployment) && (
        <WaitingPart since={since} datasetId={head.dataset?.id ?? ""} />
      )}
      <Alarms record={record} figures={figures} ledger={ledger} />
      {record.playedTo !== undefined && (
        <PlayPart record={record} hasEnded={isOver(deployment)} onProblem={setProblem} />
      )}
      <FigureCards
        figures={figures}
        head={head}
        last={last ?? null}
        orders={orders}
        currency={currency}
        yardsticks={yardsticks}
      />
      {last && (
        <div className={styles["orders"]}>
          <OrdersPart record={record} ledger={ledger} last={last} currency={currency} />
        </div>
      )}
      <BelowOrders
        stored={stored}
        currency={currency}
        yardsticks={yardsticks?.ok ? yardsticks.value : NO_YARDSTICKS}
      />
    </div>
  );
}

const NO_YARDSTICKS: readonly Yardstick[] = [];

interface BelowOrdersProps extends WholeProps {
  readonly yardsticks: readonly Yardstick[];
}

/** The rest of the page, a part at a time: with years of a ledger, all at once would hold up the orders. */
function BelowOrders({ stored, currency, yardsticks }: BelowOrdersProps): ReactElement {
  const stage = useStages(8);
  const { record, deployment } = stored;
  const { head } = record;
  const { ledger } = deployment;
  const last = ledger.at(-1);
  return (
    <>
      {stage > 1 && ledger.length > 1 && (
        <AccountPart
          startMargin={head.startMargin}
          ledger={ledger}
          currency={currency}
          frequency={barsOf(head).frequency}
          yardsticks={yardsticks}
        />
      )}
      {stage > 2 && last && <PositionsPart head={head} positions={last.positions} currency={currency} />}
      {stage > 3 && <MoneyPart head={head} ledger={ledger} currency={currency} />}
      {stage > 4 && ledger.length > 0 && <ExpectedPart record={record} ledger={ledger} />}
      {stage > 5 && ledger.length > 0 && <RealPart stored={stored} currency={currency} />}
      {stage > 6 && (
        <LedgerPart ledger={ledger} currency={currency} note={countOf(ledger.length, "recorded session")} />
      )}
      {stage > 7 && (
        <>
          <RecordPart stored={stored} />
          <AlarmPart record={record} />
        </>
      )}
    </>
  );
}

interface PlayPartProps {
  readonly record: DeploymentRecord;
  /** Nothing is recorded any more, however far it is played. */
  readonly hasEnded: boolean;
  readonly onProblem: (problem: Problem | null) => void;
}

/** The demo market goes on when the person says so. */
function PlayPart({ record, hasEnded, onProblem }: PlayPartProps): ReactElement {
  const [isBusy, setBusy] = useState(false);
  const showStatus = useStatus();
  const play = async (how: Play) => {
    setBusy(true);
    const played = await playForward(record, how).finally(() => setBusy(false));
    onProblem(played.ok ? null : played.problem);
    if (played.ok && played.value.type === "end") showStatus("The demo market has no later session.");
  };
  const cut = formatDay(record.playedTo ?? null);
  if (hasEnded) return <NoteBanner message={`These are invented prices, played forward to ${cut}.`} />;
  return (
    <NoteBanner message={`These are invented prices. The demo market is cut at ${cut}; play it day by day.`}>
      <div className={styles["row"]}>
        <Button size="small" kind="primary" disabled={isBusy} onClick={() => void play("session")}>
          Next session
        </Button>
        <Button size="small" disabled={isBusy} onClick={() => void play("year")}>
          Play a year
        </Button>
      </div>
    </NoteBanner>
  );
}

interface WaitingPartProps {
  /** ISO. */
  readonly since: string;
  readonly datasetId: string;
}

/** Prices are overdue: where they can come from. */
function WaitingPart({ since, datasetId }: WaitingPartProps): ReactElement {
  return (
    <NoteBanner message={`Waiting for prices since ${formatDay(since)}.`}>
      <div className={styles["row"]}>
        <Link href="/data">Add files to the dataset</Link>
        <FolderPermission datasetId={datasetId} />
      </div>
    </NoteBanner>
  );
}

/** Where new prices may wait in a watched folder that the browser wants to be asked for again. */
function FolderPermission({ datasetId }: { readonly datasetId: string }): ReactElement | null {
  const [asked, setAsked] = useState(0); // a permission's change is no change of the database
  const folder = useLiveQuery(() => lockedFolder(datasetId), [datasetId, asked]);
  if (!folder) return null;
  const allow = async () => {
    await folder.requestPermission({ mode: "read" });
    setAsked((times) => times + 1);
  };
  return (
    <Button size="small" onClick={() => void allow()}>
      Allow reading {shownName(folder.name)} again
    </Button>
  );
}

async function lockedFolder(datasetId: string) {
  const folder = (await loadWatchedFolder(datasetId))?.folder ?? null;
  return folder && (await folder.queryPermission({ mode: "read" })) !== "granted" ? folder : null;
}
