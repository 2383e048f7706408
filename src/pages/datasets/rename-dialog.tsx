import { useState } from "react";
import type { FormEvent, ReactElement } from "react";
import { renameDataset } from "#src/storage/datasets.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { TextField } from "#src/ui/field.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import { isBlank } from "#workers/model/ink.ts";

interface RenameDialogProps {
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
}

export function RenameDialog({ id, title, onClose }: RenameDialogProps): ReactElement {
  const showStatus = useStatus();
  const [typed, setTyped] = useState(title);
  const [error, setError] = useState<string>();
  const rename = async (event: FormEvent) => {
    event.preventDefault();
    const renamed = await renameDataset(id, typed);
    if (renamed.ok) {
      showStatus(`Renamed to "${typed.trim()}".`);
      onClose();
    } else setError(renamed.problem.message);
  };
  return (
    <Dialog
      title="Rename the dataset"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="rename-dataset" kind="primary" disabled={isBlank(typed)}>
            Rename
          </Button>
        </>
      }
    >
      <form id="rename-dataset" onSubmit={(event) => void rename(event)} noValidate>
        <TextField
          label="New name"
          value={typed}
          error={error}
          onChange={(event) => {
            setTyped(event.target.value);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
