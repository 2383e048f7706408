/** The numbers of a block's instruments, answered together: one message for each would take several times as long. */
import { Numbers } from "./kept.ts";

/** Answers at least this often, so that a slow instrument can be told from many. */
const ANSWER_MS = 100;

export interface Collected {
  /** @param bars - of all instruments of the block */
  begin(bars: number): void;
  /** Where the next instrument's numbers are to go. */
  place(): { readonly into: Float64Array; readonly at: number };
  /** The next instrument's numbers are there: so many. */
  added(bars: number): void;
  /** Answers what is there and not answered yet: at the block's end, or when the last answer was long ago. */
  answer(isLast: boolean): void;
}

export function collectNumbers(
  now: () => number,
  post: (numbers: Float64Array, instruments: number) => void,
): Collected {
  let all = new Numbers(0);
  let size = 0;
  let at = 0;
  let answered = 0;
  let instruments = 0; // not answered yet
  let answeredAt = 0;
  const part = (start: number, end: number): Float64Array => {
    const some = new Numbers(end - start);
    for (let place = 0; place < end - start; place++) some[place] = all[start + place] ?? 0;
    return some;
  };
  return {
    begin(bars) {
      all = new Numbers(bars);
      size = bars;
      at = 0;
      answered = 0;
      answeredAt = now();
    },
    place: () => ({ into: all, at }),
    added(bars) {
      at += bars;
      instruments += 1;
    },
    answer(isLast) {
      if (instruments === 0 || (!isLast && now() - answeredAt < ANSWER_MS)) return;
      post(answered === 0 && at === size ? all : part(answered, at), instruments);
      answered = at;
      instruments = 0;
      answeredAt = now();
    },
  };
}
