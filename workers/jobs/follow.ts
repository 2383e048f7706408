/** One position of a finished run day by day, with the highs and lows of its bars. */
import type { Job } from "../host/host.ts";
import { announceLongStep, beat } from "../host/pulse.ts";
import { wholeMarketFor } from "../host/wanted-market.ts";

export const follow: Job<"follow"> = async ({ markets }, { strategy, source, position }) => {
  const code = await import("../retrace.ts"); // a run doesn't wait for this code
  const followed = await markets.on(wholeMarketFor({ strategy, source }), ({ market }) => {
    announceLongStep(); // the run up to the exit is made again
    return code.follow(strategy, market, position);
  });
  beat();
  return followed;
};
