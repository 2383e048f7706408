/** What a person must know of the storage as this page found it; the notices at the top of the pages show it. */
import { create } from "zustand";
import type { Problem } from "#workers/model/problem.ts";

export interface StorageState {
  /** A newer app wrote the database: it is read here, never written. */
  readonly isNewer: boolean;
  /** The browser keeps no database for this page: nothing can be saved. */
  readonly isDenied: boolean;
  /** This page wants to upgrade the database and waits for another tab's older app to let go of it. */
  readonly isBlocked: boolean;
  /** The second copy was not kept at the last attempt; what was saved is in the database. */
  readonly copyProblem: Problem | null;
  /** The database is empty though it was not, and the second copy can't help. */
  readonly lossProblem: Problem | null;
}

export const useStorageState = create<StorageState>()(() => ({
  isNewer: false,
  isDenied: false,
  isBlocked: false,
  copyProblem: null,
  lossProblem: null,
}));
