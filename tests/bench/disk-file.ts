/** Files on the disk as bytes at places. */
import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import type { ByteFile, ByteReader } from "#workers/market/byte-file.ts";

export interface DiskFile extends ByteFile, ByteReader {
  read(into: Uint8Array, at: number): void;
  close(): void;
}

/** @param flags - "w+" for a new file, "r" for one that is there */
export function openDiskFile(path: string, flags: "w+" | "r"): DiskFile {
  const file = openSync(path, flags);
  return {
    bytes: fstatSync(file).size,
    write(part, at) {
      for (let done = 0; done < part.length;)
        done += writeSync(file, part, done, part.length - done, at + done);
    },
    read(into, at) {
      for (let done = 0; done < into.length;) {
        const count = readSync(file, into, done, into.length - done, at + done);
        if (count === 0) throw new RangeError(`the file ends before ${at + into.length}`);
        done += count;
      }
    },
    close: () => closeSync(file),
  };
}
