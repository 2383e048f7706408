/** Medians with their spread, of time in one process. */

export interface Timing {
  /** Milliseconds. */
  readonly median: number;
  readonly fastest: number;
  readonly slowest: number;
}

/** Milliseconds, of wall time or of what processors worked; never going back. */
export type Clock = () => number | Promise<number>;

/** Is given the round: 0 for the one before the measured ones. */
export type Work = (round: number) => unknown;

const wallTime: Clock = () => performance.now();

/** @param rounds - odd, at least 7, so that the median is one of them; one more runs first, unmeasured */
export async function time(rounds: number, work: Work): Promise<Timing> {
  const [timing = NOTHING] = await timeInTurn(rounds, [work], wallTime);
  return timing;
}

/** Works that take turns, so that what else the machine does falls on all of them alike: a timing each. */
export async function timeInTurn(
  rounds: number,
  works: readonly Work[],
  now: Clock,
): Promise<readonly Timing[]> {
  collectGarbage();
  const taken: number[][] = works.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [at, work] of works.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      const start = await now();
      // oxlint-disable-next-line no-await-in-loop -- as above
      await work(round);
      // oxlint-disable-next-line no-await-in-loop -- as above
      const end = await now();
      if (round > 0) taken[at]?.push(end - start);
    }
  }
  return taken.map(timingOf);
}

const NOTHING: Timing = { median: NaN, fastest: NaN, slowest: NaN };

function timingOf(taken: readonly number[]): Timing {
  const sorted = taken.toSorted((a, b) => a - b);
  return {
    median: sorted[sorted.length >> 1] ?? NaN,
    fastest: sorted[0] ?? NaN,
    slowest: sorted.at(-1) ?? NaN,
  };
}

/** What another measure left behind is not this one's burden; nothing where the engine was not started to allow it. */
function collectGarbage(): void {
  const collect: unknown = Reflect.get(globalThis, "gc");
  if (typeof collect === "function") collect();
}
