/** Writes zip archives: entries are packed one by one, on any thread, and put together at the end. Only what was packed is held, as Blobs. */
import { crc32 } from "./checksum.ts";
import type { Chunks } from "./source.ts";

export interface TextEntry {
  readonly path: string;
  readonly pieces: Iterable<string>;
}

/** An entry as it will lie in the archive; it can go from thread to thread. */
export interface PackedEntry {
  readonly path: string;
  /** How `packed` is packed: 0 not at all, 8 deflated. */
  readonly method: number;
  /** Checksum of the bytes before they were packed. */
  readonly crc: number;
  readonly size: number;
  readonly packed: Blob;
}

const STORED = 0;
const DEFLATED = 8;
/** What every reader of archives understands. */
const VERSION = 20;
const UTF8_NAMES = 0x0800;
/** 1980-01-01: the same texts give the same archive. */
const FIRST_DATE = 0x0021;
/** The end record counts no further. */
const MOST_ENTRIES = 65_535;
/** What the archive's format can hold, all together and each entry. */
const MOST_BYTES = 2 ** 32 - 1;

/** @throws RangeError as joinEntries() */
export async function writeZip(entries: readonly TextEntry[]): Promise<Blob> {
  const packed: PackedEntry[] = [];
  for (const { path, pieces } of entries) {
    // oxlint-disable-next-line no-await-in-loop -- entry after entry
    packed.push(await packText(path, pieces));
  }
  return joinEntries(packed);
}

/** Deflates a text by the browser's own compressor, which is several times as fast as one in JavaScript. */
export async function packText(path: string, pieces: Iterable<string>): Promise<PackedEntry> {
  const packer = new CompressionStream("deflate-raw");
  const packed = new Response(packer.readable).blob();
  const writer = packer.writable.getWriter();
  const encoder = new TextEncoder();
  let crc = 0;
  let size = 0;
  for (const piece of pieces) {
    const bytes = encoder.encode(piece);
    crc = crc32(bytes, crc);
    size += bytes.length;
    // oxlint-disable-next-line no-await-in-loop -- piece after piece, so that the whole text is never in memory
    await writer.write(bytes);
  }
  await writer.close();
  return { path, method: DEFLATED, crc, size, packed: await packed };
}

/** Takes bytes as they are: they are packed already. */
export async function storeBytes(path: string, chunks: Chunks): Promise<PackedEntry> {
  const parts: Blob[] = [];
  let crc = 0;
  let size = 0;
  for await (const chunk of chunks) {
    crc = crc32(chunk, crc);
    size += chunk.length;
    parts.push(new Blob([chunk.slice()])); // the browser may put it on disk
  }
  return { path, method: STORED, crc, size, packed: new Blob(parts) };
}

/**
 * The archive of all entries, in their order.
 *
 * @throws RangeError for more than 4 GB or 65,535 entries, which need another kind of archive
 */
export function joinEntries(entries: readonly PackedEntry[]): Blob {
  if (entries.length > MOST_ENTRIES)
    throw new RangeError(`more than ${MOST_ENTRIES} files don't fit into a zip archive`);
  const parts: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let at = 0;
  let directoryBytes = 0;
  for (const entry of entries) {
    const path = new TextEncoder().encode(entry.path);
    const local = localHeader(entry, path);
    const central = centralHeader(entry, path, at);
    parts.push(local, entry.packed);
    directory.push(central);
    directoryBytes += central.length;
    at += local.length + entry.packed.size;
    if (at > MOST_BYTES || entry.size > MOST_BYTES)
      throw new RangeError("more than 4 GB don't fit into a zip archive");
  }
  return new Blob([...parts, ...directory, endRecord(entries.length, directoryBytes, at)], {
    type: "application/zip",
  });
}

type Bytes = Uint8Array<ArrayBuffer>;

function localHeader(entry: PackedEntry, path: Bytes): Bytes {
  const bytes = new Uint8Array(30 + path.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x04034b50, true);
  writeFacts(view, 4, entry);
  view.setUint16(26, path.length, true);
  bytes.set(path, 30);
  return bytes;
}

function centralHeader(entry: PackedEntry, path: Bytes, at: number): Bytes {
  const bytes = new Uint8Array(46 + path.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x02014b50, true);
  view.setUint16(4, VERSION, true);
  writeFacts(view, 6, entry);
  view.setUint16(28, path.length, true);
  view.setUint32(42, at, true);
  bytes.set(path, 46);
  return bytes;
}

/** The fields that both headers of an entry have: version to sizes. */
function writeFacts(view: DataView, at: number, { method, crc, size, packed }: PackedEntry): void {
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 2, UTF8_NAMES, true);
  view.setUint16(at + 4, method, true);
  view.setUint16(at + 8, FIRST_DATE, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, packed.size, true);
  view.setUint32(at + 18, size, true);
}

function endRecord(entries: number, bytes: number, at: number): Uint8Array<ArrayBuffer> {
  const record = new Uint8Array(22);
  const view = new DataView(record.buffer);
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(8, entries, true);
  view.setUint16(10, entries, true);
  view.setUint32(12, bytes, true);
  view.setUint32(16, at, true);
  return record;
}
