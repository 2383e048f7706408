/** Three-valued verdicts on bars as bits: joined and moved. */
import type { Verdicts } from "#workers/rules/function-entry.ts";
import { wordsFor } from "#workers/sessions/bits.ts";

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
