/** The second copy's two files in the origin private file system, made ahead: a new file can vanish at a power cut. */
import { sessionRoot } from "#workers/market/session-root.ts";
import { COPY_FOLDER } from "#workers/model/second-copy.ts";
import type { SlotFile, SlotFiles } from "./second-copy.ts";

const NAMES = ["slot-0", "slot-1"] as const;

interface OpenFile extends SlotFile {
  /** What was written is on disk afterwards. */
  close(): Promise<void>;
}

/** Opens both files for the work, alone among all tabs, and closes them. Whatever the platform throws goes on. */
export async function withSlotFiles<T>(work: (files: SlotFiles) => T): Promise<T> {
  const root = await sessionRoot();
  const folder = await root.getDirectoryHandle(COPY_FOLDER, { create: true });
  const first = await openFile(await folder.getFileHandle(NAMES[0], { create: true }));
  try {
    const second = await openFile(await folder.getFileHandle(NAMES[1], { create: true }));
    try {
      return work([first, second]);
    } finally {
      await second.close();
    }
  } finally {
    await first.close();
  }
}

function openFile(file: FileSystemFileHandle): Promise<OpenFile> {
  return "createSyncAccessHandle" in file ? openForSyncAccess(file) : openInMemory(file);
}

async function openForSyncAccess(file: FileSystemFileHandle): Promise<OpenFile> {
  const handle = await file.createSyncAccessHandle();
  return {
    size: () => handle.getSize(),
    readAll() {
      const bytes = new Uint8Array(handle.getSize());
      handle.read(bytes, { at: 0 });
      return bytes;
    },
    write(bytes, at) {
      const written = handle.write(bytes, { at });
      if (written !== bytes.length)
        throw new DOMException(`${bytes.length} bytes were not written whole`, "QuotaExceededError");
    },
    truncate: (size) => handle.truncate(size),
    flush: () => handle.flush(),
    close: async () => handle.close(),
  };
}

/** Where a browser gives no such access: the whole file is put in place of the old one at the end. */
async function openInMemory(file: FileSystemFileHandle): Promise<OpenFile> {
  let bytes = new Uint8Array(await (await file.getFile()).arrayBuffer());
  let isChanged = false;
  const resize = (size: number) => {
    const resized = new Uint8Array(size);
    resized.set(bytes.subarray(0, size));
    bytes = resized;
    isChanged = true;
  };
  return {
    size: () => bytes.length,
    readAll: () => bytes.slice(),
    write(part, at) {
      if (at + part.length > bytes.length) resize(at + part.length);
      bytes.set(part, at);
      isChanged = true;
    },
    truncate: resize,
    flush: () => undefined,
    async close() {
      if (!isChanged) return;
      const writable = await file.createWritable();
      await writable.write(bytes);
      await writable.close();
    },
  };
}
