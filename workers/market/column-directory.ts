/**
 * What a column file holds and where: instruments, blocks and the code and checksum of every series. It ends the file,
 * twice, and start and end of the file both say where: one damaged place never loses the whole.
 */
import { compareSymbols } from "#workers/model/market.ts";
import type { Instrument } from "#workers/model/market.ts";
import type { ByteReader } from "./byte-file.ts";
import { wordChecksum, wordsOf } from "./checksum.ts";
import type { FactPlace } from "./facts-section.ts";
import { padTo8, plainBytes, settledBytes } from "./series-code.ts";
import type { FactName } from "#workers/model/reading.ts";

/** ASCII characters, the last the version of the format. */
export const MAGIC_BYTES = 8;
const MAGIC = "TIDECOL3";

/** Of a file that goes on where another one ends: it can't be read without that one. */
const MAGIC_EXTENDED = "TIDECOL4";

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
  readonly zones: ZonePlace;
}

/** Where a block's zones are in the file. */
export interface ZonePlace {
  readonly at: number;
  /** A multiple of 4. */
  readonly bytes: number;
  readonly checksum: number;
}

/** Which symbols have which codes (ISIN, CIK, CUSIP), and earlier names, as lists that came with the prices said. */
export interface KeptIdentities {
  /** Symbols by a code, such as "isin US0378331005". */
  readonly codes: readonly (readonly [key: string, symbols: readonly string[]])[];
  /** The day is null where the list doesn't say when the later name began. */
  readonly renames: readonly {
    readonly earlier: string;
    readonly later: string;
    readonly day: number | null;
  }[];
}

/** By column and instrument: series number = column x instruments + instrument. */
export interface Directory {
  readonly instruments: readonly Instrument[];
  readonly blocks: readonly Block[];
  /** EpochDays by their number in LISTED series. */
  readonly days: Int32Array;
  /** Absent where the file has none. */
  readonly facts?: readonly FactPlace[];
  /** For statements that come later; they are no part of the data, and don't count in fingerprints. Absent for none. */
  readonly identities?: KeptIdentities;
  /** Bars by instrument. */
  readonly rows: Int32Array;
  readonly codes: Uint8Array;
  /** Checksums of what this file has of each series. */
  readonly checksums: Uint32Array;
  /** What it takes to go on with the file; absent where it is to be read and written anew for that. */
  readonly ends?: EndsPlace;
  /** Absent in a file of its own. */
  readonly base?: Base;
}

/** Where the ends of all series are, and what is known of the file as a whole. */
export interface EndsPlace {
  readonly at: number;
  readonly checksum: number;
  /** The digest that ColumnWriter.digest gave. */
  readonly digest: string;
  /** What the catalogue is told of the facts. */
  readonly factNames: readonly FactName[];
}

/** The file that a file goes on with, which is read as if it stood in front of it. */
export interface Base {
  readonly directory: Directory;
  /** Each instrument's number there; -1 for one that is new. */
  readonly numbers: Int32Array;
  /** By instrument: how many of its first bars are there; 0 for one that is new, or was written anew. */
  readonly starts: Int32Array;
  readonly place: BasePlace;
}

interface BasePlace {
  /** Bytes of the whole file. */
  readonly bytes: number;
  readonly directoryAt: number;
  readonly directoryBytes: number;
  readonly directoryChecksum: number;
}

/** How a series is stored. */
export function codeOf({ codes, instruments }: Directory, column: number, instrument: number): number {
  return codes[column * instruments.length + instrument] ?? 0;
}

/** Bytes of one series, all of it, with padding. */
export function seriesBytes(directory: Directory, column: number, instrument: number): number {
  const rows = directory.rows[instrument] ?? 0;
  return padTo8(plainBytes(column === 0, codeOf(directory, column, instrument), rows));
}

/** How many of these lie in the file that this one goes on with. */
export function bytesInBase(directory: Directory, column: number, instrument: number): number {
  const start = directory.base?.starts[instrument] ?? 0;
  if (start === 0) return 0;
  const code = codeOf(directory, column, instrument);
  return start === directory.rows[instrument]
    ? plainBytes(column === 0, code, start)
    : settledBytes(column === 0, code, start);
}

/** And how many in its block of this file, without and with padding. */
export function ownBytes(directory: Directory, column: number, instrument: number): number {
  const rows = directory.rows[instrument] ?? 0;
  const all = plainBytes(column === 0, codeOf(directory, column, instrument), rows);
  return all - bytesInBase(directory, column, instrument);
}

export function placedBytes(directory: Directory, column: number, instrument: number): number {
  return padTo8(ownBytes(directory, column, instrument));
}

interface DirectoryText {
  readonly instruments: readonly Instrument[];
  readonly blocks: readonly Block[];
  readonly days: number;
  readonly facts?: readonly FactPlace[];
  readonly identities?: KeptIdentities;
  readonly ends?: EndsPlace;
  readonly base?: BasePlace;
}

export function encodeDirectory(directory: Directory): Uint8Array {
  const { instruments, blocks, days, facts, identities, rows, codes, checksums, ends, base } = directory;
  const text: DirectoryText = {
    instruments,
    blocks,
    days: days.length,
    ...(facts ? { facts } : {}),
    ...(identities ? { identities } : {}),
    ...(ends ? { ends } : {}),
    ...(base ? { base: base.place } : {}),
  };
  const json = new TextEncoder().encode(JSON.stringify(text));
  const starts = base ? [base.starts] : [];
  const parts = [Uint32Array.of(json.length, 0), json, days, rows, codes, checksums, ...starts].map(bytesOf);
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + padTo8(part.length), 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += padTo8(part.length);
  }
  return bytes;
}

/** Reads what encodeDirectory wrote; checked before. null where the file that it goes on with can't be read. */
function decodeDirectory(file: ByteReader, bytes: Uint8Array<ArrayBuffer>): Directory | null {
  const [jsonBytes = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, 1);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the checksum says that encodeDirectory wrote it
  const text = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + jsonBytes))) as DirectoryText;
  const { instruments, blocks, facts, identities, ends } = text;
  const series = COLUMNS.length * instruments.length;
  let at = bytes.byteOffset + 8 + padTo8(jsonBytes);
  const next = (length: number): number => {
    const start = at;
    at += padTo8(length);
    return start;
  };
  const own: Directory = {
    instruments,
    blocks,
    ...(facts ? { facts } : {}),
    ...(identities ? { identities } : {}),
    days: new Int32Array(bytes.buffer, next(text.days * 4), text.days),
    rows: new Int32Array(bytes.buffer, next(instruments.length * 4), instruments.length),
    codes: new Uint8Array(bytes.buffer, next(series), series),
    checksums: new Uint32Array(bytes.buffer, next(series * 4), series),
    ...(ends ? { ends } : {}),
  };
  if (!text.base) return own;
  const { directoryAt, directoryBytes, directoryChecksum } = text.base;
  const before = readDirectoryAt(file, directoryAt, directoryBytes, directoryChecksum);
  if (!before) return null;
  const starts = new Int32Array(bytes.buffer, next(instruments.length * 4), instruments.length);
  return {
    ...own,
    base: { directory: before, numbers: numbersIn(before, instruments), starts, place: text.base },
  };
}

/** By instrument: its number among those of another file; -1 where it is not there. Both are in the order of symbols. */
export function numbersIn(
  { instruments: others }: Directory,
  instruments: readonly Instrument[],
): Int32Array {
  let other = 0;
  return Int32Array.from(instruments, ({ symbol }) => {
    while (other < others.length && compareSymbols(others[other]?.symbol ?? "", symbol) < 0) other++;
    return others[other]?.symbol === symbol ? other : -1;
  });
}

/** @param isExtended - for a file that can't be read alone */
export function encodeSignpost(directoryAt: number, directory: Uint8Array, isExtended = false): Uint8Array {
  const signpost = new Uint8Array(SIGNPOST_BYTES);
  new TextEncoder().encodeInto(isExtended ? MAGIC_EXTENDED : MAGIC, signpost);
  new Float64Array(signpost.buffer, 8, 1)[0] = directoryAt;
  const words = new Int32Array(signpost.buffer);
  words[4] = directory.length;
  words[5] = wordChecksum(wordsOf(directory));
  words[7] = wordChecksum(words.subarray(0, 7));
  return signpost;
}

/** @returns null when neither of the signposts leads to a directory that is whole */
export function readDirectory(file: ByteReader): Directory | null {
  for (const at of [file.bytes - SIGNPOST_BYTES, file.joint ?? 0]) {
    const found = readSignpost(file, at);
    const directory = found && readDirectoryAt(file, found.directoryAt, found.directoryBytes, found.checksum);
    if (directory) return directory;
  }
  return null;
}

interface Signpost {
  readonly directoryAt: number;
  readonly directoryBytes: number;
  readonly checksum: number;
  readonly isExtended: boolean;
}

/** null where there is none that is whole, or of another version. */
export function readSignpost(file: ByteReader, at: number): Signpost | null {
  if (at < 0 || at + SIGNPOST_BYTES > file.bytes) return null;
  const signpost = new Uint8Array(SIGNPOST_BYTES);
  file.read(signpost, at);
  const words = new Int32Array(signpost.buffer);
  const isWhole = (words[7] ?? 0) >>> 0 === wordChecksum(words.subarray(0, 7));
  const magic = new TextDecoder().decode(signpost.subarray(0, MAGIC_BYTES));
  const isExtended = magic === MAGIC_EXTENDED;
  if (!isWhole || (magic !== MAGIC && !isExtended)) return null;
  const [directoryAt = 0] = new Float64Array(signpost.buffer, 8, 1);
  return { directoryAt, directoryBytes: words[4] ?? 0, checksum: (words[5] ?? 0) >>> 0, isExtended };
}

function readDirectoryAt(file: ByteReader, at: number, length: number, checksum: number): Directory | null {
  for (const copyAt of [at, at + length]) {
    if (copyAt + length > file.bytes) return null;
    const bytes = new Uint8Array(length);
    file.read(bytes, copyAt);
    if (wordChecksum(wordsOf(bytes)) === checksum) return decodeDirectory(file, bytes);
  }
  return null;
}

function bytesOf(array: Int32Array | Uint32Array | Uint8Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
