/**
 * Records what deployments decide on sessions that their datasets have gained. One deployment is stepped at a time over
 * all tabs; what is doubtful waits for the person, and nothing of it is recorded before.
 */
import { appendTo, dataOf } from "./deploy-calls.ts";
import type { BacktestClient } from "./backtest-client.ts";
import { marked } from "#src/storage/column-marks.ts";
import type { DeploymentRecord, StoredDeployment } from "#src/storage/deployment-record.ts";
import {
  changeDeployment,
  listDeployments,
  loadDeployment,
  recordEntries,
} from "#src/storage/deployments.ts";
import type { DeploymentEntry } from "#workers/model/deployment.ts";
import { isOver, timeOf } from "#workers/model/deployment.ts";
import type { DeployWarning } from "#workers/model/deployment-report.ts";
import { ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";

/** What became of a deployment's steps. */
export type Stepped =
  /** Nothing was to be done. */
  | { readonly type: "nothing" }
  /** New entries, oldest first. */
  | { readonly type: "recorded"; readonly entries: readonly DeploymentEntry[] }
  /** The person is asked first; see the record's `asks`. */
  | { readonly type: "asks" }
  /** The data is in the way; see the record's `waits`. */
  | { readonly type: "waits"; readonly message: string };

export interface StepNews {
  readonly record: DeploymentRecord;
  readonly stepped: Stepped;
}

export interface StepOptions {
  /** The person has read what is asked about sessions up to this one (ISO), and wants them recorded. */
  readonly accepted?: string;
  readonly client?: BacktestClient;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Of all deployments that are not paused; those that had nothing to do are not in it. One that this device can't step now (its
 * ledger is damaged, the memory is too small) waits, and the others go on.
 */
export async function stepAll(options: StepOptions = {}): Promise<readonly StepNews[]> {
  const { records } = await listDeployments();
  const news: StepNews[] = [];
  for (const record of records) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: they share the worker's market
    const done = await stepDeployment(record.id, options);
    const stepped: Stepped = done.ok ? done.value : { type: "waits", message: done.problem.message };
    if (stepped.type !== "nothing") news.push({ record, stepped });
  }
  return news;
}

/** A problem is one of this device (the worker was lost, the disk is full): it is tried again another time. */
export async function stepDeployment(id: string, options: StepOptions = {}): Promise<Result<Stepped>> {
  return inTurn(id, () => marked([], () => step(id, options)));
}

async function step(id: string, { accepted, client, now = Date.now }: StepOptions): Promise<Result<Stepped>> {
  const loaded = await loadDeployment(id);
  if (!loaded.ok) return loaded.problem.code === "not-found" ? ok({ type: "nothing" }) : loaded;
  const stored = loaded.value;
  if (stored.record.isPaused === true || isOver(stored.deployment)) return ok({ type: "nothing" });
  const data = await dataOf(stored.deployment);
  if (!data.ok) return wait(stored, "", data.problem);
  const key = stepKey(stored.record, data.value.fingerprint);
  const isKnown = stored.record.stepped === key;
  // a yes holds for the prices that were asked about: where they are others now, the question is another one
  const isAccepted = accepted !== undefined && isKnown && stored.record.asks?.upTo === accepted;
  if (isKnown && !isAccepted) return ok({ type: "nothing" });
  const appended = await appendTo(stored, data.value.source, timeOf(now()), client);
  if (!appended.ok)
    return PASSING.has(appended.problem.code)
      ? appended
      : wait(stored, TRIED_AGAIN.has(appended.problem.code) ? "" : key, appended.problem);
  const { entries, warnings } = appended.value;
  const questions = warnings.filter(({ code }) => QUESTIONS.has(code)).map(({ message }) => message);
  const notes = warnings.filter(({ code }) => !QUESTIONS.has(code)).map(({ message }) => message);
  const upTo = entries.at(-1)?.session;
  // prices that are played forward are invented and all there: nothing is asked about them
  const isAsked = !isAccepted && stored.record.playedTo === undefined;
  if (isAsked && questions.length > 0 && upTo !== undefined)
    return askFirst(stored, key, { upTo, messages: questions });
  const recorded = await recordEntries(stored, entries, (record) => settled(record, key, notes));
  if (!recorded.ok) return recorded;
  if (recorded.value === "late") return step(id, { ...(client && { client }), now }); // another tab was faster, or the person ordered something
  return ok(entries.length > 0 ? { type: "recorded", entries } : { type: "nothing" });
}

/** What tells whether there can be anything new: the data, how far it is played, what the person ordered. */
function stepKey({ playedTo, head }: DeploymentRecord, fingerprint: string): string {
  return [fingerprint, playedTo ?? "", head.stop ?? ""].join(" ");
}

/** Of this page and moment: nothing is said of them on the deployment. */
const PASSING: ReadonlySet<string> = new Set(["worker-lost", "cancelled"]);

/** May go otherwise the next time though the data is the same: it waits, and is tried again at every occasion. */
const TRIED_AGAIN: ReadonlySet<string> = new Set([
  "memory-short",
  "storage-failed",
  "code-not-allowed",
  "code-unavailable",
  "code-too-slow",
  "code-too-big",
]);

/** What the person decides on; the rest is said beside the entries. */
const QUESTIONS: ReadonlySet<DeployWarning["code"]> = new Set([
  "few-bars",
  "jump",
  "missing-sessions",
  "rebased",
  "stale",
]);

function settled(record: DeploymentRecord, key: string, notes: readonly string[]): DeploymentRecord {
  const { waits: _, asks: __, notes: ___, ...others } = record;
  return { ...others, stepped: key, ...(notes.length > 0 && { notes }) };
}

async function askFirst(
  { record }: StoredDeployment,
  key: string,
  asks: NonNullable<DeploymentRecord["asks"]>,
): Promise<Result<Stepped>> {
  const changed = await changeDeployment(record.id, "The question to you", (now) => ({
    ...settled(now, key, []),
    asks,
  }));
  return changed.ok ? ok({ type: "asks" }) : changed;
}

/** Says why it waits, once. */
async function wait(
  { record }: StoredDeployment,
  key: string,
  { message }: Problem,
): Promise<Result<Stepped>> {
  if (record.waits === message && record.stepped === key) return ok({ type: "nothing" });
  const changed = await changeDeployment(record.id, "The reason for the wait", (now) => ({
    ...settled(now, key, []),
    waits: message,
  }));
  return changed.ok ? ok({ type: "waits", message }) : changed;
}

/** One at a time over all tabs; in this one where the browser has no locks. */
async function inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
  if (typeof navigator === "undefined" || !("locks" in navigator)) return work();
  return navigator.locks.request(`tidemark-deploy-${id}`, work);
}
