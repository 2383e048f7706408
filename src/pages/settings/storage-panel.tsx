import { useCallback, useEffect, useState } from "react";
import type { ReactElement } from "react";
import { DownloadData } from "#src/app/download-data.tsx";
import { formatBytes } from "#src/format/number.ts";
import { SLOW_STORE, useSlowStore } from "#src/storage/slow-store.ts";
import { askToPersist, readStorageUse } from "#src/storage/storage-use.ts";
import type { StorageUse } from "#src/storage/storage-use.ts";
import { Button } from "#src/ui/button.tsx";
import { FactList } from "#src/ui/fact-list.tsx";
import { Panel } from "#src/ui/panel.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import styles from "./settings-page.module.css";
import { StorageItems } from "./storage-items.tsx";

/** Where the data is, what takes how much, and how to keep it. */
export function StoragePanel(): ReactElement {
  const [use, readAgain] = useStorageUse();
  const isSlow = useSlowStore();
  const showStatus = useStatus();
  const keep = async () => {
    const isGranted = await askToPersist();
    await readAgain();
    showStatus(
      isGranted
        ? "The browser keeps your data until you clear it yourself."
        : "The browser didn't promise to keep your data. Using the app more often, or adding a bookmark, can help; a backup always does.",
    );
  };
  return (
    <Panel title="Storage">
      <div className={styles["words"]}>
        <p>
          Your strategies, results and imported prices stay on this device, in this browser. The browser can
          clear them, by itself when the disk is full or when you clear its data: keep a backup.
        </p>
        {use && <p>{keptText(use)}</p>}
        {isSlow && <p>{SLOW_STORE}</p>}
      </div>
      {use && (
        <div className={styles["facts"]}>
          <FactList facts={factsOf(use)} />
        </div>
      )}
      <div className={styles["actions"]}>
        {use?.isPersisted === false && (
          <Button kind="primary" onClick={() => void keep()}>
            Keep my data
          </Button>
        )}
        <DownloadData />
      </div>
      <p className={styles["after"]}>
        This file has your strategies, drafts, settings, runs with their results and optimisations as text
        that other programs can read. Prices are not in it: keep the files that you imported. To bring data
        back, use a backup.
      </p>
      <StorageItems onChange={() => void readAgain()} />
    </Panel>
  );
}

/** What the browser's promise means, or its absence. */
function keptText({ isPersisted }: StorageUse): string {
  if (isPersisted === true)
    return "The browser has promised to keep them. It does not clear them when the disk is full, only when you clear the data of this site.";
  if (isPersisted === null) return "This browser can't promise to keep them.";
  return "The browser has not promised to keep them: when the disk is full, it may clear those of sites that you use rarely.";
}

function factsOf({ usage, quota, isPersisted }: StorageUse): { name: string; value: string }[] {
  const kept = isPersisted === true ? "yes, until you clear it" : "not promised by the browser";
  return [
    { name: "In use", value: sizeText(usage) },
    { name: "Limit", value: sizeText(quota) },
    { name: "Kept", value: kept },
  ];
}

function sizeText(bytes: number | null): string {
  return bytes === null ? "not reported by this browser" : formatBytes(bytes);
}

/** null until the browser has answered; the second asks it again. */
function useStorageUse(): [StorageUse | null, () => Promise<void>] {
  const [use, setUse] = useState<StorageUse | null>(null);
  const read = useCallback(() => readStorageUse().then(setUse), []);
  useEffect(() => void read(), [read]);
  return [use, read];
}
