/** What a person orders of a deployment. */
import { dataOf, replayOn, sessionsOf } from "./deploy-calls.ts";
import type { BacktestClient } from "./backtest-client.ts";
import { stepDeployment } from "./step-deployments.ts";
import type { StepOptions, Stepped } from "./step-deployments.ts";
import { withoutFindings } from "#src/storage/deployment-record.ts";
import type { DeploymentRecord, StoredDeployment } from "#src/storage/deployment-record.ts";
import { changeDeployment } from "#src/storage/deployments.ts";
import { timeOf } from "#workers/model/deployment.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import type { ReplayReport } from "#workers/model/deployment-report.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { parseStrategy } from "#workers/model/strategy.ts";

export function pauseDeployment(id: string): Promise<Result<DeploymentRecord>> {
  return changeDeployment(id, "The pause", (record) => ({ ...record, isPaused: true }));
}

/** Goes on, with the sessions that were missed. */
export async function resumeDeployment(id: string): Promise<Result<Stepped>> {
  const resumed = await changeDeployment(id, "The resumption", unhindered);
  return resumed.ok ? stepDeployment(id) : resumed;
}

/** Neither paused nor known to have nothing to do. */
function unhindered(record: DeploymentRecord): DeploymentRecord {
  const { isPaused: _, stepped: __, waits: ___, ...others } = record;
  return others;
}

/** Everything is sold at the next session; there is no way back. @param now - milliseconds since 1970 */
export async function stopDeployment(
  id: string,
  now: number,
  client?: BacktestClient,
): Promise<Result<Stepped>> {
  const stop = timeOf(now);
  const stopped = await changeDeployment(id, "The stop", (record) => ({
    ...unhindered(record),
    head: { ...record.head, stop: record.head.stop ?? stop },
    updatedAt: now,
  }));
  return stopped.ok ? stepDeployment(id, client ? { client } : {}) : stopped;
}

/** A dataset that a deployment may go on with, and what replay says of the ledger on its prices as they were then. */
export interface CheckedDataset {
  readonly id: string;
  readonly name: string;
  readonly fingerprint: string;
  readonly report: ReplayReport;
}

/** Holds the ledger against the prices of another dataset. Nothing is changed and nothing recorded. */
export async function checkDataset(
  deployment: Deployment,
  { id, name }: { readonly id: string; readonly name: string },
  client?: BacktestClient,
): Promise<Result<CheckedDataset>> {
  const data = await dataOf({ strategy: deployment.strategy, dataset: { id, name } });
  if (!data.ok) return data;
  const { source, fingerprint } = data.value;
  const report = await replayOn(deployment, source, null, client);
  return report.ok ? ok({ id, name, fingerprint, report: report.value }) : report;
}

/**
 * Goes on with another dataset, once the person has seen what replay says. One that is paused stays so. A market that was played
 * forward is left behind: the new one grows by itself.
 */
export async function nameDataset(
  { record, deployment }: StoredDeployment,
  { id, name, fingerprint }: CheckedDataset,
  options: StepOptions = {},
): Promise<Result<Stepped>> {
  const dataset = { id, name };
  const data = await dataOf({ strategy: deployment.strategy, dataset });
  if (!data.ok) return data;
  if (data.value.fingerprint !== fingerprint) return err(changedMeanwhile(name));
  const named = await changeDeployment(record.id, "The dataset", (now) => {
    const { playedTo: _, ...others } = withoutFindings(now);
    return { ...others, head: { ...now.head, dataset }, updatedAt: Date.now() };
  });
  return named.ok ? stepDeployment(record.id, options) : named;
}

function changedMeanwhile(name: string): Problem {
  const message = `The dataset "${name}" has changed since the record was held against it, and the deployment did not move to it. Choose it again.`;
  return { code: "deployment-data", message, place: "dataset" };
}

export type Play = "session" | "year";

/** Plays the bundled market on. `end`: there is no later session. */
export async function playForward(
  { id, head, playedTo }: DeploymentRecord,
  play: Play,
  client?: BacktestClient,
): Promise<Result<Stepped | { readonly type: "end" }>> {
  const data = await dataOf(head);
  if (!data.ok) return data;
  const strategy = parseStrategy(head.strategy);
  if (!strategy.ok) return strategy;
  const sessions = await sessionsOf(strategy.value, head.dataset?.id ?? "", client);
  if (!sessions.ok) return sessions;
  const from = playedTo ?? "";
  const until = play === "year" ? aYearAfter(from) : null;
  const ahead = sessions.value.filter((session) => session > from);
  const next = until === null ? ahead[0] : (ahead.findLast((session) => session <= until) ?? ahead[0]);
  if (next === undefined) return ok({ type: "end" });
  const played = await changeDeployment(id, "The progress of the play", (record) => ({
    ...record,
    playedTo: next,
  }));
  return played.ok ? stepDeployment(id, client ? { client } : {}) : played;
}

function aYearAfter(iso: string): string {
  return `${String(Number(iso.slice(0, 4)) + 1).padStart(4, "0")}${iso.slice(4)}`;
}
