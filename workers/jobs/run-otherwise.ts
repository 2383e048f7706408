/** A run with one thing of it otherwise, for its figures. */
import { onCheckedRuns } from "../host/checked-runs.ts";
import type { Host } from "../host/host.ts";
import { announceLongStep, beat } from "../host/pulse.ts";
import { wantedBy } from "../host/wanted-market.ts";
import type { Result } from "../model/problem.ts";
import type { OtherwiseRequest, VariantFigures } from "../model/protocol.ts";

export async function runOnceOtherwise(
  { markets }: Host,
  request: OtherwiseRequest,
): Promise<Result<VariantFigures>> {
  const wanted = wantedBy(request);
  if (!wanted.ok) return wanted;
  return markets.on(wanted.value, async (worked) => {
    announceLongStep();
    const { runOtherwise } = await import("../robustness.ts"); // a run doesn't wait for this code
    const ran = await onCheckedRuns(worked, [request.strategy], (market) => runOtherwise(request, market));
    beat();
    return ran;
  });
}
