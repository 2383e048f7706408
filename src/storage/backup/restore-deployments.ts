/** Which deployments of a backup are put beside, or in place of, those of this device: a ledger is never cut or rewritten. */
import { entryRecords, isEntryOf } from "../deployment-record.ts";
import type { DeploymentRecord, EntryRecord, StoredDeployment } from "../deployment-record.ts";
import { sortedOut } from "../deployments.ts";
import type { StoredParts } from "../deployments.ts";
import { arrive } from "../join-deployments.ts";
import { withMend } from "../mend-ledger.ts";
import type { DamagedRecord } from "../records.ts";
import type { BackupRecords } from "./backup-records.ts";

export interface WantedDeployments {
  readonly deployments: readonly DeploymentRecord[];
  readonly entries: readonly EntryRecord[];
  /** Records of damaged ledgers that are whole with the backup's: what of them lies here goes first, even what can't be read. */
  readonly mended: readonly string[];
}

/** @param leftOut - gets the names of those whose ledger is not whole, and why */
export async function mergeDeployments(
  backup: BackupRecords,
  here: BackupRecords,
  leftOut: string[],
): Promise<WantedDeployments> {
  const { whole, damaged } = await sortedOut(partsOf(here));
  const own = [...whole];
  const wanted: StoredDeployment[] = [];
  const mended: string[] = [];
  const brought = await sortedOut(partsOf(backup), ({ head }, { message }) =>
    leftOut.push(`${head.name}: ${message}`),
  );
  for (const { record, deployment } of brought.whole) {
    const arrival = arrive(
      deployment,
      { whole: own, damaged },
      { brought: record, freshId: crypto.randomUUID(), now: Date.now() },
    );
    const { stored } = arrival;
    wanted.push(stored);
    own.push(stored);
    if (arrival.type === "mended") mended.push(stored.record.id);
    if (arrival.type === "parted") leftOut.push(partedText(stored.record));
  }
  return {
    deployments: wanted.map(({ record }) => record),
    entries: wanted.flatMap(({ record, deployment }) => entryRecords(record.id, deployment.ledger)),
    mended,
  };
}

function partedText({ head, parted }: DeploymentRecord): string {
  const session = parted?.session ?? null;
  const where = session === null ? "They began differently" : `They differ from ${session} on`;
  return `${head.name}: the one of the backup is another than the one here, though both have one id. ${where}; both are kept`;
}

/**
 * Takes out of a backup's records the deployments whose ledger is not what was recorded, and names them: nothing of them is
 * shown or restored. One that lacks entries stays, and is told when it is restored.
 */
export async function withoutChanged(
  records: BackupRecords,
): Promise<{ readonly records: BackupRecords; readonly changed: readonly DamagedRecord[] }> {
  const changed: DamagedRecord[] = [];
  await sortedOut(partsOf(records), ({ id, head }, problem) => {
    if (problem.code !== "deployment-invalid") return;
    changed.push({ id, name: head.name, problem: withMend(problem) });
  });
  const isSound = (id: string) => changed.every((one) => one.id !== id);
  return {
    changed,
    records: {
      ...records,
      deployments: records.deployments.filter(({ id }) => isSound(id)),
      entries: records.entries.filter(({ id }) => changed.every((one) => !isEntryOf(one.id, id))),
    },
  };
}

function partsOf({ deployments, entries }: BackupRecords): StoredParts[] {
  return deployments.map((record) => ({
    record,
    entries: entries.filter(({ id }) => isEntryOf(record.id, id)).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  }));
}
