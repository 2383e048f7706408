/** One position of a finished run day by day, with the highs and lows of its bars. */
import type { Host } from "../host/host.ts";
import { announceLongStep, beat } from "../host/pulse.ts";
import { wholeMarketFor } from "../host/wanted-market.ts";
import type { PositionPath } from "../model/position-path.ts";
import type { Result } from "../model/problem.ts";
import type { PositionRequest } from "../model/protocol.ts";

export async function follow(
  { markets }: Host,
  { strategy, source, position }: PositionRequest,
): Promise<Result<PositionPath>> {
  const code = await import("../retrace.ts"); // a run doesn't wait for this code
  const followed = await markets.on(wholeMarketFor({ strategy, source }), ({ market }) => {
    announceLongStep(); // the run up to the exit is made again
    return code.follow(strategy, market, position);
  });
  beat();
  return followed;
}
