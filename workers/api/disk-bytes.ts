/** Uploaded files as the import reads them, and what is looked at before: how large they would become, and where they would lie. */
import { createReadStream, openSync, closeSync, readSync, statSync } from "node:fs";
import { createGunzip } from "node:zlib";
import { readZipDirectory, TOO_MANY } from "#workers/market/zip-directory.ts";
import type { LocalBytes } from "#workers/model/import-plan.ts";
import type { UploadedFile } from "./thread-jobs.ts";

/** Unpacked, of the size that was sent; small files repeat themselves. */
const MOST_TIMES = 200;
const TIMES_COUNT_ABOVE = 1_000_000;
const MOST_BYTES = 100e9;
const MOST_ENTRIES = 50_000;

/** Read when asked for. */
export function diskBytes(path: string, start = 0, end = statSync(path).size): LocalBytes {
  const size = Math.max(0, end - start);
  return {
    size,
    slice: (from, to) => diskBytes(path, start + from, start + Math.min(to, size)),
    async arrayBuffer() {
      const bytes = new Uint8Array(size);
      const fd = openSync(path, "r");
      try {
        for (let done = 0; done < size;) {
          const got = readSync(fd, bytes, done, size - done, start + done);
          if (got === 0) throw new Error("the file was cut short");
          done += got;
        }
      } finally {
        closeSync(fd);
      }
      return bytes.buffer;
    },
  };
}

/** Why a file is refused before anything of it is used; null where it is not. */
export async function findDanger({ path }: UploadedFile): Promise<string | null> {
  const size = statSync(path).size;
  const head = new Uint8Array(await diskBytes(path, 0, Math.min(4, size)).arrayBuffer());
  if (head[0] === 0x1f && head[1] === 0x8b) return (await isBomb(path, size)) ? tooLarge() : null;
  if (head[0] !== 0x50 || head[1] !== 0x4b) return null;
  const read = async (from: number, to: number): Promise<Uint8Array> =>
    new Uint8Array(await diskBytes(path, from, to).arrayBuffer());
  const entries = await readZipDirectory(size, read, MOST_ENTRIES);
  if (entries === TOO_MANY) return `the archive lists more than ${MOST_ENTRIES} files; split it`;
  for (const entry of entries ?? []) {
    if (entry.isLink) return `${entry.path} in it is a link; pack the file itself`;
    if (leavesFolder(entry.path))
      return `${JSON.stringify(entry.path)} in it leaves the folder; pack it again with plain names`;
  }
  const bytes = (entries ?? []).reduce((sum, entry) => sum + entry.bytes, 0);
  return isTooMuch(bytes, size) ? tooLarge() : null;
}

/** A name that would lie elsewhere, or that no file should have. */
export function leavesFolder(name: string): boolean {
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (name === "" || /^[/\\]|^[a-z]:|[\0-\u001f\u007f]/i.test(name)) return true;
  return name.split(/[/\\]/).includes("..");
}

async function isBomb(path: string, size: number): Promise<boolean> {
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path).pipe(createGunzip())) {
      const part: Uint8Array = chunk;
      bytes += part.length;
      if (isTooMuch(bytes, size)) return true;
    }
  } catch {
    return false; // damaged: the import says so
  }
  return false;
}

function isTooMuch(bytes: number, packed: number): boolean {
  return bytes > MOST_BYTES || bytes > Math.max(TIMES_COUNT_ABOVE, packed * MOST_TIMES);
}

function tooLarge(): string {
  return `it would unpack to more than ${MOST_TIMES} times its size, as files do that are made to fill a disk; nothing of it was used`;
}
