/** The folder that a dataset gets its new prices from: chosen, watched or read again, and what came of it. */
import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useRef, useState } from "react";
import type { ReactElement, RefObject } from "react";
import { formatMoment } from "#src/format/day.ts";
import { shownFinding } from "#src/format/finding.ts";
import { countOf, formatCount } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { changedFiles, filesOfPickedFolder } from "#src/run/folder-files.ts";
import { canChooseFolder, pickFolder } from "#src/storage/permitted-folder.ts";
import {
  forgetWatchedFolder,
  keepWatchedFolder,
  loadWatchedFolder,
  readLeftAgain,
} from "#src/storage/watched-folders.ts";
import type { WatchedFolder } from "#src/storage/watched-folders.ts";
import { Button } from "#src/ui/button.tsx";
import { Disclosure } from "#src/ui/disclosure.tsx";
import { useStatus } from "#src/ui/status-messages.tsx";
import type { Result } from "#workers/model/problem.ts";
import styles from "./datasets-page.module.css";
import { readFolder, sayFolderWork, useFolderWork } from "./read-folder.ts";

interface FolderRowProps {
  readonly datasetId: string;
}

/** Names of files, as many as one reads. */
const MOST_LEFT = 20;

interface Shown {
  readonly watched: WatchedFolder;
  readonly isAllowed: boolean;
}

async function loadShown(datasetId: string): Promise<Shown | null> {
  const watched = await loadWatchedFolder(datasetId);
  if (!watched) return null;
  const { folder } = watched;
  return { watched, isAllowed: !folder || (await folder.queryPermission({ mode: "read" })) === "granted" };
}

export function FolderRow({ datasetId }: FolderRowProps): ReactElement {
  const [asked, setAsked] = useState(0); // a permission's change is no change of the database
  const known = useLiveQuery(() => loadShown(datasetId), [datasetId, asked]) ?? null;
  const work = useFolderWork((all) => all[datasetId] ?? "");
  const input = useRef<HTMLInputElement | null>(null);
  const showStatus = useStatus();
  const tell = (done: Result<unknown>) => {
    if (!done.ok) showStatus(done.problem.message);
  };
  const choose = async () => {
    if (!canChooseFolder()) {
      input.current?.click();
      return;
    }
    const folder = await pickFolder("tidemark-prices", "read");
    if (folder) tell(await keepWatchedFolder(datasetId, folder.name, folder));
  };
  const allow = async () => {
    const answer = await known?.watched.folder?.requestPermission({ mode: "read" });
    setAsked((times) => times + 1);
    if (answer !== "granted") showStatus("The browser doesn't let the app read there.");
  };
  return (
    <>
      <FolderInput ref={input} datasetId={datasetId} watched={known?.watched ?? null} onDone={tell} />
      {known === null ? (
        <Button size="small" onClick={() => void choose()}>
          {canChooseFolder() ? "Watch a folder…" : "Read a folder…"}
        </Button>
      ) : (
        <Watched
          {...known}
          work={work}
          onAllow={() => void allow()}
          onAgain={async () =>
            known.watched.folder ? tell(await readLeftAgain(datasetId)) : input.current?.click()
          }
          onChange={() => void choose()}
          onStop={async () => tell(await forgetWatchedFolder(datasetId))}
        />
      )}
    </>
  );
}

interface FolderInputProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly datasetId: string;
  readonly watched: WatchedFolder | null;
  readonly onDone: (done: Result<unknown>) => void;
}

/** For browsers that keep no folders: the person chooses it again, and what has changed is read. */
function FolderInput({ ref, datasetId, watched, onDone }: FolderInputProps): ReactElement {
  const showStatus = useStatus();
  useEffect(() => {
    if (ref.current) ref.current.webkitdirectory = true; // React knows no such attribute
  }, [ref]);
  const read = async (files: readonly File[]) => {
    const picked = filesOfPickedFolder(files);
    if (picked.files.length === 0) {
      showStatus("There is no file in that folder.");
      return;
    }
    if (watched?.name !== picked.name) onDone(await keepWatchedFolder(datasetId, picked.name, null));
    const seen = watched?.name === picked.name ? watched.seen : new Map();
    const changed = changedFiles(picked.files, seen);
    if (changed.length === 0) {
      showStatus(`No file of "${shownName(picked.name)}" has changed since it was read.`);
      return;
    }
    sayFolderWork(datasetId, `Reading ${countOf(changed.length, "file")}...`);
    const news = await readFolder({ datasetId }, changed, (asking) => showStatus(asking.message)).finally(
      () => sayFolderWork(datasetId, ""),
    );
    showStatus(news?.message ?? "First finish the import above, or discard its files.");
  };
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      aria-label="Folder with new prices"
      onChange={(event) => {
        const files = Array.from(event.target.files ?? []);
        event.target.value = ""; // so that choosing the same folder again is a change
        void read(files);
      }}
    />
  );
}

interface WatchedProps extends Shown {
  /** What is going on with it; "" for nothing. */
  readonly work: string;
  readonly onAllow: () => void;
  readonly onAgain: () => void;
  readonly onChange: () => void;
  readonly onStop: () => void;
}

function Watched({
  watched,
  isAllowed,
  work,
  onAllow,
  onAgain,
  onChange,
  onStop,
}: WatchedProps): ReactElement {
  const { name, folder, news } = watched;
  return (
    <section className={styles["folder"]} aria-label={`Folder ${shownName(name)}`}>
      <p className={styles["folderName"]}>
        {folder ? "Watched folder" : "Folder"} <strong>{shownName(name)}</strong>
        {folder &&
          isAllowed &&
          ": files that are new or have changed are added by themselves while Tidemark is open."}
      </p>
      {!isAllowed && <p>The browser asks for your permission again before it is read.</p>}
      <output className={styles["soft"]}>
        {work !== "" ? work : news && `${formatMoment(news.at)}: ${shownFinding(news.message)}`}
      </output>
      {news && news.left.length > 0 && <LeftFiles left={news.left} />}
      <div className={styles["commands"]}>
        {!isAllowed && (
          <Button size="small" kind="primary" onClick={onAllow}>
            Allow again
          </Button>
        )}
        {(!folder || (isAllowed && news !== null && (news.left.length > 0 || news.type === "problem"))) && (
          <Button size="small" onClick={onAgain}>
            Read again
          </Button>
        )}
        <Button size="small" kind="quiet" onClick={onChange}>
          Another folder…
        </Button>
        <Button size="small" kind="quiet" onClick={onStop}>
          {folder ? "Stop watching" : "Forget it"}
        </Button>
      </div>
    </section>
  );
}

function LeftFiles({ left }: Pick<NonNullable<WatchedFolder["news"]>, "left">): ReactElement {
  return (
    <Disclosure summary={`${countOf(left.length, "file")} not taken`}>
      <ul className={styles["sources"]}>
        {left.slice(0, MOST_LEFT).map(({ name, reason }) => (
          <li key={`${name} ${reason}`}>{shownFinding(`${name}: ${reason}`)}</li>
        ))}
        {left.length > MOST_LEFT && <li>and {formatCount(left.length - MOST_LEFT)} more</li>}
      </ul>
    </Disclosure>
  );
}
