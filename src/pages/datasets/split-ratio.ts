/** A split as a person types it: new shares for old. */
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { SplitDecision } from "#src/storage/records.ts";

export type SplitRatio = Pick<SplitDecision, "factor" | "fraction">;

/** No company gave or took so many shares for one. */
const MOST = 10_000;
const WRITTEN = /^(\d+(?:\.\d+)?)\s*(?:(?::|\/|for)\s*(\d+(?:\.\d+)?))?$/i;
const MEND = "Type new shares for old, such as 3:2, or their quotient, such as 1.5.";

/** `3:2`, `3 for 2` and `1.5` are 1.5 new shares for each old one; the problem is a sentence. */
export function readSplitRatio(typed: string): Result<SplitRatio, string> {
  const text = typed.trim();
  if (text === "") return err(`Nothing is typed. ${MEND}`);
  const [, shares, held = "1"] = WRITTEN.exec(text) ?? [];
  if (shares === undefined) return err(`"${text}" is not a split. ${MEND}`);
  const factor = Number(shares) / Number(held);
  if (!(factor > 0) || factor === Infinity) return err(`A split of ${text} leaves no shares. ${MEND}`);
  if (factor === 1) return err(`A split of ${text} changes nothing: choose Keep.`);
  if (factor > MOST || factor < 1 / MOST)
    return err(`A split of ${text} is beyond ${MOST}:1 and 1:${MOST}. ${MEND}`);
  return ok({ factor, fraction: `${Number(shares)}:${Number(held)}` });
}
