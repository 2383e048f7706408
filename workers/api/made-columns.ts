/** Files of columns in the making: whole, or not there. */
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { reasonOf } from "#workers/market/source.ts";
import { err } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { DISK_FULL, isDiskFull } from "./error.ts";
import { openDiskFile } from "./disk-file.ts";
import type { DiskFile } from "./disk-file.ts";

export interface MadeFiles {
  readonly columns: DiskFile;
  /** For rows that the memory should not hold. */
  readonly rows: DiskFile;
}

/** Makes the files for as long as `work` takes; the columns stay where it succeeds. */
export async function makeColumns<T>(
  columnsPath: string,
  work: (files: MadeFiles) => Promise<Result<T>>,
): Promise<Result<T>> {
  const rowsPath = `${columnsPath}.rows`;
  const open: DiskFile[] = [];
  let isWhole = false;
  try {
    const columns = openDiskFile(columnsPath, "w+");
    open.push(columns);
    const rows = openDiskFile(rowsPath, "w+");
    open.push(rows);
    const done = await work({ columns, rows });
    isWhole = done.ok;
    return done;
  } catch (error) {
    if (isDiskFull(error)) return err({ ...DISK_FULL, place: dirname(columnsPath) });
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    const message = `the prices cannot be stored: ${reasonOf(error)}. Free some space, or name a folder with more.`;
    return err({ code: "storage-failed", message });
  } finally {
    for (const file of open) file.close();
    await rm(rowsPath, { force: true });
    if (!isWhole) await rm(columnsPath, { force: true });
  }
}
