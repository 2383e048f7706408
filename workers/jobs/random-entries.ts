/** Runs that buy by chance on the days of the strategy's own buys. */
import { onCheckedRuns } from "../host/checked-runs.ts";
import type { Job } from "../host/host.ts";
import { announceLongStep, beat } from "../host/pulse.ts";
import { wantedBy } from "../host/wanted-market.ts";

export const randomEntries: Job<"randomEntries"> = async ({ markets }, request) => {
  const wanted = wantedBy(request);
  if (!wanted.ok) return wanted;
  return markets.on(wanted.value, async (worked) => {
    announceLongStep(); // the strategy's own run comes first
    const code = await import("../robustness.ts"); // a run doesn't wait for this code
    const { strategy } = request;
    const drawn = await onCheckedRuns(worked, [strategy], (market) =>
      code.randomEntries(strategy, market, request),
    );
    beat();
    return drawn;
  });
};
