/**
 * Imported markets on this device, in the origin private file system: one column file a dataset. For a worker of the
 * page; nothing here works on the main thread or in Node.
 *
 * An import is all or nothing: written to a staging folder, flushed, and moved into place in one step.
 */
import type { Market } from "#workers/model/market.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { DatasetFacts } from "#workers/model/reading.ts";
import { datasetFacts, decodeMarket, encodeMarket } from "./column-file.ts";
import { reasonOf } from "./source.ts";

const PUBLISHED = "datasets";
const STAGING = "datasets-staging";
const MEGABYTE = 1e6;

/** What browsers add to the standard's handle; it replaces a file of that name at once. */
interface MovableFile extends FileSystemFileHandle {
  move(folder: FileSystemDirectoryHandle, name: string): Promise<void>;
}

/** Stores a market under an id, in place of what was there. On a problem, what was there stays. */
export async function saveDataset(datasetId: string, market: Market): Promise<Result<DatasetFacts>> {
  const parts = encodeMarket(market);
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  const name = fileName(datasetId);
  try {
    const staging = await openFolder(STAGING);
    try {
      const file = await staging.getFileHandle(name, { create: true });
      await writeParts(file, parts);
      await asMovable(file).move(await openFolder(PUBLISHED), name);
    } catch (error) {
      await removeFile(staging, name);
      throw error;
    }
    return ok({ ...(await datasetFacts(market)), bytes });
  } catch (error) {
    return err(storageProblem(error, bytes));
  }
}

/** The stored market, checked against its checksums. */
export async function loadDataset(datasetId: string): Promise<Result<Market>> {
  try {
    const folder = await openFolder(PUBLISHED);
    const file = await (await folder.getFileHandle(fileName(datasetId))).getFile();
    return decodeMarket(new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    if (isNamed(error, "NotFoundError")) return err(pricesGone);
    return err(storageProblem(error, 0));
  }
}

/** Deletes a stored market; one that is not there is no problem. */
export async function deleteDataset(datasetId: string): Promise<Result<null>> {
  try {
    await removeFile(await openFolder(PUBLISHED), fileName(datasetId));
    return ok(null);
  } catch (error) {
    return err(storageProblem(error, 0));
  }
}

/** Deletes what interrupted imports left; files that another tab is writing stay. */
export async function sweepStaging(): Promise<Result<null>> {
  try {
    const staging = await openFolder(STAGING);
    const names: string[] = [];
    for await (const name of staging.keys()) names.push(name);
    await Promise.all(names.map(async (name) => removeUnlessInUse(staging, name)));
    return ok(null);
  } catch (error) {
    return err(storageProblem(error, 0));
  }
}

async function openFolder(name: string): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(name, { create: true });
}

async function writeParts(file: FileSystemFileHandle, parts: readonly Uint8Array[]): Promise<void> {
  const handle = await file.createSyncAccessHandle();
  try {
    handle.truncate(0);
    let at = 0;
    for (const part of parts) {
      const written = handle.write(part, { at });
      if (written !== part.length)
        throw new DOMException("a part was not written whole", "QuotaExceededError");
      at += part.length;
    }
    handle.flush();
  } finally {
    handle.close();
  }
}

async function removeFile(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    await folder.removeEntry(name);
  } catch (error) {
    if (!isNamed(error, "NotFoundError")) throw error;
  }
}

async function removeUnlessInUse(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    await removeFile(folder, name);
  } catch (error) {
    if (!isNamed(error, "NoModificationAllowedError")) throw error;
  }
}

/** Any id is a name: what a path could be made of is escaped. */
function fileName(datasetId: string): string {
  return `${encodeURIComponent(datasetId)}.columns`;
}

function asMovable(file: FileSystemFileHandle): MovableFile {
  if (!("move" in file)) throw new TypeError("files cannot be moved");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- looked for above; the library does not know it yet
  return file as MovableFile;
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

const pricesGone: Problem = {
  code: "data-missing",
  message: "The prices of this dataset are no longer on this device. Import the files again.",
};

function storageProblem(error: unknown, bytes: number): Problem {
  if (isNamed(error, "QuotaExceededError")) {
    const megabytes = Math.ceil(bytes / MEGABYTE);
    return {
      code: "storage-failed",
      message: `There is no room for these prices: they take ${megabytes} MB. Delete a dataset or free space on the device, then import again.`,
    };
  }
  return {
    code: "storage-failed",
    message: `This browser cannot store prices here (${reasonOf(error)}). Use a normal window of a current browser, not a private one.`,
  };
}
