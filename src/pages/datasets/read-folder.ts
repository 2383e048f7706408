/** Reads the changed files of a folder into its dataset, and keeps what came of it. */
import { create } from "zustand";
import { statesOf } from "#src/run/folder-files.ts";
import type { FolderFile } from "#src/run/folder-files.ts";
import { loadDataset } from "#src/storage/datasets.ts";
import { noteReading } from "#src/storage/watched-folders.ts";
import type { FolderNews, WatchedFolder } from "#src/storage/watched-folders.ts";
import { importFromFolder } from "./folder-import.ts";
import type { FolderOutcome } from "./folder-import.ts";

/** What is going on with a folder just now, in this tab, by its dataset. */
export const useFolderWork = create<Readonly<Record<string, string>>>()(() => ({}));

/** @param text - "" for nothing */
export function sayFolderWork(datasetId: string, text: string): void {
  if ((useFolderWork.getState()[datasetId] ?? "") !== text) useFolderWork.setState({ [datasetId]: text });
}

/**
 * What became of the files; null where it is to be tried later: a person is at an import of their own, or the dataset is
 * not there.
 */
export async function readFolder(
  { datasetId }: Pick<WatchedFolder, "datasetId">,
  files: readonly FolderFile[],
  onAsk: (news: FolderNews) => void,
): Promise<FolderNews | null> {
  const dataset = await loadDataset(datasetId);
  if (!dataset.ok) return null;
  const asImported = files.map(({ name, file }) => ({ name, bytes: file }));
  const outcome = await importFromFolder(dataset.value, asImported, async (asked) => {
    const news = newsOf(asked);
    onAsk(news);
    await noteReading(datasetId, new Map(), news);
  });
  if (outcome === null) return null;
  const news = newsOf(outcome);
  const isRead = news.type !== "problem"; // else it is tried again: the disk may have room then
  const noted = await noteReading(datasetId, isRead ? statesOf(files) : new Map(), news);
  return noted.ok ? news : { ...news, type: "problem", message: noted.problem.message };
}

function newsOf(outcome: FolderOutcome): FolderNews {
  return { ...outcome, at: Date.now() };
}
