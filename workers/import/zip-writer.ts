/** A zip archive of texts that are written piece by piece; only what was packed is held, as Blobs. */
import { crc32 } from "#workers/market/checksum.ts";

export interface TextEntry {
  readonly path: string;
  readonly pieces: Iterable<string>;
}

interface PackedEntry {
  readonly path: Uint8Array<ArrayBuffer>;
  readonly crc: number;
  /** Bytes of the text. */
  readonly size: number;
  readonly packed: Blob;
}

const DEFLATED = 8;
/** What every reader of archives understands. */
const VERSION = 20;
const UTF8_NAMES = 0x0800;
/** 1980-01-01: the same texts give the same archive. */
const FIRST_DATE = 0x0021;
const MOST_BYTES = 2 ** 32 - 1;

/** @throws RangeError for more than 4 GB, which needs another kind of archive */
export async function writeZip(entries: readonly TextEntry[]): Promise<Blob> {
  const parts: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let at = 0;
  let directoryBytes = 0;
  for (const entry of entries) {
    // oxlint-disable-next-line no-await-in-loop -- entry after entry
    const packed = await packEntry(entry);
    const local = localHeader(packed);
    const central = centralHeader(packed, at);
    parts.push(local, packed.packed);
    directory.push(central);
    directoryBytes += central.length;
    at += local.length + packed.packed.size;
    if (at > MOST_BYTES || packed.size > MOST_BYTES)
      throw new RangeError("more than 4 GB don't fit into a zip archive");
  }
  return new Blob([...parts, ...directory, endRecord(entries.length, directoryBytes, at)], {
    type: "application/zip",
  });
}

async function packEntry({ path, pieces }: TextEntry): Promise<PackedEntry> {
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
  return { path: encoder.encode(path), crc, size, packed: await packed };
}

function localHeader(entry: PackedEntry): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(30 + entry.path.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x04034b50, true);
  writeFacts(view, 4, entry);
  bytes.set(entry.path, 30);
  return bytes;
}

function centralHeader(entry: PackedEntry, at: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(46 + entry.path.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x02014b50, true);
  view.setUint16(4, VERSION, true);
  writeFacts(view, 6, entry);
  view.setUint32(42, at, true);
  bytes.set(entry.path, 46);
  return bytes;
}

/** The fields that both headers of an entry have: version to sizes and the length of the path. */
function writeFacts(view: DataView, at: number, { path, crc, size, packed }: PackedEntry): void {
  view.setUint16(at, VERSION, true);
  view.setUint16(at + 2, UTF8_NAMES, true);
  view.setUint16(at + 4, DEFLATED, true);
  view.setUint16(at + 8, FIRST_DATE, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, packed.size, true);
  view.setUint32(at + 18, size, true);
  view.setUint16(at + 22, path.length, true);
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
