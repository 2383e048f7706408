/** Sets of sessions or instruments as the bits of 32-bit words: bit k of word w stands for number 32 w + k. */

/** Numbers in a word. */
export const WORD = 32;
/** Every number of a word. */
export const FULL = -1;

/** Words that hold `count` numbers. */
export function wordsFor(count: number): number {
  return Math.ceil(count / WORD);
}

/** How many bits are set. Source: Warren, "Hacker's Delight", 2nd ed., section 5-1. */
export function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** The bit of a number in a set, 0 or 1. */
export function bitAt(words: Int32Array, at: number): number {
  return (words[at >> 5] >>> (at & 31)) & 1;
}

/** The number of the lowest bit set; `word` is not 0. */
export function lowestBit(word: number): number {
  return WORD - 1 - Math.clz32(word & -word);
}

/** The numbers below `count` (0..32) of a word. */
export function firstBits(count: number): number {
  return count === WORD ? FULL : (1 << count) - 1;
}

/** Puts the numbers first .. stop - 1 to a set; there is at least one. */
export function fillBits(words: Int32Array, first: number, stop: number): void {
  const [firstWord, lastWord] = [first >> 5, (stop - 1) >> 5];
  const behind = ~firstBits(first & 31);
  const before = firstBits(((stop - 1) & 31) + 1);
  if (firstWord === lastWord) {
    words[firstWord] |= behind & before;
    return;
  }
  words[firstWord] |= behind;
  words.fill(FULL, firstWord + 1, lastWord);
  words[lastWord] |= before;
}

/** Moves the k-th bit of `packed` to the k-th bit that is set in `places`. */
export function spread(packed: number, places: number): number {
  if (places === FULL) return packed;
  let spreadOut = 0;
  let rest = places;
  for (let at = 0; rest !== 0; at++) {
    const place = rest & -rest;
    if ((packed >>> at) & 1) spreadOut |= place;
    rest ^= place;
  }
  return spreadOut;
}

/** The inverse of `spread`: the bits of `word`, all of which are set in `places`, without the gaps between those. */
export function gather(word: number, places: number): number {
  if (word === places) return firstBits(countBits(places));
  let packed = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) {
    packed |= 1 << countBits(places & ((rest & -rest) - 1));
  }
  return packed;
}

/**
 * Turns a square of 32 words round in place: bit k of word i becomes bit i of word k.
 * Source: Warren, "Hacker's Delight", 2nd ed., section 7-3.
 */
export function transpose(square: Int32Array): void {
  let mask = 0x0000_ffff;
  for (let width = 16; width > 0; width >>= 1) {
    for (let at = 0; at < WORD; at = (at + width + 1) & ~width) {
      const swapped = ((square[at] >>> width) ^ square[at + width]) & mask;
      square[at] ^= swapped << width;
      square[at + width] ^= swapped;
    }
    mask ^= mask << (width >> 1);
  }
}
