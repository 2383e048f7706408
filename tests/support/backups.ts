/** Backups as a person makes and restores them, and the device that was lost in between. */
import { BACKUP_TABLES } from "#src/storage/backup/backup-format.ts";
import { makeBackup } from "#src/storage/backup/make-backup.ts";
import { openBackup } from "#src/storage/backup/open-backup.ts";
import { restoreBackup } from "#src/storage/backup/restore-backup.ts";
import type { RestoreChoice, RestoreOutcome } from "#src/storage/backup/restore-backup.ts";
import { database } from "#src/storage/database.ts";
import { write } from "#src/storage/writer.ts";
import { valueOf } from "#tests/support/value-of.ts";

const TABLES = [...BACKUP_TABLES, "results"] as const;

export async function deleteEverything(): Promise<void> {
  await write("Everything", TABLES, async () => {
    for (const name of TABLES) {
      await database.table(name).clear();
    }
  });
}

export async function backUp(withPrices = false): Promise<File> {
  const { name, file } = valueOf(
    await makeBackup({ withPrices, now: Date.UTC(2026, 0, 31), onProgress: () => undefined }),
  );
  return new File([file], name);
}

export async function restore(file: File, choice: RestoreChoice): Promise<RestoreOutcome> {
  const backup = valueOf(await openBackup(file));
  const outcome = valueOf(await restoreBackup(backup, choice));
  backup.close();
  return outcome;
}
