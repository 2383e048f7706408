/**
 * Bounds of the order's keys of a market that is read in parts, member by member: exact for those that may come first,
 * what the zones say for the others. The day loop asks for the candidates by their bounds and looks at the prices of
 * those that come first alone. Gains, for runs in parts: the day loop reads the bars of the few candidates that come
 * first, not those of all.
 */

/** So many of the members that come first in a word have exact bounds; a run that holds more reads a few in vain. */
const EXACT = 64;

/** The highest keys of each word so far. */
export interface BestKeys {
  /** A key that many members have got above: another that can't is none of the first. */
  readonly least: (word: number) => number;
  readonly add: (word: number, key: number) => void;
}

export function makeBestKeys(words: number): BestKeys {
  const keys = new Float64Array(words * EXACT).fill(-Infinity);
  return {
    least: (word) => keys[(word + 1) * EXACT - 1],
    add(word, key) {
      const start = word * EXACT;
      let at = start + EXACT - 1;
      if (!(key > keys[at])) return;
      for (; at > start && key > keys[at - 1]; at--) keys[at] = keys[at - 1];
      keys[at] = key;
    },
  };
}
