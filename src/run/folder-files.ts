/** What a folder of prices holds now, and what of it is to be read. */
import type { FileState } from "#src/storage/watched-folders.ts";

export interface FolderFile {
  /** With the folders inside of the chosen one: "2026/november/prices.csv". */
  readonly name: string;
  readonly file: File;
}

/** What systems and programs put beside files or write to before a file has its name. */
const PASSED_OVER =
  /(?:^|\/)(?:[.~]|__MACOSX\/|Thumbs\.db$|desktop\.ini$)|(?:\.(?:tmp|temp|part|partial|crdownload|download|swp|lock)|~)$/i;

const OPENED_AT_ONCE = 20;

/** All files in it, those in folders inside included, by name. Rejects where the browser refuses, or it is gone. */
export async function filesInFolder(
  folder: FileSystemDirectoryHandle,
  signal: AbortSignal,
): Promise<FolderFile[]> {
  const found: FolderFile[] = [];
  const open: { readonly name: string; readonly handle: FileSystemFileHandle }[] = [];
  const folders = [{ path: "", folder }];
  for (let next = folders.pop(); next && !signal.aborted; next = folders.pop()) {
    const { path } = next;
    // oxlint-disable-next-line no-await-in-loop -- one folder after the other
    for await (const handle of childrenOf(next.folder)) {
      const name = path + handle.name;
      if (isPassedOver(name)) continue;
      if (isFolder(handle)) folders.push({ path: `${name}/`, folder: handle });
      else if (isFile(handle)) open.push({ name, handle });
    }
  }
  for (let from = 0; from < open.length && !signal.aborted; from += OPENED_AT_ONCE) {
    const some = open.slice(from, from + OPENED_AT_ONCE);
    // oxlint-disable-next-line no-await-in-loop -- a few at a time: a browser answers all that is asked at a stretch
    found.push(...(await Promise.all(some.map(opened))).flat());
  }
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function childrenOf(folder: FileSystemDirectoryHandle): AsyncIterable<FileSystemHandle> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as in the standard; the page's library lacks it
  const listed = folder as unknown as { values(): AsyncIterable<FileSystemHandle> };
  return listed.values();
}

/** Files of a picker for folders, by name inside of the folder, and the folder's name. */
export function filesOfPickedFolder(files: readonly File[]): {
  readonly name: string;
  readonly files: FolderFile[];
} {
  const [first] = files;
  const name = first?.webkitRelativePath.split("/")[0] ?? "";
  const inside = files
    .map((file) => ({ name: file.webkitRelativePath.slice(name.length + 1), file }))
    .filter((one) => !isPassedOver(one.name));
  return { name, files: inside };
}

export function isPassedOver(name: string): boolean {
  return PASSED_OVER.test(name);
}

/** None where it went away meanwhile. */
async function opened({
  name,
  handle,
}: {
  readonly name: string;
  readonly handle: FileSystemFileHandle;
}): Promise<FolderFile[]> {
  try {
    return [{ name, file: await handle.getFile() }];
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotFoundError") return [];
    throw error;
  }
}

function isFolder(handle: FileSystemHandle): handle is FileSystemDirectoryHandle {
  return handle.kind === "directory";
}

function isFile(handle: FileSystemHandle): handle is FileSystemFileHandle {
  return handle.kind === "file";
}

/** Those that were not read, or are of another size or day since. */
export function changedFiles(
  found: readonly FolderFile[],
  seen: ReadonlyMap<string, FileState>,
): FolderFile[] {
  return found.filter(({ name, file }) => {
    const known = seen.get(name);
    return known?.size !== file.size || known.lastModified !== file.lastModified;
  });
}

export function statesOf(files: readonly FolderFile[]): Map<string, FileState> {
  return new Map(files.map(({ name, file: { size, lastModified } }) => [name, { size, lastModified }]));
}

/** Since when changed files are as they are. */
export interface Rest {
  readonly state: string;
  /** Milliseconds by the clock of `now`. */
  readonly since: number;
}

/**
 * All changed files rest before any of them is read: prices of one evening may come in many files, and a session of
 * which a part is missing would be recorded as it is.
 *
 * @param before - of the look before; null for none
 * @param now - milliseconds
 */
export function restOf(changed: readonly FolderFile[], before: Rest | null, now: number): Rest {
  const state = JSON.stringify([...statesOf(changed)]);
  return before?.state === state ? before : { state, since: now };
}
