import { useState } from "react";
import type { ReactElement } from "react";
import { Link, useLocation } from "wouter";
import { cancelRun, startRun } from "#src/run/start-run.ts";
import { duplicateStrategy } from "#src/storage/strategies.ts";
import { Button, buttonClass } from "#src/ui/button.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { Problem } from "#workers/model/problem.ts";
import { runUnderWay } from "./entry-status.ts";
import type { StrategyEntry } from "./overview.ts";

interface StrategyActionsProps {
  readonly entry: StrategyEntry;
  readonly onProblem: (problem: Problem | null) => void;
  /** Only the next thing to do, and editing. */
  readonly isShort?: boolean;
}

/** The ways on from a strategy, for a row of small buttons. */
export function StrategyActions({ entry, onProblem, isShort = false }: StrategyActionsProps): ReactElement {
  const { id } = entry.record;
  const { busy, start, duplicate } = useActions(id, onProblem);
  const underWay = runUnderWay(entry);
  const shown = underWay ?? entry.latestComplete?.id ?? null;
  const isUnderWay = underWay !== null;
  const startsToShow = shown === null && entry.isShownAsSimulated;
  return (
    <>
      {shown !== null && (
        <Link href={`/simulation-result?run=${shown}`} className={buttonClass("primary", "small")}>
          {isUnderWay ? "Show Progress" : "Show Results"}
        </Link>
      )}
      {isUnderWay && (
        <Button size="small" onClick={() => cancelRun(underWay)}>
          Cancel
        </Button>
      )}
      {startsToShow && (
        <Button size="small" kind="primary" aria-disabled={busy} onClick={() => void start()}>
          Show Results
        </Button>
      )}
      {!isUnderWay && !startsToShow && !(isShort && shown !== null) && (
        <Button
          size="small"
          kind={shown === null ? "primary" : "secondary"}
          aria-disabled={busy}
          onClick={() => void start()}
        >
          Start Simulation
        </Button>
      )}
      <Link href={`/simulation-steps?id=${id}&step=scanner`} className={buttonClass("secondary", "small")}>
        Edit Strategy
      </Link>
      {!isShort && (
        <Button size="small" aria-disabled={busy} onClick={() => void duplicate()}>
          Duplicate Strategy
        </Button>
      )}
    </>
  );
}

/** A click during another action does nothing; the buttons stay enabled, so that they keep the focus. */
function useActions(strategyId: string, onProblem: (problem: Problem | null) => void) {
  const [busy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const showStatus = useStatus();
  return {
    busy,
    start: async () => {
      if (busy) return;
      setBusy(true);
      const started = await startRun(strategyId).finally(() => setBusy(false));
      onProblem(started.ok ? null : started.problem);
      if (started.ok) navigate(`/simulation-result?run=${started.value.runId}`);
    },
    duplicate: async () => {
      if (busy) return;
      setBusy(true);
      const copied = await duplicateStrategy(strategyId).finally(() => setBusy(false));
      onProblem(copied.ok ? null : copied.problem);
      if (copied.ok) showStatus(`"${copied.value.name}" was added to your strategies.`);
    },
  };
}
