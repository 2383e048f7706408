/** All deployments on one page: what each is worth, what changed, and what waits. */
import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import type { ReactElement } from "react";
import { Link, useLocation } from "wouter";
import { formatDay } from "#src/format/day.ts";
import { formatMoney } from "#src/format/money.ts";
import { countOf, formatPercentChange } from "#src/format/number.ts";
import { shown, shownName } from "#src/format/shown.ts";
import type { DeploymentRecord } from "#src/storage/deployment-record.ts";
import { listDeployments, sketchLedger } from "#src/storage/deployments.ts";
import type { LedgerSketch } from "#src/storage/deployments.ts";
import { Badge } from "#src/ui/badge.tsx";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button, buttonClass } from "#src/ui/button.tsx";
import { Change } from "#src/ui/change.tsx";
import { EmptyState } from "#src/ui/empty-state.tsx";
import { PageHeading } from "#src/ui/page-heading.tsx";
import { SmallCurves } from "#src/ui/small-curves.tsx";
import type { DamagedRecord } from "#src/storage/records.ts";
import { barsOf } from "#workers/model/deployment-format.ts";
import { isOver } from "#workers/model/deployment.ts";
import type { Problem } from "#workers/model/problem.ts";
import { fillsExpected, ringing } from "./alarms.ts";
import { accountFigures, waitingSince } from "./figures.ts";
import { currencyOf } from "./currency-of.ts";
import { NewDeployment } from "./new-deployment.tsx";
import styles from "./deployments-page.module.css";
import { orderLines } from "./orders.ts";
import { useDelete } from "./use-delete.ts";
import { useNow } from "./use-now.ts";
import { growthInWords, useYardsticks } from "./use-yardsticks.ts";

interface Row {
  readonly record: DeploymentRecord;
  readonly ledger: LedgerSketch;
  readonly currency: string;
  /** Fills a session of its backtest; null where it is not known, or nobody wants to be told. */
  readonly expected: number | null;
}

async function listRows(): Promise<{ readonly rows: Row[]; readonly damaged: readonly DamagedRecord[] }> {
  const { records, damaged } = await listDeployments();
  const rows = await Promise.all(
    records.map(async (record) => ({
      record,
      ledger: await sketchLedger(record.id),
      currency: await currencyOf(record.head),
      expected: await fillsExpected(record.alarms?.tradesFactor === undefined ? undefined : record.runId),
    })),
  );
  return { rows, damaged };
}

/** @param runId - the run that a deployment is to be made of; null for none */
export function DeploymentList({ runId }: { readonly runId: string | null }): ReactElement {
  const stored = useLiveQuery(listRows);
  const now = useNow();
  const [, navigate] = useLocation();
  return (
    <div className={styles["page"]}>
      <PageHeading
        title="Virtual deployments"
        lead="Paper trading: strategies that go on after their backtest, session after session, on virtual accounts of their own."
      >
        <Link href="/verify" className={buttonClass()}>
          Check a record
        </Link>
      </PageHeading>
      {stored?.damaged.map((damaged) => (
        <Damaged key={damaged.id} damaged={damaged} />
      ))}
      {stored?.rows.length === 0 && (
        <EmptyState
          title="No deployment yet"
          text="Open the result of a run and press Virtual Deployment. The strategy then decides anew with each session that its data gains. Its record can't be changed afterwards without showing it."
        >
          <Link href="/runs" className={buttonClass("primary")}>
            Go to your runs
          </Link>
        </EmptyState>
      )}
      {stored && stored.rows.length > 0 && (
        <ul className={styles["list"]}>
          {stored.rows.map((row) => (
            <Card key={row.record.id} {...row} now={now} />
          ))}
        </ul>
      )}
      {runId !== null && (
        <NewDeployment
          runId={runId}
          onClose={() => navigate(`/simulation-result?run=${runId}`, { replace: true })}
          onMade={({ id }) => navigate(`/deployments?id=${id}`, { replace: true })}
        />
      )}
    </div>
  );
}

function Card({ record, ledger, currency, expected, now }: Row & { readonly now: number }): ReactElement {
  const { head } = record;
  const account = ledger.closes.map((close) => close.equity);
  const figures = accountFigures(head.startMargin, ledger.closes);
  const { equity, dayChange, growth } = figures;
  const yardsticks = useYardsticks(record, ledger.closes);
  const [first] = yardsticks?.ok ? yardsticks.value : [];
  const trading = { frequency: barsOf(head).frequency, sessions: account.length, fills: ledger.fills };
  const alarms = ringing(record.alarms ?? {}, figures, trading, expected);
  const orders = ledger.last ? orderLines(ledger.last, head.stop !== null).length : 0;
  return (
    <li className={styles["card"]}>
      <div className={styles["name"]}>
        <h2>
          <Link href={`/deployments?id=${encodeURIComponent(record.id)}`}>{shownName(head.name)}</Link>
        </h2>
        <p className={styles["soft"]}>
          {shownName(head.dataset?.name ?? "No dataset")} · since {formatDay(head.begins)}
        </p>
        <p className={styles["badges"]}>
          {alarms.length > 0 && (
            <Badge tone="danger">{alarms.length === 1 ? "An alarm" : `${alarms.length} alarms`}</Badge>
          )}
          <States record={record} ledger={ledger} now={now} />
        </p>
      </div>
      <div>
        <SmallCurves
          account={[head.startMargin, ...account]}
          index={first ? [head.startMargin, ...first.values] : []}
        />
      </div>
      <div className={styles["state"]}>
        <dl className={styles["figures"]}>
          <div>
            <dt>Account</dt>
            <dd>{formatMoney(equity, currency, 0)}</dd>
          </div>
          <div>
            <dt>Last session</dt>
            <dd>
              <Change value={dayChange} text={formatPercentChange(dayChange, 2)} />
            </dd>
          </div>
          <div>
            <dt>Since the start</dt>
            <dd>
              <Change value={growth} text={formatPercentChange(growth, 1)} />
            </dd>
          </div>
          <div>
            <dt>Open positions</dt>
            <dd>{ledger.last?.positions.length ?? 0}</dd>
          </div>
          <div>
            <dt>Orders waiting</dt>
            <dd>{orders}</dd>
          </div>
        </dl>
        {account.length > 0 && (
          <p className={styles["beside"]}>
            {yardsticks &&
              (yardsticks.ok
                ? `Since its start: ${growthInWords(yardsticks.value)}`
                : shown(yardsticks.problem.message))}
          </p>
        )}
      </div>
    </li>
  );
}

/** What is special about it now, in short words. */
function States({
  record,
  ledger: { closes, last },
  now,
}: Pick<Row, "record" | "ledger"> & { readonly now: number }): ReactElement {
  const sessions = closes.map(({ session }) => session);
  const since = waitingSince(record, sessions, now);
  const isAtEnd = last !== null && isOver({ ledger: [last] });
  return (
    <>
      {record.asks && !record.isPaused && <Badge tone="notice">Needs your answer</Badge>}
      {record.waits !== undefined && <Badge tone="danger">Waits, and records nothing</Badge>}
      {record.isPaused && <Badge>Paused</Badge>}
      {record.head.stop !== null && <Badge>Stopped</Badge>}
      {record.parted && <Badge tone="notice">Differs from another copy</Badge>}
      {record.playedTo !== undefined && <Badge>Invented prices, played forward</Badge>}
      {since !== null && !isAtEnd && <Badge tone="notice">Waiting for prices since {formatDay(since)}</Badge>}
      <Badge>{countOf(record.entries, "recorded session")}</Badge>
    </>
  );
}

function Damaged({ damaged: { id, name, problem } }: { readonly damaged: DamagedRecord }): ReactElement {
  const deleteOne = useDelete();
  const [failed, setFailed] = useState<Problem | null>(null);
  return (
    <WarningBanner message={(failed ?? problem).message}>
      <Button
        kind="danger"
        size="small"
        onClick={async () => setFailed(await deleteOne(id, name || "The damaged deployment"))}
      >
        Delete the damaged record
      </Button>
    </WarningBanner>
  );
}
