/** Runs one after the other, with their accounts joined. */
import { onCheckedRuns } from "../host/checked-runs.ts";
import type { Job } from "../host/host.ts";
import { announceLongStep, beat } from "../host/pulse.ts";
import { wantedByAll } from "../host/wanted-market.ts";

/** @throws RangeError without a strategy */
export const chainRuns: Job<"chainRuns"> = async ({ markets }, request) => {
  const { strategies } = request;
  if (strategies.length === 0) throw new RangeError("chainRuns: no strategy");
  const code = await import("../chain-runs.ts"); // a run doesn't wait for this code
  const chained = await markets.on(wantedByAll(request), (worked) => {
    announceLongStep(); // dozens of runs at one go
    return onCheckedRuns(worked, strategies, (market) => code.chainRuns(strategies, market));
  });
  beat();
  return chained;
};
