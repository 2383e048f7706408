/** What a person must know, or decide, before the next session is recorded. */
import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { CodeConsent } from "#src/code/code-consent.tsx";
import { ownCodeOf } from "#src/code/own-code-of.ts";
import { formatDay } from "#src/format/day.ts";
import { resumeDeployment } from "#src/run/change-deployment.ts";
import { stepDeployment } from "#src/run/step-deployments.ts";
import type { StoredDeployment } from "#src/storage/deployment-record.ts";
import { findChange } from "#src/storage/deployments.ts";
import { NoteBanner, WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { isOver } from "#workers/model/deployment.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import type { Problem } from "#workers/model/problem.ts";
import styles from "./deployments-page.module.css";
import { OtherDataset } from "./other-dataset.tsx";
import type { Attempt } from "./other-dataset.tsx";

interface NoticesProps {
  readonly stored: StoredDeployment;
  readonly onProblem: (problem: Problem | null) => void;
}

export function Notices({ stored, onProblem }: NoticesProps): ReactElement {
  const { record, deployment } = stored;
  const { id, asks, waits, notes = [], parted, head, isPaused } = record;
  const [isBusy, setBusy] = useState(false);
  const attempt: Attempt = async (work) => {
    setBusy(true);
    const done = await work().finally(() => setBusy(false));
    onProblem(done.ok ? null : done.problem);
  };
  return (
    <>
      <ChangeNotice deployment={deployment} />
      {waits !== undefined && (
        <WarningBanner message={`It waits, and nothing is recorded: ${waits}`}>
          <OtherDataset stored={stored} isBusy={isBusy} attempt={attempt} />
        </WarningBanner>
      )}
      {waits !== undefined && (
        <CodeConsent fields={ownCodeOf(head)} onAllowed={() => void attempt(() => stepDeployment(id))} />
      )}
      {asks && !isPaused && (
        <NoteBanner
          message={`Before the sessions up to ${formatDay(asks.upTo)} are recorded, have a look: what is recorded can't be changed.`}
        >
          <ul className={styles["asked"]}>
            {asks.messages.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
          <Button
            size="small"
            disabled={isBusy}
            onClick={() => void attempt(() => stepDeployment(id, { accepted: asks.upTo }))}
          >
            Record them as they are
          </Button>
          <span className={styles["soft"]}>Or correct the dataset: it is then checked again.</span>
        </NoteBanner>
      )}
      {notes.length > 0 && (
        <NoteBanner message="Of the last sessions:">
          <ul className={styles["asked"]}>
            {notes.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </NoteBanner>
      )}
      {parted && (
        <NoteBanner
          message={`This is one of two copies of a deployment whose records are not the same: ${parted.session === null ? "they began differently" : `they differ from ${formatDay(parted.session)} on`}. Both are kept.`}
        />
      )}
      {isPaused && (
        <NoteBanner message="It is paused. Sessions that come meanwhile are recorded when it goes on.">
          <Button size="small" disabled={isBusy} onClick={() => void attempt(() => resumeDeployment(id))}>
            Go on
          </Button>
        </NoteBanner>
      )}
      {head.stop !== null && (
        <NoteBanner
          message={
            isOver(deployment)
              ? "You stopped it: everything is sold, and the record has ended."
              : "You stopped it: nothing is bought any more, and what is open is sold at the next session."
          }
        />
      )}
    </>
  );
}

interface ChangeNoticeProps {
  /** The same object as long as nothing new was read. */
  readonly deployment: Deployment;
}

/** Says of a deployment that what is stored is not what was recorded: its chain is checked whenever it was read. */
function ChangeNotice({ deployment }: ChangeNoticeProps): ReactElement | null {
  const [change, setChange] = useState<Problem | null>(null);
  useEffect(() => {
    let isWanted = true;
    const look = async () => {
      const found = await findChange(deployment);
      if (isWanted) setChange(found);
    };
    void look(); // a failure is shown by UnexpectedErrors
    return () => {
      isWanted = false;
    };
  }, [deployment]);
  return change && <WarningBanner message={`It is not what was recorded: ${change.message}`} />;
}
