/** Where the files of this worker's session lie. */
import { BOOTH_COLUMN_DATABASE, COLUMN_DATABASE } from "#workers/model/column-database.ts";
import { BOOTH_FOLDER, isBoothWorker } from "#workers/model/session.ts";

/** Rejects where the browser gives no private files. */
export async function sessionRoot(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return isBoothWorker(globalThis.name) ? root.getDirectoryHandle(BOOTH_FOLDER, { create: true }) : root;
}

/** The database that takes their place there. */
export function columnDatabaseName(): string {
  return isBoothWorker(globalThis.name) ? BOOTH_COLUMN_DATABASE : COLUMN_DATABASE;
}
