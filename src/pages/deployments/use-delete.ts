import { removeDeployment, restoreDeployment } from "#src/storage/deployments.ts";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { Problem } from "#workers/model/problem.ts";

/** Deletes a deployment with its ledger, damaged or not, and offers to take that back. Its problem; null where it is done. */
export function useDelete(): (id: string, name: string) => Promise<Problem | null> {
  const showStatus = useStatus();
  return async (id, name) => {
    const removed = await removeDeployment(id);
    if (!removed.ok) return removed.problem;
    const undo = async () => {
      const restored = await restoreDeployment(removed.value);
      showStatus(restored.ok ? `"${name}" is back.` : restored.problem.message);
    };
    showStatus(`"${name}" was deleted.`, { label: "Undo", act: () => void undo() });
    return null;
  };
}
