/** Runs that buy by chance on the days of the strategy's own buys. */
import { onCheckedRuns } from "../host/checked-runs.ts";
import type { Host } from "../host/host.ts";
import { announceLongStep, beat } from "../host/pulse.ts";
import { wantedBy } from "../host/wanted-market.ts";
import type { Result } from "../model/problem.ts";
import type { RandomEntriesRequest } from "../model/protocol.ts";
import type { RandomEntries } from "../model/robustness.ts";

export async function drawEntries(
  { markets }: Host,
  request: RandomEntriesRequest,
): Promise<Result<RandomEntries>> {
  const wanted = wantedBy(request);
  if (!wanted.ok) return wanted;
  return markets.on(wanted.value, async (worked) => {
    announceLongStep(); // the strategy's own run comes first
    const { randomEntries } = await import("../robustness.ts"); // a run doesn't wait for this code
    const { strategy } = request;
    const drawn = await onCheckedRuns(worked, [strategy], (market) =>
      randomEntries(strategy, market, request),
    );
    beat();
    return drawn;
  });
}
