import { countOf } from "#src/format/number.ts";
import type { RunSummary } from "#src/storage/run-history.ts";
import { pinRuns, removeRuns, restoreRuns } from "#src/storage/runs.ts";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { Problem, Result } from "#workers/model/problem.ts";

interface RunActions {
  readonly pin: (runIds: readonly string[], isPinned: boolean) => Promise<void>;
  /** At once, with a message that takes it back; true where it is done. */
  readonly remove: (runIds: readonly string[], name: string) => Promise<boolean>;
}

/** @param onProblem - called with null when the next action went well */
export function useRunActions(onProblem: (problem: Problem | null) => void): RunActions {
  const showStatus = useStatus();
  const tell = (outcome: Result<unknown>) => onProblem(outcome.ok ? null : outcome.problem);
  return {
    pin: async (runIds, isPinned) => tell(await pinRuns(runIds, isPinned)),
    remove: async (runIds, name) => {
      const removed = await removeRuns(runIds);
      tell(removed);
      if (!removed.ok) return false;
      const undo = async () => {
        const restored = await restoreRuns(removed.value);
        tell(restored);
        if (restored.ok) showStatus(`${name} ${runIds.length === 1 ? "is" : "are"} back.`);
      };
      const was = runIds.length === 1 ? "was" : "were";
      showStatus(`${name} ${was} deleted.`, { label: "Undo", act: () => void undo() });
      return true;
    },
  };
}

/** Begins a sentence: the run by its name, several by their number. */
export function describeRuns(runs: readonly RunSummary[]): string {
  const [first] = runs;
  if (runs.length === 1 && first) return `Run ${first.number} of "${first.strategyName}"`;
  return countOf(runs.length, "run");
}
