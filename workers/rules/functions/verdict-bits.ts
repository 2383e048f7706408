/** Verdicts as bits, 32 bars a word: joined, moved, and over windows. */
import type { Pass, Verdicts } from "../function-entry.ts";

/** Moves each bit to the bar that comes so many bars later; bits behind the last bar don't count. Writes to empty words. */
export function shiftBits(bits: Int32Array, by: number, bars: number, out: Int32Array): void {
  const [whole, part] = [by >> 5, by & 31];
  for (let word = (bars + 31) >> 5, stop = whole; word-- > stop;) {
    const own = bits[word - whole] << part;
    const before = part > 0 && word > whole ? bits[word - whole - 1] >>> (32 - part) : 0;
    out[word] = own | before;
  }
}

/**
 * Bars of which a bit is set on all of the last n (none where there are fewer bars), or on one of them. A window is made
 * of two that overlap, each half as long or longer.
 */
export function overLast(bits: Int32Array, { n, bars }: Pass, isAll: boolean, out: Int32Array): void {
  if (isAll && n > bars) return;
  const words = (bars + 31) >> 5;
  const moved = new Int32Array(words);
  out.set(bits.subarray(0, words));
  for (let covered = 1; covered < Math.min(n, bars);) {
    const step = Math.min(covered, n - covered);
    shiftBits(out, step, bars, moved.fill(0));
    for (let word = 0; word < words; word++)
      out[word] = isAll ? out[word] & moved[word] : out[word] | moved[word];
    covered += step;
  }
}

/** and is false where one is, or is true where one is; the other where all are; else unknown. Writes to empty words. */
export function joinVerdicts(
  members: readonly (() => Verdicts)[],
  isAnd: boolean,
  bars: number,
  out: Verdicts,
): void {
  const [all, some] = isAnd ? [out.yes, out.no] : [out.no, out.yes];
  const words = (bars + 31) >> 5;
  all.fill(-1, 0, words);
  for (const member of members) {
    const { yes, no } = member();
    const [ownAll, ownSome] = isAnd ? [yes, no] : [no, yes];
    for (let word = 0; word < words; word++) {
      all[word] &= ownAll[word];
      some[word] |= ownSome[word];
    }
  }
}
