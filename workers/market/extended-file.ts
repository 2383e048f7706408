/**
 * A file of columns that goes on where another one ends: what was added to a dataset, without what it had. The two are
 * read as one, the earlier one in front. Which one that is stands at the extended file's front and at its end.
 */
import type { ByteReader } from "./byte-file.ts";
import { wordChecksum } from "./checksum.ts";
import { readSignpost, SIGNPOST_BYTES } from "./column-directory.ts";

/** The dataset's file that is read in front, and how much of it. */
export interface FrontFile {
  /** Name of the dataset's columns, in ASCII. */
  readonly id: string;
  readonly bytes: number;
}

/** What names the front file takes, behind the first signpost and before the last. */
export const FRONT_BYTES = 64;
const NAME_AT = 16;
/** What frontOf looks at, of each end of a file. */
export const FILE_END_BYTES: number = SIGNPOST_BYTES + FRONT_BYTES;

/** @throws RangeError for a name that is too long */
export function encodeFront({ id, bytes }: FrontFile): Uint8Array {
  if (id.length > FRONT_BYTES - NAME_AT) throw new RangeError(`too long a name: ${id}`);
  const front = new Uint8Array(FRONT_BYTES);
  new TextEncoder().encodeInto(id, front.subarray(NAME_AT));
  new Float64Array(front.buffer, 0, 1)[0] = bytes;
  const words = new Int32Array(front.buffer);
  words[3] = wordChecksum(Int32Array.from(words, (word, at) => (at === 3 ? 0 : word)));
  return front;
}

/** The file that has to be read in front of this one; null where this one is whole without. */
export function frontOf(file: ByteReader): FrontFile | null {
  const end = file.bytes - SIGNPOST_BYTES;
  for (const [signpostAt, frontAt] of [
    [end, end - FRONT_BYTES],
    [0, SIGNPOST_BYTES],
  ] as const) {
    const signpost = readSignpost(file, signpostAt);
    if (!signpost) continue;
    if (!signpost.isExtended) return null;
    const { directoryAt, directoryBytes } = signpost;
    if (directoryAt + 2 * directoryBytes + FRONT_BYTES + SIGNPOST_BYTES === file.bytes) return null;
    const front = readFront(file, frontAt);
    if (front) return front;
  }
  return null;
}

function readFront(file: ByteReader, at: number): FrontFile | null {
  if (at < 0 || at + FRONT_BYTES > file.bytes) return null;
  const front = new Uint8Array(FRONT_BYTES);
  file.read(front, at);
  const words = new Int32Array(front.buffer);
  const checksum = (words[3] ?? 0) >>> 0;
  if (wordChecksum(Int32Array.from(words, (word, place) => (place === 3 ? 0 : word))) !== checksum)
    return null;
  const [bytes = 0] = new Float64Array(front.buffer, 0, 1);
  return { id: new TextDecoder().decode(front.subarray(NAME_AT)).replaceAll("\0", ""), bytes };
}

/** The front file's first bytes and all of the other's, as one. */
export function joinFiles(front: ByteReader, { bytes }: FrontFile, own: ByteReader): ByteReader {
  return {
    bytes: bytes + own.bytes,
    joint: bytes,
    read(into, at) {
      const inFront = Math.max(0, Math.min(into.length, bytes - at));
      if (inFront > 0) front.read(into.subarray(0, inFront), at);
      if (inFront < into.length) own.read(into.subarray(inFront), at + inFront - bytes);
    },
  };
}
