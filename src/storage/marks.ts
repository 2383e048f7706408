/** What the storage notes about itself, on this device only: it is neither in the second copy nor in a backup. */
import { z } from "zod";
import "#workers/model/jitless.ts";
import { storedTime } from "./stored-time.ts";

export interface MarkRecord {
  readonly key: string;
  readonly value: unknown;
}

/** The canary: tells a database that was wiped, or lost commits, from one that is new. */
export const CANARY = "canary";

export const canarySchema = z.object({
  /** The number of the last commit, as in the second copy. */
  generation: z.number().int().min(0),
  /** Saves, imports, settings and finished runs since the last backup; the first of them, ms since 1970. */
  changes: z.number().int().min(0).catch(0),
  changedSince: storedTime.nullable().catch(null),
});

export type Canary = z.infer<typeof canarySchema>;

/** What came back from the second copy, until the person has read it. */
export const HEALED = "healed";

export const healedSchema = z.object({
  at: storedTime,
  strategies: z.number(),
  runs: z.number(),
  datasets: z.number(),
  /** Finished runs whose positions and curves did not come back. */
  resultsLost: z.number(),
});

/** The last backup that a person made, or had made into a folder. */
export const BACKED_UP = "backed-up";

/** When a person put the reminder off. */
export const REMINDED = "reminded";

/** A moment, ms since 1970. */
export const momentSchema = storedTime;

/** The folder for automatic backups: a handle of the browser, which only this database can keep. */
export const BACKUP_FOLDER = "backup-folder";

/** Begins the keys of folders that datasets get new prices from; the dataset's id follows (watched-folders.ts). */
export const WATCHED_FOLDER = "watched-folder";

/** Begins the keys of the variants that the builder drew; what tells one from the others follows (drawn-previews.ts). */
export const DRAWN_PREVIEW = "drawn-preview";

export type Healed = z.infer<typeof healedSchema>;
