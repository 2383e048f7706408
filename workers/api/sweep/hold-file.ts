/** A file that says that a process is at work; one of a process that died counts for nothing. */
import { readFile, rm, writeFile } from "node:fs/promises";

export interface HeldFile {
  free(): Promise<void>;
}

/** null where another process that lives has it. */
export async function holdFile(path: string): Promise<HeldFile | null> {
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- tried again once a dead one's is gone
      await writeFile(path, String(process.pid), { flag: "wx" });
      return { free: () => rm(path, { force: true }) };
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (await isHeld(path)) return null;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await rm(path, { force: true });
  }
}

async function isHeld(path: string): Promise<boolean> {
  const pid = Number(await readFile(path, "utf8"));
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
