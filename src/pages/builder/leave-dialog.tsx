import type { ReactElement } from "react";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";

interface LeaveDialogProps {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

export function LeaveDialog({ onStay, onLeave }: LeaveDialogProps): ReactElement {
  return (
    <Dialog
      title="Leave without your changes?"
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay}>Stay here</Button>
          <Button kind="danger" onClick={onLeave}>
            Leave and lose them
          </Button>
        </>
      }
    >
      <p>
        This device refused to keep a draft of them. They are gone when you leave, unless you save the
        strategy first.
      </p>
    </Dialog>
  );
}
