/** A file that says that a process is at work; one of a process that died counts for nothing. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { isLiving } from "../../living-process.ts";

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
    if (isLiving(Number(await readFile(path, "utf8")))) return null;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await rm(path, { force: true });
  }
}
