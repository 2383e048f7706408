import type { ReactElement } from "react";
import { Link } from "wouter";
import { countOf } from "#src/format/number.ts";
import { compareAddress, FEWEST_RUNS, MOST_RUNS } from "#src/share/compared-runs.ts";
import type { RunSummary } from "#src/storage/run-history.ts";
import { Button, buttonClass } from "#src/ui/button.tsx";
import { CloseIcon } from "#src/ui/icons.tsx";
import page from "#src/ui/page.module.css";
import { isPinned } from "./run-columns.ts";
import styles from "./runs-page.module.css";

interface ChosenRunsBarProps {
  readonly runs: readonly RunSummary[];
  readonly onPin: (areToBePinned: boolean) => void;
  readonly onDelete: () => void;
  readonly onClear: () => void;
}

/** What can be done with the runs that are ticked; stays at the foot of the screen while there are some. */
export function ChosenRunsBar({ runs, onPin, onDelete, onClear }: ChosenRunsBarProps): ReactElement {
  const results = runs.filter(({ state }) => state === "complete");
  const isUnderWay = runs.some(({ finishedAt }) => finishedAt === null);
  const arePinned = runs.every(isPinned);
  const canCompare = results.length >= FEWEST_RUNS && results.length <= MOST_RUNS;
  return (
    <section className={styles["chosenBar"]} aria-label="Chosen runs">
      <p className={styles["chosenCount"]}>
        <output>{countOf(runs.length, "run")} chosen</output>
        {!canCompare && <span>Compare takes two to six results.</span>}
        {isUnderWay && <span>A run under way can’t be deleted: cancel it first.</span>}
      </p>
      <div className={page["actions"]}>
        {canCompare && (
          <Link
            href={compareAddress(results.map(({ id }) => id))}
            className={buttonClass("primary", "small")}
          >
            Compare
          </Link>
        )}
        <Button size="small" onClick={() => onPin(!arePinned)}>
          {arePinned ? "Unpin" : "Pin"}
        </Button>
        <Button size="small" kind="danger" disabled={isUnderWay} onClick={onDelete}>
          Delete
        </Button>
        <Button size="small" kind="quiet" aria-label="Choose none" title="Choose none" onClick={onClear}>
          <CloseIcon />
        </Button>
      </div>
    </section>
  );
}
