import { beforeEach, describe, expect, it } from "vitest";
import { makeBackup } from "#src/storage/backup/make-backup.ts";
import { openBackup } from "#src/storage/backup/open-backup.ts";
import { restoreBackup } from "#src/storage/backup/restore-backup.ts";
import type { RestoreChoice, RestoreOutcome } from "#src/storage/backup/restore-backup.ts";
import { database } from "#src/storage/database.ts";
import { addDeployment, listDeployments, loadDeployment } from "#src/storage/deployments.ts";
import { write } from "#src/storage/writer.ts";
import { bareDeployment, quietEntry, withSessions } from "../storage/sample-deployment.ts";
import { valueOf } from "#tests/support/value-of.ts";

async function deleteEverything(): Promise<void> {
  await write("Everything", ["deployments", "entries"], async () => {
    await database.deployments.clear();
    await database.entries.clear();
  });
}

beforeEach(deleteEverything);

async function backUp(): Promise<File> {
  const { name, file } = valueOf(
    await makeBackup({ withPrices: false, now: Date.UTC(2026, 0, 31), onProgress: () => undefined }),
  );
  return new File([file], name);
}

async function restore(file: File, choice: RestoreChoice): Promise<RestoreOutcome> {
  const backup = valueOf(await openBackup(file));
  const outcome = valueOf(await restoreBackup(backup, choice));
  backup.close();
  return outcome;
}

describe("virtual deployments", () => {
  const short = withSessions(bareDeployment, "2025-03-21");
  const long = withSessions(short, "2025-03-24");
  const changed = {
    ...long,
    ledger: long.ledger.map((entry, at) => (at === 1 ? { ...entry, equity: 999_999 } : entry)),
  };

  it("come back with their ledgers, and the longer one of two chains stays", async () => {
    await addDeployment(long);
    const file = await backUp();
    await deleteEverything();
    await restore(file, { mode: "replace" });
    expect(valueOf(await loadDeployment("d-1")).deployment).toEqual(long);
    await deleteEverything();
    await addDeployment(short);
    await restore(file, { mode: "merge", differing: "keep-mine" });
    expect(valueOf(await loadDeployment("d-1")).deployment).toEqual(long);
  });

  it("that are damaged here are mended by a shorter ledger of the backup", async () => {
    await addDeployment(short);
    const file = await backUp();
    await deleteEverything();
    await addDeployment(withSessions(long, "2025-03-25"));
    await write("The damage", ["entries"], () =>
      database.entries.bulkDelete(["d-1 2025-03-21", "d-1 2025-03-24"]),
    );
    await restore(file, { mode: "merge", differing: "keep-mine" });
    expect(valueOf(await loadDeployment("d-1")).deployment).toEqual(short);
    expect(await database.entries.count()).toBe(1);
  });

  it("of which the chains parted are both kept, and the session is said", async () => {
    await addDeployment(long);
    const file = await backUp();
    await deleteEverything();
    const late = quietEntry(short, "2025-03-24", "2025-03-25T08:00:00Z");
    await addDeployment({ ...short, ledger: [...short.ledger, late] });
    const { leftOut } = await restore(file, { mode: "merge", differing: "take-theirs" });
    expect(leftOut.join()).toContain("They differ from 2025-03-24");
    const { records } = await listDeployments();
    expect(records.map(({ parted }) => parted)).toContainEqual({ session: "2025-03-24" });
    expect(records).toHaveLength(2);
    expect(valueOf(await loadDeployment("d-1")).deployment.ledger.at(-1)).toEqual(late);
  });

  it("of which a ledger was changed in a backup are named with the entry, and nothing of them comes back", async () => {
    await addDeployment(withSessions({ ...bareDeployment, id: "d-0", name: "Whole" }, "2025-03-21"));
    await addDeployment(changed);
    const file = await backUp();
    await deleteEverything();
    const backup = valueOf(await openBackup(file));
    const told = "the deployment was changed or damaged: ";
    expect(backup.damaged).toMatchObject([{ name: "Evenings", problem: { place: "ledger[1]" } }]);
    expect(backup.damaged[0]?.problem.message).toContain(told);
    expect(backup.damaged[0]?.problem.message).toContain("2025-03-24");
    expect(backup.damaged[0]?.problem.message).toMatch(/Restore another backup of it, or take in a file/);
    backup.close();
    for (const choice of [{ mode: "replace" }, { mode: "merge", differing: "take-theirs" }] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { leftOut } = await restore(file, choice);
      expect(leftOut.join()).toContain("Evenings: the deployment was changed or damaged");
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect((await listDeployments()).records.map(({ id }) => id)).toEqual(["d-0"]);
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await database.entries.count()).toBe(1);
    }
  });

  it("that were changed here are mended by a backup that was not", async () => {
    await addDeployment(long);
    const file = await backUp();
    await deleteEverything();
    await addDeployment(changed);
    await restore(file, { mode: "merge", differing: "keep-mine" });
    expect(valueOf(await loadDeployment("d-1")).deployment).toEqual(long);
  });
});
