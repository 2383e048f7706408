/** What the checks of a run found so far; read again as more is found. */
import { useLiveQuery } from "dexie-react-hooks";
import { readRobustness } from "#src/storage/robustness-record.ts";
import type { CostRung, RobustnessParts } from "#src/storage/robustness-record.ts";
import { loadRun } from "#src/storage/runs.ts";
import { ENGINE_VERSION } from "#workers/model/engine-version.ts";

/** The run with other costs, by rising costs; null until these runs are there. */
export function useCostLadder(runId: string): readonly CostRung[] | null {
  return useKeptParts(runId).costs ?? null;
}

export function useKeptParts(runId: string): RobustnessParts {
  const stored = useLiveQuery(async () => {
    const run = await loadRun(runId);
    return run.ok ? readRobustness(run.value.robustness, ENGINE_VERSION) : NOTHING;
  }, [runId]);
  return stored ?? NOTHING;
}

const NOTHING: RobustnessParts = {};
