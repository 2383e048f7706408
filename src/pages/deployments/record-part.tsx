/** The record: its head to post elsewhere, and whether it follows from the prices of today. */
import { useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { countOf } from "#src/format/number.ts";
import { dataOf, replayOn } from "#src/run/deploy-calls.ts";
import type { StoredDeployment } from "#src/storage/deployment-record.ts";
import { Button } from "#src/ui/button.tsx";
import { copyText } from "#src/ui/copy-text.ts";
import { Panel } from "#src/ui/panel.tsx";
import { ReplayVerdict } from "#src/ui/replay-verdict.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import { headOf } from "#workers/model/deployment-chain.ts";
import type { ReplayReport } from "#workers/model/deployment-report.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import styles from "./deployments-page.module.css";

/** What is to be said of it without being asked: that the past was changed, or put on another basis. null for nothing. */
async function unlike({ record, deployment }: StoredDeployment): Promise<ReplayReport | null> {
  if (deployment.ledger.length === 0) return null;
  const data = await dataOf(deployment);
  if (!data.ok) return null; // why it waits is said above
  const report = await replayOn(deployment, data.value.source, record.playedTo ?? null);
  return report.ok && (report.value.verdict === "different" || report.value.rebased.length > 0)
    ? report.value
    : null;
}

export function RecordPart({ stored }: { readonly stored: StoredDeployment }): ReactElement {
  const { record, deployment } = stored;
  const [isBusy, setBusy] = useState(false);
  const [checked, setChecked] = useState<Result<ReplayReport> | null>(null);
  const showStatus = useStatus();
  const atFirst = useRef(stored);
  useEffect(() => {
    let isWanted = true;
    const look = async () => {
      const report = await unlike(atFirst.current);
      if (isWanted && report) setChecked((before) => before ?? ok(report));
    };
    void look(); // a failure is shown by UnexpectedErrors
    return () => {
      isWanted = false;
    };
  }, []);
  const head = headOf(deployment);
  const later = checked?.ok ? deployment.ledger.length - checked.value.entries : 0;
  const check = async () => {
    setBusy(true);
    const data = await dataOf(deployment);
    const upTo = record.playedTo ?? null;
    setChecked(data.ok ? await replayOn(deployment, data.value.source, upTo) : data);
    setBusy(false);
  };
  const copy = async () =>
    showStatus(
      (await copyText(head)) ? "The head is on the clipboard." : "This browser does not let the page copy.",
    );
  return (
    <Panel title="The record">
      <p>
        Each entry names the one before it by its hash, so that a later change of any of them shows. Post the
        head, the hash of the last entry, where others see it: it dates the record up to today.
      </p>
      <p className={styles["hash"]}>
        <code>{head}</code>{" "}
        <Button size="small" onClick={() => void copy()}>
          Copy the head
        </Button>
      </p>
      <div className={styles["row"]}>
        <Button size="small" disabled={isBusy || deployment.ledger.length === 0} onClick={() => void check()}>
          {isBusy ? "Replaying..." : "Check it against today's prices"}
        </Button>
        <Link href="/verify">Check an exported file</Link>
      </div>
      {checked && <ReplayVerdict checked={checked} strategy={deployment.strategy} />}
      {later > 0 && (
        <p className={styles["soft"]}>
          {countOf(later, "session")} recorded since then: check it again to have{" "}
          {later === 1 ? "it" : "them"} among the others.
        </p>
      )}
    </Panel>
  );
}
