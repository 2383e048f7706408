/** What is looked at before an uploaded file is used: how large it would become, and where its files would lie. */
import { constants, inflateRawSync } from "node:zlib";
import { Refusal } from "#workers/market/refusal.ts";
import type { PriceSource } from "#workers/market/source.ts";
import { unpackedChunks } from "#workers/market/unpack.ts";
import { TOO_MANY_FILES, zipSources } from "#workers/market/zip.ts";
import { findEntryData, readZipDirectory, TOO_MANY } from "#workers/market/zip-directory.ts";
import type { ReadRange, ZipEntry } from "#workers/market/zip-directory.ts";
import { diskSource } from "#workers/commands/disk-source.ts";
import { diskBytes } from "./disk-bytes.ts";
import type { UploadedFile } from "./thread-jobs.ts";

/** Unpacked, of the size that was sent; small files repeat themselves. */
const MOST_TIMES = 200;
const TIMES_COUNT_ABOVE = 1_000_000;
const MOST_BYTES = 100e9;
/** The method of an entry that is not packed. */
const STORED = 0;

/** Why a file is refused before anything of it is used; null where it is not. */
export async function findDanger({ name, path }: UploadedFile): Promise<string | null> {
  const source = await diskSource(path, name);
  const size = source.bytes ?? 0;
  const read = async (from: number, to: number): Promise<Uint8Array> =>
    new Uint8Array(await diskBytes(path, from, to).arrayBuffer());
  if (isGzip(await read(0, Math.min(2, size)))) {
    return isTooMuch(await bytesOf(source, 0, size), size) ? tooLarge() : null;
  }
  const entries = await readZipDirectory(size, read, TOO_MANY_FILES);
  if (entries === TOO_MANY)
    return `the archive lists ${TOO_MANY_FILES.toLocaleString("en-US")} files or more; split it`;
  if (entries === null) return null;
  for (const entry of entries) {
    if (entry.isLink) return `${entry.path} in it is a link; pack the file itself`;
    if (leavesFolder(entry.path))
      return `${JSON.stringify(entry.path)} in it leaves the folder; pack it again with plain names`;
  }
  return isTooMuch(await bytesInside({ source, size, read }, entries), size) ? tooLarge() : null;
}

/** A name that would lie elsewhere, or that no file should have. */
export function leavesFolder(name: string): boolean {
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (name === "" || /^[/\\]|^[a-z]:|[\0-\u001f\u007f]/i.test(name)) return true;
  return name.split(/[/\\]/).includes("..");
}

interface PackedFile {
  readonly source: PriceSource;
  readonly size: number;
  readonly read: ReadRange;
}

/** All bytes of an archive, with those added that files in it unpack to once more. Counts no further than is too much. */
async function bytesInside(
  { source, size, read }: PackedFile,
  entries: readonly ZipEntry[],
): Promise<number> {
  let sum = entries.reduce((bytes, entry) => bytes + entry.bytes, 0);
  if (isTooMuch(sum, size)) return sum;
  const files = await filesIn(source);
  for (const [at, file] of files.entries()) {
    const entry = entries[at];
    // oxlint-disable-next-line no-await-in-loop -- one file after the other
    const head = (entry && (await headOf(entry, size, read))) ?? (await firstOf(file));
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (isGzip(head)) sum = await bytesOf(file, sum, size);
    if (isTooMuch(sum, size)) return sum;
  }
  return sum;
}

const ALL_FILES = { isWanted: () => true, noneWanted: "", split: "", unpackOneself: "" };

/** By entry; none where the archive can't be read, which the import says. */
async function filesIn(archive: PriceSource): Promise<readonly PriceSource[]> {
  try {
    return await zipSources(archive, ALL_FILES);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/** More than the tables of a first block take. */
const HEAD_BYTES = 1024;

/** How an entry begins, told from its own beginning: archives have tens of thousands. null where that isn't enough. */
async function headOf(entry: ZipEntry, size: number, read: ReadRange): Promise<Uint8Array | null> {
  const start = await findEntryData(entry, size, read);
  if (start === null) return new Uint8Array(); // damaged: the import says so
  const packed = await read(start, start + Math.min(entry.packedBytes, HEAD_BYTES));
  if (entry.method === STORED) return packed;
  try {
    const head = inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH });
    return head.length > 1 ? head : null;
  } catch {
    return null;
  }
}

/** The same by reading it; nothing for a file that can't be read, which the import says. */
async function firstOf(file: PriceSource): Promise<Uint8Array> {
  try {
    for await (const chunk of await file.open()) if (chunk.length > 1) return chunk.slice(0, 2);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return new Uint8Array();
}

/** `before` and the bytes of a file without its gzip, counted no further than is too much. */
async function bytesOf(file: PriceSource, before: number, packed: number): Promise<number> {
  let bytes = before;
  try {
    for await (const chunk of unpackedChunks(file, () => {})) {
      bytes += chunk.length;
      if (isTooMuch(bytes, packed)) return bytes;
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error; // damaged: the import says so
  }
  return bytes;
}

function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

function isTooMuch(bytes: number, packed: number): boolean {
  return bytes > MOST_BYTES || bytes > Math.max(TIMES_COUNT_ABOVE, packed * MOST_TIMES);
}

function tooLarge(): string {
  return `it would unpack to more than ${MOST_TIMES} times its size, as files do that are made to fill a disk; nothing of it was used`;
}
