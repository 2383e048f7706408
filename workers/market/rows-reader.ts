/** Figures of a few bars of one instrument, read where they lie in the file. */
import type { PriceFigure } from "#workers/model/market.ts";
import type { ByteReader } from "./byte-file.ts";
import { codeOf, COLUMNS, seriesBytes } from "./column-directory.ts";
import type { Directory } from "./column-directory.ts";
import {
  ABSENT,
  bytesOfRows,
  decodeSeries,
  leadsFromFirst,
  refersToClose,
  TIMES_CLOSE,
} from "./series-code.ts";

/** Gives the figures of an instrument's bars from .. to - 1, counted from its first; throws where they can't be read. */
export type RowsReader = (instrument: number, name: PriceFigure, from: number, to: number) => Float64Array;

/** Nothing is held against a checksum. */
export function makeRowsReader(file: ByteReader, directory: Directory): RowsReader {
  const startOf = makeSeriesPlaces(directory);

  return function read(instrument, name, from, to) {
    const column = COLUMNS.indexOf(name);
    const code = codeOf(directory, column, instrument);
    if (code === ABSENT) return new Float64Array(to - from).fill(NaN);
    const first = leadsFromFirst(code) ? 0 : from;
    const skipped = first === 0 || code === TIMES_CLOSE ? 0 : bytesOfRows(code, first);
    const bytes = new Uint8Array(bytesOfRows(code, to) - skipped);
    file.read(bytes, startOf(instrument, column) + skipped);
    const close = refersToClose(code) ? read(instrument, "close", first, to) : null;
    const figures = new Float64Array(to - first);
    decodeSeries(code, bytes, close, figures);
    return first === from ? figures : figures.slice(from - first);
  };
}

/** Where a series starts in the file; those of a block are worked out when one of them is asked for. */
function makeSeriesPlaces(directory: Directory): (instrument: number, column: number) => number {
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
