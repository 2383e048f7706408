/**
 * Column files as the first version of the app wrote them, still read: 16 bytes of start, a JSON header, then each
 * column of the whole market as it lies in memory (little-endian, at a multiple of 8 bytes). Header and columns carry
 * checksums; a damaged column costs the whole file.
 */
import type { Instrument, Market } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { wordChecksum, wordsOf } from "./checksum.ts";

/** Eight ASCII characters, the last the version of the format; then the header's length and checksum, 4 bytes each. */
export const FIRST_MAGIC = "TIDECOL1";
const START_BYTES = 16;

type Column = Int32Array | Float64Array;

type ColumnName = Exclude<keyof Market, "instruments" | "zones" | "facts">;

const INTEGER_COLUMNS: ReadonlySet<ColumnName> = new Set<ColumnName>(["barOffset", "day"]);

interface ColumnEntry {
  readonly name: ColumnName;
  /** Numbers, not bytes. */
  readonly length: number;
  readonly checksum: number;
}

interface FileHeader {
  readonly instruments: readonly Instrument[];
  readonly columns: readonly ColumnEntry[];
}

/**
 * The market in a file's bytes; its columns are views of them.
 *
 * @param bytes - the whole file, at an offset of its buffer that is a multiple of 8
 * @returns a problem when it is damaged, naming what is
 */
export function decodeFirstColumnFile(bytes: Uint8Array): Result<Market> {
  if (bytes.length < START_BYTES) return damaged("start");
  const [length = 0, checksum = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset + FIRST_MAGIC.length, 2);
  if (length % 8 !== 0 || START_BYTES + length > bytes.length) return damaged("header");
  const text = bytes.subarray(START_BYTES, START_BYTES + length);
  if (wordChecksum(wordsOf(text)) !== checksum) return damaged("header");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the checksum says that the app wrote it
  const header = JSON.parse(new TextDecoder().decode(text)) as FileHeader;
  return readColumns(header, bytes, START_BYTES + length);
}

function readColumns(header: FileHeader, bytes: Uint8Array, start: number): Result<Market> {
  const columns = new Map<ColumnName, Column>();
  let at = bytes.byteOffset + start;
  for (const { name, length, checksum } of header.columns) {
    const isInteger = INTEGER_COLUMNS.has(name);
    const byteLength = length * (isInteger ? Int32Array : Float64Array).BYTES_PER_ELEMENT;
    if (at + byteLength > bytes.byteOffset + bytes.length) return damaged(name);
    const column = isInteger
      ? new Int32Array(bytes.buffer, at, length)
      : new Float64Array(bytes.buffer, at, length);
    if (wordChecksum(wordsOf(column)) !== checksum) return damaged(name);
    columns.set(name, column);
    at += padTo8(byteLength);
  }
  return ok({
    instruments: header.instruments,
    barOffset: integers(columns, "barOffset"),
    day: integers(columns, "day"),
    open: numbers(columns, "open"),
    high: numbers(columns, "high"),
    low: numbers(columns, "low"),
    close: numbers(columns, "close"),
    volume: numbers(columns, "volume"),
    adjClose: columns.has("adjClose") ? numbers(columns, "adjClose") : null,
    marketCap: columns.has("marketCap") ? numbers(columns, "marketCap") : null,
  });
}

function integers(columns: ReadonlyMap<ColumnName, Column>, name: ColumnName): Int32Array {
  const column = columns.get(name);
  if (!(column instanceof Int32Array)) throw new TypeError(`column file without ${name}`);
  return column;
}

function numbers(columns: ReadonlyMap<ColumnName, Column>, name: ColumnName): Float64Array {
  const column = columns.get(name);
  if (!(column instanceof Float64Array)) throw new TypeError(`column file without ${name}`);
  return column;
}

function damaged(part: string): Result<never> {
  return err({
    code: "storage-failed",
    message: `The stored prices are damaged (${part}). Import the files again.`,
    place: part,
  });
}

function padTo8(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}
