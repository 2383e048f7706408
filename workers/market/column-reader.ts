/**
 * Reads a column file block by block, of each block the columns that are asked for. A series that differs from its
 * checksum costs its instrument only.
 */
import type { Instrument, MarketZones } from "#workers/model/market.ts";
import type { ByteReader } from "./byte-file.ts";
import { wordChecksum, wordsOf } from "./checksum.ts";
import { codeOf, COLUMNS, readDirectory, seriesBytes } from "./column-directory.ts";
import type { Block, ColumnName, Directory } from "./column-directory.ts";
import { ABSENT, decodeSeries, LISTED } from "./series-code.ts";
import { readZones } from "./zone-section.ts";

/** Where bars go; null for a column that is not wanted. Other figures may refer to closes: they need them there. */
export type BlockColumns = { readonly day: Int32Array | null } & Readonly<
  Record<Exclude<ColumnName, "day">, Float64Array | null>
>;

/** As BlockColumns; series may be wanted as they are stored. */
type BlockTargets = { readonly [Name in keyof BlockColumns]: BlockColumns[Name] | SeriesKeeper } & {
  readonly close: Float64Array | null;
};

export interface SeriesKeeper {
  /** Called with each instrument's series that is whole, in the file's order; the bytes are the keeper's. */
  keep(code: number, bytes: Uint8Array): unknown;
}

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
  /** By instrument. */
  readonly rows: Int32Array;
  /** Days on which there are bars, as far as they are listed. */
  readonly days: number;
  /** False where no bar of the file has the figure. */
  has(column: ColumnName): boolean;
  /** Decodes the wanted columns of one block, its first bar to row `at`. */
  read(block: Block, into: BlockTargets, at: number, trust: Trust): BlockRows;
  /** Of all instruments but the damaged ones; null where the file has none that are whole. */
  readZones(damaged: ReadonlySet<number>): MarketZones | null;
  /** Days of a series that was wanted as it is stored. */
  decodeDays(code: number, bytes: Uint8Array, into: Int32Array): void;
  /** As read, of one instrument alone. */
  readOne(instrument: number, into: BlockColumns, trust: Trust): BlockRows;
}

export interface Trust {
  /** Columns to hold against their checksums, wanted or not. */
  readonly checked: ReadonlySet<ColumnName>;
  /** Instruments known to be damaged. */
  readonly damaged: ReadonlySet<number>;
}

/** @returns null for a file that is none, of another version, or damaged at both its ends */
export function openColumnFile(file: ByteReader): ColumnFile | null {
  const directory = readDirectory(file);
  if (!directory) return null;
  const { instruments, blocks, codes, rows, days } = directory;
  const scratch = COLUMNS.map(() => new Uint8Array(0));

  const readPlaces = (
    source: Omit<BlockBytes, "directory" | "bytes">,
    into: BlockTargets,
    at: number,
  ): BlockRows => {
    const wanted = COLUMNS.map((name) => into[name] !== null || source.trust.checked.has(name));
    const isThere = readColumns(file, source.places, wanted, scratch);
    const read = decodeBlock({ ...source, directory, bytes: scratch }, isThere ? into : null, at);
    for (const [column, name] of COLUMNS.entries()) {
      if (isKeeper(into[name])) scratch[column] = new Uint8Array(0); // these bytes were given away
    }
    return read;
  };

  return {
    instruments,
    blocks,
    bars: blocks.reduce((sum, block) => sum + block.rows, 0),
    rows,
    days: days.length,
    has(name) {
      if (name === "day") return true;
      const first = COLUMNS.indexOf(name) * instruments.length;
      return codes.subarray(first, first + instruments.length).some((code) => code !== ABSENT);
    },
    read: (block, into, at, trust) =>
      readPlaces({ range: block, places: placesIn(directory, block), trust }, into, at),
    decodeDays: (code, bytes, into) => decodeDays(code, bytes, days, into),
    readZones: (damaged) => readZones(file, directory, damaged),
    readOne(instrument, into, trust) {
      const block = blocks.find((each) => instrument < each.firstInstrument + each.instruments);
      if (!block) throw new RangeError(`no instrument ${instrument}`);
      const place = instrument - block.firstInstrument;
      const places = placesIn(directory, block).map((column) => column.subarray(place, place + 2));
      return readPlaces({ range: { firstInstrument: instrument, instruments: 1 }, places, trust }, into, 0);
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
function readColumns(
  file: ByteReader,
  places: Places,
  wanted: readonly boolean[],
  scratch: Uint8Array[],
): boolean {
  try {
    for (const [column, places_] of places.entries()) {
      const start = places_[0] ?? 0;
      const bytes = (places_.at(-1) ?? 0) - start;
      if (wanted[column] !== true || bytes === 0) continue;
      if ((scratch[column]?.length ?? 0) < bytes) scratch[column] = new Uint8Array(bytes);
      file.read((scratch[column] ?? new Uint8Array(0)).subarray(0, bytes), start);
    }
    return true;
  } catch {
    return false; // a place of the disk that can't be read, or a file cut short: told as damaged
  }
}

interface BlockBytes {
  readonly directory: Directory;
  /** Of one block. */
  readonly range: Pick<Block, "firstInstrument" | "instruments">;
  readonly places: Places;
  readonly trust: Trust;
  /** By column, from its first series on. */
  readonly bytes: readonly Uint8Array[];
}

/** @param into - null where the block's bytes could not be read: all of it is damaged */
function decodeBlock(source: BlockBytes, into: BlockTargets | null, start: number): BlockRows {
  const { directory, range } = source;
  const barOffset = new Int32Array(range.instruments + 1);
  const damaged: number[] = [];
  let at = start;
  barOffset[0] = at;
  for (let place = 0; place < range.instruments; place++) {
    const instrument = range.firstInstrument + place;
    if (into && !source.trust.damaged.has(instrument) && isWhole(source, place)) {
      const rows = directory.rows[instrument] ?? 0;
      decodeInstrument(source, place, into, at);
      at += rows;
    } else damaged.push(instrument);
    barOffset[place + 1] = at;
  }
  return { barOffset, damaged };
}

function isWhole(source: BlockBytes, place: number): boolean {
  const { directory, range, trust } = source;
  return COLUMNS.every((name, column) => {
    if (!trust.checked.has(name)) return true;
    const series = column * directory.instruments.length + range.firstInstrument + place;
    return wordChecksum(wordsOf(bytesAt(source, column, place))) === directory.checksums[series];
  });
}

function decodeInstrument(source: BlockBytes, place: number, into: BlockTargets, at: number): void {
  const { directory, range } = source;
  const instrument = range.firstInstrument + place;
  const to = at + (directory.rows[instrument] ?? 0);
  const close = into.close?.subarray(at, to) ?? null;
  COLUMNS.forEach((name, column) => {
    const code = codeOf(directory, column, instrument);
    const from = bytesAt(source, column, place);
    const target = into[name];
    if (target === null) return;
    if (isKeeper(target)) target.keep(code, from);
    else if (target instanceof Int32Array) decodeDays(code, from, directory.days, target.subarray(at, to));
    else decodeSeries(code, from, name === "close" ? null : close, target.subarray(at, to));
  });
}

function isKeeper(target: Int32Array | Float64Array | SeriesKeeper | null): target is SeriesKeeper {
  return target !== null && "keep" in target;
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
