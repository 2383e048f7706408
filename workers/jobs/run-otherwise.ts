/** A run with one thing of it otherwise, for its figures. */
import { onCheckedRuns } from "../host/checked-runs.ts";
import type { Job } from "../host/host.ts";
import { announceLongStep, beat } from "../host/pulse.ts";
import { wantedBy } from "../host/wanted-market.ts";

export const runOtherwise: Job<"runOtherwise"> = async ({ markets }, request) => {
  const wanted = wantedBy(request);
  if (!wanted.ok) return wanted;
  return markets.on(wanted.value, async (worked) => {
    announceLongStep();
    const code = await import("../robustness.ts"); // a run doesn't wait for this code
    const ran = await onCheckedRuns(worked, [request.strategy], (market) =>
      code.runOtherwise(request, market),
    );
    beat();
    return ran;
  });
};
