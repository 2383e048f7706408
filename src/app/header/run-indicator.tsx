/** In the header while simulations are under way, of this tab or another: what they are, how far, and their end. */
import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { formatCount, formatPercent } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { useRunStore } from "#src/run/run-store.ts";
import type { LiveRun } from "#src/run/run-store.ts";
import { Button } from "#src/ui/button.tsx";
import styles from "./run-indicator.module.css";

export function RunIndicator(): ReactElement | null {
  const own = useRunStore((store) => store.runs);
  const elsewhere = useRunStore((store) => store.elsewhere);
  const runs = [...Object.values(own), ...Object.values(elsewhere)];
  useLostTabs(Object.keys(elsewhere).length > 0);
  if (runs.length === 0) return null;
  return (
    <details className={styles["indicator"]}>
      <summary className={styles["summary"]}>{`${formatCount(runs.length)} running`}</summary>
      <ul className={styles["list"]} aria-label="Simulations under way" data-own-stops="">
        {runs.map((run) => (
          <RunItem key={run.runId} run={run} isElsewhere={!own[run.runId]} />
        ))}
      </ul>
    </details>
  );
}

interface RunItemProps {
  readonly run: LiveRun;
  readonly isElsewhere: boolean;
}

function RunItem({ run, isElsewhere }: RunItemProps): ReactElement {
  const [isAsked, setAsked] = useState(false); // another tab answers a moment later
  const isCancelling = isAsked || run.state === "cancelling";
  const cancel = async () => {
    setAsked(true);
    const { cancelRun } = await import("#src/run/start-run.ts"); // the header comes before it
    cancelRun(run.runId);
  };
  return (
    <li className={styles["item"]}>
      <div className={styles["about"]}>
        <Link href={`/simulation-result?run=${run.runId}`}>{shownName(run.strategyName)}</Link>
        <p className={styles["state"]}>
          {stateText(run)}
          {isElsewhere && ", in another tab"}
        </p>
      </div>
      <Button
        size="small"
        aria-disabled={isCancelling}
        aria-label={`Cancel the simulation of ${shownName(run.strategyName)}`}
        onClick={() => void cancel()}
      >
        {isCancelling ? "Cancelling..." : "Cancel"}
      </Button>
    </li>
  );
}

function stateText({ state, progress }: LiveRun): string {
  switch (state) {
    case "queued":
      return "Waiting for its turn";
    case "running":
      return `Running, ${formatPercent(Math.floor(progress.percent), 0)}`;
    case "cancelling":
      return "Being cancelled";
  }
}

const LOOK_MS = 5000;

/** A tab that died can't say that its runs are over: looks for them now and then. */
function useLostTabs(isWatching: boolean): void {
  useEffect(() => {
    if (!isWatching) return undefined;
    const look = async () => {
      const { markInterruptedRuns } = await import("#src/run/start-run.ts");
      await markInterruptedRuns();
    };
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isWatching]);
}
