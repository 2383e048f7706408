/** Two files in memory for the second copy, as a disk has them: what was not flushed may be gone after a power cut. */
import type { SlotFile } from "#workers/storage/second-copy.ts";

export interface MemorySlot extends SlotFile {
  /** Takes away what was not flushed, but for `kept` bytes of the last write. */
  cutPower(kept: number): void;
  /** Damages the file where it lies. */
  flipBit(at: number): void;
}

/** Called before every write, truncate and flush; what it throws is the disk's refusal. */
export type OnAccess = (kind: "read" | "write" | "truncate" | "flush") => void;

export function createMemorySlot(onAccess: OnAccess = () => undefined): MemorySlot {
  let bytes = new Uint8Array(0);
  let flushed = bytes;
  let lastWrite: { at: number; part: Uint8Array } | null = null;
  return {
    size: () => bytes.length,
    readAll() {
      onAccess("read");
      return bytes.slice();
    },
    write(part, at) {
      onAccess("write");
      bytes = put(bytes, part, at);
      lastWrite = { at, part: part.slice() };
    },
    truncate(size) {
      onAccess("truncate");
      bytes = bytes.slice(0, size);
    },
    flush() {
      onAccess("flush");
      flushed = bytes.slice();
      lastWrite = null;
    },
    cutPower(kept) {
      bytes = lastWrite ? put(flushed, lastWrite.part.subarray(0, kept), lastWrite.at) : flushed;
      flushed = bytes;
    },
    flipBit(at) {
      bytes[at] = (bytes[at] ?? 0) ^ 1;
    },
  };
}

function put(target: Uint8Array, part: Uint8Array, at: number): Uint8Array<ArrayBuffer> {
  const grown = new Uint8Array(Math.max(target.length, at + part.length));
  grown.set(target);
  grown.set(part, at);
  return grown;
}
