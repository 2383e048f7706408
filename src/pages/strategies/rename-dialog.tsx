import { useState } from "react";
import type { FormEvent, ReactElement } from "react";
import type { StrategyRecord } from "#src/storage/records.ts";
import { renameStrategy } from "#src/storage/strategies.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { TextField } from "#src/ui/field.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import { isBlank } from "#workers/model/ink.ts";

interface RenameDialogProps {
  readonly record: StrategyRecord;
  readonly onClose: () => void;
}

export function RenameDialog({ record, onClose }: RenameDialogProps): ReactElement {
  const showStatus = useStatus();
  const [name, setName] = useState(record.name);
  const [error, setError] = useState<string>();
  const rename = async (event: FormEvent) => {
    event.preventDefault();
    const renamed = await renameStrategy(record.id, name.trim());
    if (renamed.ok) {
      showStatus(`Renamed to "${renamed.value.name}".`);
      onClose();
    } else {
      setError(
        renamed.problem.place === "name"
          ? "The name may have at most 120 characters."
          : renamed.problem.message,
      );
    }
  };
  return (
    <Dialog
      title="Rename the strategy"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="rename-strategy" kind="primary" disabled={isBlank(name)}>
            Rename
          </Button>
        </>
      }
    >
      <form id="rename-strategy" onSubmit={(event) => void rename(event)} noValidate>
        <TextField
          label="New name"
          value={name}
          error={error}
          onChange={(event) => {
            setName(event.target.value);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
