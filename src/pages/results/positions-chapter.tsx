import { memo } from "react";
import type { ReactElement } from "react";
import type { RunRecord } from "#src/storage/records.ts";
import type { Report } from "#workers/model/report.ts";
import styles from "./chapter-grid.module.css";
import { Chapter } from "./chapter.tsx";
import type { Exits } from "./exit-reasons.ts";
import { positionsFinding } from "./findings.ts";
import { PositionsTable } from "./positions-table.tsx";

interface PositionsChapterProps {
  readonly run: RunRecord;
  readonly report: Report;
  /** Of the period that is shown. */
  readonly shown: Report;
  readonly exits: Exits;
  /** ISO date after which the positions that are listed ended; null for all. */
  readonly since: string | null;
  readonly isReady: boolean;
  /** Shows the whole run again. */
  readonly onWhole: () => void;
}

/** Every position of the run. */
export const PositionsChapter = memo(function PositionsChapter(props: PositionsChapterProps): ReactElement {
  const { run, report, shown, exits, since, isReady, onWhole } = props;
  return (
    <Chapter id="positions" finding={positionsFinding(shown)}>
      {isReady ? (
        <PositionsTable run={run} report={report} exits={exits} since={since} onWhole={onWhole} />
      ) : (
        <div className={styles["tablePlace"]}>
          <h3>All Positions</h3>
        </div>
      )}
    </Chapter>
  );
});
