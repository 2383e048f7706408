import { useMemo } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { countOf } from "#src/format/number.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { changesBetween, figureChanges } from "#src/run/run-changes.ts";
import type { Change } from "#src/run/run-changes.ts";
import { ChangeList, FigureChangeList } from "#src/ui/change-list.tsx";
import page from "#src/ui/page.module.css";
import styles from "./run-line.module.css";

/** As many as are taken in at a glance, each as long as fits beside others; the rest unfolds. */
const MOST_IN_SIGHT = 3;
const LONGEST_IN_SIGHT = 60;

interface RunChangeProps {
  readonly run: RunRecord;
  /** The last run before it that has a result, and its number. */
  readonly before: RunRecord;
  readonly number: number;
}

/** What this change did: what was set otherwise than in the run before, and what the figures became. */
export function RunChange({ run, before, number }: RunChangeProps): ReactElement {
  const changes = useMemo(() => changesBetween(before, run), [before, run]);
  const figures = useMemo(() => figureChanges(before, run), [before, run]);
  const isSame = changes.length === 0 && figures.every(({ before: was, after }) => was === after);
  const isShort =
    changes.length <= MOST_IN_SIGHT && changes.every((change) => lengthOf(change) <= LONGEST_IN_SIGHT);
  return (
    <section className={styles["change"]} aria-label={`What changed since run ${number}`}>
      <p className={styles["since"]}>
        Since <Link href={`/simulation-result?run=${before.id}`}>Run {number}</Link>
      </p>
      {changes.length === 0 && (
        <p className={page["quiet"]}>
          {isSame ? "the same settings, the same data, the same result." : "the same settings and data."}
        </p>
      )}
      {changes.length > 0 && isShort && <ChangeList changes={changes} />}
      {!isSame && <FigureChangeList figures={figures} />}
      {changes.length > 0 && !isShort && (
        <details className={styles["all"]}>
          <summary>
            {countOf(changes.length, "change")}: {namesOf(changes)}
          </summary>
          <ChangeList changes={changes} />
        </details>
      )}
    </section>
  );
}

function lengthOf({ name, before, after }: Change): number {
  return name.length + before.length + after.length;
}

function namesOf(changes: readonly Change[]): string {
  const names = changes.slice(0, MOST_IN_SIGHT).map(({ name }) => name);
  return [...names, ...(changes.length > MOST_IN_SIGHT ? ["…"] : [])].join(", ");
}
