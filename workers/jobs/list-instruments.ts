/** The instruments of a source by symbol, with what their bars show. */
import type { Job } from "../host/host.ts";
import { isTooLarge } from "../host/market-host.ts";
import { beat } from "../host/pulse.ts";
import { wholeMarket } from "../host/wanted-market.ts";
import { ok } from "../model/problem.ts";

const DAY_MS = 86_400_000;

export const listInstruments: Job<"listInstruments"> = async ({ markets }, source) => {
  const { summariseInstruments } = await import("../market/instrument-bars.ts"); // a run doesn't wait for this code
  const today = Math.floor(Date.now() / DAY_MS);
  const listed = await markets.on(wholeMarket(source), ({ market }) =>
    ok(summariseInstruments(market, today)),
  );
  if (listed.ok || !isTooLarge(source, listed.problem)) return listed;
  const { listInParts } = await import("../instruments-in-parts.ts");
  return listInParts(source, today, beat);
};
