/**
 * Automatic backups into a folder that the person chose, where the browser has such folders (Chromium): one file a day
 * at most, when something changed, without prices. The browser may ask for the permission anew after a restart.
 */
import { loadBackupState, noteBackup } from "./backup-state.ts";
import { makeBackup } from "./make-backup.ts";
import { database } from "../database.ts";
import { BACKUP_FOLDER } from "../marks.ts";
import { write } from "../writer.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";

/** What TypeScript's DOM library leaves out. */
interface PermittedFolder extends FileSystemDirectoryHandle {
  queryPermission(options: { mode: "readwrite" }): Promise<PermissionState>;
  requestPermission(options: { mode: "readwrite" }): Promise<PermissionState>;
}

export interface BackupFolder {
  readonly name: string;
  /** False where the browser wants to be asked again: allowFolder() after a click. */
  readonly isAllowed: boolean;
}

type FolderPicker = (options: { id: string; mode: "readwrite" }) => Promise<PermittedFolder>;

export function canChooseFolder(): boolean {
  return "showDirectoryPicker" in globalThis;
}

/** Asks the person for a folder and keeps it; false where they chose none. */
export async function chooseFolder(): Promise<Result<boolean>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- canChooseFolder() looks for it
  const pick = Reflect.get(globalThis, "showDirectoryPicker") as FolderPicker;
  try {
    const folder = await pick({ id: "tidemark-backups", mode: "readwrite" });
    const kept = await write("The folder for backups", [], async () => {
      await database.marks.put({ key: BACKUP_FOLDER, value: folder });
      return true;
    });
    return kept;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return ok(false);
    throw error;
  }
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
  const value = (await database.marks.get(BACKUP_FOLDER))?.value;
  if (!(typeof FileSystemDirectoryHandle !== "undefined" && value instanceof FileSystemDirectoryHandle))
    return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- where folders can be chosen they have permissions
  return "queryPermission" in value ? (value as PermittedFolder) : null;
}
