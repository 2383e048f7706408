import type { ReactElement } from "react";
import { formatMoment } from "#src/format/day.ts";
import type { StrategyRecord } from "#src/storage/records.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";

interface ConflictDialogProps {
  readonly theirs: StrategyRecord;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
  readonly onKeepBoth: () => void;
  readonly onClose: () => void;
}

/** Two tabs saved the same strategy: nothing is overwritten before the person has said which one stays. */
export function ConflictDialog({
  theirs,
  onKeepMine,
  onTakeTheirs,
  onKeepBoth,
  onClose,
}: ConflictDialogProps): ReactElement {
  return (
    <Dialog
      title="This strategy was saved in another tab"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back to the form</Button>
          <Button onClick={onTakeTheirs}>Load theirs</Button>
          <Button onClick={onKeepBoth}>Keep both</Button>
          <Button kind="primary" onClick={onKeepMine}>
            Keep mine
          </Button>
        </>
      }
    >
      <p>
        "{theirs.name}" has a newer version, saved {formatMoment(theirs.updatedAt)}. Keep mine writes over it,
        Load theirs drops what you typed here, Keep both stores yours as a second strategy.
      </p>
    </Dialog>
  );
}
