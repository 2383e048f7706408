/** A ledger that is not whole, and a whole copy of it that comes from a file or a backup. */
import type { DeploymentRecord, StoredDeployment } from "./deployment-record.ts";
import { recordOf, withoutFindings } from "./deployment-record.ts";
import type { Deployment, DeploymentEntry } from "#workers/model/deployment.ts";
import { headOf, originHash } from "#workers/model/deployment-chain.ts";
import type { Problem } from "#workers/model/problem.ts";

/** What is wrong with a ledger, and what makes it whole again on this device. */
export function withMend(problem: Problem): Problem {
  const mend = "Restore another backup of it, or take in a file of it that was exported.";
  return { ...problem, message: `${problem.message} ${mend}` };
}

export interface DamagedDeployment {
  readonly record: DeploymentRecord;
  /** Those that can be read, in the order of their sessions. */
  readonly entries: readonly DeploymentEntry[];
}

/** `session` is the first that is seen to differ; null where they began differently. */
export interface Parting {
  readonly session: string | null;
}

/** The copy's ledger, and behind it what of the damaged one goes on with it; or where the copy is of another chain. */
export function mended({ record, entries }: DamagedDeployment, copy: Deployment): StoredDeployment | Parting {
  if (originHash(record.head) !== originHash(copy)) return { session: null };
  const hashes = new Map(copy.ledger.map(({ session, hash }) => [session, hash]));
  const lastSession = copy.ledger.at(-1)?.session ?? "";
  const known = entries.filter(({ session }) => session <= lastSession);
  const other = known.find(({ session, hash }) => hashes.get(session) !== hash);
  if (other) return { session: other.session };
  const ledger = [...copy.ledger];
  let head = headOf(copy);
  for (const entry of entries.slice(known.length)) {
    if (entry.previous !== head) break;
    ledger.push(entry);
    head = entry.hash;
  }
  const deployment = { ...record.head, ledger };
  return { record: recordOf(record.id, deployment, withoutFindings(record)), deployment };
}
