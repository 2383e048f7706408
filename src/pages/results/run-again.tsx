import { useState } from "react";
import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { startRun, startVariant } from "#src/run/start-run.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { Button } from "#src/ui/button.tsx";
import type { ButtonKind, ButtonSize } from "#src/ui/button.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";

interface RunAgainProps {
  readonly run: Pick<RunRecord, "strategyId" | "strategy" | "isVariant">;
  readonly kind?: ButtonKind;
  readonly size?: ButtonSize;
  readonly disabled?: boolean;
}

/** Starts a new run of the strategy as it is saved now, or of the same variant of it; the old run stays as it is. */
export function RunAgain(props: RunAgainProps): ReactElement {
  const { run, kind = "secondary", size = "medium", disabled = false } = props;
  const { busy, start } = useRunAgain(run);
  return (
    <Button kind={kind} size={size} disabled={busy || disabled} onClick={() => void start()}>
      Run again
    </Button>
  );
}

/** What the button does, for a menu to do it too. */
export function useRunAgain(run: RunAgainProps["run"]) {
  const [busy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const showStatus = useStatus();
  const start = async () => {
    setBusy(true);
    const { strategyId, strategy, isVariant } = run;
    const starting = isVariant === true ? startVariant(strategyId, strategy) : startRun(strategyId);
    const started = await starting.finally(() => setBusy(false));
    if (started.ok) navigate(`/simulation-result?run=${started.value.runId}`);
    else showStatus(started.problem.message);
  };
  return { busy, start };
}
