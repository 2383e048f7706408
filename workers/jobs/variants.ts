/** Many runs on the same prices: variants of a strategy, runs one after the other, and runs with one thing of them otherwise. */
import type { Job } from "../host/host.ts";
import { announceLongStep, beat } from "../host/pulse.ts";
import { wantedBy, wantedByAll } from "../host/wanted-market.ts";
import { ok } from "../model/problem.ts";
import type { Market } from "#workers/model/market.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { WorkedMarket } from "#workers/host/own-code.ts";

/** The figures of variants of one strategy, which share what they have in common. */
export const runVariants: Job<"runVariants"> = async ({ markets }, request) => {
  const { strategies } = request;
  if (strategies.length === 0) return ok([]);
  return markets.on(wantedByAll(request), async (worked) => {
    announceLongStep(); // what the variants share is worked out before the first of them
    const { figuresOf } = await import("#workers/run/variant-figures.ts"); // a run doesn't wait for this code
    const figures = await onCheckedRuns(worked, strategies, (market) => ok(figuresOf(strategies, market)));
    beat();
    return figures;
  });
};

/** Runs one after the other, with their accounts joined. @throws RangeError without a strategy */
export const chainRuns: Job<"chainRuns"> = async ({ markets }, request) => {
  const { strategies } = request;
  if (strategies.length === 0) throw new RangeError("chainRuns: no strategy");
  const code = await import("#workers/run/chain-runs.ts"); // a run doesn't wait for this code
  const chained = await markets.on(wantedByAll(request), (worked) => {
    announceLongStep(); // dozens of runs at one go
    return onCheckedRuns(worked, strategies, (market) => code.chainRuns(strategies, market));
  });
  beat();
  return chained;
};

/** A run with one thing of it otherwise, for its figures. */
export const runOtherwise: Job<"runOtherwise"> = async ({ markets }, request) => {
  const wanted = wantedBy(request);
  if (!wanted.ok) return wanted;
  return markets.on(wanted.value, async (worked) => {
    announceLongStep();
    const code = await import("#workers/run/robustness.ts"); // a run doesn't wait for this code
    const ran = await onCheckedRuns(worked, [request.strategy], (market) =>
      code.runOtherwise(request, market),
    );
    beat();
    return ran;
  });
};

/** Runs that buy by chance on the days of the strategy's own buys. */
export const randomEntries: Job<"randomEntries"> = async ({ markets }, request) => {
  const wanted = wantedBy(request);
  if (!wanted.ok) return wanted;
  return markets.on(wanted.value, async (worked) => {
    announceLongStep(); // the strategy's own run comes first
    const code = await import("#workers/run/robustness.ts"); // a run doesn't wait for this code
    const { strategy } = request;
    const drawn = await onCheckedRuns(worked, [strategy], (market) =>
      code.randomEntries(strategy, market, request),
    );
    beat();
    return drawn;
  });
};

/**
 * Works on runs that leave no report: where own code has a part in them, their largest gains are looked at first.
 * @param runs - the strategies whose runs the work makes, or begins with
 */
async function onCheckedRuns<T>(
  { market, ownCode }: WorkedMarket,
  runs: readonly Strategy[],
  work: (market: Market) => Result<T> | Promise<Result<T>>,
): Promise<Result<T>> {
  const checked = await ownCode?.checkRuns(runs);
  return checked && !checked.ok ? checked : work(market);
}
