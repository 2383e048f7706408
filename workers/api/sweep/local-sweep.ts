/** A sweep on this machine's threads. */
import type { EngineThreads } from "../engine-threads.ts";
import type { ColumnsPlace } from "../columns-market.ts";
import type { BlockGiven } from "../thread-jobs.ts";
import { crashedBlock, divide, MOST_TRIES } from "./divide.ts";
import type { Division, RunOfBlock } from "./divide.ts";
import { createPlan } from "./plan.ts";
import { rowOf } from "./row.ts";
import type { SweepRow } from "./row.ts";
import type { Block, KeptOutcome, SweepTask } from "./run-block.ts";

/** Where blocks are run. */
export interface SweepGround {
  readonly threads: EngineThreads;
  readonly columns: ColumnsPlace;
}

/** Rows that may wait for whoever takes them. */
const MOST_WAITING = 20_000;

export interface RowsAsked {
  /** Blocks at a time; asked again and again. 0 waits. */
  readonly lanes: () => number;
  /** The first index that is wanted; 0 without it. */
  readonly from?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Rows by index, without gaps; as many at a time as the reader takes. Ends with the reason of `signal` where that is aborted. */
export async function* sweepRows(
  ground: SweepGround,
  task: SweepTask,
  { lanes, from = 0, signal }: RowsAsked,
): AsyncGenerator<SweepRow, void, undefined> {
  const plan = createPlan(task.axes);
  const over = new AbortController();
  const ends = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
  const waiting = new Map<number, KeptOutcome>();
  for (let index = 0; index < from; index++) plan.write(index);
  let next = from;
  let wake: (() => void) | null = null;
  let failure: { readonly error: unknown } | null = null;
  const ending = divideOnThreads(ground, task, {
    plan,
    signal: ends,
    lanes: () => (waiting.size > MOST_WAITING && waiting.has(next) ? 0 : lanes()),
    async take(outcomes) {
      for (const outcome of outcomes) waiting.set(outcome.index, outcome);
      wake?.();
    },
  }).catch((error: unknown) => {
    failure = { error };
    wake?.();
  });
  try {
    while (next < plan.variants) {
      signal?.throwIfAborted();
      const outcome = waiting.get(next);
      if (outcome) {
        waiting.delete(next);
        next++;
        yield rowOf(task.axes, outcome);
      } else {
        throwFailure(failure);
        // oxlint-disable-next-line no-await-in-loop -- for the next row
        await new Promise<void>((resolve) => (wake = resolve));
      }
    }
  } finally {
    over.abort();
    await ending;
  }
}

function throwFailure(failure: { readonly error: unknown } | null): void {
  if (failure) throw failure.error;
}

/** What is left of a sweep on threads of this process; a block that a thread dies of is tried three times. */
export function divideOnThreads(
  { threads, columns }: SweepGround,
  task: SweepTask,
  division: Omit<Division, "run">,
): Promise<void> {
  const { signal } = division;
  const run = async (block: Block, tries = 1): Promise<RunOfBlock> => {
    try {
      return await threads.run("block", { columns, task, block }, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      if (!isCrash(error)) throw error;
      if (tries < MOST_TRIES) return run(block, tries + 1);
      return { outcomes: crashedBlock(block, error.message), milliseconds: null };
    }
  };
  return divide({ ...division, run });
}

/** Whether a thread died or failed; what a person can mend ends the sweep. */
export function isCrash(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "internal";
}

/** A block on the threads of a worker of the queue. @throws as EngineThreads.run */
export function runOnThreads(
  { threads, columns }: SweepGround,
  task: SweepTask,
  block: Block,
): Promise<BlockGiven> {
  return threads.run("block", { columns, task, block });
}
