/** What the form says otherwise than the last run of the strategy did, and what came of that so far. */
import { useLiveQuery } from "dexie-react-hooks";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { percentChanges, settingChanges } from "#src/run/run-changes.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { lastCompleteRun } from "#src/storage/run-history.ts";
import { ChangeList, FigureChangeList } from "#src/ui/change-list.tsx";
import page from "#src/ui/page.module.css";
import { Panel } from "#src/ui/panel.tsx";
import type { FormOutcome } from "./form-values.ts";
import styles from "./strategy-form.module.css";
import type { Rehearsed } from "./use-rehearsal.ts";

interface ChangesPanelProps {
  readonly strategyId: string;
  /** null while a field can't be read. */
  readonly outcome: FormOutcome | null;
  readonly rehearsed: Rehearsed;
  readonly currency: string;
}

/** Nothing for a strategy that was not run yet. */
export function ChangesPanel({ strategyId, ...rest }: ChangesPanelProps): ReactElement | null {
  const last = useLiveQuery(() => lastCompleteRun(strategyId), [strategyId]);
  if (!last || !rest.outcome) return null;
  return (
    <Panel title={`Since run ${last.number}`}>
      <div className={styles["words"]}>
        <Since run={last.run} outcome={rest.outcome} rehearsed={rest.rehearsed} currency={rest.currency} />
        <p>
          <Link className={styles["lineLink"]} href={`/simulation-result?run=${last.run.id}`}>
            Show run {last.number}
          </Link>
        </p>
      </div>
    </Panel>
  );
}

interface SinceProps {
  readonly run: RunRecord;
  readonly outcome: FormOutcome;
  readonly rehearsed: Rehearsed;
  readonly currency: string;
}

function Since({ run, outcome, rehearsed: { sketch, isCurrent }, currency }: SinceProps): ReactElement {
  const changes = settingChanges(run.strategy, outcome.strategy, currency);
  const isOtherData = run.datasetId !== outcome.datasetId;
  if (changes.length === 0 && !isOtherData) return <p className={page["quiet"]}>The same settings.</p>;
  return (
    <>
      {isOtherData && <p>Another dataset: it ran on {run.datasetTitle}.</p>}
      <ChangeList changes={changes} />
      {sketch && isCurrent && run.headline && (
        <FigureChangeList figures={percentChanges(run.headline, sketch)} />
      )}
    </>
  );
}
