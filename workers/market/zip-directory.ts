/**
 * The list of a zip archive's entries, from its end: end record, then central directory, with the 64-bit forms.
 *
 * Source: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3.12 to 4.3.16 and 4.5.3.
 */
import { decodeText } from "./cells.ts";

export interface ZipEntry {
  /** The file's path as the archive has it, folders and all. */
  readonly path: string;
  readonly isEncrypted: boolean;
  /** True for a symbolic link, as archives of Unix have them. */
  readonly isLink: boolean;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** Where its local header starts. */
  readonly offset: number;
}

/** Gives the archive's bytes from start to end - 1. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

const END_RECORD = 0x06054b50;
const END_RECORD_BYTES = 22;
const MAX_COMMENT = 65_535;
const WIDE_LOCATOR = 0x07064b50;
const WIDE_LOCATOR_BYTES = 20;
const WIDE_RECORD = 0x06064b50;
const WIDE_RECORD_BYTES = 56;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_ENTRY_BYTES = 46;
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const WIDE_EXTRA = 1;
const IN_WIDE_EXTRA = 0xffffffff;
const UNIX = 3;
/** The file's kind, in the upper half of an entry's external attributes on Unix. */
const FILE_TYPE = 0xf000;
const LINK = 0xa000;
/** 50,000 entries take some five megabytes. */
const MAX_DIRECTORY_BYTES = 67_108_864;
/** Programs without the 64-bit forms write counts modulo this. */
const COUNTS = 65_536;

interface Directory {
  readonly start: number;
  readonly bytes: number;
  readonly entries: number;
}

/** @see readZipDirectory */
export const TOO_MANY = "too many";

/**
 * The entries in the order of the archive's directory; null for what is no zip archive or a damaged one, TOO_MANY for
 * `tooMany` entries or more: told by the end record, before the directory is read, where the end record is honest.
 */
export async function readZipDirectory(
  size: number,
  read: ReadRange,
  tooMany: number,
): Promise<ZipEntry[] | typeof TOO_MANY | null> {
  const directory = await findDirectory(size, read);
  if (!directory || directory.start + directory.bytes > size) return null;
  if (directory.entries >= tooMany || directory.bytes > MAX_DIRECTORY_BYTES) return TOO_MANY;
  const bytes = await read(directory.start, directory.start + directory.bytes);
  const view = viewOf(bytes);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + DIRECTORY_ENTRY_BYTES <= bytes.length && view.getUint32(at, true) === DIRECTORY_ENTRY) {
    const lengths = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const [nameLength = 0, extraLength = 0, commentLength = 0] = lengths;
    const end = at + DIRECTORY_ENTRY_BYTES + nameLength + extraLength + commentLength;
    if (end > bytes.length) return null;
    entries.push(readEntry(bytes.subarray(at, end), nameLength, extraLength));
    if (entries.length === tooMany) return TOO_MANY;
    at = end;
  }
  return entries.length % COUNTS === directory.entries % COUNTS ? entries : null;
}

async function findDirectory(size: number, read: ReadRange): Promise<Directory | null> {
  const start = Math.max(0, size - END_RECORD_BYTES - MAX_COMMENT - WIDE_LOCATOR_BYTES);
  const tail = await read(start, size);
  const view = viewOf(tail);
  for (let at = tail.length - END_RECORD_BYTES; at >= 0; at--) {
    const isEnd =
      view.getUint32(at, true) === END_RECORD &&
      at + END_RECORD_BYTES + view.getUint16(at + 20, true) === tail.length;
    if (!isEnd) continue;
    const locator = at - WIDE_LOCATOR_BYTES;
    if (locator >= 0 && view.getUint32(locator, true) === WIDE_LOCATOR) {
      return readWideRecord(Number(view.getBigUint64(locator + 8, true)), size, read);
    }
    return {
      entries: view.getUint16(at + 10, true),
      bytes: view.getUint32(at + 12, true),
      start: view.getUint32(at + 16, true),
    };
  }
  return null;
}

async function readWideRecord(start: number, size: number, read: ReadRange): Promise<Directory | null> {
  if (start + WIDE_RECORD_BYTES > size) return null;
  const view = viewOf(await read(start, start + WIDE_RECORD_BYTES));
  if (view.getUint32(0, true) !== WIDE_RECORD) return null;
  const [entries = 0, bytes = 0, directory = 0] = [32, 40, 48].map((field) =>
    Number(view.getBigUint64(field, true)),
  );
  return { entries, bytes, start: directory };
}

function readEntry(bytes: Uint8Array, nameLength: number, extraLength: number): ZipEntry {
  const view = viewOf(bytes);
  const extraStart = DIRECTORY_ENTRY_BYTES + nameLength;
  const extra = bytes.subarray(extraStart, extraStart + extraLength);
  const short = [24, 20, 42].map((field) => view.getUint32(field, true));
  const [size = 0, packedBytes = 0, offset = 0] = widen(short, extra);
  return {
    path: decodeText(bytes.subarray(DIRECTORY_ENTRY_BYTES, extraStart)),
    isEncrypted: (view.getUint16(8, true) & 1) === 1,
    isLink: view.getUint16(4, true) >> 8 === UNIX && (view.getUint16(40, true) & FILE_TYPE) === LINK,
    method: view.getUint16(10, true),
    crc: view.getUint32(16, true),
    packedBytes,
    bytes: size,
    offset,
  };
}

/** Figures that don't fit into 32 bits stand in the extra field, in this order, and only those. */
function widen(figures: readonly number[], extra: Uint8Array): number[] {
  const view = viewOf(extra);
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== WIDE_EXTRA) continue;
    const end = Math.min(extra.length, at + 4 + view.getUint16(at + 2, true));
    let next = at + 4;
    return figures.map((figure) => {
      if (figure !== IN_WIDE_EXTRA || next + 8 > end) return figure;
      next += 8;
      return Number(view.getBigUint64(next - 8, true));
    });
  }
  return [...figures];
}

/** Where an entry's packed bytes start, behind its local header; null where there is none. */
export async function findEntryData(entry: ZipEntry, size: number, read: ReadRange): Promise<number | null> {
  const headerEnd = entry.offset + LOCAL_HEADER_BYTES;
  if (headerEnd > size) return null;
  const view = viewOf(await read(entry.offset, headerEnd));
  if (view.getUint32(0, true) !== LOCAL_HEADER) return null;
  const start = headerEnd + view.getUint16(26, true) + view.getUint16(28, true);
  return start + entry.packedBytes <= size ? start : null;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
