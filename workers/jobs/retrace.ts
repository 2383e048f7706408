/** What of a finished run needs its prices again: the run is made once more for it. */
import type { Host, Job } from "../host/host.ts";
import { isTooLarge } from "../host/market-host.ts";
import { announceLongStep, beat } from "../host/pulse.ts";
import { wantedBy, wholeMarketFor } from "../host/wanted-market.ts";
import type { Market } from "../model/market.ts";
import { ok } from "../model/problem.ts";
import type { Result } from "../model/problem.ts";
import type { RunRequest } from "../model/protocol.ts";
import type { RunPlan } from "#workers/engine/run-plan.ts";
import type { RunWatcher } from "#workers/engine/simulate.ts";

/** Why an instrument was, or was not, bought or sold on a day of a run. */
export const explain: Job<"explain"> = async ({ markets }, request) => {
  const wanted = wantedBy(request);
  if (!wanted.ok) return wanted;
  const { strategy, instrument, date } = request;
  const code = await import("#workers/run/retrace.ts"); // a run doesn't wait for this code
  const explained = await markets.on(wanted.value, ({ market }) => {
    announceLongStep(); // the run up to the day is made again
    return code.explain(strategy, market, instrument, date);
  });
  beat();
  return explained;
};

/** One position of a finished run day by day, with the highs and lows of its bars. */
export const follow: Job<"follow"> = async ({ markets }, { strategy, source, position }) => {
  const code = await import("#workers/run/retrace.ts"); // a run doesn't wait for this code
  const followed = await markets.on(wholeMarketFor({ strategy, source }), ({ market }) => {
    announceLongStep(); // the run up to the exit is made again
    return code.follow(strategy, market, position);
  });
  beat();
  return followed;
};

/** Every fill, block by block where the memory can't hold all of a dataset. */
export const listFills: Job<"listFills"> = async ({ markets }, request) => {
  const wanted = wantedBy(request);
  if (!wanted.ok) return wanted;
  const { strategy, source } = request;
  const code = await import("#workers/run/retrace.ts"); // a run doesn't wait for this code
  const onWhole = await markets.on(wanted.value, ({ market }) => {
    announceLongStep(); // the whole run is made again
    return code.listFills(strategy, market);
  });
  beat();
  if (onWhole.ok || !isTooLarge(source, onWhole.problem)) return onWhole;
  const { runInParts } = await import("#workers/run/run-in-parts.ts");
  const { listenForFills } = await import("#workers/analysis/listen-for-fills.ts");
  const { hooks, fills } = listenForFills();
  announceLongStep();
  const report = await runInParts(strategy, source, { ...hooks, onPart: announceLongStep });
  beat();
  return report.ok ? ok(fills) : report;
};

/** What of a finished run needs its prices again: how far each position went, and what was passed over when. */
export const trace: Job<"trace"> = async ({ markets }, { strategy, source, positions }) => {
  const code = await import("#workers/run/retrace.ts"); // a run doesn't wait for this code
  const traced = await markets.on(wholeMarketFor({ strategy, source }), ({ market }) => {
    announceLongStep(); // the whole run is made again
    return code.trace(strategy, market, positions);
  });
  beat();
  return traced;
};

/** Why a run sold. */
export const countSales: Job<"countSales"> = async (host, request) => {
  const code = await import("#workers/run/retrace.ts"); // a run doesn't wait for this code
  return watched(host, request, {
    inMemory: ({ strategy }, market) => code.countSales(strategy, market),
    inParts: async () => (await import("#workers/analysis/count-sales.ts")).watchSales,
  });
};

/** What a run by weights held, and how it was set back to its plan. */
export const holdings: Job<"holdings"> = async (host, request) => {
  const code = await import("#workers/run/retrace.ts"); // a run doesn't wait for this code
  return watched(host, request, {
    inMemory: ({ strategy }, market) => code.holdings(strategy, market),
    inParts: async () => (await import("#workers/analysis/holdings.ts")).watchHoldings,
  });
};

/** Whether its money would have lasted in other orders of its months. */
export const drawLasting: Job<"drawLasting"> = async (host, request) => {
  const code = await import("#workers/run/retrace.ts"); // a run doesn't wait for this code
  return watched(host, request, {
    inMemory: ({ strategy }, market) => code.drawLasting(strategy, market, request),
    inParts: async () => {
      const { watchLasting } = await import("#workers/analysis/lasting.ts");
      return (plan) => watchLasting(plan, request);
    },
  });
};

interface Ways<Found> {
  readonly inMemory: (request: RunRequest, market: Market) => Result<Found>;
  readonly inParts: () => Promise<(plan: RunPlan) => RunWatcher<Found>>;
}

/** Makes the run again for a watcher, block by block where the memory can't hold all of a dataset. */
async function watched<Found>(
  { markets }: Host,
  request: RunRequest,
  ways: Ways<Found>,
): Promise<Result<Found>> {
  const wanted = wantedBy(request);
  if (!wanted.ok) return wanted;
  const onWhole = await markets.on(wanted.value, ({ market }) => {
    announceLongStep(); // the whole run is made again
    return ways.inMemory(request, market);
  });
  beat();
  if (onWhole.ok || !isTooLarge(request.source, onWhole.problem)) return onWhole;
  const { watchInParts } = await import("#workers/run/run-in-parts.ts");
  announceLongStep();
  const found = await watchInParts(request.strategy, request.source, await ways.inParts(), announceLongStep);
  beat();
  return found;
}
