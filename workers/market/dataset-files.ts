/** Where datasets lie in the origin private file system, and what its refusals mean. */
import type { Problem } from "#workers/model/problem.ts";
import { sessionRoot } from "./session-root.ts";
import { reasonOf } from "./source.ts";

const MEGABYTE = 1e6;

/** A folder of the app, made where it is missing. */
export async function openFolder(name: string): Promise<FileSystemDirectoryHandle> {
  const root = await sessionRoot();
  return root.getDirectoryHandle(name, { create: true });
}

/** Removes a file; one that is not there is no problem. */
async function removeFile(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    await folder.removeEntry(name);
  } catch (error) {
    if (!isNamed(error, "NotFoundError")) throw error;
  }
}

/** Removes a file as removeFile does, unless it is open: then it stays. */
export async function removeUnlessInUse(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await removeFile(folder, name);
    return true;
  } catch (error) {
    if (!isNamed(error, "NoModificationAllowedError")) throw error;
    return false;
  }
}

export function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/**
 * What the person is told when the browser refuses.
 *
 * @param bytes - written so far
 */
export function storageProblem(error: unknown, bytes: number): Problem {
  if (isNamed(error, "QuotaExceededError")) {
    const megabytes = Math.ceil(bytes / MEGABYTE);
    return {
      code: "storage-failed",
      message: `There is no room for these prices after ${megabytes} MB. Delete a dataset or free space on the device, then import again.`,
    };
  }
  return {
    code: "storage-failed",
    message: `This browser cannot store prices here (${reasonOf(error)}). Use a normal window of a current browser, not a private one.`,
  };
}
