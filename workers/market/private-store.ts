/** Files of columns in the browser's private files: one in the making lies in a staging folder and is moved at its end. */
import { PUBLISHED, STAGING } from "#workers/model/column-files.ts";
import type { FileStore, NewFile } from "./file-store.ts";
import { openFolder, removeUnlessInUse } from "./dataset-files.ts";
import { moveFile, openFile, openReader } from "./private-file.ts";

export interface PrivateFiles extends FileStore {
  /** False where this browser, or this window of it, gives no private files at all. */
  areThere(): Promise<boolean>;
}

export const privateFiles: PrivateFiles = {
  async areThere() {
    try {
      await openFolder(STAGING);
      return true;
    } catch {
      return false; // missing, or forbidden here: the database takes their place
    }
  },

  async create() {
    const folder = await openFolder(STAGING);
    const name = `file-${crypto.randomUUID()}`;
    const handle = await folder.getFileHandle(name, { create: true });
    try {
      if (!("move" in handle)) throw new TypeError("files cannot be moved");
      return newFile(folder, handle, await openFile(handle));
    } catch (error) {
      await removeUnlessInUse(folder, name);
      throw error;
    }
  },

  async open(name) {
    const folder = await openFolder(PUBLISHED);
    return openReader(await folder.getFileHandle(name));
  },

  async blob(name) {
    const folder = await openFolder(PUBLISHED);
    return (await folder.getFileHandle(name)).getFile();
  },

  async remove(name) {
    await removeUnlessInUse(await openFolder(PUBLISHED), name);
  },

  async sweep() {
    const staging = await openFolder(STAGING);
    const names: string[] = [];
    for await (const name of staging.keys()) names.push(name);
    const removed = await Promise.all(names.map(async (name) => removeUnlessInUse(staging, name)));
    return removed.filter((isRemoved) => !isRemoved).length;
  },
};

function newFile(
  folder: FileSystemDirectoryHandle,
  handle: FileSystemFileHandle,
  opened: Awaited<ReturnType<typeof openFile>>,
): NewFile {
  let end = 0;
  return {
    get bytes() {
      return end;
    },
    read: (into, at) => opened.read(into, at),
    write(part, at) {
      end = Math.max(end, at + part.length); // of what was tried, too: a refusal says how much that was
      opened.write(part, at);
    },
    async publish(name, bytes = end) {
      opened.flush(bytes);
      opened.close();
      await moveFile(handle, await openFolder(PUBLISHED), name);
    },
    async discard() {
      opened.close();
      await removeUnlessInUse(folder, handle.name);
    },
  };
}
