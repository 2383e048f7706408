import { useLiveQuery } from "dexie-react-hooks";
import { useState } from "react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { formatDay } from "#src/format/day.ts";
import { shownName } from "#src/format/shown.ts";
import { loadWatchedFolder } from "#src/storage/watched-folders.ts";
import { NoteBanner } from "#src/ui/banner.tsx";
import { Button } from "#src/ui/button.tsx";
import styles from "./deployments-page.module.css";

interface WaitingPartProps {
  /** ISO. */
  readonly since: string;
  readonly datasetId: string;
}

/** Prices are overdue: where they can come from. */
export function WaitingPart({ since, datasetId }: WaitingPartProps): ReactElement {
  return (
    <NoteBanner message={`Waiting for prices since ${formatDay(since)}.`}>
      <div className={styles["row"]}>
        <Link href="/data">Add files to the dataset</Link>
        <FolderPermission datasetId={datasetId} />
      </div>
    </NoteBanner>
  );
}

/** Where new prices may wait in a watched folder that the browser wants to be asked for again. */
function FolderPermission({ datasetId }: { readonly datasetId: string }): ReactElement | null {
  const [asked, setAsked] = useState(0); // a permission's change is no change of the database
  const folder = useLiveQuery(() => lockedFolder(datasetId), [datasetId, asked]);
  if (!folder) return null;
  const allow = async () => {
    await folder.requestPermission({ mode: "read" });
    setAsked((times) => times + 1);
  };
  return (
    <Button size="small" onClick={() => void allow()}>
      Allow reading {shownName(folder.name)} again
    </Button>
  );
}

async function lockedFolder(datasetId: string) {
  const folder = (await loadWatchedFolder(datasetId))?.folder ?? null;
  return folder && (await folder.queryPermission({ mode: "read" })) !== "granted" ? folder : null;
}
