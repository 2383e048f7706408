/**
 * Reads watched folders into their datasets, in one tab at a time, while there are any and the browser allows it. A
 * folder is read when nothing in it has changed for a while: then no file of it is being written any more.
 */
import { liveQuery } from "dexie";
import { countOf } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import { readFolder, sayFolderWork } from "#src/pages/datasets/read-folder.ts";
import { changedFiles, filesInFolder, restOf } from "#src/run/folder-files.ts";
import type { Rest } from "#src/run/folder-files.ts";
import { DATABASE_NAME } from "#src/storage/session.ts";
import { listWatchedFolders, noteReading } from "#src/storage/watched-folders.ts";
import type { FolderNews, WatchedFolder } from "#src/storage/watched-folders.ts";
import type { NewsDesk } from "./follow-datasets.ts";
import { notify } from "./notify.ts";

/** Between two looks, and how long a folder rests before it is read. */
export interface FolderTimes {
  readonly lookMs: number;
  readonly restMs: number;
}

const TIMES: FolderTimes = { lookMs: 3000, restMs: 8000 };
/** A look at many files takes its time: nine tenths of it the device rests. */
const SPARED = 10;

/** Now, and as long as folders are watched, until the signal. */
export function followFolders(desk: NewsDesk, signal: AbortSignal, times: FolderTimes = TIMES): void {
  let isLooking = false;
  const watch = { isOn: false };
  const begin = async () => {
    if (isLooking) return;
    isLooking = true;
    while (watch.isOn && !signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- again where a folder came as the last one went
      await inOneTab(signal, () => lookUntil(desk, signal, times));
    }
    isLooking = false;
  };
  const following = liveQuery(listWatchedFolders).subscribe({
    next: (folders) => {
      watch.isOn = folders.length > 0;
      void begin(); // a failure is shown by UnexpectedErrors
    },
    error: (error: unknown) => desk.showStatus(`Folders can't be watched: ${String(error)}`),
  });
  signal.addEventListener("abort", () => following.unsubscribe());
}

async function inOneTab(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return work();
  try {
    await navigator.locks.request(`tidemark-folders-${DATABASE_NAME}`, { signal }, work);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function lookUntil(desk: NewsDesk, signal: AbortSignal, times: FolderTimes): Promise<void> {
  const rests = new Map<string, Rest>();
  const asked = new Set<string>();
  const failed = new Map<string, string>();
  while (!signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    const folders = await listWatchedFolders();
    if (folders.length === 0) return;
    const begun = performance.now();
    for (const watched of folders) {
      // oxlint-disable-next-line no-await-in-loop -- one folder after the other: they share the import
      await look(watched, { desk, signal, times, rests, asked, failed });
    }
    const pause = Math.max(times.lookMs, SPARED * (performance.now() - begun));
    // oxlint-disable-next-line no-await-in-loop -- the pause is what it is for
    await pauseFor(pause, signal);
  }
}

interface Looking {
  readonly desk: NewsDesk;
  readonly signal: AbortSignal;
  readonly times: FolderTimes;
  readonly rests: Map<string, Rest>;
  /** Folders that the person was told need a permission. */
  readonly asked: Set<string>;
  /** The changed files, as they were, that could not be read: tried again when they change or the person says so. */
  readonly failed: Map<string, string>;
}

async function look(watched: WatchedFolder, looking: Looking): Promise<void> {
  const { desk, signal, times, rests, asked, failed } = looking;
  const { datasetId, name, folder, seen, news: before } = watched;
  if (!folder) return;
  if ((await folder.queryPermission({ mode: "read" })) !== "granted") {
    if (!asked.has(datasetId)) askForIt(watched, desk);
    asked.add(datasetId);
    return;
  }
  const found = await filesInFolder(folder, signal).catch((error: unknown) => reasonOf(error));
  if (typeof found === "string") {
    await tellProblem(watched, found, desk);
    return;
  }
  const changed = changedFiles(found, seen);
  if (changed.length === 0 || signal.aborted) {
    sayFolderWork(datasetId, "");
    rests.delete(datasetId);
    return;
  }
  const rest = restOf(changed, rests.get(datasetId) ?? null, performance.now());
  rests.set(datasetId, rest);
  if (before !== null && failed.get(datasetId) === rest.state) return;
  if (performance.now() - rest.since < times.restMs) {
    sayFolderWork(
      datasetId,
      `${countOf(changed.length, "file")} changed; read when nothing changes any more.`,
    );
    return;
  }
  sayFolderWork(datasetId, `Reading ${countOf(changed.length, "file")}...`);
  const news = await readFolder(watched, changed, (question) => tell(name, question, desk));
  sayFolderWork(datasetId, news ? "" : "Waits until the import on the Data page is done.");
  if (!news) return;
  if (news.type === "problem") failed.set(datasetId, rest.state);
  else failed.delete(datasetId);
  tell(name, news, desk);
}

function askForIt({ name, folder }: WatchedFolder, { showStatus }: NewsDesk): void {
  const allow = () => void folder?.requestPermission({ mode: "read" }); // the next look finds out
  showStatus(`The browser asks for your permission before "${shownName(name)}" is read.`, {
    label: "Allow",
    act: allow,
  });
}

/** Once, until something else came of it. */
async function tellProblem({ datasetId, name, news }: WatchedFolder, message: string, desk: NewsDesk) {
  if (news?.message === message) return;
  const problem: FolderNews = { at: Date.now(), type: "problem", message, left: [] };
  await noteReading(datasetId, new Map(), problem);
  tell(name, problem, desk);
}

function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === "NotFoundError")
    return "The folder is not there any more: it was moved, renamed or deleted, or its disk is not connected.";
  return `The folder can't be read: ${error instanceof Error ? error.message : String(error)}`;
}

/** What nobody needs to know is on the Data page only. */
function tell(name: string, { type, message }: FolderNews, { showStatus, navigate }: NewsDesk): void {
  if (type === "same" || type === "put-away") return;
  const text = `Folder "${shownName(name)}": ${message}`;
  const open = () => navigate("/data");
  showStatus(text, { label: "Open", act: open });
  if (type !== "added") notify(text, `folder ${name}`, open);
}

function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
