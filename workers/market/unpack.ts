/** A file's bytes without its gzip, where its first two bytes say that it has one; names files that can't be read. */
import { gunzip } from "./gzip.ts";
import { Refusal, refusal } from "./refusal.ts";
import { concatBytes, reasonOf } from "./source.ts";
import type { Chunks, PriceSource } from "./source.ts";

/**
 * The uncompressed bytes of a file.
 *
 * @param onRead - told of the bytes read, as stored
 * @throws Refusal when the source fails, when gzip is damaged, and for a .gz that is none
 */
export async function* unpackedChunks(
  source: PriceSource,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const chunks = withHead(rawChunks(source, onRead));
  const first = await chunks.next();
  const [magic1 = 0, magic2 = 0] = first.done ? [] : first.value;
  const isGzip = magic1 === 0x1f && magic2 === 0x8b;
  if (!isGzip && /\.gz$/i.test(source.name) && source.mayArriveUnpacked !== true) {
    await chunks.return(undefined);
    const text = "cannot be read: not a gzip file; compress it again, or take .gz off its name";
    throw refusal("file-unreadable", source.name, null, text);
  }
  if (first.done) return;
  const all = startingWith(first.value, chunks);
  yield* isGzip ? unzipped(source, all) : all;
}

/** A file's bytes as they are; whatever its source throws becomes a refusal with the file's name. */
async function* rawChunks(source: PriceSource, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of await source.open()) {
      onRead(chunk.length);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const text = `cannot be read: ${reasonOf(error)}; choose the file again`;
    throw refusal("file-unreadable", source.name, null, text);
  }
}

/** The same bytes, with at least two in the first chunk where there are as many. */
async function* withHead(chunks: Chunks): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array(0);
  for await (const chunk of chunks) {
    if (!head) {
      yield chunk;
      continue;
    }
    head = head.length > 0 ? concatBytes([head, chunk]) : chunk;
    if (head.length < 2) {
      head = new Uint8Array(head);
      continue;
    }
    yield head;
    head = null;
  }
  if (head && head.length > 0) yield head;
}

async function* startingWith(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

async function* unzipped(source: PriceSource, chunks: Chunks): AsyncGenerator<Uint8Array> {
  try {
    yield* gunzip(chunks, () => rawChunks(source, () => {}));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const text = "cannot be read: damaged or cut short; download or copy the file again";
    throw refusal("file-unreadable", source.name, null, text);
  }
}
