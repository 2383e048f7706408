/**
 * Browser host: the thread's boundary. Requests come in copied, results go out with their big arrays moved. The work
 * is done by backtest(), readMarket() and the dataset store; what is here only joins them and tells of progress.
 */
import { expose, releaseProxy, transfer } from "comlink";
import { backtest, previewStrategy } from "./backtest.ts";
import type { DeskTools, ImportDesk } from "./import/import-desk.ts";
import type { PlanProgress } from "./import/plan-progress.ts";
import { createJobProgress } from "./job-progress.ts";
import type { JobProgress, StageShares } from "./job-progress.ts";
import { damageWarnings } from "./damage.ts";
import { createMarketKeeper } from "./kept-market.ts";
import type { MarketWanted } from "./kept-market.ts";
import {
  deleteDataset,
  loadDataset,
  openDataset,
  sweepStaging,
  withAllParts,
} from "./market/dataset-store.ts";
import type { OpenMarket } from "./market/dataset-store.ts";
import { checkLookAhead } from "./look-ahead.ts";
import { applySplits } from "./market/apply-splits.ts";
import type { SimulationHooks } from "./engine/simulate.ts";
import { readMarket } from "./market/read-market.ts";
import { urlSource } from "./market/source.ts";
import { letMessagesIn } from "./let-messages-in.ts";
import { createRehearsal } from "./rehearsal.ts";
import { curvesOf, curvesOfAnalysis, curvesOfPath } from "./moved-curves.ts";
import type { StoredMarket } from "./market/stored-market.ts";
import type { StoredInParts } from "./run-in-parts.ts";
import { formatIsoDay } from "./model/day.ts";
import type { ImportFile } from "./model/import-plan.ts";
import type { InstrumentBars } from "./model/instruments.ts";
import type { Market, PartedMarket } from "./model/market.ts";
import { err, ok } from "./model/problem.ts";
import type { Problem, Result } from "./model/problem.ts";
import { HEARTBEAT, LONG_STEP } from "./model/protocol.ts";
import type { DatasetSource, Progress, RunRequest, WorkerApi } from "./model/protocol.ts";
import type { Report } from "./model/report.ts";

const HEARTBEAT_MS = 1000;
const DAY_MS = 86_400_000;

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
const RUN_IN_PARTS: StageShares = [
  ["reading", 90],
  ["simulating", 10],
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
const CHECK: StageShares = [["reading", 100]];
const COMMIT: StageShares = [
  ["reading", 60],
  ["storing", 40],
];

/** Where the market is, and the exchange of instruments that no file places; a RunRequest is one. */
interface MarketRequest extends MarketWanted {
  readonly strategy: { readonly scanner: { readonly exchange: string } };
}

const pauses = { now: () => performance.now(), turn: letMessagesIn };
const lastMarket = createMarketKeeper(pauses);

/** A run gone through while the page asks nothing: it ends with the next message. */
const rehearsal = createRehearsal(pauses);
addEventListener("message", () => rehearsal.end()); // before expose: a rehearsal that a message asks for goes on

/** Of the import that a person is at. Its code is loaded when it is needed: a run doesn't wait for it. */
let desk: ImportDesk | null = null;
const importFiles: ImportFile[] = [];

const api: WorkerApi = {
  async hello() {
    return "ready";
  },

  async run(request, onProgress) {
    const shares = request.source.type === "stored" ? RUN_ON_STORED : READ_AND_RUN;
    const progress = startProgress(lastMarket.known(request) ? RUN_AGAIN : shares, onProgress);
    const onWhole = await onMarket(request, (stored) => simulate(request, stored, progress), progress);
    const report = onWhole.ok ? onWhole : await runOnLarge(request, onWhole.problem, onProgress);
    progress.end();
    return report.ok ? transfer(report, curvesOf(report.value)) : report;
  },

  async runVariants({ strategies, source }) {
    const [first] = strategies;
    if (first === undefined) return ok([]);
    return onMarket({ source, strategy: first }, async ({ market }) => {
      postMessage(LONG_STEP); // what the variants share is worked out before the first of them
      const { figuresOf } = await import("./variant-figures.ts"); // a run doesn't wait for this code
      const figures = figuresOf(strategies, market);
      postMessage(HEARTBEAT);
      return ok(figures);
    });
  },

  async chainRuns({ strategies, source }) {
    const { chainRuns } = await import("./chain-runs.ts");
    const [first] = strategies;
    if (first === undefined) throw new RangeError("chainRuns: no strategy");
    const chained = await onMarket({ source, strategy: first }, ({ market }) => {
      postMessage(LONG_STEP); // dozens of runs at one go
      return chainRuns(strategies, market);
    });
    postMessage(HEARTBEAT);
    return chained.ok ? transfer(chained, [chained.value.day.buffer, chained.value.value.buffer]) : chained;
  },

  async takeFiles(from, files) {
    importFiles.splice(from, importFiles.length, ...files);
  },

  async checkImport(plan, onProgress) {
    const progress = startProgress(CHECK, onProgress);
    lastMarket.letGo(); // bars of an import take the memory now
    const checked = await withThreads(progress, async (tools) =>
      (await importDesk()).check({ ...plan, files: [...importFiles] }, tools),
    );
    progress.end();
    return checked;
  },

  async commitImport(request, onProgress) {
    const progress = startProgress(COMMIT, onProgress);
    lastMarket.letGo();
    const plan = { ...request.plan, files: [...importFiles] };
    const outcome = await withThreads(progress, async (tools) =>
      (await importDesk()).commit({ ...request, plan }, tools),
    );
    progress.end();
    return outcome;
  },

  async preview(request) {
    return onMarket(request, ({ market }) => previewStrategy(request.strategy, market));
  },

  async rehearse(request) {
    if (!lastMarket.known(request)) return false;
    const isDone = await lastMarket.on(
      request,
      async () => err(notRead), // where it turns out to be damaged
      async ({ market }) => ok(await rehearsal.run(request.strategy, market)),
    );
    return isDone.ok && isDone.value;
  },

  async explain(request) {
    const { explain } = await retraceCode();
    const explained = await onMarket(request, ({ market }) => {
      postMessage(LONG_STEP); // the run up to the day is made again
      return explain(request.strategy, market, request.instrument, request.date);
    });
    postMessage(HEARTBEAT);
    return explained;
  },

  async follow({ strategy, source, position }) {
    const { follow } = await retraceCode();
    const followed = await onMarket({ strategy, source, highAndLow: true }, ({ market }) => {
      postMessage(LONG_STEP); // the run up to the exit is made again
      return follow(strategy, market, position);
    });
    postMessage(HEARTBEAT);
    return followed.ok ? transfer(followed, curvesOfPath(followed.value)) : followed;
  },

  async trace(request) {
    const { trace } = await retraceCode();
    const traced = await onMarket({ ...request, highAndLow: true }, ({ market }) => {
      postMessage(LONG_STEP); // the whole run is made again
      return trace(request.strategy, market, request.positions);
    });
    postMessage(HEARTBEAT);
    return traced;
  },

  async analyse(request) {
    const { analyse } = await import("./analysis/analyse.ts"); // a run doesn't wait for this code
    postMessage(LONG_STEP); // thousands of resampled paths
    const analysis = analyse(request);
    postMessage(HEARTBEAT);
    return transfer(ok(analysis), curvesOfAnalysis(analysis));
  },

  async checkLookAhead(request, onProgress) {
    const progress = startProgress(READ_AND_CHECK, onProgress);
    const check = ({ market }: StoredMarket) => {
      progress.tell("checking", 0);
      postMessage(LONG_STEP); // the whole run comes first, and on a large market each repetition takes its time
      return checkLookAhead(request.strategy, market, {
        onCut: (done, cuts) => progress.tell("checking", done / cuts),
      });
    };
    const verdict = await onMarket(request, check, progress);
    progress.end();
    return verdict;
  },

  async exportDataset(datasetId) {
    const stored = await loadDataset(datasetId, { highAndLow: true });
    if (!stored.ok) return stored;
    const { exportDataset } = await import("./import/export-dataset.ts");
    return ok(await exportDataset(stored.value.market));
  },

  async listInstruments(source) {
    const { summariseInstruments } = await instrumentCode();
    const today = Math.floor(Date.now() / DAY_MS);
    const listed = await onWholeMarket(source, (market) => summariseInstruments(market, today));
    if (listed.ok || !isTooLarge(source, listed.problem)) return listed;
    const { listInParts } = await import("./instruments-in-parts.ts");
    return listInParts(source, today, () => postMessage(HEARTBEAT));
  },

  async loadBars(source, symbol) {
    const bars = await barsIn(source, symbol);
    if (!bars.ok) return bars;
    if (!bars.value) return err(noSuchInstrument(symbol));
    return transfer(
      ok(bars.value),
      Object.values(bars.value).map(({ buffer }) => buffer),
    );
  },

  async deleteDataset(datasetId) {
    lastMarket.letGo(datasetId); // its file may be open
    return deleteDataset(datasetId);
  },

  async sweepDatasets(abandoned) {
    const swept = await Promise.all([sweepStaging(), ...abandoned.map(deleteDataset)]);
    return swept.find((one) => !one.ok) ?? ok(null);
  },
};

expose({
  ...api,
  run: released((request, onProgress) => api.run(request, onProgress)),
  checkImport: released((request, onProgress) => api.checkImport(request, onProgress)),
  commitImport: released((request, onProgress) => api.commitImport(request, onProgress)),
  checkLookAhead: released((request, onProgress) => api.checkLookAhead(request, onProgress)),
} satisfies WorkerApi);
setInterval(() => postMessage(HEARTBEAT), HEARTBEAT_MS);

type Listener = (progress: Progress) => void;

/** Lets go of the page's listener when its call is over; the port it came on would wait for a garbage collection. */
function released<Request, Outcome>(
  method: (request: Request, onProgress: Listener) => Promise<Outcome>,
): typeof method {
  return async (request, onProgress) => {
    try {
      return await method(request, onProgress);
    } finally {
      const release: unknown = Reflect.get(onProgress, releaseProxy);
      if (typeof release === "function") release();
    }
  };
}

function startProgress(shares: StageShares, onProgress: Listener): JobProgress {
  const progress = createJobProgress(shares, () => performance.now(), onProgress);
  progress.tell("starting", 0);
  return progress;
}

/** @param progress - told how far the reading is, where there is any */
function onMarket<T>(
  request: MarketRequest,
  work: (stored: StoredMarket) => Result<T> | Promise<Result<T>>,
  progress: JobProgress = startProgress(READ_AND_RUN, () => {}),
): Promise<Result<T>> {
  return lastMarket.on(request, (mayStayOpen) => readSource(request, progress, mayStayOpen), work);
}

/** Loaded for the Data screen alone: runs start without it. */
const instrumentCode = () => import("./market/instrument-bars.ts");

/** Loaded for a finished run alone. */
const retraceCode = () => import("./retrace.ts");

/** Works on the source's market with all its columns. */
function onWholeMarket<T>(source: DatasetSource, work: (market: Market) => T): Promise<Result<T>> {
  const request = { source, strategy: { scanner: { exchange: "" } }, highAndLow: true };
  return onMarket(request, ({ market }) => ok(work(market)));
}

async function readSource(
  { strategy, source, highAndLow = false }: MarketRequest,
  progress: JobProgress,
  mayStayOpen: boolean,
): Promise<Result<OpenMarket>> {
  progress.tell("reading", 0);
  if (source.type === "stored") {
    postMessage(LONG_STEP);
    const { datasetId, splits = [] } = source;
    if (mayStayOpen && !highAndLow && splits.length === 0) return openDataset(datasetId);
    const stored = await loadDataset(datasetId, { highAndLow });
    if (stored.ok) applySplits(stored.value.market, splits);
    return stored;
  }
  const defaults = { exchange: strategy.scanner.exchange, instrumentType: "EQUITY", currency: "" };
  const sources = source.files.map(({ name, url }) => urlSource(name, url));
  const reading = await readMarket(sources, defaults, (read) => {
    progress.tell("reading", read.rows / source.rows, read);
    if (read.rows >= source.rows) postMessage(LONG_STEP); // the rows are put in order at one go
  });
  return reading.ok ? ok({ market: reading.value.market, damaged: [] }) : reading;
}

/** Whether a dataset can be read, part by part, that was refused as a whole. */
function isTooLarge(source: DatasetSource, problem: Problem): source is StoredInParts & DatasetSource {
  return source.type === "stored" && problem.code === "memory-short";
}

/** null where the source hasn't the instrument. */
async function barsIn(source: DatasetSource, symbol: string): Promise<Result<InstrumentBars | null>> {
  const { barsOf } = await instrumentCode();
  const bars = await onWholeMarket(source, (market) => barsOf(market, symbol));
  if (bars.ok || !isTooLarge(source, bars.problem)) return bars;
  const { loadBarsInParts } = await import("./instruments-in-parts.ts");
  return loadBarsInParts(source, symbol);
}

/** Part by part where the memory can't hold all of a dataset; whatever else is the matter with it stays. */
async function runOnLarge(
  { strategy, source }: RunRequest,
  problem: Problem,
  onProgress: Listener,
): Promise<Result<Report>> {
  if (!isTooLarge(source, problem)) return err(problem);
  const progress = startProgress(RUN_IN_PARTS, onProgress);
  progress.tell("reading", 0);
  const { runInParts } = await import("./run-in-parts.ts");
  postMessage(LONG_STEP); // the timer of the heartbeat waits until all is done
  const report = await runInParts(strategy, source, {
    onPart(share, endsPass) {
      postMessage(endsPass ? LONG_STEP : HEARTBEAT);
      progress.tell("reading", share);
    },
    onSession: ({ day, sessionsDone, sessions, positions }) => {
      postMessage(HEARTBEAT);
      progress.tell("simulating", sessionsDone / sessions, { date: formatIsoDay(day), positions });
    },
  });
  progress.end();
  return report;
}

function simulate(
  { strategy }: RunRequest,
  { market, damaged }: StoredMarket,
  progress: JobProgress,
): Result<Report> {
  progress.tell("aligning", 0, { rows: market.barOffset.at(-1) ?? 0 });
  postMessage(LONG_STEP); // planning tells nothing before the first session, measuring nothing after the last
  let isPlanned = false;
  const rehearsed = rehearsal.take(strategy, market);
  const hooks: SimulationHooks = {
    onSession({ day, sessionsDone, sessions, positions }) {
      if (!isPlanned) postMessage(HEARTBEAT);
      isPlanned = true;
      progress.tell("simulating", sessionsDone / sessions, { date: formatIsoDay(day), positions });
      if (sessionsDone < sessions) return;
      progress.tell("measuring", 0);
      postMessage(LONG_STEP);
    },
  };
  const report = rehearsed ?? backtest(strategy, market, hooks);
  if (!report.ok) return report;
  return ok({ ...report.value, warnings: [...report.value.warnings, ...damageWarnings(damaged)] });
}

/** Keeps what it read and planned until it is stored. */
async function importDesk(): Promise<ImportDesk> {
  const [{ createImportDesk }, { openStaging }] = await Promise.all([
    import("./import/import-desk.ts"),
    import("./market/dataset-writing.ts"),
  ]);
  desk ??= createImportDesk(openStaging);
  return desk;
}

/** Does a step of an import with other threads beside this one, which end with it. */
async function withThreads<Outcome>(
  progress: JobProgress,
  work: (tools: DeskTools) => Promise<Outcome>,
): Promise<Outcome> {
  const { startThreads } = await import("./import/start-threads.ts");
  const threads = startThreads();
  try {
    return await work({ ...deskTools(progress), threads });
  } finally {
    threads?.end();
  }
}

function deskTools(progress: JobProgress): Omit<DeskTools, "threads"> {
  return {
    withBase,
    onProgress: (read) => tellReading(progress, read),
    onStoring() {
      progress.tell("storing", 0);
      postMessage(LONG_STEP);
    },
  };
}

/** The dataset that gets a plan's files, part by part. */
function withBase<T>(
  columnsId: string,
  work: (stored: PartedMarket) => Promise<Result<T>>,
): Promise<Result<T>> {
  postMessage(LONG_STEP); // it is gone through once before anything is told
  return withAllParts(columnsId, work);
}

function tellReading(progress: JobProgress, read: PlanProgress): void {
  progress.tell("reading", read.bytesRead / read.bytesTotal, read);
  if (read.bytesRead >= read.bytesTotal) postMessage(LONG_STEP); // the rows are put in order at one go
}

/** Told to nobody. */
const notRead: Problem = { code: "cancelled", message: "A rehearsal reads no prices." };

function noSuchInstrument(symbol: string): Problem {
  return {
    code: "data-missing",
    message: `${symbol} is not in this dataset. Choose one of its instruments.`,
  };
}
