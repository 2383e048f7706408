/** The one way to work on runs that leave no report: where own code has a part in them, their largest gains are looked at first. */
import type { Market } from "../model/market.ts";
import type { Result } from "../model/problem.ts";
import type { Strategy } from "../model/strategy.ts";
import type { WorkedMarket } from "./own-code.ts";

/** @param runs - the strategies whose runs the work makes, or begins with */
export async function onCheckedRuns<T>(
  { market, ownCode }: WorkedMarket,
  runs: readonly Strategy[],
  work: (market: Market) => Result<T> | Promise<Result<T>>,
): Promise<Result<T>> {
  const checked = await ownCode?.checkRuns(runs);
  return checked && !checked.ok ? checked : work(market);
}
