/**
 * What a column file holds and where: instruments, blocks and the code and checksum of every series. It ends the file,
 * twice, and start and end of the file both say where: one damaged place never loses the whole.
 */
import type { Instrument } from "#workers/model/market.ts";
import type { ByteReader } from "./byte-file.ts";
import { wordChecksum, wordsOf } from "./checksum.ts";
import type { FactPlace } from "./facts-section.ts";
import { codedBytes, codedDayBytes, padTo8 } from "./series-code.ts";

/** Eight ASCII characters, the last the version of the format. */
const MAGIC = "TIDECOL3";
/** The same but for codes that it has not. */
const MAGIC_BEFORE = "TIDECOL2";

/** Magic, place of the directory, its length and checksum, and a checksum of these. */
export const SIGNPOST_BYTES = 32;

/** The columns of a block in the file's order: what every run reads comes first. */
export const COLUMNS = ["day", "close", "volume", "marketCap", "open", "high", "low", "adjClose"] as const;
export type ColumnName = (typeof COLUMNS)[number];
export const CAP_COLUMN = COLUMNS.indexOf("marketCap");

/** Some hundreds of instruments whose columns lie together: each column's series one after the other. */
export interface Block {
  readonly firstInstrument: number;
  readonly instruments: number;
  readonly rows: number;
  /** Where its first column starts in the file. */
  readonly at: number;
  /** Files of before had none. */
  readonly zones?: ZonePlace;
}

/** Where a block's zones are in the file. */
export interface ZonePlace {
  readonly at: number;
  /** A multiple of 4. */
  readonly bytes: number;
  readonly checksum: number;
}

/** By column and instrument: series number = column x instruments + instrument. */
export interface Directory {
  readonly instruments: readonly Instrument[];
  readonly blocks: readonly Block[];
  /** EpochDays by their number in LISTED series. */
  readonly days: Int32Array;
  /** Absent where the file has none. */
  readonly facts?: readonly FactPlace[];
  /** Bars by instrument. */
  readonly rows: Int32Array;
  readonly codes: Uint8Array;
  readonly checksums: Uint32Array;
}

/** How a series is stored. */
export function codeOf({ codes, instruments }: Directory, column: number, instrument: number): number {
  return codes[column * instruments.length + instrument] ?? 0;
}

/** Bytes of one series in its block. */
export function seriesBytes(directory: Directory, column: number, instrument: number): number {
  const rows = directory.rows[instrument] ?? 0;
  const code = codeOf(directory, column, instrument);
  return column === 0 ? codedDayBytes(code, rows) : codedBytes(code, rows);
}

interface DirectoryText {
  readonly instruments: readonly Instrument[];
  readonly blocks: readonly Block[];
  readonly days: number;
  readonly facts?: readonly FactPlace[];
}

export function encodeDirectory(directory: Directory): Uint8Array {
  const { instruments, blocks, days, facts, rows, codes, checksums } = directory;
  const text: DirectoryText = { instruments, blocks, days: days.length, ...(facts ? { facts } : {}) };
  const json = new TextEncoder().encode(JSON.stringify(text));
  const parts = [Uint32Array.of(json.length, 0), json, days, rows, codes, checksums].map(bytesOf);
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + padTo8(part.length), 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += padTo8(part.length);
  }
  return bytes;
}

/** Reads what encodeDirectory wrote; checked before. */
function decodeDirectory(bytes: Uint8Array<ArrayBuffer>): Directory {
  const [jsonBytes = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, 1);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the checksum says that encodeDirectory wrote it
  const text = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + jsonBytes))) as DirectoryText;
  const { instruments, blocks, facts } = text;
  const series = COLUMNS.length * instruments.length;
  let at = bytes.byteOffset + 8 + padTo8(jsonBytes);
  const next = (length: number): number => {
    const start = at;
    at += padTo8(length);
    return start;
  };
  return {
    instruments,
    blocks,
    ...(facts ? { facts } : {}),
    days: new Int32Array(bytes.buffer, next(text.days * 4), text.days),
    rows: new Int32Array(bytes.buffer, next(instruments.length * 4), instruments.length),
    codes: new Uint8Array(bytes.buffer, next(series), series),
    checksums: new Uint32Array(bytes.buffer, next(series * 4), series),
  };
}

export function encodeSignpost(directoryAt: number, directory: Uint8Array): Uint8Array {
  const signpost = new Uint8Array(SIGNPOST_BYTES);
  new TextEncoder().encodeInto(MAGIC, signpost);
  new Float64Array(signpost.buffer, 8, 1)[0] = directoryAt;
  const words = new Int32Array(signpost.buffer);
  words[4] = directory.length;
  words[5] = wordChecksum(wordsOf(directory));
  words[7] = wordChecksum(words.subarray(0, 7));
  return signpost;
}

/** @returns null when neither of the signposts leads to a directory that is whole */
export function readDirectory(file: ByteReader): Directory | null {
  for (const at of [0, file.bytes - SIGNPOST_BYTES]) {
    const directory = readDirectoryBySignpost(file, at);
    if (directory) return directory;
  }
  return null;
}

function readDirectoryBySignpost(file: ByteReader, at: number): Directory | null {
  if (at < 0 || at + SIGNPOST_BYTES > file.bytes) return null;
  const signpost = new Uint8Array(SIGNPOST_BYTES);
  file.read(signpost, at);
  const words = new Int32Array(signpost.buffer);
  const isWhole = (words[7] ?? 0) >>> 0 === wordChecksum(words.subarray(0, 7));
  const magic = new TextDecoder().decode(signpost.subarray(0, MAGIC.length));
  if (!isWhole || (magic !== MAGIC && magic !== MAGIC_BEFORE)) return null;
  const [directoryAt = 0] = new Float64Array(signpost.buffer, 8, 1);
  const length = words[4] ?? 0;
  for (const copyAt of [directoryAt, directoryAt + length]) {
    if (copyAt + length > file.bytes) return null;
    const bytes = new Uint8Array(length);
    file.read(bytes, copyAt);
    if (wordChecksum(wordsOf(bytes)) === (words[5] ?? 0) >>> 0) return decodeDirectory(bytes);
  }
  return null;
}

function bytesOf(array: Int32Array | Uint32Array | Uint8Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
