import { BOOTH_FOLDER, isBoothWorker } from "#workers/model/session.ts";

/** The folder of the origin private file system in which this worker's session keeps its files. */
export async function sessionRoot(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return isBoothWorker(globalThis.name) ? root.getDirectoryHandle(BOOTH_FOLDER, { create: true }) : root;
}
