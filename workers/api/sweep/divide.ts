/** Divides what is left of a sweep into blocks of about two seconds, and hands them to whoever runs them. */
import { failedOutcome } from "./row.ts";
import type { SweepPlan } from "./plan.ts";
import type { Block, KeptOutcome } from "./run-block.ts";

/** What a block came to. */
export interface RunOfBlock {
  readonly outcomes: readonly KeptOutcome[];
  /** What it took whoever ran it; null where nobody ran it to its end. */
  readonly milliseconds: number | null;
  /** Called once its rows are safe. */
  readonly settle?: () => Promise<void>;
}

export interface Division {
  readonly plan: SweepPlan;
  /** Blocks that somebody is at already; first of all. */
  readonly begun?: readonly Block[];
  /** How many blocks may be given out at a time; asked again and again. */
  readonly lanes: () => number;
  readonly run: (block: Block) => Promise<RunOfBlock>;
  /** Takes rows that are new, in any order; the next block waits for it. */
  readonly take: (outcomes: readonly KeptOutcome[]) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

const BLOCK_MS = 2000;
/** Of the first blocks, while nobody knows what a variant takes; and how much a block may outgrow the one before. */
const FIRST_COUNT = 8;
const GROWTH = 8;
export const MOST_IN_BLOCK = 5000;

/** Until every variant is written, or `signal` ends it (which throws its reason). */
export async function divide({ plan, begun = [], lanes, run, take, signal }: Division): Promise<void> {
  const first = [...begun];
  for (const block of first) plan.give(block);
  const atWork = new Set<Promise<void>>();
  let size = FIRST_COUNT;
  const failures: unknown[] = [];
  let writing = Promise.resolve();
  const work = async (block: Block): Promise<void> => {
    const { outcomes, milliseconds, settle } = await run(block);
    signal?.throwIfAborted();
    if (milliseconds !== null) {
      const fitting = Math.round((BLOCK_MS * block.count) / Math.max(milliseconds, 1));
      size = Math.max(1, Math.min(fitting, size * GROWTH, MOST_IN_BLOCK));
    }
    const before = writing;
    const write = async (): Promise<void> => {
      await before;
      await take(outcomes.filter(({ index }) => plan.write(index)));
      await settle?.();
    };
    writing = write();
    await writing;
  };
  const aborted = new Promise((resolve) => signal?.addEventListener("abort", resolve, { once: true }));
  const nextBlock = (): Block | null => {
    const fair = Math.ceil((plan.variants - plan.done) / (2 * lanes()));
    return first.shift() ?? plan.take(Math.max(1, Math.min(size, Math.max(fair, Math.ceil(size / 8)))));
  };
  while (failures.length === 0) {
    signal?.throwIfAborted();
    const block = atWork.size < lanes() ? nextBlock() : null;
    if (block !== null) {
      const one = work(block).catch((error: unknown) => {
        failures.push(error);
      });
      atWork.add(one);
      void one.then(() => atWork.delete(one));
      continue;
    }
    if (plan.done >= plan.variants) {
      // oxlint-disable-next-line no-await-in-loop -- the last rows may still be on their way to the disk
      await writing;
      break;
    }
    // oxlint-disable-next-line no-await-in-loop -- until a block is over, or more may be given out
    await Promise.race([...atWork, aborted, pause()]);
  }
  signal?.throwIfAborted();
  if (failures.length > 0) throw failures[0];
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 250).unref();
  });
}

/** Times that a block is tried. */
export const MOST_TRIES = 3;

/** The rows of a block that nobody could run to its end. */
export function crashedBlock({ from, count }: Block, reason: string): readonly KeptOutcome[] {
  const message = `variants ${from} to ${from + count - 1} were given out ${MOST_TRIES} times and crashed each time: ${reason}`;
  return Array.from({ length: count }, (_, at) =>
    failedOutcome(from + at, { code: "block-crashed", message }),
  );
}
