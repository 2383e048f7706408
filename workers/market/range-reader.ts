/**
 * One column's series of instruments that lie next to each other, held against their checksums. Where a file goes on with
 * another one, each series is put together of what the two have of it: its first bytes there, the further ones here.
 */
import { canRead } from "./byte-file.ts";
import type { ByteReader } from "./byte-file.ts";
import { wordChecksum, wordsOf } from "./checksum.ts";
import { bytesInBase, ownBytes, placedBytes } from "./column-directory.ts";
import type { Base, Directory } from "./column-directory.ts";
import { makeSeriesPlaces } from "./rows-reader.ts";

/** Instruments of one block. */
export interface ColumnRange {
  readonly firstInstrument: number;
  readonly column: number;
  /** Where each one's series starts in the buffer, and where the last ends. */
  readonly offsets: Int32Array;
  readonly isChecked: boolean;
}

/** Fills the buffer; marks those, by their place in the range, that are damaged or can't be read. */
export type RangeReader = (range: ColumnRange, room: Uint8Array, isLost: Uint8Array) => void;

const NO_BYTES = new Uint8Array(0);
const MOST_AT_ONCE = 2 ** 22;

export function createRangeReader(file: ByteReader, directory: Directory): RangeReader {
  const { base } = directory;
  if (!base) return createFileReader(file, directory);
  const read = createFileReader(blockByBlock(file, directory), directory);
  const readBase = createFileReader(file, base.directory);
  let ofBase: Uint8Array = NO_BYTES;
  let ofOwn: Uint8Array = NO_BYTES;

  return (range, room, isLost) => {
    const { firstInstrument, column, offsets, isChecked } = range;
    const count = offsets.length - 1;
    const own = runningBytes(count, (place) => placedBytes(directory, column, firstInstrument + place));
    ofOwn = roomFor(ofOwn, own);
    read({ ...range, offsets: own }, ofOwn.subarray(0, own[count]), isLost);
    const before = rangeInBase(base, firstInstrument, count);
    if (before.count > 0) {
      const starts = runningBytes(before.count, (place) =>
        placedBytes(base.directory, column, before.first + place),
      );
      ofBase = roomFor(ofBase, starts);
      const isLostThere = new Uint8Array(before.count);
      const rangeThere = { firstInstrument: before.first, column, offsets: starts, isChecked };
      readBase(rangeThere, ofBase.subarray(0, starts[before.count]), isLostThere);
      for (let place = 0; place < count; place++) {
        const bytes = bytesInBase(directory, column, firstInstrument + place);
        if ((base.starts[firstInstrument + place] ?? 0) === 0) continue;
        const there = (base.numbers[firstInstrument + place] ?? 0) - before.first;
        if (isLostThere[there] === 1) isLost[place] = 1;
        const from = starts[there] ?? 0;
        room.set(ofBase.subarray(from, from + bytes), offsets[place]);
      }
    }
    for (let place = 0; place < count; place++) {
      const at = (offsets[place] ?? 0) + bytesInBase(directory, column, firstInstrument + place);
      const bytes = ownBytes(directory, column, firstInstrument + place);
      const from = own[place] ?? 0;
      if (bytes > 0) room.set(ofOwn.subarray(from, from + bytes), at);
      room.fill(0, at + bytes, offsets[place + 1]);
    }
  };
}

/** What lies behind another file is little: a block's series are read at one go, and not again for each column and piece. */
function blockByBlock(file: ByteReader, { blocks }: Directory): ByteReader {
  let bytes: Uint8Array = NO_BYTES;
  let start = 0;
  return {
    bytes: file.bytes,
    read(into, at) {
      if (at < start || at + into.length > start + bytes.length) {
        const block = blocks.findLast((each) => each.at <= at);
        const end = block?.zones.at ?? 0;
        if (!block || end - block.at > MOST_AT_ONCE || at + into.length > end) return file.read(into, at);
        const own = new Uint8Array(end - block.at);
        file.read(own, block.at);
        [bytes, start] = [own, block.at];
      }
      into.set(bytes.subarray(at - start, at - start + into.length));
    },
  };
}

/** Reads what lies in the file itself. */
function createFileReader(file: ByteReader, directory: Directory): RangeReader {
  const startOf = makeSeriesPlaces(directory);
  return ({ firstInstrument, column, offsets, isChecked }, room, isLost) => {
    if (!canRead(file, room, startOf(firstInstrument, column))) isLost.fill(1);
    else if (isChecked) {
      const words = wordsOf(room);
      const first = column * directory.instruments.length + firstInstrument;
      for (let place = 0; place + 1 < offsets.length; place++) {
        const checksum = wordChecksum(words, (offsets[place] ?? 0) >> 2, (offsets[place + 1] ?? 0) >> 2);
        if (checksum !== directory.checksums[first + place]) isLost[place] = 1;
      }
    }
  };
}

/** The numbers that instruments of one block have in the base: they follow on each other there, in one block. */
function rangeInBase({ numbers, starts }: Base, firstInstrument: number, count: number) {
  let [first, last] = [-1, -1];
  for (let instrument = firstInstrument; instrument < firstInstrument + count; instrument++) {
    if ((starts[instrument] ?? 0) === 0) continue;
    last = numbers[instrument] ?? -1;
    if (first < 0) first = last;
  }
  return { first, count: first < 0 ? 0 : last - first + 1 };
}

function runningBytes(count: number, bytesOf: (place: number) => number): Int32Array {
  const offsets = new Int32Array(count + 1);
  for (let place = 0; place < count; place++) offsets[place + 1] = (offsets[place] ?? 0) + bytesOf(place);
  return offsets;
}

function roomFor(room: Uint8Array, offsets: Int32Array): Uint8Array {
  const bytes = offsets.at(-1) ?? 0;
  return room.length < bytes ? new Uint8Array(bytes) : room;
}
