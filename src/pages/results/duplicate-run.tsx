import { useState } from "react";
import type { ReactElement } from "react";
import { useLocation } from "wouter";
import type { RunRecord } from "#src/storage/records.ts";
import { addStrategy } from "#src/storage/strategies.ts";
import { Button } from "#src/ui/button.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";

const SUFFIX = " (copy)";
const LONGEST_NAME = 120;

/** Stores the settings of the run, as they were then, as a new strategy. */
export function DuplicateRun({ run }: { readonly run: RunRecord }): ReactElement {
  const [busy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const showStatus = useStatus();
  const duplicate = async () => {
    if (busy) return;
    setBusy(true);
    const name = run.strategyName.slice(0, LONGEST_NAME - SUFFIX.length) + SUFFIX;
    const family = run.family ?? run.strategyId;
    const added = await addStrategy({ ...run.strategy, name }, run.datasetId, family).finally(() =>
      setBusy(false),
    );
    if (!added.ok) {
      showStatus(added.problem.message);
      return;
    }
    const { id } = added.value;
    showStatus(`"${name}" was added to your strategies.`, {
      label: "Edit it",
      act: () => navigate(`/simulation-steps?id=${id}&step=scanner`),
    });
  };
  return (
    <Button size="small" aria-disabled={busy} onClick={() => void duplicate()}>
      Duplicate
    </Button>
  );
}
