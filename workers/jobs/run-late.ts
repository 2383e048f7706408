/** A run whose orders are given a session late. */
import { onCheckedRuns } from "../host/checked-runs.ts";
import type { Host } from "../host/host.ts";
import { announceLongStep, beat } from "../host/pulse.ts";
import { wantedBy } from "../host/wanted-market.ts";
import type { Result } from "../model/problem.ts";
import type { RunRequest, VariantFigures } from "../model/protocol.ts";

export async function runOnceLate({ markets }: Host, request: RunRequest): Promise<Result<VariantFigures>> {
  const wanted = wantedBy(request);
  if (!wanted.ok) return wanted;
  return markets.on(wanted.value, async (worked) => {
    announceLongStep();
    const { runLate } = await import("../robustness.ts"); // a run doesn't wait for this code
    const { strategy } = request;
    const late = await onCheckedRuns(worked, [strategy], (market) => runLate(strategy, market));
    beat();
    return late;
  });
}
