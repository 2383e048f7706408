/**
 * An account beside what its backtest let expect: paths of as many sessions, of whole blocks of the backtest's session
 * returns. Source of the method: as in luck.ts (circular block bootstrap, blocks of the cube root of the returns).
 */
import type { Expected, ExpectRequest } from "#workers/model/deploy-work.ts";
import { openRandom } from "#workers/model/random.ts";
import type { Random } from "#workers/model/random.ts";
import { quantile } from "./distribution.ts";
import { sessionReturns } from "./returns.ts";

const PATHS = 2000;
/** With fewer returns a resample says nothing. */
const FEWEST_RETURNS = 20;

/** null before the account's first session, and where the backtest is too short. */
export function expectedOf({ backtest, account, seed }: ExpectRequest): Expected | null {
  const returns = sessionReturns(backtest);
  const sessions = account.length - 1;
  if (returns.length < FEWEST_RETURNS || sessions < 1) return null;
  const random = openRandom(seed);
  const growths = new Float64Array(PATHS);
  const falls = new Float64Array(PATHS);
  for (let path = 0; path < PATHS; path++) {
    const drawn = walk(drawReturns(returns, sessions, random));
    growths[path] = drawn.growth;
    falls[path] = drawn.drawdown;
  }
  const own = walk(sessionReturns(account));
  growths.sort();
  falls.sort();
  return {
    sessions,
    paths: PATHS,
    growth: own.growth,
    low: quantile(growths, 0.05),
    middle: quantile(growths, 0.5),
    high: quantile(growths, 0.95),
    place: shareBelow(growths, own.growth),
    drawdown: own.drawdown,
    deepest: quantile(falls, 0.05),
    deeper: shareBelow(falls, own.drawdown),
  };
}

function drawReturns(returns: Float64Array, sessions: number, random: Random): Float64Array {
  const count = returns.length;
  const blockLength = Math.max(1, Math.round(Math.cbrt(count)));
  const drawn = new Float64Array(sessions);
  let from = 0;
  for (let at = 0; at < sessions; at++) {
    if (at % blockLength === 0) from = Math.floor(random() * count) - at;
    drawn[at] = returns[(from + at) % count];
  }
  return drawn;
}

/** Growth and deepest fall in percent. */
function walk(returns: Float64Array): { readonly growth: number; readonly drawdown: number } {
  let [value, peak, fall] = [1, 1, 0];
  for (const earned of returns) {
    value *= 1 + earned;
    if (value > peak) peak = value;
    else fall = Math.min(fall, value / peak - 1);
  }
  return { growth: (value - 1) * 100, drawdown: fall * 100 };
}

/** Percent of the sorted values that are below. */
function shareBelow(sorted: Float64Array, value: number): number {
  const at = sorted.findIndex((each) => each >= value);
  return ((at < 0 ? sorted.length : at) / sorted.length) * 100;
}
