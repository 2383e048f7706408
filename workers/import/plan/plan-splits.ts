/** Nights of a plan's instruments that look like splits: of files of one day each they show in the whole only. */
import { splitsOf } from "#workers/market/find-quality.ts";
import type { FoundSplit, FoundSplits } from "#workers/model/import-plan.ts";
import type { Market } from "#workers/model/market.ts";

const MOST_TOLD = 5000;

export interface SplitSurvey {
  /** Takes a part of the plan's market. */
  add(part: Market): void;
  finish(): FoundSplits;
}

export function createSplitSurvey(): SplitSurvey {
  const splits: FoundSplit[] = [];
  let count = 0;
  return {
    add(part) {
      for (const [at, { symbol }] of part.instruments.entries()) {
        for (const split of splitsOf(part, at)) {
          count++;
          if (splits.length < MOST_TOLD) splits.push({ symbol, ...split });
        }
      }
    },
    finish: () => ({ splits, count }),
  };
}
