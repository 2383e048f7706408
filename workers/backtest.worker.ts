/**
 * Browser host: the thread's boundary. Requests come in copied, results go out with their big arrays moved. The work
 * is done by backtest(), readMarket() and the dataset store; what is here only joins them and tells of progress.
 */
import { expose, transfer } from "comlink";
import { analyse } from "./analysis/analyse.ts";
import { backtest, previewStrategy } from "./backtest.ts";
import { createJobProgress } from "./job-progress.ts";
import type { JobProgress, StageShares } from "./job-progress.ts";
import { damageWarnings } from "./damage.ts";
import { deleteDataset, loadDataset, sweepStaging } from "./market/dataset-store.ts";
import { checkLookAhead } from "./look-ahead.ts";
import { readMarket } from "./market/read-market.ts";
import { urlSource } from "./market/source.ts";
import type { StoredMarket } from "./market/stored-market.ts";
import type { Analysis } from "./model/analysis.ts";
import { formatIsoDay } from "./model/day.ts";
import { ok } from "./model/problem.ts";
import type { Result } from "./model/problem.ts";
import { HEARTBEAT, LONG_STEP } from "./model/protocol.ts";
import type { ImportOutcome, ImportRequest, Progress, RunRequest, WorkerApi } from "./model/protocol.ts";
import type { Report } from "./model/report.ts";

const HEARTBEAT_MS = 1000;

/** Percent of the time that each stage takes, as measured on the demo market and an import of the same files. */
const READ_AND_RUN: StageShares = [
  ["reading", 70],
  ["aligning", 12],
  ["simulating", 16],
  ["measuring", 2],
];
const RUN_ON_STORED: StageShares = [
  ["reading", 40],
  ["aligning", 40],
  ["simulating", 17],
  ["measuring", 3],
];
const RUN_AGAIN: StageShares = [
  ["aligning", 45],
  ["simulating", 50],
  ["measuring", 5],
];
const READ_AND_CHECK: StageShares = [
  ["reading", 30],
  ["checking", 70],
];
const IMPORT: StageShares = [
  ["reading", 60],
  ["storing", 40],
];

/** The market read last: running on it again needn't read it again. */
let lastMarket: ({ readonly key: string } & StoredMarket) | null = null;

const api: WorkerApi = {
  async hello() {
    return "ready";
  },

  async run(request, onProgress) {
    const known = marketInMemory(request);
    const shares = request.source.type === "stored" ? RUN_ON_STORED : READ_AND_RUN;
    const progress = startProgress(known ? RUN_AGAIN : shares, onProgress);
    const market = known ? ok(known) : await readAnew(request, progress);
    if (!market.ok) return market;
    const report = simulate(request, market.value, progress);
    progress.end();
    return report.ok ? transfer(report, curvesOf(report.value)) : report;
  },

  async importPrices(request, onProgress) {
    const progress = startProgress(IMPORT, onProgress);
    const imported = await importMarket(request, progress);
    progress.end();
    return imported;
  },

  async preview(request) {
    const known = marketInMemory(request);
    const market = known
      ? ok(known)
      : await readAnew(
          request,
          startProgress(READ_AND_RUN, () => {}),
        );
    return market.ok ? previewStrategy(request.strategy, market.value.market) : market;
  },

  async analyse(request) {
    postMessage(LONG_STEP); // thousands of resampled paths
    const analysis = analyse(request);
    postMessage(HEARTBEAT);
    return transfer(ok(analysis), curvesOfAnalysis(analysis));
  },

  async checkLookAhead(request, onProgress) {
    const progress = startProgress(READ_AND_CHECK, onProgress);
    const known = marketInMemory(request);
    const market = known ? ok(known) : await readAnew(request, progress);
    if (!market.ok) return market;
    progress.tell("checking", 0);
    postMessage(LONG_STEP); // the whole run comes first, and on a large market each repetition takes its time
    const verdict = checkLookAhead(request.strategy, market.value.market, {
      onCut: (done, cuts) => progress.tell("checking", done / cuts),
    });
    progress.end();
    return verdict;
  },

  deleteDataset,

  async sweepDatasets(abandoned) {
    const swept = await Promise.all([sweepStaging(), ...abandoned.map(deleteDataset)]);
    return swept.find((one) => !one.ok) ?? ok(null);
  },
};

expose(api);
setInterval(() => postMessage(HEARTBEAT), HEARTBEAT_MS);

function startProgress(shares: StageShares, onProgress: (progress: Progress) => void): JobProgress {
  const progress = createJobProgress(shares, () => performance.now(), onProgress);
  progress.tell("starting", 0);
  return progress;
}

/** The market that the request is about, when it was read last. */
function marketInMemory({ source }: RunRequest): StoredMarket | null {
  return lastMarket?.key === JSON.stringify(source) ? lastMarket : null;
}

async function readAnew(request: RunRequest, progress: JobProgress): Promise<Result<StoredMarket>> {
  lastMarket = null; // two markets at once may be more than the memory holds
  const market = await readSource(request, progress);
  if (market.ok) lastMarket = { key: JSON.stringify(request.source), ...market.value };
  return market;
}

async function readSource(
  { strategy, source }: RunRequest,
  progress: JobProgress,
): Promise<Result<StoredMarket>> {
  progress.tell("reading", 0);
  if (source.type === "stored") {
    postMessage(LONG_STEP);
    return loadDataset(source.datasetId);
  }
  const defaults = { exchange: strategy.scanner.exchange, instrumentType: "EQUITY", currency: "" };
  const sources = source.files.map(({ name, url }) => urlSource(name, url));
  const reading = await readMarket(sources, defaults, (read) => {
    progress.tell("reading", read.rows / source.rows, read);
    if (read.rows >= source.rows) postMessage(LONG_STEP); // the rows are put in order at one go
  });
  return reading.ok ? ok({ market: reading.value.market, damaged: [] }) : reading;
}

function simulate(
  { strategy }: RunRequest,
  { market, damaged }: StoredMarket,
  progress: JobProgress,
): Result<Report> {
  progress.tell("aligning", 0, { rows: market.day.length });
  postMessage(LONG_STEP); // planning tells nothing before the first session, measuring nothing after the last
  let isPlanned = false;
  const report = backtest(strategy, market, {
    onSession({ day, sessionsDone, sessions, positions }) {
      if (!isPlanned) postMessage(HEARTBEAT);
      isPlanned = true;
      progress.tell("simulating", sessionsDone / sessions, { date: formatIsoDay(day), positions });
      if (sessionsDone < sessions) return;
      progress.tell("measuring", 0);
      postMessage(LONG_STEP);
    },
  });
  if (!report.ok) return report;
  return ok({ ...report.value, warnings: [...report.value.warnings, ...damageWarnings(damaged)] });
}

/** Its code is loaded when it is needed: a run doesn't wait for it. */
async function importMarket(request: ImportRequest, progress: JobProgress): Promise<Result<ImportOutcome>> {
  lastMarket = null;
  progress.tell("reading", 0);
  const { importPrices } = await import("./import-prices.ts");
  return importPrices(request, {
    onRead(read) {
      const total = read.bytesTotal ?? Infinity;
      progress.tell("reading", read.bytesRead / total, read);
      if (read.bytesRead >= total) postMessage(LONG_STEP); // the rows are put in order at one go
    },
    onPart() {
      progress.tell("storing", 0);
      postMessage(LONG_STEP);
    },
  });
}

function curvesOf({ equity }: Report): ArrayBufferLike[] {
  return [equity.day.buffer, equity.value.buffer, equity.benchmark.buffer, equity.positions.buffer];
}

function curvesOfAnalysis({ rolling, exposure, luck }: Analysis): ArrayBufferLike[] {
  const bands = luck === null ? [] : Object.values(luck.bands);
  return [...Object.values(rolling), exposure.invested, ...bands].map((curve) => curve.buffer);
}
