/** How often: the whole number, or a few with TORTURE_TIMES=5. */
export function times(whole: number): number {
  const asked = Number(process.env["TORTURE_TIMES"] ?? whole);
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, whole) : whole;
}

/** The same numbers from 0 to 1 in every run, so that a fault can be looked for again. */
export function createChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
