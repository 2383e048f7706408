/**
 * Browser host: the thread's boundary and nothing else. Requests come in copied, results go out with their big arrays
 * moved. Each call is a file of jobs/, and what outlives a call is the host.
 */
import { expose } from "comlink";
import { moved, released } from "./host/crossing.ts";
import { createHost } from "./host/host.ts";
import * as curves from "./host/moved-curves.ts";
import { keepRuns } from "./host/kept-runs.ts";
import { startHeartbeat } from "./host/pulse.ts";
import { analyseRun, measureOnePeriod } from "./jobs/analyse.ts";
import { chainRuns } from "./jobs/chain-runs.ts";
import { checkImport } from "./jobs/check-import.ts";
import { checkForLookAhead } from "./jobs/check-look-ahead.ts";
import { commitImport } from "./jobs/commit-import.ts";
import { deleteStored } from "./jobs/delete-dataset.ts";
import { explain } from "./jobs/explain.ts";
import { exportStored } from "./jobs/export-dataset.ts";
import { follow } from "./jobs/follow.ts";
import { forgetImport } from "./jobs/forget-import.ts";
import { listInstruments } from "./jobs/list-instruments.ts";
import { nameUniverse } from "./jobs/name-universe.ts";
import { preview } from "./jobs/preview.ts";
import { drawEntries } from "./jobs/random-entries.ts";
import { rehearse } from "./jobs/rehearse.ts";
import { runOnceOtherwise } from "./jobs/run-otherwise.ts";
import { run } from "./jobs/run.ts";
import { runVariants } from "./jobs/run-variants.ts";
import { sketchRun } from "./jobs/sketch-run.ts";
import { sweepDatasets } from "./jobs/sweep-datasets.ts";
import { trace } from "./jobs/trace.ts";
import { ok } from "./model/problem.ts";
import type { WorkerApi } from "./model/protocol.ts";

/** Milliseconds: what the page asks as soon as the worker answers does not wait for them. */
const KEPT_RUNS_AFTER = 1000;

const host = createHost();
addEventListener("message", () => host.rehearsal.end()); // before expose: a rehearsal that a message asks for goes on

const api: WorkerApi = {
  hello: async () => "ready",
  run: released((request, onProgress) => moved(run(host, request, onProgress), curves.curvesOf)),
  sketchRun: (request) => sketchRun(request, (one) => run(host, one, () => {})),
  runVariants: (request) => runVariants(host, request),
  chainRuns: (request) => moved(chainRuns(host, request), curves.curvesOfChain),
  runOtherwise: (request) => runOnceOtherwise(host, request),
  randomEntries: (request) => drawEntries(host, request),
  async prepareImport() {
    await Promise.all([host.imports.load(), import("./jobs/deploy.ts")]); // deployments go on with what has grown
    return ok(null);
  },
  takeFiles: async (from, files) => host.imports.takeFiles(from, files),
  checkImport: released((plan, onProgress) => checkImport(host, plan, onProgress)),
  commitImport: released((request, onProgress) => commitImport(host, request, onProgress)),
  preview: (request) => preview(host, request),
  rehearse: (request) => rehearse(host, request),
  explain: (request) => explain(host, request),
  follow: (request) => moved(follow(host, request), curves.curvesOfPath),
  trace: (request) => trace(host, request),
  analyse: (request) => moved(analyseRun(request), curves.curvesOfAnalysis),
  measurePeriod: (request) => measureOnePeriod(request),
  checkLookAhead: released((request, onProgress) => checkForLookAhead(host, request, onProgress)),
  deploy: async (work) => (await import("./jobs/deploy.ts")).deploy(host, work), // a run doesn't wait for this code
  exportDataset: (datasetId) => exportStored(datasetId),
  listInstruments: (source) => listInstruments(host, source),
  findDays: async (request) =>
    moved((await import("./jobs/find-days.ts")).findDays(host, request), curves.curvesOfDays),
  tryField: released(
    async (request, isWanted) =>
      (await import("./jobs/try-field.ts")).tryOnInstrument(host, request, isWanted), // few have code
  ),
  nameUniverse: (request) => nameUniverse(host, request),
  loadBars: async (source, symbol) =>
    moved((await import("./jobs/load-bars.ts")).loadBars(host, source, symbol), curves.curvesOfBars),
  deleteDataset: (datasetId) => deleteStored(host, datasetId),
  forgetImport: () => forgetImport(host),
  sweepDatasets,
};

expose(api);
startHeartbeat();
setTimeout(() => {
  host.kept = keepRuns();
}, KEPT_RUNS_AFTER);
