/** A file of this machine as bytes at places. What one thread has open every thread of the process can read. */
import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import type { ByteFile, ByteReader } from "#workers/market/byte-file.ts";

export interface DiskFile extends ByteFile, ByteReader {
  readonly fd: number;
  /** May be called again. */
  close(): void;
}

/** @param flags - as of node:fs: `r` reads, `w+` makes it anew */
export function openDiskFile(path: string, flags: "r" | "w+"): DiskFile {
  return diskFileOf(openSync(path, flags, 0o600));
}

/** @param fd - of an open file; `close` closes it */
export function diskFileOf(fd: number): DiskFile {
  let bytes = fstatSync(fd).size;
  let isOpen = true;
  return {
    fd,
    get bytes() {
      return bytes;
    },
    read(into, at) {
      for (let done = 0; done < into.length;) {
        const got = readSync(fd, into, done, into.length - done, at + done);
        if (got === 0) throw new RangeError(`the file ends before ${at + into.length}`);
        done += got;
      }
    },
    write(part, at) {
      for (let done = 0; done < part.length;) {
        done += writeSync(fd, part, done, part.length - done, at + done);
      }
      bytes = Math.max(bytes, at + part.length);
    },
    close() {
      if (isOpen) closeSync(fd);
      isOpen = false;
    },
  };
}
