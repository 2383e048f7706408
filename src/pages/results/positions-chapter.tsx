import { Suspense, lazy, memo } from "react";
import type { ReactElement } from "react";
import { formatDay } from "#src/format/day.ts";
import type { RunRecord } from "#src/storage/records.ts";
import type { Report } from "#workers/model/report.ts";
import styles from "./chapter-grid.module.css";
import { Chapter } from "./chapter.tsx";
import type { Exits } from "./exit-reasons.ts";
import { positionsFinding } from "./findings.ts";
import { PositionsTable } from "./positions-table.tsx";

/** Of a run by weights. */
const HeldPart = lazy(async () => ({ default: (await import("./late-parts.ts")).HeldPart }));

interface PositionsChapterProps {
  readonly run: RunRecord;
  readonly report: Report;
  /** Report of the period that is shown. */
  readonly shown: Report;
  readonly exits: Exits;
  readonly isReady: boolean;
  /** The prices may be read again for it. */
  readonly isLast: boolean;
  /** Shows the whole run again. */
  readonly onWhole: () => void;
}

const HELD_PLACE = <div className={styles["heldPlace"]} />;

/** Every position of the part of the run that is shown. */
export const PositionsChapter = memo(function PositionsChapter(props: PositionsChapterProps): ReactElement {
  const { run, report, shown, exits, isReady, isLast, onWhole } = props;
  return (
    <Chapter id="positions" finding={positionsFinding(shown)} note={endedBefore(report, shown)}>
      {report.rebalances &&
        (isReady ? (
          <Suspense fallback={HELD_PLACE}>
            <HeldPart run={run} report={report} isWanted={isLast} />
          </Suspense>
        ) : (
          HELD_PLACE
        ))}
      {isReady ? (
        <PositionsTable run={run} report={report} shown={shown} exits={exits} onWhole={onWhole} />
      ) : (
        <div className={styles["tablePlace"]}>
          <h3>All Positions</h3>
        </div>
      )}
    </Chapter>
  );
});

/** Where the part that is shown ends before the run does. */
function endedBefore({ metadata }: Report, shown: Report): string | undefined {
  const { backtestStart, backtestEnd } = shown.metadata;
  if (backtestEnd === metadata.backtestEnd) return undefined;
  return `Those that ended after ${formatDay(backtestStart)} and by ${formatDay(backtestEnd)}; what was open at that close is not among them`;
}
