/** Where a person's data lie, and the note by which clients find a server that runs. */
import { chmod, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { writeWhole } from "./disk.ts";

/** The folder `tidemark` among the person's data, as each system has them. */
export function personFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (process.platform === "win32")
    return join(env["LOCALAPPDATA"] ?? join(homedir(), "AppData", "Local"), "tidemark");
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "tidemark");
  const data = env["XDG_DATA_HOME"];
  return join(data?.startsWith("/") ? data : join(homedir(), ".local", "share"), "tidemark");
}

export interface ServerNote {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  /** RFC 3339. */
  readonly started: string;
  /** The store's path. */
  readonly store: string;
}

/** Readable for this person alone. @returns what takes it away again */
export async function noteServer(port: number, note: ServerNote): Promise<() => Promise<void>> {
  const folder = notesFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(personFolder(), 0o700);
  await chmod(folder, 0o700);
  const path = join(folder, `${port}.json`);
  await writeWhole(path, `${JSON.stringify(note)}\n`);
  return () => rm(path, { force: true });
}

/** Where the server of a process answers, by its note; null where there is none, or it is another person's. */
export async function addressOf(pid: number): Promise<string | null> {
  const names = await readdir(notesFolder()).catch(() => []);
  const notes = await Promise.all(names.map(async (name) => readNote(join(notesFolder(), name))));
  return notes.find((note) => note?.pid === pid)?.url ?? null;
}

function notesFolder(): string {
  return join(personFolder(), "servers");
}

async function readNote(path: string): Promise<Pick<ServerNote, "url" | "pid"> | null> {
  try {
    const { url, pid } = Object(JSON.parse(await readFile(path, "utf8")));
    return typeof url === "string" && typeof pid === "number" ? { url, pid } : null;
  } catch {
    return null; // gone, or never whole
  }
}
