/** Takes the demo session back to its start: nothing of the last visitor is left. Call it before the app is drawn. */
import { Dexie } from "dexie";
import { BOOTH_DATABASE, BOOTH_KEYS, noteCleared } from "./session.ts";
import { BOOTH_CODE_DATABASE } from "#workers/model/code-consent.ts";
import { BOOTH_COLUMN_DATABASE } from "#workers/model/column-database.ts";
import { BOOTH_FOLDER } from "#workers/model/session.ts";

const LOCK = "tidemark-clear-session";
/** Another tab may still have a file open; it lets go as it loads anew. */
const TRIES = 20;
const PAUSE_MS = 250;

/** Rejects where the browser refuses; then it is tried again at the next load. */
export async function clearSession(): Promise<void> {
  await navigator.locks.request(LOCK, async () => {
    await removeFiles(); // before the database, which is healed from the copy among them
    await Dexie.delete(BOOTH_DATABASE);
    await Dexie.delete(BOOTH_COLUMN_DATABASE);
    await Dexie.delete(BOOTH_CODE_DATABASE);
    for (const key of Object.keys(localStorage)) if (key.startsWith(BOOTH_KEYS)) localStorage.removeItem(key);
    sessionStorage.clear();
    noteCleared();
  });
}

async function removeFiles(): Promise<void> {
  const root = await privateRoot();
  if (!root) return;
  for (let left = TRIES; ; left--) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- until it lets go
      await root.removeEntry(BOOTH_FOLDER, { recursive: true });
      return;
    } catch (error) {
      if (error instanceof Error && error.name === "NotFoundError") return;
      if (left === 0) throw error;
      // oxlint-disable-next-line no-await-in-loop -- until it lets go
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/** null where the browser gives no private files: then nobody has any there. */
async function privateRoot(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await navigator.storage.getDirectory();
  } catch {
    return null;
  }
}
