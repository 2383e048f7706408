/** What the checks of a run found so far; read again as more is found. */
import { useLiveQuery } from "dexie-react-hooks";
import { engineOf } from "#src/run/engine-of.ts";
import type { RunRecord } from "#src/storage/records.ts";
import { readRobustness } from "#src/storage/robustness-record.ts";
import type { RobustnessParts } from "#src/storage/robustness-record.ts";
import { loadRun } from "#src/storage/runs.ts";

/** The same object as long as nothing more was found. */
export function useKeptParts(runId: string): RobustnessParts {
  const stored = useLiveQuery(async () => {
    const run = await loadRun(runId);
    return run.ok && run.value.robustness ? keptParts(run.value) : NOTHING;
  }, [runId]);
  return stored ?? NOTHING;
}

/** What the engine of today found of it. */
export async function keptParts({ robustness, strategy }: RunRecord): Promise<RobustnessParts> {
  return readRobustness(robustness, await engineOf(strategy));
}

const NOTHING: RobustnessParts = {};
