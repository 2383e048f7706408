/**
 * A market as one file, to be read back without parsing: 16 bytes of start, a JSON header, then each column as it lies
 * in memory (little-endian, at a multiple of 8 bytes). Header and columns carry checksums.
 */
import { formatIsoDay } from "#workers/model/day.ts";
import type { Instrument, Market } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { DatasetFacts } from "#workers/model/reading.ts";
import { wordChecksum } from "./checksum.ts";

/** Eight ASCII characters, the last the version of the format; then the header's length and checksum, 4 bytes each. */
const START = "TIDECOL1";
const START_BYTES = 16;

type Column = Int32Array | Float64Array;

/** In the order of the file. */
const COLUMNS = [
  "barOffset",
  "day",
  "open",
  "high",
  "low",
  "close",
  "volume",
  "adjClose",
  "marketCap",
] as const satisfies readonly (keyof Market)[];
type ColumnName = (typeof COLUMNS)[number];

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

/** The file in parts, to be written one after the other; the columns' parts are views of the market's own memory. */
export function encodeMarket(market: Market): readonly Uint8Array[] {
  const columns = columnsOf(market);
  const entries = columns.map(([name, column]) => ({
    name,
    length: column.length,
    checksum: wordChecksum(wordsOf(column)),
  }));
  const header: FileHeader = { instruments: market.instruments, columns: entries };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const padded = new Uint8Array(padTo8(text.length)).fill(0x20);
  padded.set(text);
  const start = new Uint8Array(START_BYTES);
  new TextEncoder().encodeInto(START, start);
  new Uint32Array(start.buffer, START.length).set([padded.length, wordChecksum(wordsOf(padded))]);
  return [start, padded, ...columns.flatMap(([, column]) => columnParts(column))];
}

/**
 * The market in a file's bytes; its columns are views of them.
 *
 * @param bytes - the whole file, at an offset of its buffer that is a multiple of 8
 * @returns a problem when it is no such file, of another version, or damaged, naming what is
 */
export function decodeMarket(bytes: Uint8Array): Result<Market> {
  const start = new TextDecoder().decode(bytes.subarray(0, START.length));
  if (start.slice(0, -1) !== START.slice(0, -1) || bytes.length < START_BYTES) return damaged("start");
  if (start !== START) {
    return err({
      code: "storage-failed",
      message: "The stored prices were written by another version of this app. Import the files again.",
    });
  }
  const [length = 0, checksum = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset + START.length, 2);
  if (length % 8 !== 0 || START_BYTES + length > bytes.length) return damaged("header");
  const text = bytes.subarray(START_BYTES, START_BYTES + length);
  if (wordChecksum(wordsOf(text)) !== checksum) return damaged("header");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the checksum says that encodeMarket wrote it
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

/** What the catalogue keeps of a market. */
export async function datasetFacts(market: Market): Promise<DatasetFacts> {
  let [firstDay, lastDay] = [Infinity, -Infinity];
  for (const day of market.day) {
    if (day < firstDay) firstDay = day;
    if (day > lastDay) lastDay = day;
  }
  const hasBars = market.day.length > 0;
  return {
    instruments: market.instruments.length,
    bars: market.day.length,
    firstDate: hasBars ? formatIsoDay(firstDay) : null,
    lastDate: hasBars ? formatIsoDay(lastDay) : null,
    exchanges: distinct(market.instruments.map(({ exchange }) => exchange)),
    instrumentTypes: distinct(market.instruments.map(({ instrumentType }) => instrumentType)),
    fingerprint: await marketFingerprint(market),
    bytes: encodedBytes(market),
  };
}

/** SHA-256, in hex, of the instruments and of each column's SHA-256: the same data gives the same fingerprint. */
export async function marketFingerprint(market: Market): Promise<string> {
  const digests = await Promise.all(
    columnsOf(market).map(async ([name, column]) => `${name} ${hex(await sha256(bytesOf(column)))}`),
  );
  const instruments = market.instruments.map((one) => [
    one.symbol,
    one.name,
    one.exchange,
    one.instrumentType,
    one.currency,
    one.marketCapLooksAhead,
  ]);
  return hex(await sha256(new TextEncoder().encode(JSON.stringify([instruments, digests]))));
}

/** Bytes of the columns, each at its multiple of 8; the header comes on top. */
function encodedBytes(market: Market): number {
  return columnsOf(market).reduce((sum, [, column]) => sum + padTo8(column.byteLength), 0);
}

function columnsOf(market: Market): [ColumnName, Column][] {
  return COLUMNS.flatMap((name): [ColumnName, Column][] => {
    const column = market[name];
    return column ? [[name, column]] : [];
  });
}

function columnParts(column: Column): Uint8Array[] {
  const padding = padTo8(column.byteLength) - column.byteLength;
  return padding > 0 ? [bytesOf(column), new Uint8Array(padding)] : [bytesOf(column)];
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

function bytesOf(column: Column): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}

/** Whole words of an array whose bytes are a multiple of 4, at a multiple of 4. */
function wordsOf(array: Column | Uint8Array): Int32Array {
  return new Int32Array(array.buffer, array.byteOffset, array.byteLength / 4);
}

function padTo8(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted();
}

async function sha256(bytes: Uint8Array): Promise<ArrayBuffer> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- columns never lie in shared memory
  return crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
