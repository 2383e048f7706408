/** What a person orders of a deployment. */
import { dataOf, sessionsOf } from "./deploy-calls.ts";
import type { DeployClient } from "./deploy-calls.ts";
import { stepDeployment } from "./step-deployments.ts";
import type { Stepped } from "./step-deployments.ts";
import type { DeploymentRecord } from "#src/storage/deployment-record.ts";
import { changeDeployment } from "#src/storage/deployments.ts";
import { timeOf } from "#workers/model/deployment.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { parseStrategy } from "#workers/model/strategy.ts";

export function pauseDeployment(id: string): Promise<Result<DeploymentRecord>> {
  return changeDeployment(id, "The pause", (record) => ({ ...record, isPaused: true }));
}

/** Goes on, with the sessions that were missed. */
export async function resumeDeployment(id: string): Promise<Result<Stepped>> {
  const resumed = await changeDeployment(id, "The going on", unhindered);
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
  client?: DeployClient,
): Promise<Result<Stepped>> {
  const stop = timeOf(now);
  const stopped = await changeDeployment(id, "The stop", (record) => ({
    ...unhindered(record),
    head: { ...record.head, stop: record.head.stop ?? stop },
    updatedAt: now,
  }));
  return stopped.ok ? stepDeployment(id, client ? { client } : {}) : stopped;
}

/** Goes on with another dataset; what of the ledger fits it, replay says. */
export async function nameDataset(
  id: string,
  dataset: { readonly id: string; readonly name: string },
): Promise<Result<Stepped>> {
  const named = await changeDeployment(id, "The dataset", (record) => ({
    ...unhindered(record),
    head: { ...record.head, dataset },
    updatedAt: Date.now(),
  }));
  return named.ok ? stepDeployment(id) : named;
}

export type Play = "session" | "year";

/** Plays the bundled market on. `end`: there is no later session. */
export async function playForward(
  { id, head, playedTo }: DeploymentRecord,
  play: Play,
  client?: DeployClient,
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
  const played = await changeDeployment(id, "How far it is played", (record) => ({
    ...record,
    playedTo: next,
  }));
  return played.ok ? stepDeployment(id, client ? { client } : {}) : played;
}

function aYearAfter(iso: string): string {
  return `${String(Number(iso.slice(0, 4)) + 1).padStart(4, "0")}${iso.slice(4)}`;
}
