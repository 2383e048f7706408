/**
 * Reads a column file block by block, of each block the columns that are asked for. A series that differs from its
 * checksum costs its instrument only; one that is left in the file is held against it when somebody looks at it.
 */
import type { Instrument, MarketZones } from "#workers/model/market.ts";
import type { ByteReader } from "./byte-file.ts";
import { codeOf, COLUMNS, readDirectory, seriesBytes } from "./column-directory.ts";
import type { Block, ColumnName, Directory } from "./column-directory.ts";
import { bytesOfFacts, readFacts } from "./facts-section.ts";
import type { StoredFacts } from "./facts-section.ts";
import { createRangeReader } from "./range-reader.ts";
import { makeRowsReader, makeSeriesBytes } from "./rows-reader.ts";
import type { RowsReader } from "./rows-reader.ts";
import { ABSENT, decodeDays, decodeSeries } from "./series-code.ts";
import { readZones } from "./zone-section.ts";

const NO_BYTES = new Uint8Array(0);
const NO_OFFSETS = new Int32Array(0);

/** Bars that are read at a time: they are held against their checksums while they are in the processor's cache. */
const PIECE_ROWS = 65_536;

/** Where bars go; null for a column that is not wanted. Other figures may refer to closes: they need them there. */
export type BlockColumns = { readonly day: Int32Array | null } & Readonly<
  Record<Exclude<ColumnName, "day">, Float64Array | null>
>;

/** Series may be wanted as they are stored. */
export type BlockTargets = BlockColumns | Readonly<Record<ColumnName, SeriesKeeper | null>>;

/** Takes series as they are stored. */
export interface SeriesKeeper {
  /** True where series are told of, but neither read nor held against their checksums: readSeries does that. */
  readonly isLeftInFile: boolean;
  /** Where the next bytes of its column are put, those of series that turn out to be damaged too; at a multiple of 8. */
  readonly room: (bytes: number) => Uint8Array;
  /**
   * Called with each instrument's series that is whole, in the file's order; `at` is its first byte in the buffer given
   * last, `instrument` its number in the file.
   */
  readonly keep: (code: number, at: number, instrument: number) => void;
}

export interface BlockRows {
  /** Start of each of the block's instruments in the columns, and the end of the last. */
  readonly barOffset: Int32Array;
  /** Numbers of the file's instruments that are not as they were written; they have no bars here. */
  readonly damaged: readonly number[];
}

export interface ColumnFile {
  readonly directory: Directory;
  readonly instruments: readonly Instrument[];
  readonly blocks: readonly Block[];
  /** Count of all instruments' bars. */
  readonly bars: number;
  /** Count of each instrument's bars. */
  readonly rows: Int32Array;
  /** Days on which there are bars, as far as they are listed. */
  readonly days: number;
  /** False where no bar of the file has the figure. */
  has(column: ColumnName): boolean;
  /** Bytes of all the column's series as they are stored. */
  bytesOf(column: ColumnName): number;
  /** Decodes the wanted columns of one block, its first bar to row `at`. */
  read(block: Block, into: BlockTargets, at: number, trust: Trust): BlockRows;
  /** Of all instruments but the damaged ones; null where the file has none that are whole. */
  readZones(damaged: ReadonlySet<number>): MarketZones | null;
  /** The zone map of one block, as readZones gives that of all. */
  readBlockZones(block: Block, damaged: ReadonlySet<number>): MarketZones | null;
  /** Days of a series that was wanted as it is stored. */
  decodeDays(code: number, bytes: Uint8Array, into: Int32Array): void;
  /** Reads one instrument alone, as `read` reads a block. */
  readOne(instrument: number, into: BlockColumns, trust: Trust): BlockRows;
  readonly readRows: RowsReader;
  /** What its facts take in memory. */
  readonly factBytes: number;
  /** Facts of all instruments, damaged ones too. */
  readFacts(): StoredFacts;
  /** One series as it is stored, to the front of `into`; false where it is not as it was written. */
  readSeries(column: ColumnName, instrument: number, into: Uint8Array): boolean;
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
  const { instruments, blocks, codes, rows, days, facts = [] } = directory;
  const readPieces = createRangeReader(file, directory);
  const scratch = COLUMNS.map((): Uint8Array => NO_BYTES);

  const roomFor = (column: number, target: BlockTargets[ColumnName], bytes: number): Uint8Array => {
    if (isKeeper(target)) return target.room(bytes);
    if ((scratch[column]?.length ?? 0) < bytes) scratch[column] = new Uint8Array(bytes);
    return (scratch[column] ?? NO_BYTES).subarray(0, bytes);
  };

  const readRange = (range: SeriesRange, into: BlockTargets, at: number, trust: Trust): BlockRows => {
    const bytes = COLUMNS.map((): Uint8Array => NO_BYTES);
    const isLost = Uint8Array.from({ length: range.instruments }, (_, place) =>
      Number(trust.damaged.has(range.firstInstrument + place)),
    );
    for (const [column, name] of COLUMNS.entries()) {
      const isChecked = trust.checked.has(name);
      if (into[name] === null && !isChecked) continue;
      const offsets = range.offsets[column] ?? NO_OFFSETS;
      const own = roomFor(column, into[name], offsets.at(-1) ?? 0);
      if (isLeftInFile(into[name])) continue;
      bytes[column] = own;
      readPieces({ firstInstrument: range.firstInstrument, column, offsets, isChecked }, own, isLost);
    }
    return decodeRange({ directory, range, bytes, isLost }, into, at);
  };

  return {
    directory,
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
    bytesOf(name) {
      const column = COLUMNS.indexOf(name);
      return instruments.reduce((sum, _, instrument) => sum + seriesBytes(directory, column, instrument), 0);
    },
    read(block, into, at, trust) {
      const range = rangeOf(directory, block);
      const barOffset = new Int32Array(block.instruments + 1).fill(at, 0, 1);
      const damaged: number[] = [];
      for (let from = 0; from < block.instruments;) {
        const to = pieceEnd(directory, range, from);
        const read = readRange(partOf(range, from, to), into, barOffset[from] ?? at, trust);
        barOffset.set(read.barOffset, from);
        damaged.push(...read.damaged);
        from = to;
      }
      return { barOffset, damaged };
    },
    decodeDays: (code, bytes, into) => decodeDays(code, bytes, days, into),
    factBytes: bytesOfFacts(facts, instruments.length),
    readFacts: () => readFacts(file, facts, instruments.length),
    readRows: makeRowsReader(directory, makeSeriesBytes(file, directory)),
    readSeries(name, instrument, into) {
      const column = COLUMNS.indexOf(name);
      const offsets = Int32Array.of(0, seriesBytes(directory, column, instrument));
      const isLost = new Uint8Array(1);
      const one = { firstInstrument: instrument, column, offsets, isChecked: true };
      readPieces(one, into.subarray(0, offsets[1]), isLost);
      return isLost[0] === 0;
    },
    readZones: (damaged) => readZones(file, directory, blocks, damaged),
    readBlockZones: (block, damaged) => readZones(file, directory, [block], damaged),
    readOne(instrument, into, trust) {
      const block = blocks.find((each) => instrument < each.firstInstrument + each.instruments);
      if (!block) throw new RangeError(`no instrument ${instrument}`);
      const place = instrument - block.firstInstrument;
      return readRange(partOf(rangeOf(directory, block), place, place + 1), into, 0, trust);
    },
  };
}

/** Instruments whose series lie one after the other in each column. */
interface SeriesRange {
  readonly firstInstrument: number;
  readonly instruments: number;
  /** By column of the file: where each series starts among their bytes, and where the last ends. */
  readonly offsets: readonly Int32Array[];
}

function rangeOf(directory: Directory, { firstInstrument, instruments }: Block): SeriesRange {
  const offsets = COLUMNS.map((_, column) => {
    const starts = new Int32Array(instruments + 1);
    for (let place = 0; place < instruments; place++) {
      starts[place + 1] = (starts[place] ?? 0) + seriesBytes(directory, column, firstInstrument + place);
    }
    return starts;
  });
  return { firstInstrument, instruments, offsets };
}

/** The instruments at the places from .. to - 1 of a range. */
function partOf({ firstInstrument, offsets }: SeriesRange, from: number, to: number): SeriesRange {
  return {
    firstInstrument: firstInstrument + from,
    instruments: to - from,
    offsets: offsets.map((starts) => {
      const start = starts[from] ?? 0;
      return starts.subarray(from, to + 1).map((offset) => offset - start);
    }),
  };
}

/** Where a piece ends that starts at this place of the range. */
function pieceEnd(directory: Directory, { firstInstrument, instruments }: SeriesRange, from: number): number {
  let rows = 0;
  let end = from;
  do {
    rows += directory.rows[firstInstrument + end] ?? 0;
    end++;
  } while (end < instruments && rows + (directory.rows[firstInstrument + end] ?? 0) <= PIECE_ROWS);
  return end;
}

interface RangeBytes {
  readonly directory: Directory;
  readonly range: SeriesRange;
  /** Bytes of each column, from its first series on. */
  readonly bytes: readonly Uint8Array[];
  /** For each place in the range, 1 for an instrument that is damaged. */
  readonly isLost: Uint8Array;
}

function decodeRange(source: RangeBytes, into: BlockTargets, start: number): BlockRows {
  const { directory, range, isLost } = source;
  const barOffset = new Int32Array(range.instruments + 1);
  const damaged: number[] = [];
  let at = start;
  barOffset[0] = at;
  for (let place = 0; place < range.instruments; place++) {
    const instrument = range.firstInstrument + place;
    if (isLost[place] === 0) {
      decodeInstrument(source, place, into, at);
      at += directory.rows[instrument] ?? 0;
    } else damaged.push(instrument);
    barOffset[place + 1] = at;
  }
  return { barOffset, damaged };
}

function decodeInstrument(source: RangeBytes, place: number, into: BlockTargets, at: number): void {
  const { directory, range } = source;
  const instrument = range.firstInstrument + place;
  const to = at + (directory.rows[instrument] ?? 0);
  const close = into.close instanceof Float64Array ? into.close.subarray(at, to) : null;
  COLUMNS.forEach((name, column) => {
    const target = into[name];
    if (target === null) return;
    const code = codeOf(directory, column, instrument);
    const from = range.offsets[column]?.[place] ?? 0;
    if (isKeeper(target)) {
      target.keep(code, from, instrument);
      return;
    }
    const bytes = (source.bytes[column] ?? NO_BYTES).subarray(from);
    if (target instanceof Int32Array) decodeDays(code, bytes, directory.days, target.subarray(at, to));
    else decodeSeries(code, bytes, name === "close" ? null : close, target.subarray(at, to));
  });
}

function isLeftInFile(target: BlockTargets[ColumnName]): boolean {
  return isKeeper(target) && target.isLeftInFile;
}

function isKeeper(target: BlockTargets[ColumnName]): target is SeriesKeeper {
  return target !== null && "keep" in target;
}
