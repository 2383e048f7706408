/** Above a result's heading: which run of which strategy it is, the ones before and after it, and what changed. */
import { useLiveQuery } from "dexie-react-hooks";
import { lazy, Suspense } from "react";
import type { ReactElement, ReactNode } from "react";
import { Link } from "wouter";
import { formatMoment } from "#src/format/day.ts";
import { shownName } from "#src/format/shown.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { loadRunPlace } from "#src/storage/run-history.ts";
import styles from "./run-line.module.css";

const RunChange = lazy(async () => ({ default: (await import("./run-change.tsx")).RunChange }));

export function RunLine({ run }: { readonly run: RunRecord }): ReactElement {
  const { id, strategyId, strategyName, startedAt, state, isVariant } = run;
  const found = useLiveQuery(async () => ({ id, place: await loadRunPlace(run) }), [id]);
  const place = found?.id === id ? found.place : null;
  const number = place?.number ?? run.number;
  const before = state === "complete" ? place?.before : null;
  return (
    <div className={styles["runLine"]}>
      <div className={styles["row"]}>
        <nav aria-label="Breadcrumb">
          <ol className={styles["crumbs"]}>
            <li>
              <Link href="/strategy">Strategies</Link>
            </li>
            <li className={styles["name"]}>
              <Link
                href={`/runs?strategy=${encodeURIComponent(strategyId)}`}
                title="All runs of this strategy"
              >
                <bdi>{shownName(strategyName)}</bdi>
              </Link>
            </li>
            <li aria-current="page">
              {number === undefined ? "Run" : `Run ${number}`}
              {isVariant === true && ", a variant"}, {formatMoment(startedAt)}
            </li>
          </ol>
        </nav>
        <nav className={styles["steps"]} aria-label="Runs of this strategy">
          <Step to={place?.older ?? null}>‹ Older</Step>
          <Step to={place?.newer ?? null}>Newer ›</Step>
        </nav>
      </div>
      {before && (
        <Suspense>
          <RunChange run={run} before={before.run} number={before.number} />
        </Suspense>
      )}
    </div>
  );
}

interface StepProps {
  /** The id of a run; null at the end of the row. */
  readonly to: string | null;
  readonly children: ReactNode;
}

function Step({ to, children }: StepProps): ReactElement {
  if (to === null) return <span className={styles["end"]}>{children}</span>;
  return <Link href={`/simulation-result?run=${to}`}>{children}</Link>;
}
