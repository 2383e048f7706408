/** Turns what the parts of a job tell of themselves into one Progress over the whole job, few enough to post. */
import type { Progress, Stage } from "../model/protocol.ts";

/** Stages in their order, each with its usual share of the job's time, in percent; the shares make 100. */
export type StageShares = readonly (readonly [stage: Stage, share: number])[];

type JobFacts = Partial<Pick<Progress, "bytesRead" | "bytesTotal" | "rows" | "date" | "positions" | "field">>;

export interface JobProgress {
  /**
   * @param fraction - of this stage that is done, 0..1; what is outside counts as the nearer end
   * @param facts - what changed; the rest stays as last told
   */
  tell(stage: Stage, fraction: number, facts?: JobFacts): void;
  /** The job is over: sends what was held back. */
  end(): void;
}

/** At most 20 a second within a stage. */
const LEAST_GAP_MS = 50;

/** Before this much of the job there is no estimate of the rest: it would jump. */
const ESTIMATE_FROM_MS = 1000;
const ESTIMATE_FROM_PERCENT = 3;

/**
 * Sends the first and the last message of each stage, and between them one every 50 ms at most. The percent never falls.
 *
 * @param now - milliseconds; the job starts now
 */
export function createJobProgress(
  shares: StageShares,
  now: () => number,
  send: (progress: Progress) => void,
): JobProgress {
  const startedAt = now();
  let sentAt = Number.NEGATIVE_INFINITY;
  let held: Progress | null = null;
  let last: Progress | null = null;

  const deliver = (progress: Progress): void => {
    sentAt = now();
    held = null;
    send(progress);
  };

  return {
    tell(stage, fraction, facts = {}) {
      const percent = Math.max(last?.percent ?? 0, percentOf(shares, stage, fraction));
      const isFirst = stage !== last?.stage;
      if (isFirst && held) deliver(held);
      last = {
        ...(last ?? NOTHING_YET),
        ...facts,
        stage,
        percent,
        secondsLeft: secondsLeft(percent, now() - startedAt),
      };
      if (isFirst || now() - sentAt >= LEAST_GAP_MS) deliver(last);
      else held = last;
    },
    end() {
      if (held) deliver(held);
    },
  };
}

/** For a job that nobody listens to. */
export const toNobody: JobProgress = { tell() {}, end() {} };

const NOTHING_YET: Omit<Progress, "stage" | "percent" | "secondsLeft"> = {
  bytesRead: 0,
  bytesTotal: null,
  rows: 0,
  date: null,
  positions: 0,
};

function percentOf(shares: StageShares, stage: Stage, fraction: number): number {
  const index = shares.findIndex(([name]) => name === stage);
  if (index === -1) return 0; // a stage without a share takes no time
  const before = shares.slice(0, index).reduce((sum, [, share]) => sum + share, 0);
  const share = shares[index]?.[1] ?? 0;
  const done = Number.isNaN(fraction) ? 0 : Math.min(Math.max(fraction, 0), 1);
  return Math.min(before + share * done, 100);
}

function secondsLeft(percent: number, elapsedMs: number): number | null {
  if (elapsedMs < ESTIMATE_FROM_MS || percent < ESTIMATE_FROM_PERCENT) return null;
  return (elapsedMs / 1000) * ((100 - percent) / percent);
}
