/**
 * Virtual deployments. The ledger is only ever added to: an entry is never rewritten, and one that does not name the
 * last one stored is refused, so that of two tabs with the same news one is too late and nothing comes twice.
 */
import { database } from "./database.ts";
import {
  closeOf,
  deploymentRecordSchema,
  entryKey,
  entryRecords,
  entryRecordSchema,
  isEntryOf,
  recordOf,
  rememberWithdrawn,
} from "./deployment-record.ts";
import type { DeploymentRecord, EntryRecord, LedgerClose, StoredDeployment } from "./deployment-record.ts";
import { arrive } from "./join-deployments.ts";
import type { Arrival, DeploymentsHere } from "./join-deployments.ts";
import { withMend } from "./mend-ledger.ts";
import type { DamagedDeployment } from "./mend-ledger.ts";
import { inTurns } from "./next-turn.ts";
import { readRecord, readRecords } from "./records.ts";
import type { RecordList } from "./records.ts";
import { whereStored } from "./where-stored.ts";
import { write, writeOrRefuse } from "./writer.ts";
import type { Deployment, DeploymentEntry } from "#workers/model/deployment.ts";
import { headOf } from "#workers/model/deployment-chain.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { isBlank } from "#workers/model/ink.ts";

const KIND = "deployment";
const TABLES = ["deployments", "entries"] as const;

/** The last made first, without their ledgers. */
export async function listDeployments(): Promise<RecordList<DeploymentRecord>> {
  const stored = await whereStored(() => database.deployments.toArray(), []);
  const { records, damaged } = readRecords(deploymentRecordSchema, stored, KIND);
  return { records: records.toSorted((a, b) => b.createdAt - a.createdAt), damaged };
}

/** Entries that are written at one go: years of them would hold the page up. */
const ENTRIES_AT_ONCE = 100;

/** With its ledger, as far as it can be read; a ledger that is not whole is a problem. */
export async function loadDeployment(id: string): Promise<Result<StoredDeployment>> {
  const found = await database.transaction("r", TABLES, () => findStored(id));
  return found.ok ? withLedger(found.value) : found;
}

export interface StoredParts {
  readonly record: DeploymentRecord;
  /** The entries as they lie in the database or a backup, in their order. */
  readonly entries: readonly unknown[];
}

async function findStored(id: string): Promise<Result<StoredParts>> {
  const stored = await database.deployments.get(id);
  if (stored === undefined) return err(unavailable);
  const record = readRecord(deploymentRecordSchema, stored, KIND);
  return record.ok ? ok({ record: record.value, entries: await entriesOf(id).toArray() }) : record;
}

/** Years of entries are read while the page has its turns. */
async function withLedger({ record, entries }: StoredParts): Promise<Result<StoredDeployment>> {
  const ledger: DeploymentEntry[] = [];
  for (const entry of await inTurns(readEach(entries))) {
    if (!entry.ok) return entry;
    ledger.push(entry.value.entry);
  }
  return whole(record, ledger);
}

function* readEach(stored: readonly unknown[]): Generator<Result<EntryRecord>, void> {
  for (const one of stored) yield readRecord(entryRecordSchema, one, "entry of a ledger");
}

function whole(record: DeploymentRecord, ledger: DeploymentEntry[]): Result<StoredDeployment> {
  const last = ledger.at(-1);
  if (ledger.length === record.entries && (last?.hash ?? null) === record.lastHash)
    return ok({ record, deployment: { ...record.head, ledger } });
  const message = `The ledger of "${record.head.name}" is not whole: ${ledger.length} of its ${record.entries} entries can be read. Restore a backup, or take in a file of it that was exported.`;
  return err({ code: "storage-failed", message });
}

/** In the order of their sessions. The range alone would have those of a longer id too. */
function entriesOf(id: string) {
  const range = database.entries.where("id").between(entryKey(id, "0"), entryKey(id, ":"));
  return range.and((entry) => isEntryOf(id, entry.id));
}

/** What a list shows of the ledger: the account at each close, oldest first, and the last entry. */
export interface LedgerSketch {
  /** Oldest first. */
  readonly closes: readonly LedgerClose[];
  /** Fills of all sessions. */
  readonly fills: number;
  readonly last: DeploymentEntry | null;
}

export async function sketchLedger(id: string): Promise<LedgerSketch> {
  const stored: readonly Partial<EntryRecord>[] = await whereStored(() => entriesOf(id).toArray(), []);
  const closes = stored.flatMap(({ entry }) => (typeof entry?.equity === "number" ? [closeOf(entry)] : []));
  const last = entryRecordSchema.safeParse(stored.at(-1)).data;
  const fills = stored.reduce((sum, { entry }) => sum + (entry?.fills?.length ?? 0), 0);
  return { closes, fills, last: last?.entry ?? null };
}

/** Enters a new one. @param others - what is kept beside it */
export function addDeployment(
  deployment: Deployment,
  others: Pick<DeploymentRecord, "playedTo" | "runId"> = {},
): Promise<Result<DeploymentRecord>> {
  const now = Date.now();
  const record = recordOf(deployment.id, deployment, { ...others, createdAt: now, updatedAt: now });
  return write(`The deployment "${deployment.name}"`, TABLES, async () => {
    await database.deployments.add(record);
    await addEntries(record.id, deployment.ledger);
    return record;
  });
}

/**
 * Whether entries were added; `late` where the ledger has grown meanwhile, or is gone, or the person has ordered a pause, a stop
 * or another dataset since it was read: then nothing is changed.
 */
export type Recorded = "recorded" | "late";

/**
 * Adds entries, all or none, where the first of them names what is stored as the last.
 *
 * @param change - of what is kept beside the ledger
 */
export function recordEntries(
  { record: { id }, deployment }: StoredDeployment,
  entries: readonly DeploymentEntry[],
  change: (record: DeploymentRecord) => DeploymentRecord,
): Promise<Result<Recorded>> {
  const before = headOf(deployment);
  return writeOrRefuse(`What "${deployment.name}" recorded`, TABLES, async (): Promise<Result<Recorded>> => {
    const stored = await database.deployments.get(id);
    if (stored === undefined) return ok("late");
    const record = readRecord(deploymentRecordSchema, stored, KIND);
    if (!record.ok) return record;
    const { head, lastHash, isPaused } = record.value;
    const isOrdered =
      isPaused === true || head.stop !== deployment.stop || head.dataset?.id !== deployment.dataset?.id;
    const isSame = headOf({ ...head, ledger: [] }) === headOf({ ...deployment, ledger: [] });
    const isBehind = lastHash === null ? before === headOf({ ...head, ledger: [] }) : before === lastHash;
    if (isOrdered || !isSame || !isBehind) return ok("late");
    const last = entries.at(-1);
    const grown = last
      ? {
          entries: record.value.entries + entries.length,
          lastSession: last.session,
          lastHash: last.hash,
          updatedAt: Date.now(),
        }
      : {};
    await addEntries(id, entries);
    await database.deployments.put(change({ ...record.value, ...grown }));
    return ok("recorded");
  });
}

/** For a write: some at a time, between which the page has its turn and the transaction stays the same. */
async function addEntries(id: string, entries: readonly DeploymentEntry[]): Promise<void> {
  for (const some of inSlices(entries))
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await database.entries.bulkAdd(entryRecords(id, some));
}

function* inSlices<T>(all: readonly T[]): Generator<readonly T[], void> {
  for (let from = 0; from < all.length; from += ENTRIES_AT_ONCE)
    yield all.slice(from, from + ENTRIES_AT_ONCE);
}

/** Changes what is kept beside the ledger, or name, dataset, stop and fills as paid. The chain's own fields stay. */
export function changeDeployment(
  id: string,
  what: string,
  change: (record: DeploymentRecord) => DeploymentRecord,
): Promise<Result<DeploymentRecord>> {
  return writeOrRefuse(what, ["deployments"], async () => {
    const stored = await database.deployments.get(id);
    if (stored === undefined) return err(unavailable);
    const record = readRecord(deploymentRecordSchema, stored, KIND);
    if (!record.ok) return record;
    const changed = rememberWithdrawn(change(record.value), record.value.head.real);
    await database.deployments.put(changed);
    return ok(changed);
  });
}

/** Gives it another name; a blank one is a problem with place "name". */
export function renameDeployment(id: string, name: string): Promise<Result<DeploymentRecord>> {
  if (isBlank(name)) return Promise.resolve(err(blankName));
  return changeDeployment(id, `The name "${name}"`, (record) => ({
    ...record,
    head: { ...record.head, name: name.trim() },
    updatedAt: Date.now(),
  }));
}

/** What removeDeployment() took, to be put back. */
export interface RemovedDeployment {
  readonly id: string;
  readonly record: unknown;
  readonly entries: readonly EntryRecord[];
}

/** Deletes it with its ledger, damaged or not. */
export function removeDeployment(id: string): Promise<Result<RemovedDeployment>> {
  return write("The deletion of the deployment", TABLES, async () => {
    const record: unknown = await database.deployments.get(id);
    const entries = await clearLedger(id);
    await database.deployments.delete(id);
    return { id, record, entries };
  });
}

/** One that has come back meanwhile, from a file or a backup, stays as it is: its ledger may be the longer one. */
export function restoreDeployment({ id, record, entries }: RemovedDeployment): Promise<Result<null>> {
  return write("The deployment", TABLES, async () => {
    if ((await database.deployments.get(id)) !== undefined) return null;
    if (record !== undefined) await database.table("deployments").put(record);
    for (const some of inSlices(entries))
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await database.entries.bulkPut(some);
    return null;
  });
}

/** Takes in a deployment of a file: beside what is here, or in place of a copy whose chain it goes on with. */
export async function takeInDeployment(deployment: Deployment): Promise<Result<Arrival>> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- again only where another tab was quicker
    const taken = await takeInBeside(await copiesOf(deployment.id), deployment);
    if (!taken.ok) return taken;
    if (taken.value !== "late") return ok(taken.value);
  }
}

/** @returns late where a copy has changed since it was read: nothing is written then */
function takeInBeside({ parts, here }: Copies, deployment: Deployment): Promise<Result<Arrival | "late">> {
  const what = `The deployment "${deployment.name}"`;
  return writeOrRefuse(what, TABLES, async (): Promise<Result<Arrival | "late">> => {
    const now = await recordsOf(deployment.id);
    if (JSON.stringify(now) !== JSON.stringify(parts.map(({ record }) => record))) return ok("late");
    const arrival = arrive(deployment, here, { freshId: crypto.randomUUID(), now: Date.now() });
    const { record, deployment: joined } = arrival.stored;
    await clearLedger(record.id);
    await database.deployments.put(record);
    await addEntries(record.id, joined.ledger);
    return ok(arrival);
  });
}

/** A deployment's copies here, as they are stored and as what can be read of them. */
interface Copies {
  readonly parts: readonly StoredParts[];
  readonly here: DeploymentsHere;
}

/** Read before the write, whose transaction waits for the database alone: ledgers of years are read in turns with the page. */
async function copiesOf(deploymentId: string): Promise<Copies> {
  const stored = database.transaction("r", TABLES, async () => {
    const parts: StoredParts[] = [];
    for (const record of await recordsOf(deploymentId))
      // oxlint-disable-next-line no-await-in-loop -- one transaction, one request after the other
      parts.push({ record, entries: await entriesOf(record.id).toArray() });
    return parts;
  });
  const parts = await whereStored(() => stored, []);
  return { parts, here: await sortedOut(parts) };
}

async function recordsOf(deploymentId: string): Promise<DeploymentRecord[]> {
  const stored = await database.deployments.toArray();
  const { records } = readRecords(deploymentRecordSchema, stored, KIND);
  return records.filter(({ head }) => head.id === deploymentId);
}

/** Those that are whole and hold, and of the others the entries that do. @param onDamaged - gets each of those */
export async function sortedOut(
  stored: readonly StoredParts[],
  onDamaged: (record: DeploymentRecord, problem: Problem) => void = () => undefined,
): Promise<DeploymentsHere> {
  const wholeOnes: StoredDeployment[] = [];
  const damaged: DamagedDeployment[] = [];
  for (const parts of stored) {
    const { record, entries } = parts;
    // oxlint-disable-next-line no-await-in-loop -- one after the other, in turns with the page
    const one = await withLedger(parts);
    const readable = readRecords(entryRecordSchema, entries, "entry of a ledger").records;
    const ledger = one.ok ? one.value.deployment.ledger : readable.map(({ entry }) => entry);
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { problem, sound } = await soundIn({ ...record.head, ledger });
    const why = one.ok ? problem : one.problem;
    if (one.ok && why === null) {
      wholeOnes.push(one.value);
      continue;
    }
    if (why) onDamaged(record, why);
    damaged.push({ record, entries: sound });
  }
  return { whole: wholeOnes, damaged };
}

/** Where a ledger is not what was recorded, with the mend; null where it is. Years of it are checked in turns with the page. */
export async function findChange(deployment: Deployment): Promise<Problem | null> {
  const { problem } = await soundIn(deployment);
  return problem && withMend(problem);
}

/** Why a ledger is not what was recorded, null where it is; and the entries that are, each by itself. */
async function soundIn(
  deployment: Deployment,
): Promise<{ readonly problem: Problem | null; readonly sound: readonly DeploymentEntry[] }> {
  const { entryProblems } = await import("#workers/model/verify-chain.ts");
  const { linkProblem } = await import("#workers/deploy/verify-deployment.ts");
  const problems = await inTurns(entryProblems(deployment));
  const sound = deployment.ledger.filter((_, at) => problems[at] === null);
  return { problem: problems.find((one) => one !== null) ?? linkProblem(deployment), sound };
}

/** For a write: takes away all entries of a deployment, those too that can't be read. */
export async function clearLedger(id: string): Promise<EntryRecord[]> {
  const entries = await entriesOf(id).toArray();
  await database.entries.bulkDelete(entries.map((entry) => entry.id));
  return entries;
}

const unavailable: Problem = {
  code: "not-found",
  message: "This deployment is not on this device: it was deleted, or made in another browser.",
};

const blankName: Problem = {
  code: "deployment-invalid",
  message: "The name of a deployment can't be blank. Type one.",
  place: "name",
};
