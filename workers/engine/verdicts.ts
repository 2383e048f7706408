/** Three-valued verdicts on bars as bits: joined and moved. */
import type { Verdicts } from "#workers/rules/function-entry.ts";
import { WORD, wordsFor } from "#workers/sessions/bits.ts";

/** and is false where one is, or is true where one is; the other where all are; else unknown. Writes to empty words. */
export function joinVerdicts(
  members: readonly (() => Verdicts)[],
  isAnd: boolean,
  bars: number,
  out: Verdicts,
): void {
  const [all, some] = isAnd ? [out.yes, out.no] : [out.no, out.yes];
  const words = wordsFor(bars);
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

/** Moves each bit to the bar that comes so many bars later; bits behind the last bar don't count. Writes to empty words. */
export function shiftBits(bits: Int32Array, by: number, bars: number, out: Int32Array): void {
  const [whole, part] = [by >> 5, by & (WORD - 1)];
  for (let word = wordsFor(bars) - 1; word >= whole; word--) {
    const own = bits[word - whole] << part;
    const before = part > 0 && word > whole ? bits[word - whole - 1] >>> (WORD - part) : 0;
    out[word] = own | before;
  }
}
