/** A file in memory that grows as it is written. */
import type { ByteFile, ByteReader } from "#workers/market/byte-file.ts";
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
  const writer = createColumnWriter(file, blockRows);
  addMarket(writer, market);
  const facts = await writer.finish();
  return { bytes: file.contents(), facts };
}
