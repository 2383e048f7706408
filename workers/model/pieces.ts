/** Work that gives control back now and then, so that whoever does it can look up between two pieces. */

/** A piece takes well under a millisecond where nothing says otherwise. */
export type Pieces<T> = Generator<undefined, T>;

/** All of it in one go. */
export function inOneGo<T>(pieces: Pieces<T>): T {
  for (;;) {
    const step = pieces.next();
    if (step.done === true) return step.value;
  }
}
