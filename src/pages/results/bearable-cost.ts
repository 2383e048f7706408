import type { CostRung } from "#src/storage/robustness-record.ts";
import { excessOf } from "./robustness-words.ts";

/** What costs leave of a strategy's lead over a yardstick. */
export type BearableCost =
  /** Behind without any costs. */
  | { readonly type: "none" }
  /** Ahead even with the dearest that were run, percent a side. */
  | { readonly type: "all"; readonly dearest: number }
  /** Ahead up to `side` percent a side, by a straight line between two runs. */
  | { readonly type: "up-to"; readonly side: number; readonly between: readonly [number, number] };

/**
 * The costs with which a strategy only equals a yardstick, from runs with rising costs.
 *
 * @param costs - by rising costs; those whose rate is undefined are left out
 * @param yardstick - percent a year, without costs
 * @returns null without a run, or without the yardstick's rate
 */
export function bearableCost(costs: readonly CostRung[], yardstick: number | null): BearableCost | null {
  const rungs = costs.flatMap(({ side, cagr }) => {
    const ahead = excessOf(cagr, yardstick);
    return ahead === null ? [] : [{ side, ahead }];
  });
  const [first] = rungs;
  const last = rungs.at(-1);
  if (!first || !last) return null;
  if (first.ahead <= 0) return { type: "none" };
  const at = rungs.findIndex(({ ahead }) => ahead <= 0);
  const [low, high] = [rungs[at - 1], rungs[at]];
  if (!low || !high) return { type: "all", dearest: last.side };
  const share = low.ahead / (low.ahead - high.ahead);
  return {
    type: "up-to",
    side: low.side + share * (high.side - low.side),
    between: [low.side, high.side],
  };
}
