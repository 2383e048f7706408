/** Where a person's data lie, and the note by which clients find a server that runs. */
import { chmod, mkdir, readdir, readFile } from "node:fs/promises";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { isLiving, startOfProcess } from "#workers/commands/living-process.ts";
import { removeUnchanged } from "#workers/commands/replace-file.ts";
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
  /** When the process started, as its system counts; "" where that isn't told. */
  readonly start: string;
  /** The machine that it runs on: several may share the folder. */
  readonly host: string;
  /** RFC 3339. */
  readonly started: string;
  /** The store's path. */
  readonly store: string;
}

/**
 * Notes this process as the server of a port. Readable for this person alone; notes of servers that died go.
 *
 * @returns what takes it away again
 */
export async function noteServer(
  port: number,
  own: Pick<ServerNote, "url" | "token" | "started" | "store">,
): Promise<() => Promise<void>> {
  const folder = notesFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(personFolder(), 0o700);
  await chmod(folder, 0o700);
  await removeDeadNotes();
  const path = join(folder, `${port}.json`);
  const { pid } = process;
  const note: ServerNote = { ...own, pid, start: startOfProcess(pid), host: hostname() };
  const text = `${JSON.stringify(note)}\n`;
  await writeWhole(path, text);
  return () => removeUnchanged(path, text); // a server of another machine may have the port, and the note, too
}

/** Where the server of a process answers, by its note; null where there is none, or it is another person's. */
export async function addressOf(pid: number): Promise<string | null> {
  const notes = await readNotes();
  return notes.find((note) => note.pid === pid && isLiving(pid, note.start))?.url ?? null;
}

async function removeDeadNotes(): Promise<void> {
  const notes = await readNotes();
  const dead = notes.filter(({ pid, start }) => !isLiving(pid, start));
  await Promise.all(dead.map(({ path, text }) => removeUnchanged(path, text)));
}

function notesFolder(): string {
  return join(personFolder(), "servers");
}

interface FoundNote extends Pick<ServerNote, "url" | "pid" | "start"> {
  readonly path: string;
  readonly text: string;
}

/** Those that can be read, of servers of this machine: it can't tell which of another's live. */
async function readNotes(): Promise<readonly FoundNote[]> {
  const names = await readdir(notesFolder()).catch(() => []);
  const paths = names.filter((name) => name.endsWith(".json")).map((name) => join(notesFolder(), name));
  return (await Promise.all(paths.map(readNote))).flat();
}

/** None for one that is gone, was never whole, or is of another machine. */
async function readNote(path: string): Promise<FoundNote[]> {
  try {
    const text = await readFile(path, "utf8");
    const { url, pid, start = "", host = hostname() } = Object(JSON.parse(text));
    const isNote = typeof url === "string" && typeof pid === "number" && host === hostname();
    return isNote ? [{ path, text, url, pid, start: String(start) }] : [];
  } catch {
    return [];
  }
}
