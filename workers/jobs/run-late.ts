/** A run whose orders are given a session late. */
import type { Host } from "../host/host.ts";
import { announceLongStep, beat } from "../host/pulse.ts";
import { wantedBy } from "../host/wanted-market.ts";
import type { Result } from "../model/problem.ts";
import type { RunRequest, VariantFigures } from "../model/protocol.ts";

export async function runOnceLate({ markets }: Host, request: RunRequest): Promise<Result<VariantFigures>> {
  const wanted = wantedBy(request);
  if (!wanted.ok) return wanted;
  return markets.on(wanted.value, async ({ market }) => {
    announceLongStep();
    const { runLate } = await import("../robustness.ts"); // a run doesn't wait for this code
    const late = runLate(request.strategy, market);
    beat();
    return late;
  });
}
