import { Dexie } from "dexie";

/** What the browser's database refuses with; anything else is a fault of ours. */
export function isStorageError(error: unknown): error is Error {
  return error instanceof Dexie.DexieError || error instanceof DOMException;
}
