/** What the worker does for virtual deployments, each with the answer that belongs to it. */
import type { BacktestClient } from "./backtest-client.ts";
import { comparedWith } from "./compared-with.ts";
import { sourceFor } from "#src/storage/datasets.ts";
import type { DeploymentRecord, LedgerClose, StoredDeployment } from "#src/storage/deployment-record.ts";
import { inTurns } from "#src/storage/next-turn.ts";
import type { Deployment, DeploymentEntry } from "#workers/model/deployment.ts";
import type { DeployWarning, ReplayReport } from "#workers/model/deployment-report.ts";
import type { TimedEntry } from "#workers/model/deployment-times.ts";
import type {
  DeployAnswer,
  DeploymentYardsticks,
  DeployWork,
  Expected,
  ExpectRequest,
} from "#workers/model/deploy-work.ts";
import { entriesIn, packsOf } from "#workers/model/packed-entries.ts";
import type { PackedDeployment } from "#workers/model/packed-entries.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { DatasetSource } from "#workers/model/dataset-source.ts";
import { defaultStrategy, parseStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";

export interface DeployData {
  readonly source: DatasetSource;
  readonly fingerprint: string;
}

/** Where a deployment's prices are. Refused where its dataset is not on this device. */
export async function dataOf({
  strategy,
  dataset,
}: Pick<Deployment, "strategy" | "dataset">): Promise<Result<DeployData>> {
  if (dataset === null) return err(noDataset);
  const parsed = parseStrategy(strategy);
  if (!parsed.ok) return parsed;
  return sourceFor(dataset.id, parsed.value.scanner.exchange);
}

const noDataset = {
  code: "dataset-unavailable",
  message: "No dataset is named for this deployment. Name one on its page.",
} as const;

export async function appendTo(
  { record, deployment }: StoredDeployment,
  source: DatasetSource,
  recorded: string,
  client?: BacktestClient,
): Promise<
  Result<{ readonly entries: readonly DeploymentEntry[]; readonly warnings: readonly DeployWarning[] }>
> {
  const upTo = record.playedTo ?? null;
  const packed = await inPacks(deployment);
  const answer = await ask(
    { type: "append", deployment: packed, recorded, source, upTo },
    "appended",
    client,
  );
  if (!answer.ok) return answer;
  const { entries, warnings } = answer.value;
  return ok({ entries: (await inTurns(entriesIn(entries))).flat(), warnings });
}

/** Holds the ledger against the prices of a dataset. @param upTo - its date where it is cut */
export async function replayOn(
  deployment: Deployment,
  source: DatasetSource,
  upTo: string | null,
  client?: BacktestClient,
): Promise<Result<ReplayReport>> {
  const packed = await inPacks(deployment);
  const answer = await ask({ type: "replay", deployment: packed, source, upTo }, "replayed", client);
  return answer.ok ? ok(answer.value.report) : answer;
}

async function inPacks({ ledger, ...head }: Deployment): Promise<PackedDeployment> {
  return { ...head, ledger: await inTurns(packsOf(ledger)) };
}

/** ISO dates of the sessions of a strategy's universe, oldest first. None of its rules is asked, and none of its code runs. */
export async function sessionsOf(
  strategy: Strategy,
  datasetId: string,
  client?: BacktestClient,
): Promise<Result<readonly string[]>> {
  const data = await sourceFor(datasetId, strategy.scanner.exchange);
  if (!data.ok) return data;
  const { source } = data.value;
  const { exchange, exchanges, instrumentType } = strategy.scanner;
  const scanner = { ...defaultStrategy.scanner, exchange, instrumentType, ...(exchanges && { exchanges }) };
  const universe = { ...defaultStrategy, scanner };
  const answer = await ask({ type: "sessions", strategy: universe, source, upTo: null }, "sessions", client);
  return answer.ok ? ok(answer.value.sessions) : answer;
}

/** A deployment's file; a problem says where it is not what was written. */
export async function readDeploymentFile(
  bytes: Uint8Array,
  client?: BacktestClient,
): Promise<Result<{ readonly deployment: Deployment; readonly timed: readonly TimedEntry[] }>> {
  const answer = await ask({ type: "read", bytes }, "read", client);
  if (!answer.ok) return answer;
  const { deployment, timed } = answer.value;
  const ledger = (await inTurns(entriesIn(deployment.ledger))).flat();
  return ok({ deployment: { ...deployment, ledger }, timed });
}

/**
 * What the account is held against since it began: the benchmark of its strategy or its dataset, and the average share.
 * Aborting ends its worker, and gives the problem "cancelled".
 */
export async function yardsticksFor(
  { head, playedTo }: DeploymentRecord,
  ledger: readonly LedgerClose[],
  signal: AbortSignal,
): Promise<Result<DeploymentYardsticks>> {
  const { dataset, begins, startMargin } = head;
  if (dataset === null) return err(noDataset);
  const parsed = parseStrategy(head.strategy);
  if (!parsed.ok) return parsed;
  const data = await sourceFor(dataset.id, parsed.value.scanner.exchange);
  if (!data.ok) return data;
  const { source, benchmark } = data.value;
  const strategy = comparedWith(parsed.value, benchmark);
  const upTo = playedTo ?? null;
  const moved = ledger.filter((close) => close.in > 0 || close.out > 0);
  const work = { type: "yardsticks", strategy, begins, startMargin, moved, source, upTo } as const;
  const answer = await ask(work, "yardsticks", undefined, signal);
  return answer.ok ? ok(answer.value.yardsticks) : answer;
}

/** null where the backtest or the account is too short to tell. */
export async function expectedFor(
  request: ExpectRequest,
  client?: BacktestClient,
): Promise<Result<Expected | null>> {
  const answer = await ask({ type: "expect", ...request }, "expected", client);
  return answer.ok ? ok(answer.value.expected) : answer;
}

/** @throws TypeError for an answer to something else */
export async function ask<Type extends DeployAnswer["type"]>(
  work: DeployWork,
  type: Type,
  client?: BacktestClient,
  signal = new AbortController().signal,
): Promise<Result<Extract<DeployAnswer, { readonly type: Type }>>> {
  const asked = client ?? (await import("./browser-client.ts")).browserClient;
  const answer = await asked.call("deploy", work, { signal });
  if (!answer.ok) return answer;
  if (!isOfType(answer.value, type))
    throw new TypeError(`deploy: ${answer.value.type} is no answer to ${work.type}`);
  return ok(answer.value);
}

function isOfType<Type extends DeployAnswer["type"]>(
  answer: DeployAnswer,
  type: Type,
): answer is Extract<DeployAnswer, { readonly type: Type }> {
  return answer.type === type;
}
