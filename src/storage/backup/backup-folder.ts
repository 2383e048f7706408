/**
 * Automatic backups into a folder that the person chose, where the browser has such folders (Chromium): one file a day
 * at most, when something changed, without prices. The browser may ask for the permission anew after a restart.
 */
import { loadBackupState, noteBackup } from "./backup-state.ts";
import { makeBackup } from "./make-backup.ts";
import { database } from "../database.ts";
import { BACKUP_FOLDER } from "../marks.ts";
import { asFolder, pickFolder } from "../permitted-folder.ts";
import type { PermittedFolder } from "../permitted-folder.ts";
import { write } from "../writer.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";

export interface BackupFolder {
  readonly name: string;
  /** False where the browser wants to be asked again: allowFolder() after a click. */
  readonly isAllowed: boolean;
}

/** Asks the person for a folder and keeps it; false where they chose none. */
export async function chooseFolder(): Promise<Result<boolean>> {
  const folder = await pickFolder("tidemark-backups", "readwrite");
  if (folder === null) return ok(false);
  return write("The folder for backups", [], async () => {
    await database.marks.put({ key: BACKUP_FOLDER, value: folder });
    return true;
  });
}

/** null where none was chosen. */
export async function loadFolder(): Promise<BackupFolder | null> {
  const folder = await readFolder();
  if (!folder) return null;
  return { name: folder.name, isAllowed: (await folder.queryPermission(MODE)) === "granted" };
}

/** Call after a click: the browser asks the person. */
export async function allowFolder(): Promise<boolean> {
  const folder = await readFolder();
  return folder !== null && (await folder.requestPermission(MODE)) === "granted";
}

export function forgetFolder(): Promise<Result<null>> {
  return write("The folder for backups", [], async () => {
    await database.marks.delete(BACKUP_FOLDER);
    return null;
  });
}

const DAY_MS = 86_400_000;

/** Makes today's backup where one is due; gives the file's name, or null where none was made. */
export async function backUpIntoFolder(now: number): Promise<Result<string | null>> {
  const folder = await readFolder();
  if (!folder || (await folder.queryPermission(MODE)) !== "granted") return ok(null);
  const { lastAt, changes } = await loadBackupState(now);
  if (changes === 0 || (lastAt !== null && now - lastAt < DAY_MS)) return ok(null);
  const backup = await makeBackup({ withPrices: false, now, onProgress: () => undefined });
  if (!backup.ok) return backup;
  try {
    const file = await folder.getFileHandle(backup.value.name, { create: true });
    const writable = await file.createWritable();
    await writable.write(backup.value.file);
    await writable.close();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return err({
      code: "storage-failed",
      message: `The automatic backup could not be written into "${folder.name}" (${reason}). Choose the folder again in the settings.`,
    });
  }
  const noted = await noteBackup(now);
  return noted.ok ? ok(backup.value.name) : noted;
}

const MODE = { mode: "readwrite" } as const;

async function readFolder(): Promise<PermittedFolder | null> {
  return asFolder((await database.marks.get(BACKUP_FOLDER))?.value);
}
