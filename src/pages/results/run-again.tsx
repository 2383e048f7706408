import { useState } from "react";
import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { startRun } from "#src/run/start-run.ts";
import { Button } from "#src/ui/button.tsx";
import type { ButtonKind } from "#src/ui/button.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";

interface RunAgainProps {
  readonly strategyId: string;
  readonly kind?: ButtonKind;
  readonly disabled?: boolean;
}

/** Starts a new run of the strategy as it is saved now; the old run stays as it is. */
export function RunAgain({ strategyId, kind = "secondary", disabled = false }: RunAgainProps): ReactElement {
  const [busy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const showStatus = useStatus();
  const start = async () => {
    setBusy(true);
    const started = await startRun(strategyId).finally(() => setBusy(false));
    if (started.ok) navigate(`/simulation-result?run=${started.value.runId}`);
    else showStatus(started.problem.message);
  };
  return (
    <Button kind={kind} disabled={busy || disabled} onClick={() => void start()}>
      Run again
    </Button>
  );
}
