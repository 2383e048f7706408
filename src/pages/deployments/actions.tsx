/** What can be done with a deployment: pause, stop, rename, duplicate, export, delete. */
import { useState } from "react";
import type { FormEvent, ReactElement } from "react";
import { useLocation } from "wouter";
import { pauseDeployment, stopDeployment } from "#src/run/change-deployment.ts";
import type { StoredDeployment } from "#src/storage/deployment-record.ts";
import { inTurns } from "#src/storage/next-turn.ts";
import { renameDeployment } from "#src/storage/deployments.ts";
import { Button } from "#src/ui/button.tsx";
import { Dialog } from "#src/ui/dialog.tsx";
import { TextField } from "#src/ui/field.tsx";
import { saveBlob } from "#src/ui/save-file.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import { deploymentParts } from "#workers/model/deployment-chain.ts";
import { isBlank } from "#workers/model/ink.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { NewDeployment } from "./new-deployment.tsx";
import { useDelete } from "./use-delete.ts";

interface ActionsProps {
  readonly stored: StoredDeployment;
  readonly onProblem: (problem: Problem | null) => void;
}

export function Actions({ stored, onProblem }: ActionsProps): ReactElement {
  const { record, deployment } = stored;
  const { id, head } = record;
  const [open, setOpen] = useState<"rename" | "stop" | "duplicate" | null>(null);
  const [, navigate] = useLocation();
  const deleteOne = useDelete();
  const close = () => setOpen(null);
  const tell = (done: Result<unknown>) => onProblem(done.ok ? null : done.problem);
  const remove = async () => {
    const failed = await deleteOne(id, head.name);
    if (failed) onProblem(failed);
    else navigate("/deployments");
  };
  return (
    <>
      {record.isPaused !== true && head.stop === null && (
        <Button size="small" onClick={async () => tell(await pauseDeployment(id))}>
          Pause
        </Button>
      )}
      {head.stop === null && (
        <Button size="small" onClick={() => setOpen("stop")}>
          Stop…
        </Button>
      )}
      <Button size="small" onClick={() => setOpen("rename")}>
        Rename
      </Button>
      <Button size="small" onClick={() => setOpen("duplicate")}>
        Duplicate with another start
      </Button>
      <Button size="small" onClick={async () => saveBlob(fileNameOf(head.name), await fileOf(deployment))}>
        Export
      </Button>
      <Button size="small" kind="quiet" onClick={() => void remove()}>
        Delete
      </Button>
      {open === "rename" && (
        <RenameDialog name={head.name} onClose={close} onName={(name) => renameDeployment(id, name)} />
      )}
      {open === "stop" && (
        <StopDialog
          onClose={close}
          onStop={async () => {
            close();
            tell(await stopDeployment(id, Date.now()));
          }}
        />
      )}
      {open === "duplicate" && (
        <NewDeployment
          copyOf={id}
          onClose={close}
          onMade={(made) => {
            close();
            navigate(`/deployments?id=${made.id}`);
          }}
        />
      )}
    </>
  );
}

interface StopDialogProps {
  readonly onClose: () => void;
  readonly onStop: () => Promise<void>;
}

function StopDialog({ onClose, onStop }: StopDialogProps): ReactElement {
  return (
    <Dialog
      title="Stop this deployment?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button kind="danger" onClick={() => void onStop()}>
            Stop it
          </Button>
        </>
      }
    >
      <p>
        Orders to buy lapse, and its positions are sold at the next session. The record stays; it can&apos;t
        be taken up again.
      </p>
    </Dialog>
  );
}

/** As it is exported: the years of a ledger are millions of signs. */
async function fileOf(deployment: Deployment): Promise<Blob> {
  const pieces = await inTurns(piecesOf(deploymentParts(deployment)));
  return new Blob(pieces, { type: "application/json;charset=utf-8" });
}

/** Parts of a text that are put together at one go. */
const PARTS_AT_ONCE = 100;

function* piecesOf(parts: Iterable<string>): Generator<Blob, void> {
  let some: string[] = [];
  for (const part of parts) {
    some.push(part);
    if (some.length < PARTS_AT_ONCE) continue;
    yield new Blob(some);
    some = [];
  }
  yield new Blob(some);
}

/** A file's name of the letters that every system takes. */
function fileNameOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return `${plain === "" ? "deployment" : plain}.deployment.json`;
}

interface RenameDialogProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onName: (name: string) => Promise<Result<unknown>>;
}

function RenameDialog({ name: before, onClose, onName }: RenameDialogProps): ReactElement {
  const [name, setName] = useState(before);
  const [error, setError] = useState<string>();
  const rename = async (event: FormEvent) => {
    event.preventDefault();
    const renamed = await onName(name);
    if (renamed.ok) onClose();
    else setError(renamed.problem.message);
  };
  return (
    <Dialog
      title="Rename the deployment"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="rename-deployment" kind="primary" disabled={isBlank(name)}>
            Rename
          </Button>
        </>
      }
    >
      <form id="rename-deployment" onSubmit={(event) => void rename(event)} noValidate>
        <TextField
          label="New name"
          value={name}
          error={error}
          onChange={({ target }) => setName(target.value)}
        />
      </form>
    </Dialog>
  );
}
