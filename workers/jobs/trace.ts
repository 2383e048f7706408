/** What of a finished run needs its prices again: how far each position went, and what was passed over when. */
import type { Job } from "../host/host.ts";
import { announceLongStep, beat } from "../host/pulse.ts";
import { wholeMarketFor } from "../host/wanted-market.ts";

export const trace: Job<"trace"> = async ({ markets }, { strategy, source, positions }) => {
  const code = await import("../retrace.ts"); // a run doesn't wait for this code
  const traced = await markets.on(wholeMarketFor({ strategy, source }), ({ market }) => {
    announceLongStep(); // the whole run is made again
    return code.trace(strategy, market, positions);
  });
  beat();
  return traced;
};
