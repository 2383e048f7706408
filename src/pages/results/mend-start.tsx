import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { startMend, withTerms } from "#src/run/start-problem.ts";
import type { StartMend } from "#src/run/start-problem.ts";
import { startRun, startVariant } from "#src/run/start-run.ts";
import { loadDataset } from "#src/storage/datasets.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { findSample } from "#src/storage/samples.ts";
import { loadStrategy, saveStrategy } from "#src/storage/strategies.ts";
import { Button } from "#src/ui/button.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { Result } from "#workers/model/problem.ts";

/** What lets a start that was refused begin, in one click; nothing where a person has to think for themselves. */
export function MendStart({ run }: { readonly run: RunRecord }): ReactElement | null {
  const [busy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const showStatus = useStatus();
  const dataset = useLiveQuery(() => loadDataset(run.datasetId), [run.datasetId]);
  const mend =
    run.problem && dataset && startMend(run.problem, run.strategy, dataset.ok ? dataset.value : null);
  if (!mend) return null;
  const act = async () => {
    setBusy(true);
    const started = await startMended(run, mend).finally(() => setBusy(false));
    if (started.ok) navigate(`/simulation-result?run=${started.value.runId}`);
    else showStatus(started.problem.message);
  };
  return (
    <Button kind="primary" disabled={busy} onClick={() => void act()}>
      {mend.label}
    </Button>
  );
}

/** In the stored strategy, as it stands now; a built-in one and a variant are run with other settings. */
async function startMended(
  { strategyId, strategy, isVariant }: RunRecord,
  { changes }: StartMend,
): Promise<Result<{ readonly runId: string }>> {
  if (isVariant === true || findSample(strategyId))
    return startVariant(strategyId, withTerms(strategy, changes));
  const stored = await loadStrategy(strategyId);
  if (!stored.ok) return stored;
  const saved = await saveStrategy(
    strategyId,
    withTerms(stored.value.strategy, changes),
    stored.value.revision,
  );
  return saved.ok ? startRun(strategyId) : saved;
}
