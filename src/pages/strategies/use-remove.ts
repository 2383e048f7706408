import { removeStrategy, restoreStrategy } from "#src/storage/strategies.ts";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { Problem } from "#workers/model/problem.ts";

/** Deletes at once and offers to undo it. */
export function useRemove(
  onProblem: (problem: Problem | null) => void,
): (id: string, name: string) => Promise<void> {
  const showStatus = useStatus();
  return async (id, name) => {
    const removed = await removeStrategy(id);
    if (!removed.ok) {
      onProblem(removed.problem);
      return;
    }
    onProblem(null);
    const undo = async () => {
      const restored = await restoreStrategy(removed.value);
      if (restored.ok) showStatus(`"${name}" is back.`);
      else onProblem(restored.problem);
    };
    showStatus(`"${name}" was deleted.`, { label: "Undo", act: () => void undo() });
  };
}
