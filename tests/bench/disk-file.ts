/** Files on the disk in place of the browser's: as bytes at places, as what a person dropped, and as a staging. */
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { DeskTools } from "#workers/import/plan/import-desk.ts";
import type { ByteFile, ByteReader } from "#workers/market/byte-file.ts";
import { frontOf, joinFiles } from "#workers/market/extended-file.ts";
import type { FrontFile } from "#workers/market/extended-file.ts";
import { COLUMNS } from "#workers/market/column-directory.ts";
import { openColumnFile } from "#workers/market/column-reader.ts";
import type { Staging } from "#workers/market/dataset-writing.ts";
import type { LocalBytes } from "#workers/model/import-plan.ts";
import { openParts } from "#workers/market/parted-file.ts";
import { ok } from "#workers/model/problem.ts";

/** The bytes from start to end - 1 of a file, as of one that was dropped. */
export function diskBytes(path: string, start: number, end: number): LocalBytes {
  return {
    size: end - start,
    slice: (from, to) => diskBytes(path, start + from, Math.min(end, start + to)),
    async arrayBuffer() {
      const bytes = new Uint8Array(end - start);
      const file = openSync(path, "r");
      try {
        readAt(file, bytes, start);
      } finally {
        closeSync(file);
      }
      return bytes.buffer;
    },
  };
}

/** Files in a folder; a dataset is its columns beside them, the rows stay to be looked at. */
export function openDiskStaging(folder: string): Staging {
  const columnsPath = join(folder, "import.columns");
  const columns = openSync(columnsPath, "w+");
  const rows = openSync(join(folder, "import.rows"), "w+");
  const close = (): void => {
    closeSync(columns);
    closeSync(rows);
  };
  return {
    columns: byteFile(columns),
    rows: byteFile(rows),
    attempt: (work) => work(),
    async publish(datasetId, bytes) {
      ftruncateSync(columns, bytes);
      fsyncSync(columns);
      close();
      renameSync(columnsPath, join(folder, `${datasetId}.columns`));
      return ok(null);
    },
    discard: async () => close(),
  };
}

/** Opens datasets of such a folder as the browser's store does. */
export function openDiskDataset(folder: string): DeskTools["withBase"] {
  const pathOf = (name: string) => join(folder, `${name}.columns`);
  return (name, work) =>
    readDiskFile(pathOf(name), async (own) => {
      const front = frontOf(own);
      if (!front) return work(datasetOf(own, { id: name, bytes: own.bytes }));
      return readDiskFile(pathOf(front.id), async (before) =>
        work(datasetOf(joinFiles(before, front, own), front)),
      );
    });
}

function datasetOf(file: ByteReader, front: FrontFile) {
  const columns = openColumnFile(file);
  if (!columns) throw new Error("no column file");
  return { parts: openParts(columns, [], COLUMNS), extendable: { file, columns, front } };
}

/** A new file on the disk, for as long as `work` takes. */
export async function writeDiskFile<T>(path: string, work: (file: ByteFile) => Promise<T>): Promise<T> {
  const file = openSync(path, "w+");
  try {
    return await work(byteFile(file));
  } finally {
    closeSync(file);
  }
}

/** A file on the disk, for as long as `work` takes. */
export async function readDiskFile<T>(path: string, work: (file: ByteReader) => Promise<T>): Promise<T> {
  const file = openSync(path, "r");
  try {
    return await work({ bytes: fstatSync(file).size, read: (into, at) => readAt(file, into, at) });
  } finally {
    closeSync(file);
  }
}

function byteFile(file: number): ByteFile {
  return {
    write(part, at) {
      for (let done = 0; done < part.length;)
        done += writeSync(file, part, done, part.length - done, at + done);
    },
    read: (into, at) => readAt(file, into, at),
  };
}

function readAt(file: number, into: Uint8Array, at: number): void {
  for (let done = 0; done < into.length;) {
    const count = readSync(file, into, done, into.length - done, at + done);
    if (count === 0) throw new RangeError(`the file ends before ${at + into.length}`);
    done += count;
  }
}
