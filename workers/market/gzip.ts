/** Gzip, streamed through the platform's own decompressor, with the files of several members that it won't read. */
import { Refusal } from "./refusal.ts";
import { concatBytes, streamChunks } from "./source.ts";
import type { Chunks } from "./source.ts";

/** A gzip header: two magic bytes, method, flags, four bytes of time, extra flags, system. */
const HEADER_BYTES = 10;
/** The smallest member: header, two bytes of data, eight of checksum and length. */
const SMALLEST_MEMBER = 20;

/**
 * The unpacked bytes of gzip data, checksum checked.
 *
 * Some platforms reject a file of several members after the first; then `reopen` gives the bytes once more from the
 * start, and they are unpacked member by member.
 *
 * @throws whatever the platform says of damaged data; a Refusal from `chunks` as it is
 */
export async function* gunzip(chunks: Chunks, reopen: () => Chunks): AsyncGenerator<Uint8Array> {
  let delivered = 0;
  try {
    for await (const chunk of inflate(chunks, "gzip")) {
      delivered += chunk.length;
      yield chunk;
    }
    return;
  } catch (error) {
    if (error instanceof Refusal) throw error;
  }
  for await (const member of splitMembers(reopen())) {
    for await (const chunk of inflate(member, "gzip")) {
      const known = Math.min(delivered, chunk.length);
      delivered -= known;
      if (known < chunk.length) yield chunk.subarray(known);
    }
  }
}

/** Unpacked bytes; throws what `chunks` throws, and the platform's error for data that is damaged or cut short. */
export async function* inflate(chunks: Chunks, format: "gzip" | "deflate-raw"): AsyncGenerator<Uint8Array> {
  const stream = new DecompressionStream(format);
  let failure: Refusal | null = null;
  const fed = feed(chunks, stream.writable).catch((error: unknown) => {
    // What the decompressor itself rejects, its readable side reports too.
    if (error instanceof Refusal) failure = error;
  });
  try {
    yield* streamChunks(stream.readable);
  } catch (error) {
    await fed;
    throw failure ?? error;
  }
}

async function feed(chunks: Chunks, writable: WritableStream<BufferSource>): Promise<void> {
  const writer = writable.getWriter();
  try {
    for await (const chunk of chunks) await writer.write(ownBytes(chunk));
    await writer.close();
  } catch (error) {
    await writer.abort(error);
    throw error;
  }
}

function ownBytes(chunk: Uint8Array): Uint8Array<ArrayBuffer> {
  return chunk.buffer instanceof ArrayBuffer
    ? new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length)
    : new Uint8Array(chunk);
}

interface MemberCut {
  /** The start of the next member, already read. */
  pending: Uint8Array;
  isOver: boolean;
}

/** Cuts gzip data before each header that stands where a member may start. Take each member whole before the next. */
async function* splitMembers(chunks: Chunks): AsyncGenerator<Chunks> {
  const iterator = chunks[Symbol.asyncIterator]();
  const cut: MemberCut = { pending: new Uint8Array(0), isOver: false };
  try {
    do yield oneMember(iterator, cut);
    while (!cut.isOver);
  } finally {
    await iterator.return?.();
  }
}

async function* oneMember(iterator: AsyncIterator<Uint8Array>, cut: MemberCut): AsyncGenerator<Uint8Array> {
  let held = cut.pending;
  let passed = 0;
  for (;;) {
    const at = findHeader(held, Math.max(0, SMALLEST_MEMBER - passed));
    if (at >= 0) {
      cut.pending = held.slice(at);
      yield held.subarray(0, at);
      return;
    }
    // oxlint-disable-next-line no-await-in-loop -- a stream comes chunk by chunk
    const next = await iterator.next();
    if (next.done) {
      cut.isOver = true;
      yield held;
      return;
    }
    const safe = Math.max(0, held.length - HEADER_BYTES + 1);
    if (safe > 0) yield held.slice(0, safe);
    passed += safe;
    held = concatBytes([held.subarray(safe), next.value]);
  }
}

/** The first place from `start` on with a gzip header as compressors write it, -1 for none. */
function findHeader(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0x1f, start); at >= 0; at = bytes.indexOf(0x1f, at + 1)) {
    if (at + HEADER_BYTES > bytes.length) return -1;
    const [, magic, method, flags = 255] = bytes.subarray(at, at + 4);
    const [extra = 255, system = 254] = bytes.subarray(at + 8, at + HEADER_BYTES);
    const isKnown = (extra === 0 || extra === 2 || extra === 4) && (system <= 13 || system === 255);
    if (magic === 0x8b && method === 8 && flags < 32 && isKnown) return at;
  }
  return -1;
}
