/** Medians with their spread, of wall time in one process. */

export interface Timing {
  /** Milliseconds. */
  readonly median: number;
  readonly fastest: number;
  readonly slowest: number;
}

/** @param rounds - odd, at least 7, so that the median is one of them; one more runs first, unmeasured */
export async function time(rounds: number, work: () => unknown): Promise<Timing> {
  collectGarbage();
  await work();
  const taken: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    await work();
    taken.push(performance.now() - start);
  }
  taken.sort((a, b) => a - b);
  return { median: taken[rounds >> 1] ?? NaN, fastest: taken[0] ?? NaN, slowest: taken.at(-1) ?? NaN };
}

/** What another measure left behind is not this one's burden; nothing where the engine was not started to allow it. */
function collectGarbage(): void {
  const collect: unknown = Reflect.get(globalThis, "gc");
  if (typeof collect === "function") collect();
}
