/** The app's storage and runs without its screens, for tests that drive and kill a whole browser from outside. */
import { browserClient } from "#src/run/browser-client.ts";
import { beginDeployment } from "#src/run/begin-deployment.ts";
import { playForward } from "#src/run/change-deployment.ts";
import { dataOf, replayOn } from "#src/run/deploy-calls.ts";
import { checkImport, importDataset } from "#src/run/import-dataset.ts";
import { stepDeployment } from "#src/run/step-deployments.ts";
import { cancelRun, startRun } from "#src/run/start-run.ts";
import { useRunStore } from "#src/run/run-store.ts";
import { listDatasets, sourceFor } from "#src/storage/datasets.ts";
import type { DatasetRecord } from "#src/storage/records.ts";
import { listDeployments, loadDeployment } from "#src/storage/deployments.ts";
import { loadHealed } from "#src/storage/healed.ts";
import { createRun, finishRun, loadReport, loadRun } from "#src/storage/runs.ts";
import {
  addStrategy,
  createStrategy,
  listStrategies,
  loadDraft,
  loadStrategy,
  saveDraft,
  saveStrategy,
} from "#src/storage/strategies.ts";
import { useStorageState } from "#src/storage/storage-state.ts";
import { compareWithCopy } from "#src/storage/writer.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import { deploymentText } from "#workers/model/deployment-chain.ts";
import type { Result } from "#workers/model/problem.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import { verifyDeployment } from "#workers/deploy/verify-deployment.ts";
import { sampleReport } from "#tests/storage/sample-report.ts";

/** Imports a text as one file of prices, from dry run to catalogue. */
async function importCsv(title: string, csv: string): Promise<Result<DatasetRecord>> {
  const file = new File([csv], "p.csv");
  const plan = {
    id: crypto.randomUUID(),
    files: [{ name: file.name, bytes: file }],
    answers: new Map(),
    leftOut: new Set<string>(),
    factsAsOf: "",
    addTo: null,
  };
  const { signal } = new AbortController();
  const checked = await checkImport(plan, () => undefined, signal);
  if (!checked.ok) return checked;
  const { digest } = checked.value.planned;
  const defaults = new Map([["p.csv", { exchange: "NSE", instrumentType: "EQUITY", currency: "" }]]);
  return importDataset({ title, plan, digest, datasetId: null, defaults }, () => undefined, signal);
}

/** What a run on an imported dataset would find: null where its prices can be read. */
async function readFault(datasetId: string): Promise<string | null> {
  const data = await sourceFor(datasetId, "NSE");
  if (!data.ok) return data.problem.message;
  const asked = { strategy: defaultStrategy, source: data.value.source };
  const read = await browserClient.call("preview", asked);
  const isUnreadable = !read.ok && ["storage-failed", "data-missing"].includes(read.problem.code);
  return isUnreadable ? read.problem.message : null;
}

/** What is wrong with a ledger by its own chain and books, and by a plain run over the prices of today; null where nothing is. */
async function ledgerFault(deployment: Deployment, upTo: string): Promise<string | null> {
  const sound = verifyDeployment(deploymentText(deployment));
  if (!sound.ok) return sound.problem.message;
  const data = await dataOf(deployment);
  if (!data.ok) return data.problem.message;
  const replayed = await replayOn(deployment, data.value.source, upTo);
  if (!replayed.ok) return replayed.problem.message;
  const { verdict, differences } = replayed.value;
  return verdict === "same" ? null : `${verdict}: ${differences.map(({ message }) => message).join("; ")}`;
}

const tools = {
  addStrategy,
  beginDeployment,
  cancelRun,
  compareWithCopy,
  createRun,
  createStrategy,
  defaultStrategy,
  finishRun,
  importCsv,
  ledgerFault,
  listDatasets,
  listDeployments,
  listStrategies,
  loadDeployment,
  loadDraft,
  loadHealed,
  loadReport,
  loadRun,
  loadStrategy,
  playForward,
  readFault,
  sampleReport,
  saveDraft,
  saveStrategy,
  startRun,
  stepDeployment,
  useRunStore,
  useStorageState,
};

declare global {
  var torture: typeof tools;
}

globalThis.torture = tools;
