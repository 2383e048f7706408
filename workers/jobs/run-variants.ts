/** The figures of variants of one strategy, which share what they have in common. */
import { onCheckedRuns } from "../host/checked-runs.ts";
import type { Job } from "../host/host.ts";
import { announceLongStep, beat } from "../host/pulse.ts";
import { wantedByAll } from "../host/wanted-market.ts";
import { ok } from "../model/problem.ts";

export const runVariants: Job<"runVariants"> = async ({ markets }, request) => {
  const { strategies } = request;
  if (strategies.length === 0) return ok([]);
  return markets.on(wantedByAll(request), async (worked) => {
    announceLongStep(); // what the variants share is worked out before the first of them
    const { figuresOf } = await import("../variant-figures.ts"); // a run doesn't wait for this code
    const figures = await onCheckedRuns(worked, strategies, (market) => ok(figuresOf(strategies, market)));
    beat();
    return figures;
  });
};
