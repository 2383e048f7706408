/** Making a backup, restoring one, and having one made into a folder every day. */
import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { formatMoment } from "#src/format/day.ts";
import { countOf, formatBytes } from "#src/format/number.ts";
import { openFiles, OPENED_FILES, useFileInHand } from "#src/share/file-in-hand.ts";
import { loadBackupState, noteBackup } from "#src/storage/backup/backup-state.ts";
import type { BackupState } from "#src/storage/backup/backup-state.ts";
import { canChooseFolder } from "#src/storage/permitted-folder.ts";
import { openBackup } from "#src/storage/backup/open-backup.ts";
import type { OpenBackup } from "#src/storage/backup/open-backup.ts";
import { listDatasets } from "#src/storage/datasets.ts";
import { WarningBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import { FileButton } from "#src/ui/file-button.tsx";
import { CheckField } from "#src/ui/field.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { ProgressBar } from "#src/ui/progress-bar.tsx";
import { saveBlob } from "#src/ui/save-file.ts";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { Problem } from "#workers/model/problem.ts";
import { BackupFolderRow } from "./backup-folder-row.tsx";
import { RestoreDialog } from "./restore-dialog.tsx";
import { SettingRow } from "./setting-row.tsx";
import styles from "./settings-page.module.css";

export function BackupPanel(): ReactElement {
  const state = useLiveQuery(() => loadBackupState(Date.now()));
  const [problem, setProblem] = useState<Problem | null>(null);
  return (
    <Panel title="Backup">
      {problem && <WarningBanner message={problem.message} />}
      <div className={styles["rows"]}>
        <MakeRow state={state ?? null} onProblem={setProblem} />
        <RestoreRow onProblem={setProblem} />
        {canChooseFolder() && <BackupFolderRow onProblem={setProblem} />}
      </div>
    </Panel>
  );
}

interface RowProps {
  readonly onProblem: (problem: Problem | null) => void;
}

function MakeRow({ state, onProblem }: RowProps & { readonly state: BackupState | null }): ReactElement {
  const [percent, setPercent] = useState<number | null>(null);
  const [withPrices, setWithPrices] = useState(false);
  const pricesBytes = useLiveQuery(importedBytes) ?? 0;
  const showStatus = useStatus();
  const make = async () => {
    setPercent(0);
    onProblem(null);
    const { makeBackup } = await import("#src/storage/backup/make-backup.ts");
    const now = Date.now();
    const onProgress = (done: number, total: number) => setPercent((100 * done) / total);
    const backup = await makeBackup({ withPrices, now, onProgress }).finally(() => setPercent(null));
    if (!backup.ok) {
      onProblem(backup.problem);
      return;
    }
    saveBlob(backup.value.name, backup.value.file);
    const noted = await noteBackup(now);
    if (!noted.ok) onProblem(noted.problem);
    showStatus(`${backup.value.name} (${formatBytes(backup.value.file.size)}) is in your downloads.`);
  };
  return (
    <SettingRow
      name="Back up"
      hint={
        <>
          <p>
            One file with your strategies, drafts, settings, runs with their results, and optimisations.{" "}
            {state && lastText(state)}
          </p>
          {pricesBytes > 0 && (
            <CheckField
              label={`With the imported prices (${formatBytes(pricesBytes)})`}
              checked={withPrices}
              onChange={({ target }) => setWithPrices(target.checked)}
            />
          )}
        </>
      }
    >
      {percent === null ? (
        <Button kind="primary" onClick={() => void make()}>
          Back up now
        </Button>
      ) : (
        <ProgressBar label="Backup" percent={percent} />
      )}
    </SettingRow>
  );
}

async function importedBytes(): Promise<number> {
  const { records } = await listDatasets();
  return records.reduce((sum, { origin, bytes }) => sum + (origin === "imported" ? bytes : 0), 0);
}

function lastText({ lastAt, changes }: BackupState): string {
  if (lastAt === null) return "You have no backup so far.";
  return `The last one: ${formatMoment(lastAt)}; ${countOf(changes, "change")} since.`;
}

function RestoreRow({ onProblem }: RowProps): ReactElement {
  const [backup, setBackup] = useState<OpenBackup | null>(null);
  const [isReading, setReading] = useState(false);
  const read = async (file: File) => {
    setReading(true);
    onProblem(null);
    const opened = await openBackup(file).finally(() => setReading(false));
    if (opened.ok) setBackup(opened.value);
    else onProblem(opened.problem);
  };
  const [, navigate] = useLocation();
  useFileInHand(BACKUPS, ({ file }) => void read(file));
  const close = () => {
    backup?.close();
    setBackup(null);
  };
  return (
    <SettingRow name="Restore" hint="You see what a backup would change before anything is changed.">
      <FileButton
        aria-disabled={isReading}
        label="Backup file"
        accept={OPENED_FILES}
        onFiles={(files) => void openFiles(files, navigate)}
      >
        {isReading ? "Reading..." : "Restore a backup..."}
      </FileButton>
      {backup && <RestoreDialog backup={backup} onClose={close} />}
    </SettingRow>
  );
}

const BACKUPS = ["backup"] as const;
