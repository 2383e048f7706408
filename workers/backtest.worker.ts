/**
 * Browser host: the thread's boundary and nothing else. Requests come in copied, results go out with their big arrays
 * moved. The calls are in jobs/, and what outlives a call is the host.
 */
import { expose, releaseProxy, transfer } from "comlink";
import { createHost } from "./host/host.ts";
import type { Job } from "./host/host.ts";
import { curvesOf } from "./host/moved-curves.ts";
import { startHeartbeat } from "./host/pulse.ts";
import { analyse, measurePeriod } from "./jobs/analyse.ts";
import { chainRuns, randomEntries, runOtherwise, runVariants } from "./jobs/variants.ts";
import { checkImport, commitImport, forgetImport } from "./jobs/imports.ts";
import { checkLookAhead } from "./jobs/check-look-ahead.ts";
import { preview, rehearse, sketchRun } from "./jobs/drafts.ts";
import {
  deleteDataset,
  exportDataset,
  listInstruments,
  nameUniverse,
  sweepDatasets,
} from "./jobs/datasets.ts";
import { countSales, drawLasting, explain, follow, holdings, listFills, trace } from "./jobs/retrace.ts";
import { run } from "./jobs/run.ts";
import { ok } from "./model/problem.ts";
import type { CallName, WorkerApi } from "./model/protocol.ts";

const host = createHost();
addEventListener("message", () => host.rehearsal.end()); // before expose: a rehearsal that a message asks for goes on

const jobs: { readonly [Name in CallName]: Job<Name> } = {
  run,
  sketchRun: (_host, request) => sketchRun(request, (one) => run(host, one)),
  runVariants,
  chainRuns,
  runOtherwise,
  randomEntries,
  rehearse,
  checkLookAhead,
  preview,
  findDays: async (...asked) => (await import("./jobs/one-instrument.ts")).findDays(...asked),
  tryField: async (...asked) => (await import("./jobs/try-field.ts")).tryField(...asked), // few have code
  explain,
  follow,
  countSales,
  listFills,
  holdings,
  drawLasting,
  trace,
  analyse,
  measurePeriod,
  deploy: async (...asked) => (await import("./jobs/deploy.ts")).deploy(...asked), // a run doesn't wait for this code
  listInstruments,
  nameUniverse,
  loadBars: async (...asked) => (await import("./jobs/one-instrument.ts")).loadBars(...asked),
  async prepareImport() {
    await Promise.all([host.imports.load(), import("./jobs/deploy.ts")]); // deployments go on with what has grown
    return ok(null);
  },
  checkImport,
  commitImport,
  forgetImport,
  exportDataset,
  deleteDataset,
  sweepDatasets,
};

const api: WorkerApi = {
  hello: async () => "ready",
  takeFiles: async (from, files) => host.imports.takeFiles(from, files),
  async answer(name, request, onProgress) {
    try {
      const result = await jobs[name](host, request, onProgress);
      const curves = result.ok ? curvesOf[name]?.(result.value) : null;
      return curves ? transfer(result, curves) : result;
    } finally {
      release(onProgress);
    }
  },
};

/** Lets go of a function of the page when its call is over; the port it came on would wait for a garbage collection. */
function release(ofPage: object | undefined): void {
  const letGo: unknown = ofPage && Reflect.get(ofPage, releaseProxy);
  if (typeof letGo === "function") letGo();
}

expose(api);
startHeartbeat();
