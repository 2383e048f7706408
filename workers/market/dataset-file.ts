/** The files that a dataset lies in as one: what was added last, behind the columns that it goes on with. */
import { fileName } from "#workers/model/column-files.ts";
import { FILE_END_BYTES, frontOf, joinFiles } from "./extended-file.ts";
import type { FrontFile } from "./extended-file.ts";
import type { OpenedFile } from "./file-store.ts";
import { openFile } from "./store-choice.ts";

export interface DatasetFile extends OpenedFile {
  /** Name of the columns in front; absent where the dataset is one file. */
  readonly frontId?: string;
}

/** Throws what the platform says; NotFoundError where one of the files isn't there. */
export async function openDatasetFile(datasetId: string): Promise<DatasetFile> {
  const own = await openFile(fileName(datasetId));
  try {
    const front = frontOf(own);
    if (!front) return own;
    const before = await openFile(fileName(front.id));
    return {
      ...joinFiles(before, front, own),
      isQuick: own.isQuick && before.isQuick,
      frontId: front.id,
      close() {
        own.close();
        before.close();
      },
    };
  } catch (error) {
    own.close();
    throw error;
  }
}

/** The file that goes in front of a stored one; null where that is whole without. Only its two ends are read. */
export async function frontOfBlob(own: Blob): Promise<FrontFile | null> {
  const part = async (from: number): Promise<Uint8Array> =>
    new Uint8Array(await own.slice(from, from + FILE_END_BYTES).arrayBuffer());
  const endAt = Math.max(0, own.size - FILE_END_BYTES);
  const [first, last] = await Promise.all([part(0), part(endAt)]);
  return frontOf({
    bytes: own.size,
    read(into, at) {
      into.set(
        at >= endAt
          ? last.subarray(at - endAt, at - endAt + into.length)
          : first.subarray(at, at + into.length),
      );
    },
  });
}
