/** Makes a virtual deployment of a strategy. */
import { ask } from "./deploy-calls.ts";
import type { BacktestClient } from "./backtest-client.ts";
import { sourceFor } from "#src/storage/datasets.ts";
import { addDeployment } from "#src/storage/deployments.ts";
import type { DeploymentRecord } from "#src/storage/deployment-record.ts";
import type { Json } from "#workers/model/canonical-json.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";

export interface DeploymentPlan {
  readonly name: string;
  readonly strategy: Strategy;
  readonly datasetId: string;
  readonly startMargin: number;
  /** ISO; the account's first session is the one after it. */
  readonly begins: string;
  /** The date (ISO) that the dataset is cut at, to be played forward from there; null for one that grows by itself. */
  readonly playedTo: string | null;
  /** The run whose backtest says what is to be expected; null for none. */
  readonly runId: string | null;
}

/** Nothing is recorded yet: the steps follow. Refused where a run on the dataset would be. */
export async function beginDeployment(
  plan: DeploymentPlan,
  client?: BacktestClient,
): Promise<Result<DeploymentRecord>> {
  const data = await sourceFor(plan.datasetId, plan.strategy.scanner.exchange);
  if (!data.ok) return data;
  const { source, title } = data.value;
  const made = {
    name: plan.name,
    strategy: plainJson(plan.strategy),
    begins: plan.begins,
    startMargin: plan.startMargin,
    dataset: { id: plan.datasetId, name: title },
  };
  const begun = await ask(
    { type: "begin", plan: made, id: crypto.randomUUID(), source, upTo: plan.playedTo },
    "begun",
    client,
  );
  if (!begun.ok) return begun;
  return addDeployment(begun.value.deployment, {
    ...(plan.playedTo !== null && { playedTo: plan.playedTo }),
    ...(plan.runId !== null && { runId: plan.runId }),
  });
}

/** The value as a file holds it: fields that are undefined are not there. */
function plainJson(value: unknown): Json {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON.parse gives is JSON
  return JSON.parse(JSON.stringify(value)) as Json;
}
