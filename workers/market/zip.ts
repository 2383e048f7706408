/** The price files of a zip archive as sources of their own; entries are streamed, nothing is unpacked to disk. */
import { crc32 } from "./checksum.ts";
import { inflate } from "./gzip.ts";
import { baseName } from "./layout.ts";
import { Refusal, refusal } from "./refusal.ts";
import { concatBytes, reasonOf } from "./source.ts";
import type { Chunks, PriceSource } from "./source.ts";
import { findEntryData, readZipDirectory, TOO_MANY } from "./zip-directory.ts";
import type { ReadRange, ZipEntry } from "./zip-directory.ts";

const STORED = 0;
const DEFLATED = 8;

/** Nobody keeps so many in one archive; what has them is meant to exhaust the device. */
export const TOO_MANY_FILES = 50_000;
const MAX_BYTES = 20e9;
/** Prices, and texts of a backup, pack to a tenth. The ratio counts for entries above some size: a tiny one may repeat a single line. */
const MAX_RATIO = 200;
const RATIO_COUNTS_ABOVE = 10e6;

/** An archive that gives any range of its bytes. */
interface Archive {
  readonly name: string;
  readonly size: number;
  slice(start: number, end: number): Promise<Chunks> | Chunks;
}

/** What an archive is opened for: which of its files are read, and how to mend what is refused. */
export interface ArchiveUse {
  /** Whether a file is wanted, by its path in the archive. */
  readonly isWanted: (path: string) => boolean;
  /** Why an archive without wanted files is refused. */
  readonly noneWanted: string;
  /** Sentences: what to do about an archive that is too large, and about one that would unpack to a multiple. */
  readonly split: string;
  readonly unpackOneself: string;
}

export const PRICE_ARCHIVE: ArchiveUse = {
  isWanted: isPriceFile,
  noneWanted: "no CSV file in it; pack the .csv files themselves, not other archives",
  split: "Split it",
  unpackOneself: "If it is yours, add the CSV files without an archive",
};

/**
 * The wanted files of an archive, named by archive and path; other entries are passed over.
 *
 * @throws Refusal for what is no zip archive or a damaged one, an archive without wanted files, and one that is
 * encrypted, packed by another method, or larger than anyone keeps
 */
export async function zipSources(source: PriceSource, use: ArchiveUse): Promise<PriceSource[]> {
  try {
    const archive = await openArchive(source);
    const entries = await readZipDirectory(archive.size, rangeReader(archive), TOO_MANY_FILES);
    if (!entries)
      throw unreadable(archive.name, "not a zip archive, or one that is cut short; download it again");
    if (entries === TOO_MANY) {
      const text = `lists ${TOO_MANY_FILES.toLocaleString("en-US")} files or more; nothing of it was unpacked. ${use.split}`;
      throw refusal("file-refused", archive.name, null, text);
    }
    const files = entries.filter(({ path }) => use.isWanted(path));
    if (files.length === 0) throw refusal("file-refused", source.name, null, use.noneWanted);
    refuseTooLarge(archive.name, files, use);
    return files.map((entry) => entrySource(archive, entry));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw unreadable(source.name, `${reasonOf(error)}; choose the file again`);
  }
}

/** CSV, plain or gzip; not the shadow files that macOS adds. */
function isPriceFile(path: string): boolean {
  return /\.csv(?:\.gz)?$/i.test(path) && !baseName(path).startsWith("._") && !path.startsWith("__MACOSX/");
}

/** By the sizes that the archive's directory tells: nothing is unpacked for it. */
function refuseTooLarge(archive: string, entries: readonly ZipEntry[], use: ArchiveUse): void {
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (bytes > MAX_BYTES) {
    const text = `would unpack to ${Math.round(bytes / 1e9)} GB; nothing of it was unpacked. ${use.split}`;
    throw refusal("file-refused", archive, null, text);
  }
  const bomb = entries.find(
    (entry) => entry.bytes > Math.max(RATIO_COUNTS_ABOVE, entry.packedBytes * MAX_RATIO),
  );
  if (bomb) {
    const times = Math.round(bomb.bytes / Math.max(1, bomb.packedBytes));
    const text = `would unpack to ${times} times its size, as archives do that are made to fill a device; nothing of it was read. ${use.unpackOneself}`;
    throw refusal("file-refused", entryName(archive, bomb), null, text);
  }
}

function entrySource(archive: Archive, entry: ZipEntry): PriceSource {
  return {
    name: entryName(archive.name, entry),
    bytes: entry.bytes,
    open: () => entryChunks(archive, entry),
  };
}

function entryName(archive: string, entry: ZipEntry): string {
  return `${archive}/${entry.path}`;
}

/** An entry's bytes, checked against length and CRC of the directory. */
async function* entryChunks(archive: Archive, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const name = entryName(archive.name, entry);
  if (entry.isEncrypted) throw unreadable(name, "encrypted; pack it again without a password");
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    throw unreadable(name, `packed by method ${entry.method}; pack it again as a common .zip (deflate)`);
  }
  const start = await findEntryData(entry, archive.size, rangeReader(archive));
  if (start === null) throw damaged(name);
  const packed = await archive.slice(start, start + entry.packedBytes);
  let bytes = 0;
  let crc = 0;
  try {
    for await (const chunk of entry.method === STORED ? packed : inflate(packed, "deflate-raw")) {
      bytes += chunk.length;
      if (bytes > entry.bytes) break;
      crc = crc32(chunk, crc);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof Refusal ? error : damaged(name);
  }
  if (bytes !== entry.bytes || crc !== entry.crc) throw damaged(name);
}

/** An archive without slices is held in memory, packed as it is. */
async function openArchive(source: PriceSource): Promise<Archive> {
  const { name, bytes, slice } = source;
  if (slice && bytes !== null) return { name, size: bytes, slice };
  const parts: Uint8Array[] = [];
  for await (const chunk of await source.open()) parts.push(new Uint8Array(chunk));
  const all = concatBytes(parts);
  return { name, size: all.length, slice: (start, end) => oneChunk(all.subarray(start, end)) };
}

function rangeReader(archive: Archive): ReadRange {
  return async (start, end) => {
    const parts: Uint8Array[] = [];
    for await (const chunk of await archive.slice(start, end)) parts.push(new Uint8Array(chunk));
    return concatBytes(parts);
  };
}

async function* oneChunk(chunk: Uint8Array): AsyncGenerator<Uint8Array> {
  yield chunk;
}

function damaged(name: string): Refusal {
  return unreadable(name, "damaged or cut short; download the archive again");
}

function unreadable(name: string, text: string): Refusal {
  return refusal("file-unreadable", name, null, `cannot be read: ${text}`);
}
