/** All bars of one instrument. */
import type { Host, Job } from "../host/host.ts";
import { isTooLarge } from "../host/market-host.ts";
import { wholeMarket } from "../host/wanted-market.ts";
import type { InstrumentBars } from "../model/instruments.ts";
import { err, ok } from "../model/problem.ts";
import type { Problem, Result } from "../model/problem.ts";
import type { BarsRequest } from "../model/protocol.ts";

export const loadBars: Job<"loadBars"> = async (host, request) => {
  const bars = await barsIn(host, request);
  if (!bars.ok) return bars;
  return bars.value ? ok(bars.value) : err(noSuchInstrument(request.symbol));
};

/** null where the source hasn't the instrument. */
async function barsIn(
  { markets }: Host,
  { source, symbol }: BarsRequest,
): Promise<Result<InstrumentBars | null>> {
  const { barsOf } = await import("../market/instrument-bars.ts"); // a run doesn't wait for this code
  const bars = await markets.on(wholeMarket(source), ({ market }) => ok(barsOf(market, symbol)));
  if (bars.ok || !isTooLarge(source, bars.problem)) return bars;
  const { loadBarsInParts } = await import("#workers/run/instruments-in-parts.ts");
  return loadBarsInParts(source, symbol);
}

function noSuchInstrument(symbol: string): Problem {
  return {
    code: "data-missing",
    message: `${symbol} is not in this dataset. Choose one of its instruments.`,
  };
}
