/** Long work of the page itself, done while the page has its turns. */

/** The page is held up no longer than this between two of its turns. */
const TURN_MS = 8;

/** Resolves in a task of its own: what the page has to do meanwhile comes first. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** All that the work comes to, piece by piece. */
export async function inTurns<T>(pieces: Iterable<T>): Promise<T[]> {
  const done: T[] = [];
  let begun = performance.now();
  for (const piece of pieces) {
    done.push(piece);
    if (performance.now() - begun < TURN_MS) continue;
    // oxlint-disable-next-line no-await-in-loop -- the page has its turn between two pieces
    await nextTurn();
    begun = performance.now();
  }
  return done;
}
