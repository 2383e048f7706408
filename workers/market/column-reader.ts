/**
 * Reads a column file block by block, of each block the columns that are asked for. A series that differs from its
 * checksum costs its instrument only.
 */
import type { Instrument } from "#workers/model/market.ts";
import type { ByteReader } from "./byte-file.ts";
import { wordChecksum, wordsOf } from "./checksum.ts";
import { COLUMNS, readDirectory, seriesBytes } from "./column-directory.ts";
import type { Block, ColumnName, Directory } from "./column-directory.ts";
import { ABSENT, decodeSeries, LISTED } from "./series-code.ts";

/** Where a block's bars go; null for a column that is not wanted. Market caps may refer to closes. */
export type BlockColumns = { readonly day: Int32Array; readonly close: Float64Array } & Readonly<
  Record<Exclude<ColumnName, "day" | "close">, Float64Array | null>
>;

export interface BlockRows {
  /** Start of each of the block's instruments in the columns, and the end of the last. */
  readonly barOffset: Int32Array;
  /** Numbers of the file's instruments that are not as they were written; they have no bars here. */
  readonly damaged: readonly number[];
}

export interface ColumnFile {
  readonly instruments: readonly Instrument[];
  readonly blocks: readonly Block[];
  /** Of all instruments. */
  readonly bars: number;
  /** False where no bar of the file has the figure. */
  has(column: ColumnName): boolean;
  /** Decodes days and the wanted columns of one block, its first bar to row `at`. */
  read(block: Block, into: BlockColumns, at: number): Promise<BlockRows>;
}

/** @returns null for a file that is none, of another version, or damaged at both its ends */
export async function openColumnFile(file: ByteReader): Promise<ColumnFile | null> {
  const directory = await readDirectory(file);
  if (!directory) return null;
  const { instruments, blocks, codes } = directory;
  const scratch = COLUMNS.map(() => new Uint8Array(0));
  return {
    instruments,
    blocks,
    bars: blocks.reduce((sum, { rows }) => sum + rows, 0),
    has(name) {
      const first = COLUMNS.indexOf(name) * instruments.length;
      return codes.subarray(first, first + instruments.length).some((code) => code !== ABSENT);
    },
    async read(block, into, at) {
      const places = placesIn(directory, block);
      const wanted = COLUMNS.map((name) => into[name] !== null);
      const isThere = await readColumns(file, places, wanted, scratch);
      return decodeBlock({ directory, block, places, bytes: scratch }, isThere ? into : null, at);
    },
  };
}

/** Where the series of a block start in the file, by column and place in the block; a last entry ends each column. */
type Places = readonly Float64Array[];

function placesIn(directory: Directory, block: Block): Places {
  let at = block.at;
  return COLUMNS.map((_, column) => {
    const places = new Float64Array(block.instruments + 1);
    places[0] = at;
    for (let place = 0; place < block.instruments; place++) {
      at += seriesBytes(directory, column, block.firstInstrument + place);
      places[place + 1] = at;
    }
    return places;
  });
}

/** False where the file can't give these bytes. */
async function readColumns(
  file: ByteReader,
  places: Places,
  wanted: readonly boolean[],
  scratch: Uint8Array[],
): Promise<boolean> {
  try {
    for (const [column, places_] of places.entries()) {
      const start = places_[0] ?? 0;
      const bytes = (places_.at(-1) ?? 0) - start;
      if (wanted[column] !== true || bytes === 0) continue;
      if ((scratch[column]?.length ?? 0) < bytes) scratch[column] = new Uint8Array(bytes);
      // oxlint-disable-next-line no-await-in-loop -- the columns of a block lie one after the other
      await file.read((scratch[column] ?? new Uint8Array(0)).subarray(0, bytes), start);
    }
    return true;
  } catch {
    return false; // a place of the disk that can't be read, or a file cut short: told as damaged
  }
}

interface BlockBytes {
  readonly directory: Directory;
  readonly block: Block;
  readonly places: Places;
  /** By column, from its first series on. */
  readonly bytes: readonly Uint8Array[];
}

/** @param into - null where the block's bytes could not be read: all of it is damaged */
function decodeBlock(source: BlockBytes, into: BlockColumns | null, start: number): BlockRows {
  const { directory, block } = source;
  const barOffset = new Int32Array(block.instruments + 1);
  const damaged: number[] = [];
  let at = start;
  barOffset[0] = at;
  for (let place = 0; place < block.instruments; place++) {
    const instrument = block.firstInstrument + place;
    if (into && isWhole(source, place, into)) {
      const rows = directory.rows[instrument] ?? 0;
      decodeInstrument(source, place, into, at);
      at += rows;
    } else damaged.push(instrument);
    barOffset[place + 1] = at;
  }
  return { barOffset, damaged };
}

function isWhole(source: BlockBytes, place: number, into: BlockColumns): boolean {
  const { directory, block } = source;
  return COLUMNS.every((name, column) => {
    if (into[name] === null) return true;
    const series = column * directory.instruments.length + block.firstInstrument + place;
    return wordChecksum(wordsOf(bytesAt(source, column, place))) === directory.checksums[series];
  });
}

function decodeInstrument(source: BlockBytes, place: number, into: BlockColumns, at: number): void {
  const { directory, block } = source;
  const instrument = block.firstInstrument + place;
  const to = at + (directory.rows[instrument] ?? 0);
  const close = into.close.subarray(at, to);
  COLUMNS.forEach((name, column) => {
    const code = directory.codes[column * directory.instruments.length + instrument] ?? 0;
    const from = bytesAt(source, column, place);
    if (name === "day") decodeDays(code, from, directory.days, into.day.subarray(at, to));
    else {
      const series = into[name]?.subarray(at, to);
      if (series) decodeSeries(code, from, name === "close" ? null : close, series);
    }
  });
}

function bytesAt({ bytes, places }: BlockBytes, column: number, place: number): Uint8Array {
  const starts = places[column];
  const first = starts?.[0] ?? 0;
  return (bytes[column] ?? new Uint8Array(0)).subarray(
    (starts?.[place] ?? 0) - first,
    (starts?.[place + 1] ?? 0) - first,
  );
}

function decodeDays(code: number, from: Uint8Array, days: Int32Array, into: Int32Array): void {
  if (code !== LISTED) {
    into.set(new Int32Array(from.buffer, from.byteOffset, into.length));
    return;
  }
  const numbers = new Uint16Array(from.buffer, from.byteOffset, into.length);
  for (let row = 0; row < into.length; row++) into[row] = days[numbers[row] ?? 0] ?? 0;
}
