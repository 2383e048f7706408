/** Why an instrument was, or was not, bought or sold on a day of a run. */
import type { Job } from "../host/host.ts";
import { announceLongStep, beat } from "../host/pulse.ts";
import { wantedBy } from "../host/wanted-market.ts";

export const explain: Job<"explain"> = async ({ markets }, request) => {
  const wanted = wantedBy(request);
  if (!wanted.ok) return wanted;
  const { strategy, instrument, date } = request;
  const code = await import("../retrace.ts"); // a run doesn't wait for this code
  const explained = await markets.on(wanted.value, ({ market }) => {
    announceLongStep(); // the run up to the day is made again
    return code.explain(strategy, market, instrument, date);
  });
  beat();
  return explained;
};
