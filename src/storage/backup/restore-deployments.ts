/** Which deployments of a backup are put beside, or in place of, those of this device: a ledger is never cut or rewritten. */
import { entryRecords, isEntryOf } from "../deployment-record.ts";
import type { DeploymentRecord, EntryRecord, StoredDeployment } from "../deployment-record.ts";
import { withLedger } from "../deployments.ts";
import { arrive } from "../join-deployments.ts";
import type { BackupRecords } from "./open-backup.ts";

export interface WantedDeployments {
  readonly deployments: readonly DeploymentRecord[];
  readonly entries: readonly EntryRecord[];
}

/** @param leftOut - gets the names of those whose ledger is not whole, and why */
export function mergeDeployments(
  backup: BackupRecords,
  here: BackupRecords,
  leftOut: string[],
): WantedDeployments {
  const own = wholeOnes(here, []);
  const wanted: StoredDeployment[] = [];
  for (const { record, deployment } of wholeOnes(backup, leftOut)) {
    const arrival = arrive(deployment, own, { freshId: crypto.randomUUID(), now: Date.now() });
    const stored = arrival.type === "new" ? { record, deployment } : arrival.stored;
    wanted.push(stored);
    own.push(stored);
    if (arrival.type === "parted") leftOut.push(partedText(stored.record));
  }
  return {
    deployments: wanted.map(({ record }) => record),
    entries: wanted.flatMap(({ record, deployment }) => entryRecords(record.id, deployment.ledger)),
  };
}

function partedText({ head, parted }: DeploymentRecord): string {
  const session = parted?.session ?? null;
  const where = session === null ? "They began differently" : `They part on ${session}`;
  return `${head.name}: the one of the backup is another than the one here, though both have one id. ${where}; both are kept`;
}

function wholeOnes({ deployments, entries }: BackupRecords, leftOut: string[]): StoredDeployment[] {
  return deployments.flatMap((record) => {
    const own = entries.filter(({ id }) => isEntryOf(record.id, id));
    const whole = withLedger(
      record,
      own.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
    if (whole.ok) return [whole.value];
    leftOut.push(`${record.head.name}: ${whole.problem.message}`);
    return [];
  });
}
