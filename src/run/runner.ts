/**
 * The life of a run: recorded before it begins, run when its turn comes, closed with its result or the reason why
 * there is none. While it lives its tab holds a Web Lock of its name; a run recorded as unfinished whose lock nobody
 * holds lost its page.
 */
import type { BacktestClient } from "./backtest-client.ts";
import {
  addLiveRun,
  forgetElsewhere,
  noteRefused,
  noteReport,
  noteUnrecorded,
  removeLiveRun,
  updateLiveRun,
  useRunStore,
} from "./run-store.ts";
import { whileDatabaseIsHeld } from "#src/storage/database.ts";
import { loadDataset, noteDamage, sourceFor } from "#src/storage/datasets.ts";
import type { NewRun } from "#src/storage/runs.ts";
import {
  createRun,
  deleteRun,
  failRun,
  finishRun,
  interruptRuns,
  listUnfinishedRuns,
  markRunning,
  refusedRun,
} from "#src/storage/runs.ts";
import { isStorageError } from "#src/storage/storage-error.ts";
import { storageProblem } from "#src/storage/writer.ts";
import { loadStrategy } from "#src/storage/strategies.ts";
import { ENGINE_VERSION } from "#workers/model/engine-version.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import { comparedWith } from "./compared-with.ts";
import { REFUSALS, startProblem } from "./start-problem.ts";
import type { RunRequest } from "#workers/model/protocol.ts";
import type { Strategy } from "#workers/model/strategy.ts";

type StartedRun = { readonly runId: string };

export interface Runner {
  /**
   * Gives the id when the run is recorded; a strategy that is under way in this tab gives its run's id again. A run that
   * is refused before anything is simulated has an id, too, under which the run store says why; it is recorded no more.
   */
  readonly startRun: (strategyId: string) => Promise<Result<StartedRun>>;
  /** Likewise of a variant of a stored strategy, which is not stored as one itself. */
  readonly startVariant: (strategyId: string, variant: Strategy) => Promise<Result<StartedRun>>;
  /** Ends a queued or running run; false where it is not under way in this tab. */
  readonly cancelRun: (runId: string) => boolean;
  /** Closes runs that lost their page, in any tab, as interrupted; gives their ids. */
  readonly markInterruptedRuns: () => Promise<Result<readonly string[]>>;
}

export interface RunnerTools {
  readonly client: BacktestClient;
  /** null where the browser has none: then a run counts as alive while this tab has it. */
  readonly locks: RunLocks | null;
}

/** What is used of navigator.locks. */
export interface RunLocks {
  request(name: string, work: () => Promise<void>): Promise<unknown>;
  /** In the order asked, over all tabs; rejects with an AbortError when the signal comes before the lock. */
  request(name: string, options: { signal: AbortSignal }, work: () => Promise<void>): Promise<unknown>;
  query(): Promise<{ readonly held?: readonly LockName[]; readonly pending?: readonly LockName[] }>;
}

interface LockName {
  readonly name?: string;
}

/** A run under way in this tab. */
interface OwnRun {
  readonly runId: string;
  readonly strategyId: string;
  readonly datasetId: string;
  readonly recorded: NewRun;
  readonly request: RunRequest;
  readonly stop: AbortController;
}

export function createRunner({ client, locks }: RunnerTools): Runner {
  const started = new Map<string, Promise<Result<StartedRun>>>(); // by strategy id and variant, until the run is over
  const stops = new Map<string, AbortController>(); // by run id, until the run is over
  const inTurn = locks ? turnsOfAllTabs(locks) : createTurns();

  function start(strategyId: string, variant: Strategy | null): Promise<Result<StartedRun>> {
    const key = variant ? JSON.stringify([strategyId, variant]) : strategyId;
    const underWay = started.get(key);
    if (underWay) return underWay;
    const run = begin(strategyId, variant, () => started.delete(key));
    started.set(key, run);
    return run;
  }

  async function begin(
    strategyId: string,
    variant: Strategy | null,
    onEnd: () => void,
  ): Promise<Result<StartedRun>> {
    const prepared = await prepare(strategyId, variant);
    if (!prepared.ok) {
      onEnd();
      return prepared;
    }
    const { recorded, request, refusal } = prepared.value;
    const runId = recorded.id;
    if (refusal) {
      onEnd();
      noteRefused(refusedRun(recorded, refusal));
      return ok({ runId });
    }
    const stop = new AbortController();
    const own: OwnRun = { runId, strategyId, datasetId: recorded.datasetId, recorded, request, stop };
    return new Promise((resolve, reject) => {
      let isRecorded = false;
      const life = withLock(locks, own.runId, async () => {
        const entered = await createRun(recorded);
        isRecorded = true;
        resolve(entered.ok ? ok({ runId }) : entered);
        if (entered.ok) await live(own);
      });
      void life.finally(onEnd).catch((error: unknown) => {
        if (isRecorded) throw error; // nobody waits any more: an error of ours goes to the page's handler
        if (isStorageError(error))
          resolve(err(storageProblem(`The run of "${recorded.strategy.name}"`, error)));
        else reject(error);
      });
    });
  }

  async function live(own: OwnRun): Promise<void> {
    const { runId, strategyId, request, stop } = own;
    stops.set(runId, stop);
    addLiveRun(runId, strategyId, request.strategy.name);
    try {
      await inTurn(stop.signal, () => whileDatabaseIsHeld(() => execute(own, client)));
    } finally {
      stops.delete(runId);
      removeLiveRun(runId);
    }
  }

  return {
    startRun: (strategyId) => start(strategyId, null),
    startVariant: start,
    cancelRun(runId) {
      const stop = stops.get(runId);
      if (!stop) return false;
      updateLiveRun(runId, { state: "cancelling" });
      stop.abort();
      return true;
    },
    async markInterruptedRuns() {
      const unfinished = await listUnfinishedRuns();
      const alive = locks ? await lockedRuns(locks) : new Set(stops.keys());
      for (const runId of Object.keys(useRunStore.getState().elsewhere))
        if (!alive.has(runId)) forgetElsewhere(runId);
      return interruptRuns(unfinished.filter((runId) => !alive.has(runId)));
    },
  };
}

interface Prepared {
  readonly recorded: NewRun;
  readonly request: RunRequest;
  /** Why the catalogue says that it can't start; null for no reason. */
  readonly refusal: Problem | null;
}

async function prepare(strategyId: string, variant: Strategy | null): Promise<Result<Prepared>> {
  const record = await loadStrategy(strategyId);
  if (!record.ok) return record;
  const { datasetId, family } = record.value;
  const strategy = variant ?? record.value.strategy;
  const dataset = await loadDataset(datasetId);
  if (!dataset.ok) return dataset;
  const refusal = startProblem(strategy, dataset.value);
  const { exchange } = strategy.scanner;
  const data = await sourceFor(datasetId, refusal ? (dataset.value.exchanges[0] ?? exchange) : exchange);
  if (!data.ok) return data;
  const recorded: NewRun = {
    id: crypto.randomUUID(),
    strategyId,
    strategy,
    ...(family !== undefined && { family }),
    ...(variant !== null && { isVariant: true }),
    datasetId,
    datasetTitle: data.value.title,
    datasetFingerprint: data.value.fingerprint,
    engineVersion: ENGINE_VERSION,
  };
  const { source, benchmark } = data.value;
  return ok({ recorded, request: { strategy: comparedWith(strategy, benchmark), source }, refusal });
}

/** Runs and closes one recorded run; where even its end can't be recorded, the run store says so. */
async function execute(own: OwnRun, client: BacktestClient): Promise<void> {
  const { runId, recorded } = own;
  const done = await runAndStore(own, client);
  if (done.ok) return;
  const isRefused = REFUSALS.has(done.problem.code);
  if (isRefused) noteRefused(refusedRun(recorded, done.problem));
  const closed = await (isRefused ? deleteRun(runId) : failRun(runId, done.problem));
  if (!closed.ok) noteUnrecorded(runId, closed.problem);
}

async function runAndStore(
  { runId, datasetId, request, stop }: OwnRun,
  client: BacktestClient,
): Promise<Result<null>> {
  if (stop.signal.aborted) return err(cancelled);
  const marked = await markRunning(runId);
  if (!marked.ok) return marked;
  if (!stop.signal.aborted) updateLiveRun(runId, { state: "running" });
  const report = await client.call("run", request, {
    onProgress: (progress) => updateLiveRun(runId, { progress }),
    signal: stop.signal,
  });
  if (!report.ok) return report;
  const damage = report.value.warnings.find(({ code }) => code === "prices-damaged");
  if (damage && request.source.type === "stored") await noteDamage(datasetId, damage.message);
  noteReport(runId, report.value);
  return finishRun(runId, report.value);
}

/** Runs one piece of work at a time, in the order asked; one that is aborted doesn't wait for its turn. */
type Turns = (signal: AbortSignal, work: () => Promise<void>) => Promise<void>;

const QUEUE_LOCK = "tidemark-runs";

/** One queue for all tabs: the browser gives its lock in the order asked, and takes it from a page that dies. */
function turnsOfAllTabs(locks: RunLocks): Turns {
  return async (signal, work) => {
    let isBegun = false;
    const begin = () => {
      isBegun = true;
      return work();
    };
    try {
      await locks.request(QUEUE_LOCK, { signal }, begin);
    } catch (error) {
      if (isBegun || !signal.aborted) throw error;
      await work();
    }
  };
}

/** One queue for this tab, where the browser has no locks. */
function createTurns(): Turns {
  let earlier: Promise<unknown> = Promise.resolve();
  return async (signal, work) => {
    const turn = earlier;
    let leave: (() => void) | undefined;
    const over = new Promise<void>((resolve) => {
      leave = resolve;
    });
    earlier = turn.then(() => over);
    try {
      await Promise.race([turn, whenAborted(signal)]);
      await work();
    } finally {
      leave?.();
    }
  };
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

const LOCK_PREFIX = "tidemark-run-";

/** Holds the run's lock for as long as `work` takes; the browser lets go of it when the page dies. */
async function withLock(locks: RunLocks | null, runId: string, work: () => Promise<void>): Promise<void> {
  if (locks) await locks.request(LOCK_PREFIX + runId, work);
  else await work();
}

async function lockedRuns(locks: RunLocks): Promise<ReadonlySet<string>> {
  const { held = [], pending = [] } = await locks.query();
  const names = [...held, ...pending].map((lock) => lock.name ?? "");
  return new Set(
    names.filter((name) => name.startsWith(LOCK_PREFIX)).map((name) => name.slice(LOCK_PREFIX.length)),
  );
}

const cancelled: Problem = {
  code: "cancelled",
  message: "Cancelled before its turn came. Run it again when you like.",
};
