/**
 * The bytes of one slot of the second copy: eight characters that name the format, then frames. A frame is its length
 * and CRC-32 (4 bytes each, little-endian) and a JSON text: first everything as of one commit, then one frame for each
 * commit since. A frame that was cut short or damaged ends the slot; what is before it counts.
 */
import { crc32 } from "#workers/market/checksum.ts";
import type { CopiedRecord, CopyChanges, CopyContents } from "#workers/model/second-copy.ts";

const MAGIC = new TextEncoder().encode("TIDECPY1");
const FRAME_HEAD_BYTES = 8;

/** What a slot's bytes say. */
export interface SlotContents {
  readonly databaseVersion: number;
  /** Generation of the last commit in the slot. */
  readonly generation: number;
  /** Records by table and key. */
  readonly records: ReadonlyMap<string, CopiedRecord>;
  /** Bytes up to the end of the last whole frame: what comes next goes there. */
  readonly end: number;
  /** Bytes up to the end of the first frame. */
  readonly snapshotEnd: number;
}

/** A whole slot of one snapshot. */
export function encodeSnapshot(contents: CopyContents): Uint8Array {
  const frame = encodeFrame(contents);
  const bytes = new Uint8Array(MAGIC.length + frame.length);
  bytes.set(MAGIC);
  bytes.set(frame, MAGIC.length);
  return bytes;
}

/** What a commit adds to a slot's end. */
export function encodeChanges(changes: CopyChanges): Uint8Array {
  return encodeFrame(changes);
}

/** null where the bytes don't begin with a whole snapshot. */
export function decodeSlot(bytes: Uint8Array): SlotContents | null {
  if (!MAGIC.every((byte, at) => bytes[at] === byte)) return null;
  const first = readFrame(bytes, MAGIC.length);
  if (!first) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its checksum says that encodeSnapshot wrote it
  const snapshot = first.value as CopyContents;
  const { databaseVersion, records: recordsAtFirst } = snapshot;
  const records = new Map(recordsAtFirst.map((one) => [nameOf(one), one]));
  let [generation, end] = [snapshot.generation, first.end];
  for (let frame = readFrame(bytes, end); frame; frame = readFrame(bytes, end)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above, of encodeChanges
    const changes = frame.value as CopyChanges;
    if (changes.generation !== generation + 1) break;
    change(records, changes.records);
    generation = changes.generation;
    end = frame.end;
  }
  return { databaseVersion, generation, records, end, snapshotEnd: first.end };
}

/** The records after a commit. */
export function withChanges(
  records: SlotContents["records"],
  changes: readonly CopiedRecord[],
): SlotContents["records"] {
  const after = new Map(records);
  change(after, changes);
  return after;
}

function change(records: Map<string, CopiedRecord>, changes: readonly CopiedRecord[]): void {
  for (const one of changes) {
    if (one[2] === null) records.delete(nameOf(one));
    else records.set(nameOf(one), one);
  }
}

function nameOf([table, key]: CopiedRecord): string {
  return `${table}/${key}`;
}

function encodeFrame(value: unknown): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(value));
  const frame = new Uint8Array(FRAME_HEAD_BYTES + text.length);
  const head = new DataView(frame.buffer);
  head.setUint32(0, text.length, true);
  head.setUint32(4, crc32(text), true);
  frame.set(text, FRAME_HEAD_BYTES);
  return frame;
}

function readFrame(bytes: Uint8Array, at: number): { value: unknown; end: number } | null {
  if (at + FRAME_HEAD_BYTES > bytes.length) return null;
  const head = new DataView(bytes.buffer, bytes.byteOffset + at, FRAME_HEAD_BYTES);
  const end = at + FRAME_HEAD_BYTES + head.getUint32(0, true);
  if (end > bytes.length) return null;
  const text = bytes.subarray(at + FRAME_HEAD_BYTES, end);
  if (crc32(text) !== head.getUint32(4, true)) return null;
  return { value: JSON.parse(new TextDecoder().decode(text)), end };
}
