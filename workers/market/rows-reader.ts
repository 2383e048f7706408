/** Figures of a few bars of one instrument, read where they lie in the file. */
import type { PriceFigure } from "#workers/model/market.ts";
import type { ByteReader } from "./byte-file.ts";
import { bytesInBase, codeOf, COLUMNS, placedBytes } from "./column-directory.ts";
import type { Directory } from "./column-directory.ts";
import { marksOfSteps, NUMBER_BYTES, STEP_BYTES } from "./packed-series.ts";
import {
  ABSENT,
  bytesOfRows,
  decodeSeries,
  leadsFromFirst,
  refersToClose,
  firstByteOfRow,
} from "./series-code.ts";

/** Closes in steps are gone along from the last of so many rows on. */
const ROWS_A_MARK = 256;

/** Gives the figures of an instrument's bars from .. to - 1, counted from its first; throws where they can't be read. */
export type RowsReader = (instrument: number, name: PriceFigure, from: number, to: number) => Float64Array;

/** Where what a file has of a series starts in it. */
type SeriesPlaces = (instrument: number, column: number) => number;

/** Reads bytes of a series from byte `at` of it on, wherever they lie; throws where they can't be read. */
export type SeriesBytes = (instrument: number, column: number, at: number, into: Uint8Array) => void;

export function makeSeriesBytes(file: ByteReader, directory: Directory): SeriesBytes {
  const ownPlace = makeSeriesPlaces(directory);
  const { base } = directory;
  const basePlace = base && makeSeriesPlaces(base.directory);
  return (instrument, column, at, into) => {
    const before = bytesInBase(directory, column, instrument);
    const inBase = Math.max(0, Math.min(into.length, before - at));
    if (inBase > 0 && base && basePlace)
      file.read(into.subarray(0, inBase), basePlace(base.numbers[instrument] ?? 0, column) + at);
    if (inBase < into.length)
      file.read(into.subarray(inBase), ownPlace(instrument, column) + at + inBase - before);
  };
}

/** Nothing is held against a checksum. */
export function makeRowsReader(directory: Directory, readBytes: SeriesBytes): RowsReader {
  /** Marks of closes in steps that were asked for, by instrument. */
  const marks = new Map<number, Int32Array>();

  /** The steps from a mark on, as if the series began there. */
  function readSteps(
    instrument: number,
    column: number,
    code: number,
    [first, to]: readonly [number, number],
  ) {
    const rows = directory.rows[instrument] ?? 0;
    const known = marks.get(instrument);
    const own =
      known ?? marksOfSteps(readWhole(instrument, column, bytesOfRows(code, rows)), rows, ROWS_A_MARK);
    marks.set(instrument, own);
    const bytes = new Uint8Array(NUMBER_BYTES + STEP_BYTES * (to - first - 1));
    readBytes(instrument, column, bytesOfRows(code, first + 1), bytes.subarray(NUMBER_BYTES));
    new Int32Array(bytes.buffer, 0, 1)[0] = own[first / ROWS_A_MARK] ?? 0;
    return bytes;
  }

  function readWhole(instrument: number, column: number, bytes: number): Uint8Array {
    const read = new Uint8Array(bytes);
    readBytes(instrument, column, 0, read);
    return read;
  }

  return function read(instrument, name, from, to) {
    const column = COLUMNS.indexOf(name);
    const code = codeOf(directory, column, instrument);
    if (code === ABSENT) return new Float64Array(to - from).fill(NaN);
    if (leadsFromFirst(code)) {
      const first = from - (from % ROWS_A_MARK);
      const figures = new Float64Array(to - first);
      decodeSeries(code, readSteps(instrument, column, code, [first, to]), null, figures);
      return first === from ? figures : figures.slice(from - first);
    }
    const skipped = firstByteOfRow(code, from);
    const bytes = new Uint8Array(bytesOfRows(code, to) - skipped);
    readBytes(instrument, column, skipped, bytes);
    const close = refersToClose(code) ? read(instrument, "close", from, to) : null;
    const figures = new Float64Array(to - from);
    decodeSeries(code, bytes, close, figures);
    return figures;
  };
}

/** Those of a block are worked out when one of them is asked for. */
export function makeSeriesPlaces(directory: Directory): SeriesPlaces {
  const { blocks, instruments } = directory;
  const starts = new Float64Array(COLUMNS.length * instruments.length);
  const isKnown = new Uint8Array(blocks.length);
  const blockOf = new Int32Array(instruments.length);
  blocks.forEach(({ firstInstrument, instruments: count }, at) =>
    blockOf.fill(at, firstInstrument, firstInstrument + count),
  );

  function placeBlock(number: number): void {
    const block = blocks[number];
    if (!block) throw new RangeError(`no block ${number}`);
    let at = block.at;
    for (let column = 0; column < COLUMNS.length; column++) {
      for (let place = 0; place < block.instruments; place++) {
        starts[column * instruments.length + block.firstInstrument + place] = at;
        at += placedBytes(directory, column, block.firstInstrument + place);
      }
    }
    isKnown[number] = 1;
  }

  return (instrument, column) => {
    const block = blockOf[instrument] ?? 0;
    if (isKnown[block] === 0) placeBlock(block);
    return starts[column * instruments.length + instrument] ?? 0;
  };
}
