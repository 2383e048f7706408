/** Figures of a few bars of one instrument, read where they lie in the file. */
import type { PriceFigure } from "#workers/model/market.ts";
import type { ByteReader } from "./byte-file.ts";
import { codeOf, COLUMNS, seriesBytes } from "./column-directory.ts";
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

/** Where a series starts in the file. */
type SeriesPlaces = (instrument: number, column: number) => number;

/** Nothing is held against a checksum. */
export function makeRowsReader(file: ByteReader, directory: Directory, startOf: SeriesPlaces): RowsReader {
  /** By instrument, of closes in steps that were asked for. */
  const marks = new Map<number, Int32Array>();

  function readBytes(at: number, bytes: number, skipped = 0): Uint8Array {
    const read = new Uint8Array(skipped + bytes);
    file.read(read.subarray(skipped), at);
    return read;
  }

  /** The steps from a mark on, as if the series began there. */
  function readSteps(
    instrument: number,
    code: number,
    start: number,
    [first, to]: readonly [number, number],
  ) {
    const rows = directory.rows[instrument] ?? 0;
    const own =
      marks.get(instrument) ?? marksOfSteps(readBytes(start, bytesOfRows(code, rows)), rows, ROWS_A_MARK);
    marks.set(instrument, own);
    const bytes = readBytes(
      start + bytesOfRows(code, first + 1),
      STEP_BYTES * (to - first - 1),
      NUMBER_BYTES,
    );
    new Int32Array(bytes.buffer, 0, 1)[0] = own[first / ROWS_A_MARK] ?? 0;
    return bytes;
  }

  return function read(instrument, name, from, to) {
    const column = COLUMNS.indexOf(name);
    const code = codeOf(directory, column, instrument);
    if (code === ABSENT) return new Float64Array(to - from).fill(NaN);
    const start = startOf(instrument, column);
    if (leadsFromFirst(code)) {
      const first = from - (from % ROWS_A_MARK);
      const figures = new Float64Array(to - first);
      decodeSeries(code, readSteps(instrument, code, start, [first, to]), null, figures);
      return first === from ? figures : figures.slice(from - first);
    }
    const skipped = firstByteOfRow(code, from);
    const bytes = readBytes(start + skipped, bytesOfRows(code, to) - skipped);
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
        at += seriesBytes(directory, column, block.firstInstrument + place);
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
