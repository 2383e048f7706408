/** Where the bytes of price files come from: files that a person picked, files served with the app, or a test's arrays. */
import type { ImportFile, LocalBytes } from "#workers/model/import-plan.ts";
import { refusal } from "./refusal.ts";

/** Raw bytes of a file, possibly compressed. A chunk is good until the next one is asked for. */
export type Chunks = AsyncIterable<Uint8Array>;

export interface PriceSource {
  /** With its extensions, perhaps with folders; messages use it and files are read in its order. */
  readonly name: string;
  /** Size as stored, null where it is not known ahead. */
  readonly bytes: number | null;
  /** May be called more than once; each time the bytes come from the start. */
  open(): Promise<Chunks> | Chunks;
  /** True where gzip may be taken off on the way, so that a .gz is not always gzip. */
  readonly mayArriveUnpacked?: boolean;
  /** True where its bytes are held in memory: its chunks, unpacked or not, stay good. */
  readonly isHeld?: boolean;
  /** The bytes from start to end - 1. Zip archives are read through it; without it, they are held in memory. */
  readonly slice?: (start: number, end: number) => Promise<Chunks> | Chunks;
  /** What its text was made from, where that is no text: `Excel workbook`. The text is CSV in UTF-8 with commas. */
  readonly tableOf?: string;
  /** True for the only sheet of a workbook. */
  readonly isOnlySheet?: boolean;
  /** Sentences that a person should read beside what is found in it. */
  readonly remarks?: readonly string[];
  /** The file itself, where it lies on the device: other threads can read it. */
  readonly file?: SharedFile;
}

export interface SharedFile {
  readonly bytes: LocalBytes;
  /** To be told how many bytes of it another thread has read. */
  readonly onRead: (bytes: number) => void;
}

const SLICE_BYTES = 4_194_304;

/** A file that a person picked. */
export function fileSource({ name, bytes }: ImportFile): PriceSource {
  return {
    name,
    bytes: bytes.size,
    open: () => blobChunks(bytes),
    slice: (start, end) => blobChunks(bytes.slice(start, end)),
    file: { bytes, onRead: () => {} },
  };
}

/**
 * Reads a file slice by slice, the next one while this one is worked on. Its stream would do the same, but in
 * Chromium 156 one BYOB stream of a file in some hundreds never answers.
 */
async function* blobChunks(blob: LocalBytes): AsyncGenerator<Uint8Array> {
  const readFrom = (start: number) => blob.slice(start, start + SLICE_BYTES).arrayBuffer();
  let ahead = blob.size > 0 ? readFrom(0) : null;
  for (let at = 0; ahead; at += SLICE_BYTES) {
    // oxlint-disable-next-line no-await-in-loop -- one slice ahead is enough
    const bytes = await ahead;
    const next = at + SLICE_BYTES;
    ahead = next < blob.size ? readFrom(next) : null;
    ahead?.catch(() => {}); // told when it is awaited; a reader that stops early has no use for it
    yield new Uint8Array(bytes);
  }
}

/** A file served with the app; the browser may have unpacked gzip on the way, whatever the name says. */
export function urlSource(name: string, url: string): PriceSource {
  return {
    name,
    bytes: null,
    mayArriveUnpacked: true,
    async open() {
      const response = await fetchFile(name, url);
      if (!response.ok || !response.body) {
        throw refusal(
          "dataset-unavailable",
          name,
          null,
          `not served (status ${response.status}); reload the page`,
        );
      }
      return streamChunks(response.body);
    },
  };
}

async function fetchFile(name: string, url: string): Promise<Response> {
  try {
    return await fetch(url);
  } catch (error) {
    throw refusal(
      "dataset-unavailable",
      name,
      null,
      `cannot be loaded (${reasonOf(error)}); reload the page`,
    );
  }
}

/** The text of whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The chunks of any stream of bytes. */
export async function* streamChunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let isDone = false;
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- a stream comes chunk by chunk
      const { done, value } = await reader.read();
      isDone = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!isDone) await reader.cancel();
  }
}

/** One array with the bytes of all parts. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
