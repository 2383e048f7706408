/**
 * Calls the worker and always gets an answer: its result, or a problem when the call was cancelled, the worker never
 * loaded, died or hangs. Cancelling ends the thread, the one sure way. One idle worker is kept warm, because it
 * remembers the market that it read last.
 */
import { proxy, releaseProxy, wrap } from "comlink";
import type { Endpoint, Remote } from "comlink";
import { keepRooms } from "./code-room.ts";
import { handOver } from "./hand-over.ts";
import { createWatchdog, TICK_MS } from "./watchdog.ts";
import type { Analysis, AnalysisRequest, PeriodRequest, RunPeriod, Trace } from "#workers/model/analysis.ts";
import type { DeployAnswer, DeployWork } from "#workers/model/deploy-work.ts";
import type { FieldTrial } from "#workers/model/field-trial.ts";
import { err } from "#workers/model/problem.ts";
import type { LookAheadVerdict } from "#workers/model/look-ahead.ts";
import type {
  CandidateDays,
  InstrumentBars,
  InstrumentSummary,
  UniverseNames,
} from "#workers/model/instruments.ts";
import type { PositionPath } from "#workers/model/position-path.ts";
import type { Preview } from "#workers/model/preview.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type {
  CommitRequest,
  DryRun,
  ImportFile,
  ImportOutcome,
  ImportPlan,
  LocalBytes,
} from "#workers/model/import-plan.ts";
import type { DatasetSource } from "#workers/model/dataset-source.ts";
import type {
  ChainedRun,
  DaysRequest,
  PositionRequest,
  Progress,
  OtherwiseRequest,
  RandomEntriesRequest,
  RunRequest,
  TraceRequest,
  TrialRequest,
  UniverseRequest,
  VariantFigures,
  VariantsRequest,
  WhyRequest,
  WorkerApi,
} from "#workers/model/protocol.ts";
import type { Report } from "#workers/model/report.ts";
import type { RandomEntries } from "#workers/model/robustness.ts";
import type { RunSketch } from "#workers/model/run-sketch.ts";
import type { Why } from "#workers/model/why.ts";

/** What the client needs of a Worker. */
export interface WorkerThread extends Endpoint {
  terminate(): void;
}

/** The world outside, so that tests can bring their own. */
export interface ClientTools {
  startWorker(): WorkerThread;
  /** Milliseconds, never going back. */
  now(): number;
  /** Calls `tick` every `ms` until the function it gave back is called. */
  every(ms: number, tick: () => void): () => void;
}

export type ProgressListener = (progress: Progress) => void;

export interface BacktestClient {
  /** Progress is a hint and stops with the answer. Aborting gives the problem "cancelled" at once. */
  runBacktest(
    request: RunRequest,
    onProgress: ProgressListener,
    signal: AbortSignal,
  ): Promise<Result<Report>>;
  /** The run as a card shows it: a few figures and two small curves. */
  sketchRun(request: RunRequest, signal: AbortSignal): Promise<Result<RunSketch>>;
  /** Has a worker ready for the files of an import, while the person looks for them. */
  prepareImport(): Promise<Result<null>>;
  /** The dry run of an import: every file looked at, nothing stored. */
  checkImport(plan: ImportPlan, onProgress: ProgressListener, signal: AbortSignal): Promise<Result<DryRun>>;
  /** Stores what the dry run found under request.datasetId; nothing of it stays when it fails. */
  commitImport(
    request: CommitRequest,
    onProgress: ProgressListener,
    signal: AbortSignal,
  ): Promise<Result<ImportOutcome>>;
  /** Counts what passes each rule on the last session of the strategy's period. */
  previewStrategy(request: RunRequest, signal: AbortSignal): Promise<Result<Preview>>;
  /** The figures of many strategies on the same prices, in their order; one that can't be run has its own problem. */
  runVariants(
    request: VariantsRequest,
    signal: AbortSignal,
  ): Promise<Result<readonly Result<VariantFigures>[]>>;
  /** Runs whose accounts are joined, in their order; the first that can't be run gives its problem. */
  chainRuns(request: VariantsRequest, signal: AbortSignal): Promise<Result<ChainedRun>>;
  /** The run with one thing of it otherwise. */
  runOtherwise(request: OtherwiseRequest, signal: AbortSignal): Promise<Result<VariantFigures>>;
  /** Runs that buy by chance on the days of the strategy's own buys. */
  randomEntries(request: RandomEntriesRequest, signal: AbortSignal): Promise<Result<RandomEntries>>;
  /** What of a finished run needs its prices again. */
  traceRun(request: TraceRequest): Promise<Result<Trace>>;
  /** One position of a finished run day by day. */
  followPosition(request: PositionRequest): Promise<Result<PositionPath>>;
  /** Why an instrument was, or was not, bought or sold on a day of a run. */
  explainDay(request: WhyRequest): Promise<Result<Why>>;
  /** What a finished run's report says beyond its figures. */
  analyseRun(request: AnalysisRequest): Promise<Result<Analysis>>;
  /** The figures of a part of a finished run. */
  measurePeriod(request: PeriodRequest): Promise<Result<RunPeriod>>;
  /** Repeats the run with the data cut at many sessions, and compares what it decided. */
  checkLookAhead(
    request: RunRequest,
    onProgress: ProgressListener,
    signal: AbortSignal,
  ): Promise<Result<LookAheadVerdict>>;
  /** Steps, checks and expectations of virtual deployments. */
  deploy(work: DeployWork, signal: AbortSignal): Promise<Result<DeployAnswer>>;
  /** A dataset's columns as a zip archive of canonical CSV files. */
  exportDataset(datasetId: string): Promise<Result<LocalBytes>>;
  /** The instruments of a dataset, by symbol, with what their bars show. */
  listInstruments(source: DatasetSource): Promise<Result<readonly InstrumentSummary[]>>;
  /** Symbols and sectors of an exchange and type. */
  nameUniverse(request: UniverseRequest): Promise<Result<UniverseNames>>;
  /** An instrument's bars, and the days on which it passes scanner and buy rules. */
  findDays(request: DaysRequest): Promise<Result<CandidateDays>>;
  /**
   * A person's number on one instrument; aborting ends its worker and whatever runs in its rooms.
   *
   * @param isWanted - asked before each step: where it is false, the trial ends and its worker stays
   */
  tryField(request: TrialRequest, isWanted: () => boolean, signal: AbortSignal): Promise<Result<FieldTrial>>;
  loadBars(source: DatasetSource, symbol: string): Promise<Result<InstrumentBars>>;
  /** Deletes a dataset's columns; none there is fine. */
  deleteDataset(datasetId: string): Promise<Result<null>>;
  /** Ends the import that a person put away, with what it read and staged; none there is fine. */
  forgetImport(): Promise<Result<null>>;
  /** Deletes what interrupted imports left: staged files, and the columns of these ids. */
  sweepDatasets(abandoned: readonly string[]): Promise<Result<null>>;
  /**
   * Lets the idle worker go through a run ahead of it, where it has the prices; the next call ends that and is done
   * first. What it comes to; null where it did not come to its end, no answer where its worker is closed before.
   */
  rehearse(request: RunRequest): Promise<Result<RunSketch> | null>;
  /** Ends the worker that is kept warm, and with it what it remembers. */
  endIdle(): void;
}

interface Connection {
  readonly worker: WorkerThread;
  readonly remote: Remote<WorkerApi>;
  /**
   * Calls back with the browser's reason when it reports the worker as failed, until the returned function is called.
   * No promise: one that outlives a call would keep all that the call held.
   */
  readonly onFailure: (listener: FailureListener) => () => void;
  /** Removes the rooms in which a person's code runs for the worker. */
  readonly closeRooms: () => void;
  /** Files of the import under way that the worker has. */
  readonly handed: ImportFile[];
  /** Whether the worker's program is there: it answered once. */
  isLoaded: boolean;
}

type FailureListener = (reason: string) => void;

/** How a call ended; after any but "answered" the worker is of no use. */
type Ending<T> =
  | { readonly type: "answered"; readonly result: Result<T> }
  | { readonly type: "cancelled" }
  | { readonly type: "lost"; readonly problem: Problem };

/** One call of a remote method. What it hands over for progress goes through `listen`, an import's files into `handed`. */
type Call<T> = (
  remote: Remote<WorkerApi>,
  listen: (onProgress: ProgressListener) => ProgressListener,
  handed: ImportFile[],
) => Promise<Result<T>>;

export function createBacktestClient(tools: ClientTools): BacktestClient {
  let idle: Connection | null = null;

  async function call<T>(work: Call<T>, signal: AbortSignal): Promise<Result<T>> {
    if (signal.aborted) return err(cancelled);
    const connection = idle ?? connect(tools.startWorker());
    idle = null;
    const ending = await supervise(connection, work, signal, tools);
    switch (ending.type) {
      case "answered":
        keep(connection);
        return ending.result;
      case "cancelled":
        close(connection);
        idle ??= connect(tools.startWorker()); // so that the next run needn't wait for it
        return err(cancelled);
      case "lost":
        close(connection);
        return err(ending.problem);
    }
  }

  /** Of two, the one whose import is under way: to store it, another would have to read its files anew. */
  function keep(connection: Connection): void {
    if (idle) close(isImporting(connection) ? idle : connection);
    if (!idle || isImporting(connection)) idle = connection;
  }

  return {
    ...importsBy(call),
    runBacktest: (request, onProgress, signal) =>
      call((remote, listen) => remote.run(request, listen(onProgress)), signal),
    sketchRun: (request, signal) => call((remote) => remote.sketchRun(request), signal),
    previewStrategy: (request, signal) => call((remote) => remote.preview(request), signal),
    runVariants: (request, signal) => call((remote) => remote.runVariants(request), signal),
    chainRuns: (request, signal) => call((remote) => remote.chainRuns(request), signal),
    runOtherwise: (request, signal) => call((remote) => remote.runOtherwise(request), signal),
    randomEntries: (request, signal) => call((remote) => remote.randomEntries(request), signal),
    traceRun: (request) => call((remote) => remote.trace(request), new AbortController().signal),
    followPosition: (request) => call((remote) => remote.follow(request), new AbortController().signal),
    explainDay: (request) => call((remote) => remote.explain(request), new AbortController().signal),
    analyseRun: (request) => call((remote) => remote.analyse(request), new AbortController().signal),
    measurePeriod: (request) => call((remote) => remote.measurePeriod(request), new AbortController().signal),
    checkLookAhead: (request, onProgress, signal) =>
      call((remote, listen) => remote.checkLookAhead(request, listen(onProgress)), signal),
    deploy: (work, signal) => call((remote) => remote.deploy(work), signal),
    exportDataset: (datasetId) =>
      call((remote) => remote.exportDataset(datasetId), new AbortController().signal),
    listInstruments: (source) =>
      call((remote) => remote.listInstruments(source), new AbortController().signal),
    nameUniverse: (request) => call((remote) => remote.nameUniverse(request), new AbortController().signal),
    findDays: (request) => call((remote) => remote.findDays(request), new AbortController().signal),
    tryField: (request, isWanted, signal) =>
      call(
        (remote) =>
          remote.tryField(
            request,
            proxy(async () => isWanted()),
          ),
        signal,
      ),
    loadBars: (source, symbol) =>
      call((remote) => remote.loadBars(source, symbol), new AbortController().signal),
    deleteDataset: (datasetId) =>
      call((remote) => remote.deleteDataset(datasetId), new AbortController().signal),
    sweepDatasets: (abandoned) =>
      call((remote) => remote.sweepDatasets(abandoned), new AbortController().signal),
    rehearse: async (request) => (await idle?.remote.rehearse(request)) ?? null,
    endIdle() {
      if (idle) close(idle);
      idle = null;
    },
  };
}

/** What a client does for an import. */
function importsBy(
  call: <T>(work: Call<T>, signal: AbortSignal) => Promise<Result<T>>,
): Pick<BacktestClient, "prepareImport" | "checkImport" | "commitImport" | "forgetImport"> {
  return {
    prepareImport: () => call((remote) => remote.prepareImport(), new AbortController().signal),
    checkImport: (plan, onProgress, signal) =>
      call(async (remote, listen, handed) => {
        const { files, ...rest } = plan;
        await handOver(remote, files, handed);
        return remote.checkImport(rest, listen(onProgress));
      }, signal),
    commitImport: (request, onProgress, signal) =>
      call(async (remote, listen, handed) => {
        const { files, ...plan } = request.plan;
        await handOver(remote, files, handed);
        const outcome = await remote.commitImport({ ...request, plan }, listen(onProgress));
        if (outcome.ok) handed.length = 0; // this import is over
        return outcome;
      }, signal),
    forgetImport: () =>
      call((remote, _listen, handed) => {
        handed.length = 0;
        return remote.forgetImport();
      }, new AbortController().signal),
  };
}

function connect(worker: WorkerThread): Connection {
  const listeners = new Set<FailureListener>();
  let failure: string | null = null;
  const fail = (reason: string) => {
    failure ??= reason;
    for (const listener of listeners) listener(failure);
  };
  worker.addEventListener("error", (event) => {
    fail("message" in event && typeof event.message === "string" ? event.message : "");
  });
  worker.addEventListener("messageerror", () => fail("an unreadable message"));
  const onFailure = (listener: FailureListener) => {
    listeners.add(listener);
    if (failure !== null) listener(failure);
    return () => listeners.delete(listener);
  };
  return {
    worker,
    remote: wrap<WorkerApi>(worker),
    onFailure,
    closeRooms: keepRooms(worker),
    handed: [],
    isLoaded: false,
  };
}

function isImporting({ handed }: Connection): boolean {
  return handed.length > 0;
}

function close({ worker, remote, closeRooms }: Connection): void {
  closeRooms();
  remote[releaseProxy]();
  worker.terminate();
}

/** Waits for whichever comes first: the answer, the abort, the browser's error event, or too long a silence. */
function supervise<T>(
  connection: Connection,
  work: Call<T>,
  signal: AbortSignal,
  tools: ClientTools,
): Promise<Ending<T>> {
  const { worker, remote, onFailure, handed } = connection;
  const watchdog = createWatchdog(() => tools.now(), connection.isLoaded);
  let isOver = false;
  const noteMessage = (event: Event) => watchdog.noteLife("data" in event ? event.data : null);
  const listen = (onProgress: ProgressListener) =>
    proxy((progress: Progress) => {
      watchdog.noteLife();
      if (!isOver) onProgress(progress); // it travels on a port of its own: the outcome may overtake it
    });
  return new Promise((resolve) => {
    const abort = () => settle({ type: "cancelled" });
    const stopTicks = tools.every(TICK_MS, () => {
      if (watchdog.isSilent())
        settle({ type: "lost", problem: connection.isLoaded ? silent : neverLoaded("") });
    });
    worker.addEventListener("message", noteMessage);
    signal.addEventListener("abort", abort);

    let endListening: (() => void) | null = null;
    const settle = (ending: Ending<T>) => {
      isOver = true;
      stopTicks();
      endListening?.();
      worker.removeEventListener("message", noteMessage);
      signal.removeEventListener("abort", abort);
      resolve(ending);
    };

    endListening = onFailure((reason) =>
      settle({ type: "lost", problem: connection.isLoaded ? stopped(reason) : neverLoaded(reason) }),
    );
    remote
      .hello()
      .then(() => {
        connection.isLoaded = true;
        watchdog.noteLoaded();
        return work(remote, listen, handed);
      })
      .then(
        (result) => settle({ type: "answered", result }),
        (error: unknown) => settle({ type: "lost", problem: stopped(messageOf(error)) }),
      );
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const cancelled: Problem = { code: "cancelled", message: "Cancelled. Nothing was changed." };

const silent: Problem = {
  code: "worker-lost",
  message:
    "The background worker stopped answering; it may have run out of memory. Close other tabs and try again, or use a shorter period or fewer instruments.",
};

function neverLoaded(reason: string): Problem {
  return {
    code: "worker-lost",
    message: `The background worker could not be loaded${inBrackets(reason)}. Reload the page and try again; without the internet, open the app once online first.`,
  };
}

function stopped(reason: string): Problem {
  return {
    code: "worker-lost",
    message: `The background worker stopped with an error${inBrackets(reason)}. Try again; if it stops again, use a shorter period or fewer instruments.`,
  };
}

function inBrackets(reason: string): string {
  return reason === "" ? "" : ` (${reason})`;
}
