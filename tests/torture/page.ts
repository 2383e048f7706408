/** The app's storage and runs without its screens, for tests that drive and kill a whole browser from outside. */
import { browserClient } from "#src/run/browser-client.ts";
import { checkImport, importDataset } from "#src/run/import-dataset.ts";
import { cancelRun, startRun } from "#src/run/start-run.ts";
import { useRunStore } from "#src/run/run-store.ts";
import { listDatasets, sourceFor } from "#src/storage/datasets.ts";
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
import { defaultStrategy } from "#workers/model/strategy.ts";
import { sampleReport } from "#tests/storage/sample-report.ts";

const tools = {
  addStrategy,
  browserClient,
  cancelRun,
  checkImport,
  compareWithCopy,
  createRun,
  createStrategy,
  defaultStrategy,
  finishRun,
  importDataset,
  listDatasets,
  listStrategies,
  loadDraft,
  loadHealed,
  loadReport,
  loadRun,
  loadStrategy,
  sampleReport,
  saveDraft,
  saveStrategy,
  sourceFor,
  startRun,
  useRunStore,
  useStorageState,
};

declare global {
  var torture: typeof tools;
}

globalThis.torture = tools;
