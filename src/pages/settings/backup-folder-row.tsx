import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import type { ReactElement } from "react";
import {
  allowFolder,
  backUpIntoFolder,
  chooseFolder,
  forgetFolder,
  loadFolder,
} from "#src/storage/backup/backup-folder.ts";
import type { BackupFolder } from "#src/storage/backup/backup-folder.ts";
import { Button } from "#src/ui/button.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { Problem, Result } from "#workers/model/problem.ts";
import { SettingRow } from "./setting-row.tsx";
import styles from "./settings-page.module.css";

interface BackupFolderRowProps {
  readonly onProblem: (problem: Problem | null) => void;
}

/** Where the browser can keep a folder: backups made there by themselves. */
export function BackupFolderRow({ onProblem }: BackupFolderRowProps): ReactElement {
  const [asked, setAsked] = useState(0); // a permission's change is no change of the database
  const folder = useLiveQuery(loadFolder, [asked]) ?? null;
  const [isChoosing, setChoosing] = useState(false);
  const showStatus = useStatus();
  const tell = <T,>(outcome: Result<T>): T | null => {
    onProblem(outcome.ok ? null : outcome.problem);
    return outcome.ok ? outcome.value : null;
  };
  const backUp = async () => {
    const name = tell(await backUpIntoFolder(Date.now()));
    showStatus(name === null ? "Backups go there from the next change on." : `${name} is in the folder.`);
  };
  const choose = async () => {
    setChoosing(true);
    const isChosen = tell(await chooseFolder().finally(() => setChoosing(false)));
    if (isChosen) await backUp();
    else if (isChosen === false) showStatus("No folder was chosen.");
  };
  const allow = async () => {
    const isAllowed = await allowFolder();
    setAsked((times) => times + 1);
    if (isAllowed) await backUp();
    else showStatus("The browser doesn't let the app write there.");
  };
  return (
    <SettingRow name="Automatic backup" hint={hintOf(folder)}>
      <div className={styles["actions"]}>
        {folder && !folder.isAllowed && <Button onClick={() => void allow()}>Allow again</Button>}
        <Button aria-disabled={isChoosing} onClick={() => void choose()}>
          {isChoosing ? "Choosing..." : folder ? "Choose another folder..." : "Choose a folder..."}
        </Button>
        {folder && (
          <Button kind="quiet" onClick={() => void forgetFolder().then(tell)}>
            Stop
          </Button>
        )}
      </div>
    </SettingRow>
  );
}

function hintOf(folder: BackupFolder | null): string {
  if (!folder) return "Into a folder of yours, once a day when something changed; without prices.";
  return folder.isAllowed
    ? `Into "${folder.name}", once a day when something changed; without prices.`
    : `Into "${folder.name}", but the browser asks for your permission again.`;
}
