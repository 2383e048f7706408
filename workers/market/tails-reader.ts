/** The tails of a stored dataset's instruments, and their days: what it takes to add to it without reading its prices. */
import { canRead } from "./byte-file.ts";
import type { Problem } from "#workers/model/problem.ts";
import type { ByteReader } from "./byte-file.ts";
import { wordChecksum, wordsOf } from "./checksum.ts";
import { codeOf, COLUMNS, ownBytes, placedBytes, readSignpost, SIGNPOST_BYTES } from "./column-directory.ts";
import type { Base, Block, Directory } from "./column-directory.ts";
import type { ColumnFile } from "./column-reader.ts";
import type { FrontFile } from "./extended-file.ts";
import { Refusal } from "./refusal.ts";
import { makeSeriesPlaces } from "./rows-reader.ts";
import { decodeEnd, endWords } from "./series-end.ts";
import type { SeriesEnd } from "./series-end.ts";
import type { SeriesTail, TailZones } from "./series-tail.ts";
import { createPieceCursor } from "./zone-section.ts";

/** A stored dataset that can be gone on with. */
export interface Extendable {
  readonly file: ByteReader;
  readonly columns: ColumnFile;
  /** The file that the next one goes on with. */
  readonly front: FrontFile;
}

export interface TailsReader {
  /** What the files to come go on with: a file of its own, never one that goes on with another. */
  readonly base: Omit<Base, "numbers" | "starts">;
  /** The base's block that an instrument is in; -1 for one that it has not. */
  blockInBase(symbol: string): number;
  endOf(instrument: number): SeriesEnd;
  /** Instruments come in their order; null where the tail is damaged, and the instrument is to be written anew. */
  tailOf(instrument: number): SeriesTail | null;
  /** All days of an instrument, good until the next call. @throws Refusal where they are damaged */
  daysOf(instrument: number): Int32Array;
}

const NO_BYTES = new Uint8Array(0);

/** @returns null where the ends are damaged */
export function openTails({ file, columns }: Extendable): TailsReader | null {
  const { directory } = columns;
  const ends = readEnds(file, directory);
  const base = baseOf(file, directory);
  if (!ends || !base) return null;
  const words = endWords(COLUMNS.length);
  const endOf = (instrument: number): SeriesEnd =>
    decodeEnd(ends.subarray(instrument * words, (instrument + 1) * words), COLUMNS.length);
  const partsOf = createPartsReader(file, directory);
  const zonesOf = createZonesReader(file, directory);
  const numbers = new Map(base.directory.instruments.map(({ symbol }, at) => [symbol, at]));
  return {
    base,
    blockInBase(symbol) {
      const number = numbers.get(symbol) ?? -1;
      return base.directory.blocks.findLastIndex(({ firstInstrument }) => firstInstrument <= number);
    },
    endOf,
    tailOf(instrument) {
      const rows = directory.rows[instrument] ?? 0;
      const codes = COLUMNS.map((_, column) => codeOf(directory, column, instrument));
      const end = endOf(instrument);
      if (!directory.base) {
        const parts = COLUMNS.map(() => NO_BYTES);
        return { start: rows, rows, codes, parts, end, zones: NO_ZONES };
      }
      const parts = partsOf(instrument);
      const zones = zonesOf(instrument);
      return (
        parts && zones && { start: directory.base.starts[instrument] ?? 0, rows, codes, parts, end, zones }
      );
    },
    daysOf: createDaysReader(columns),
  };
}

const NO_ZONES: TailZones = {
  zones: 0,
  bounds: new Float32Array(0),
  firstWord: 0,
  days: new Int32Array(0),
};

function readEnds(file: ByteReader, { ends, instruments }: Directory): Int32Array | null {
  if (!ends) return null;
  const words = new Int32Array(endWords(COLUMNS.length) * instruments.length);
  if (!canRead(file, new Uint8Array(words.buffer), ends.at)) return null;
  return wordChecksum(words) === ends.checksum ? words : null;
}

function baseOf(file: ByteReader, directory: Directory): TailsReader["base"] | null {
  if (directory.base) return directory.base;
  const signpost = readSignpost(file, file.bytes - SIGNPOST_BYTES) ?? readSignpost(file, 0);
  if (!signpost) return null;
  const { directoryAt, directoryBytes, checksum } = signpost;
  return {
    directory,
    place: { bytes: file.bytes, directoryAt, directoryBytes, directoryChecksum: checksum },
  };
}

/** What the file itself has of an instrument's series, a block in memory; null where it is not as it was written. */
function createPartsReader(file: ByteReader, directory: Directory) {
  const { blocks } = directory;
  const startOf = makeSeriesPlaces(directory);
  let block = blocks[0];
  let bytes: Uint8Array | null = null;
  return (instrument: number): readonly Uint8Array[] | null => {
    if (!bytes || !block || !isIn(block, instrument)) {
      block = blocks.findLast(({ firstInstrument }) => firstInstrument <= instrument);
      if (!block) return null;
      let size = 0;
      for (let column = 0; column < COLUMNS.length; column++)
        for (let place = 0; place < block.instruments; place++)
          size += placedBytes(directory, column, block.firstInstrument + place);
      bytes = new Uint8Array(size);
      if (!canRead(file, bytes, block.at)) bytes.fill(0); // the checksums tell
    }
    const parts: Uint8Array[] = [];
    for (let column = 0; column < COLUMNS.length; column++) {
      const at = startOf(instrument, column) - block.at;
      const placed = bytes.subarray(at, at + placedBytes(directory, column, instrument));
      const checksum = directory.checksums[column * directory.instruments.length + instrument];
      if (wordChecksum(wordsOf(placed)) !== checksum) return null;
      parts.push(placed.subarray(0, ownBytes(directory, column, instrument)));
    }
    return parts;
  };
}

function createZonesReader(file: ByteReader, directory: Directory) {
  const cursor = createPieceCursor(file, directory);
  return (instrument: number): TailZones | null => {
    const found = cursor(instrument);
    if (!found) return null;
    const { section, piece } = found;
    const { zones, bounds, days, words, firstWord } = piece;
    return {
      zones,
      bounds: new Float32Array(section.slice(bounds, days).buffer),
      firstWord,
      days: section.slice(days, days + words),
    };
  };
}

function createDaysReader(columns: ColumnFile) {
  const { blocks, instruments } = columns;
  const mostRows = blocks.reduce((most, block) => Math.max(most, block.rows), 0);
  const day = new Int32Array(mostRows);
  const into = {
    day,
    open: null,
    high: null,
    low: null,
    close: null,
    volume: null,
    adjClose: null,
    marketCap: null,
  };
  const trust = { checked: new Set(["day"] as const), damaged: new Set<number>() };
  let block = blocks[0];
  let barOffset: Int32Array | null = null;
  return (instrument: number): Int32Array => {
    if (!barOffset || !block || !isIn(block, instrument)) {
      block = blocks.findLast(({ firstInstrument }) => firstInstrument <= instrument);
      if (!block) throw new RangeError(`no instrument ${instrument} of ${instruments.length}`);
      const found = columns.read(block, into, 0, trust);
      if (found.damaged.length > 0)
        throw new Refusal(
          damagedBase(
            "prices",
            found.damaged.map((one) => instruments[one]?.symbol ?? ""),
          ),
        );
      ({ barOffset } = found);
    }
    const place = instrument - block.firstInstrument;
    return day.subarray(barOffset[place], barOffset[place + 1]);
  };
}

function isIn({ firstInstrument, instruments }: Block, instrument: number): boolean {
  return instrument >= firstInstrument && instrument < firstInstrument + instruments;
}

/** Why nothing can be added to a dataset: what is damaged would be lost for good. */
export function damagedBase(what: "prices" | "facts", damaged: readonly string[]): Problem {
  const stored = what === "prices" ? `prices of ${damaged.join(", ")}` : `facts ${damaged.join(", ")}`;
  return {
    code: "storage-failed",
    message: `The stored ${stored} are damaged, so nothing can be added to this dataset. Import all its files as a new one.`,
  };
}
