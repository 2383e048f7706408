/** When the last backup was, what it would miss by now, and whether it is time to remind of one. */
import { database } from "../database.ts";
import { BACKED_UP, CANARY, momentSchema, REMINDED } from "../marks.ts";
import { readCanary } from "../recovery.ts";
import { write } from "../writer.ts";
import type { Result } from "#workers/model/problem.ts";

export interface BackupState {
  /** Milliseconds since 1970; null where there never was one. */
  readonly lastAt: number | null;
  /** Saves, imports, changed settings and finished runs since. */
  readonly changes: number;
  readonly isDue: boolean;
}

const MOST_CHANGES = 20;
const DAY_MS = 86_400_000;
const LONGEST_MS = 14 * DAY_MS;
/** How long "Later" holds. */
const PUT_OFF_MS = 3 * DAY_MS;

/** @param now - milliseconds since 1970 */
export async function loadBackupState(now: number): Promise<BackupState> {
  const canary = await readCanary(database);
  const lastAt = await readMoment(BACKED_UP);
  const putOffAt = await readMoment(REMINDED);
  const { changes = 0, changedSince = null } = canary ?? {};
  const isOld = changedSince !== null && now - Math.max(changedSince, lastAt ?? 0) >= LONGEST_MS;
  const isPutOff = putOffAt !== null && now - putOffAt < PUT_OFF_MS;
  const isDue = (changes >= MOST_CHANGES || isOld) && !isPutOff && (await hasWhatIsNotMadeAgain());
  return { lastAt, changes, isDue };
}

/** Imported prices or a deployment: who only tries the demo market out is not reminded of a backup. */
async function hasWhatIsNotMadeAgain(): Promise<boolean> {
  return (await database.datasets.count()) > 0 || (await database.deployments.count()) > 0;
}

/** The person has a backup of everything as it is now. */
export function noteBackup(now: number): Promise<Result<null>> {
  return write("The date of the backup", [], async () => {
    const canary = await readCanary(database);
    if (canary)
      await database.marks.put({ key: CANARY, value: { ...canary, changes: 0, changedSince: null } });
    await database.marks.put({ key: BACKED_UP, value: now });
    await database.marks.delete(REMINDED);
    return null;
  });
}

/** "Later". */
export function putReminderOff(now: number): Promise<Result<null>> {
  return write("The reminder", [], async () => {
    await database.marks.put({ key: REMINDED, value: now });
    return null;
  });
}

async function readMoment(key: string): Promise<number | null> {
  return momentSchema.safeParse((await database.marks.get(key))?.value).data ?? null;
}
