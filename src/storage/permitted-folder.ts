/** Folders that the person chose, where the browser has such folders (Chromium), and what it lets the app do there. */

/** What TypeScript's DOM library leaves out. */
export interface PermittedFolder extends FileSystemDirectoryHandle {
  queryPermission(options: { mode: FolderMode }): Promise<PermissionState>;
  requestPermission(options: { mode: FolderMode }): Promise<PermissionState>;
}

export type FolderMode = "read" | "readwrite";

type FolderPicker = (options: { id: string; mode: FolderMode }) => Promise<PermittedFolder>;

export function canChooseFolder(): boolean {
  return "showDirectoryPicker" in globalThis;
}

/**
 * Asks the person for a folder; null where they chose none. Call it where canChooseFolder(), after a click.
 *
 * @param id - by which the browser remembers where the person was last
 */
export async function pickFolder(id: string, mode: FolderMode): Promise<PermittedFolder | null> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- canChooseFolder() looks for it
  const pick = Reflect.get(globalThis, "showDirectoryPicker") as FolderPicker;
  try {
    return await pick({ id, mode });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return null;
    throw error;
  }
}

/** What was kept as a folder; null for anything else, or in a browser without them. */
export function asFolder(value: unknown): PermittedFolder | null {
  if (!(typeof FileSystemDirectoryHandle !== "undefined" && value instanceof FileSystemDirectoryHandle))
    return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- where folders can be chosen they have permissions
  return "queryPermission" in value ? (value as PermittedFolder) : null;
}
