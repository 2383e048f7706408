import { useState } from "react";
import type { ReactElement } from "react";
import { deleteFacts } from "#src/run/import-dataset.ts";
import { shown } from "#src/format/shown.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";

interface DeleteFactsDialogProps {
  readonly id: string;
  readonly title: string;
  readonly columnsId: string;
  readonly onClose: () => void;
}

export function DeleteFactsDialog({ id, title, columnsId, onClose }: DeleteFactsDialogProps): ReactElement {
  const showStatus = useStatus();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const remove = async () => {
    setBusy(true);
    const done = await deleteFacts({ id, title, columnsId });
    setBusy(false);
    if (!done.ok) {
      setProblem(done.problem.message);
      return;
    }
    showStatus(`The facts of "${shown(title)}" were deleted. Results of earlier runs stay.`);
    onClose();
  };
  return (
    <Dialog
      title="Delete the facts"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" disabled={isBusy} onClick={() => void remove()}>
            {isBusy ? "Deleting..." : "Delete the facts"}
          </Button>
        </>
      }
    >
      <p>
        This deletes all facts and signals of {shown(title)}, its corporate actions, and the adjusted closes
        made from these. The prices stay. Rules that name a fact are refused until its file is added again.
      </p>
      {problem !== null && <p role="alert">{problem}</p>}
    </Dialog>
  );
}
