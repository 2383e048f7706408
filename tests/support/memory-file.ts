/** A file in memory that grows as it is written. */
import type { ByteFile, ByteReader } from "#workers/market/byte-file.ts";
import type { ColumnName } from "#workers/market/column-directory.ts";
import { openColumnFile } from "#workers/market/column-reader.ts";
import { addMarket, createColumnWriter } from "#workers/market/column-writer.ts";
import type { Market } from "#workers/model/market.ts";
import type { DatasetFacts } from "#workers/model/reading.ts";

export interface MemoryFile extends ByteFile {
  /** What was written so far. */
  contents(): Uint8Array<ArrayBuffer>;
}

export function createMemoryFile(): MemoryFile {
  let bytes = new Uint8Array(1024);
  let end = 0;
  return {
    write(part, at) {
      const to = at + part.length;
      if (to > bytes.length) {
        const larger = new Uint8Array(Math.max(to, bytes.length * 2));
        larger.set(bytes);
        bytes = larger;
      }
      bytes.set(part, at);
      end = Math.max(end, to);
    },
    read: (into, at) => readWhole(bytes.subarray(0, end), into, at),
    contents: () => bytes.slice(0, end),
  };
}

/** A file of these bytes, to read. */
export function memoryReader(bytes: Uint8Array): ByteReader {
  return { bytes: bytes.length, read: (into, at) => readWhole(bytes, into, at) };
}

/** Where the first byte of a series is in a column file. */
export function placeOfSeries(bytes: Uint8Array, column: ColumnName, instrument: number): number {
  const reader = memoryReader(bytes);
  let place = -1;
  const file = openColumnFile({
    bytes: reader.bytes,
    read(into, at) {
      place = at;
      reader.read(into, at);
    },
  });
  if (!file) throw new Error("no column file");
  file.readSeries(column, instrument, new Uint8Array(bytes.length));
  return place;
}

function readWhole(bytes: Uint8Array, into: Uint8Array, at: number): void {
  if (at + into.length > bytes.length) throw new RangeError("the file ends before that");
  into.set(bytes.subarray(at, at + into.length));
}

/** A market as a column file's bytes, of blocks of so many bars where that is given. */
export async function columnFileOf(
  market: Market,
  blockRows?: number,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly facts: DatasetFacts }> {
  const file = createMemoryFile();
  const writer = createColumnWriter(file, blockRows === undefined ? {} : { mostRows: blockRows });
  addMarket(writer, market);
  writer.addFacts(market.facts ?? []);
  const facts = await writer.finish();
  return { bytes: file.contents(), facts };
}
