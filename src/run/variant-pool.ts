/**
 * Simulates many variants on several workers at once. Each takes the next few when it is done with its last, as many
 * as keep it busy for a moment: what is found can be shown while the rest goes on. Cancelling ends the threads.
 */
import type { BacktestClient } from "./backtest-client.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Problem, Result } from "#workers/model/problem.ts";
import type { DatasetSource } from "#workers/model/dataset-source.ts";
import type { ChainedRun, VariantFigures } from "#workers/model/protocol.ts";
import type { Strategy } from "#workers/model/strategy.ts";

export interface PoolTools {
  /** Each client has a worker of its own. */
  readonly makeClient: () => BacktestClient;
  /** At least 1. */
  readonly workers: number;
  /** Milliseconds, never going back. */
  readonly now: () => number;
}

export interface VariantJob {
  readonly strategies: readonly Strategy[];
  readonly source: DatasetSource;
  /** What came out for strategies[first], strategies[first + 1], ... */
  readonly onFigures: (first: number, figures: readonly Result<VariantFigures>[]) => void;
  readonly signal: AbortSignal;
}

export interface VariantPool {
  readonly workers: number;
  /** Resolves when all are done, or with the first problem that a worker as a whole has. */
  run(job: VariantJob): Promise<Result<null>>;
  /** Milliseconds that one of the strategies takes one worker once the prices are there. */
  probe(job: Pick<VariantJob, "strategies" | "source" | "signal">): Promise<Result<number>>;
  /** Runs whose accounts are joined; on one worker, since they are few. */
  chain(job: Pick<VariantJob, "strategies" | "source" | "signal">): Promise<Result<ChainedRun>>;
  /** Ends the workers; the next job starts them anew. */
  end(): void;
}

/** A worker's turn is to take about so long. */
const TURN_MS = 150;
const MOST_A_TURN = 64;
/** A worker's second turn. */
const FEW = 8;
/** A new worker is slow in its first moments, which say nothing of the hundreds that follow. */
const WARMED_WITH = 16;
const PROBED = 32;

export function createVariantPool({ makeClient, workers, now }: PoolTools): VariantPool {
  const clients: BacktestClient[] = [];
  const clientAt = (at: number): BacktestClient => (clients[at] ??= makeClient());

  return {
    workers,
    async run({ strategies, source, onFigures, signal }) {
      const stop = new AbortController();
      const abort = () => stop.abort();
      signal.addEventListener("abort", abort);
      if (signal.aborted) abort();
      let next = 0;
      let problem: Problem | null = null;

      async function work(client: BacktestClient): Promise<void> {
        let turn = 1; // the first one reads the prices
        let isFirst = true;
        while (next < strategies.length && !stop.signal.aborted) {
          const first = next;
          const share = Math.ceil((strategies.length - next) / workers);
          const taken = strategies.slice(first, first + Math.min(turn, share));
          next += taken.length;
          const start = now();
          // oxlint-disable-next-line no-await-in-loop -- a worker does one turn after the other
          const result = await client.call("runVariants", { strategies: taken, source }, stop);
          if (!result.ok) {
            problem ??= result.problem;
            abort();
            return;
          }
          onFigures(first, result.value);
          turn = isFirst ? FEW : nextTurn(taken.length, now() - start);
          isFirst = false;
        }
      }

      const used = Math.min(workers, strategies.length);
      await Promise.all(Array.from({ length: used }, (_, at) => work(clientAt(at))));
      signal.removeEventListener("abort", abort);
      return problem ? err(problem) : ok(null);
    },
    async probe({ strategies, source, signal }) {
      const warmth = spreadOver(strategies, WARMED_WITH);
      const warm = await clientAt(0).call("runVariants", { strategies: warmth, source }, { signal });
      if (!warm.ok) return warm;
      const some = spreadOver(strategies, PROBED);
      const start = now();
      const probed = await clientAt(0).call("runVariants", { strategies: some, source }, { signal });
      return probed.ok ? ok((now() - start) / some.length) : probed;
    },
    chain: ({ strategies, source, signal }) =>
      clientAt(0).call("chainRuns", { strategies, source }, { signal }),
    end() {
      for (const client of clients) client.endIdle();
      clients.length = 0;
    },
  };
}

/** As many as would have filled the turn, at most twice as many as before. */
function nextTurn(done: number, ms: number): number {
  const fitting = Math.floor((done * TURN_MS) / Math.max(1, ms));
  return Math.max(1, Math.min(fitting, 2 * done, MOST_A_TURN));
}

/** At most `count` of the list, evenly from its first to its last. */
function spreadOver<T>(list: readonly T[], count: number): readonly T[] {
  if (list.length <= count) return list;
  return list.filter(
    (_, at) => Math.floor((at * count) / list.length) !== Math.floor(((at - 1) * count) / list.length),
  );
}
