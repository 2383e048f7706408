/** Reads of what the app can do without, for browsers that keep no database for this page. */
import { database } from "./database.ts";
import { isStorageError } from "./storage-error.ts";
import { useStorageState } from "./storage-state.ts";

/**
 * What `read` gives, or `none` where the database can't be opened at all: site data is blocked, as in some private
 * windows. A notice above the pages says so then. Any other failure rejects.
 */
export async function whereStored<T>(read: () => Promise<T>, none: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isStorageError(error) || !database.hasFailed()) throw error;
    useStorageState.setState({ isDenied: true });
    return none;
  }
}
