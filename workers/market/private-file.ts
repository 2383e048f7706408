/** Files of the browser's origin private file system as bytes at places; for workers of the page. */
import type { ByteFile } from "./byte-file.ts";
import type { OpenedFile } from "./file-store.ts";

/** What browsers add to the standard's handle; it replaces a file of that name at once. */
interface MovableFile extends FileSystemFileHandle {
  move(folder: FileSystemDirectoryHandle, name: string): Promise<void>;
}

/** A way to open a file for several readers at once, which the library does not know yet and old browsers ignore. */
interface SharedOpening {
  createSyncAccessHandle(options: { readonly mode: "read-only" }): Promise<FileSystemSyncAccessHandle>;
}

/** A file that nobody else can open meanwhile. */
export interface WritableFile extends ByteFile {
  /** What was written is on the disk when this returns, and the file ends at `bytes`, where that is given. */
  flush(bytes?: number): void;
  close(): void;
}

/** Opens a file, emptied. */
export async function openFile(file: FileSystemFileHandle): Promise<WritableFile> {
  const handle = await file.createSyncAccessHandle();
  handle.truncate(0);
  return {
    write(part, at) {
      if (handle.write(part, { at }) !== part.length)
        throw new DOMException("a part was not written whole", "QuotaExceededError");
    },
    read: (into, at) => readWhole(handle, into, at),
    flush(bytes) {
      if (bytes !== undefined) handle.truncate(bytes);
      handle.flush();
    },
    close: () => handle.close(),
  };
}

/** For reading; other tabs may read it meanwhile. */
export async function openReader(file: FileSystemFileHandle): Promise<OpenedFile> {
  const handle = await openShared(file);
  if (!handle) return blobReader(await file.getFile());
  return {
    bytes: handle.getSize(),
    isQuick: true,
    read: (into, at) => readWhole(handle, into, at),
    close: () => handle.close(),
  };
}

/** Puts a file in place of the one of that name, at once. */
export async function moveFile(
  file: FileSystemFileHandle,
  folder: FileSystemDirectoryHandle,
  name: string,
): Promise<void> {
  if (!("move" in file)) throw new TypeError("files cannot be moved");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- looked for above; the library does not know it yet
  await (file as MovableFile).move(folder, name);
}

/** null where somebody else has the file open and the browser knows no reading together. */
async function openShared(file: FileSystemFileHandle): Promise<FileSystemSyncAccessHandle | null> {
  try {
    return await (file as SharedOpening).createSyncAccessHandle({ mode: "read-only" });
  } catch {
    return null;
  }
}

function readWhole(handle: FileSystemSyncAccessHandle, into: Uint8Array, at: number): void {
  if (handle.read(into, { at }) !== into.length)
    throw new RangeError(`the file ends before ${at + into.length}`);
}

function blobReader(blob: Blob): OpenedFile {
  const reader = new FileReaderSync();
  return {
    bytes: blob.size,
    isQuick: false,
    close() {},
    read(into, at) {
      into.set(new Uint8Array(reader.readAsArrayBuffer(blob.slice(at, at + into.length))));
    },
  };
}
