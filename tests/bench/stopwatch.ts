/** Medians with their spread, of time in one process. */

export interface Timing {
  /** Milliseconds. */
  readonly median: number;
  readonly fastest: number;
  readonly slowest: number;
}

/** Milliseconds, of wall time or of what processors worked; never going back. */
export type Clock = () => number | Promise<number>;

/** Is given the round, counted from 0, the unmeasured ones too. */
export type Work = (round: number) => unknown;

export interface Rounds {
  /** Odd, at least 7, so that the median is one of them. */
  readonly measured: number;
  /** Before them: until the code is compiled. */
  readonly unmeasured: number;
  readonly clock: Clock;
}

const wallTime: Clock = () => performance.now();

/** @param rounds - as measured ones; one more runs first, unmeasured */
export async function time(rounds: number, work: Work): Promise<Timing> {
  const [timing = NOTHING] = await timeInTurn([work], { measured: rounds, unmeasured: 1, clock: wallTime });
  return timing;
}

/** Works that take turns, so that what else the machine does falls on all of them alike: a timing each. */
export async function timeInTurn(
  works: readonly Work[],
  { measured, unmeasured, clock }: Rounds,
): Promise<readonly Timing[]> {
  collectGarbage();
  const taken: number[][] = works.map(() => []);
  for (let round = 0; round < unmeasured + measured; round++) {
    for (const [at, work] of works.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      const start = await clock();
      // oxlint-disable-next-line no-await-in-loop -- as above
      await work(round);
      // oxlint-disable-next-line no-await-in-loop -- as above
      const end = await clock();
      if (round >= unmeasured) taken[at]?.push(end - start);
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
