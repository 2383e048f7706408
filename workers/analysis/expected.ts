/**
 * An account beside what its backtest let expect: paths of as many sessions, of whole blocks of the backtest's session
 * returns. Source of the method: as in luck.ts (circular block bootstrap, blocks of the cube root of the returns).
 *
 * A path has as much invested as the account had. An account begins with cash alone, and its backtest may have been
 * invested more or less than it: so each drawn return is that of what was held, the session's return over the share of the
 * backtest's account that was in positions, and counts by the share of the account that was.
 */
import type { Expected, ExpectRequest } from "#workers/model/deploy-work.ts";
import { openRandom } from "#workers/model/random.ts";
import type { Random } from "#workers/model/random.ts";
import { growthCurve } from "#workers/model/report.ts";
import { quantile } from "./distribution.ts";
import { investedAtCloses } from "./exposure.ts";
import { sessionReturns } from "./returns.ts";

const PATHS = 2000;
/** With fewer returns a resample says nothing. */
const FEWEST_RETURNS = 20;
/** Percent of the account: a session with less in positions says nothing of what was held. */
const LEAST_INVESTED = 1;

/** null before the account's first session, and where the backtest is too short or held too little. */
export function expectedOf({
  backtest,
  commissionPercent,
  account,
  invested,
  seed,
}: ExpectRequest): Expected | null {
  const returns = heldReturns(
    sessionReturns(growthCurve(backtest.equity)),
    sharesOver(investedAtCloses(backtest, commissionPercent)),
  );
  const shares = sharesOver(invested);
  const sessions = account.length - 1;
  if (returns.length < FEWEST_RETURNS || sessions < 1) return null;
  const random = openRandom(seed);
  const growths = new Float64Array(PATHS);
  const falls = new Float64Array(PATHS);
  for (let path = 0; path < PATHS; path++) {
    const drawn = walk(drawReturns(returns, shares, random));
    growths[path] = drawn.growth;
    falls[path] = drawn.drawdown;
  }
  const own = walk(sessionReturns(account));
  growths.sort();
  falls.sort();
  return {
    sessions,
    paths: PATHS,
    invested: invested.subarray(1).reduce((sum, share) => sum + share, 0) / sessions,
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

/**
 * What was in positions over each session, percent: the larger of the shares at its two closes, since orders fill in
 * between. @param atCloses - one more than sessions
 */
function sharesOver(atCloses: Float64Array): Float64Array {
  return Float64Array.from({ length: Math.max(0, atCloses.length - 1) }, (_, at) =>
    Math.max(atCloses[at], atCloses[at + 1]),
  );
}

/** Of what was held, of the sessions that held something. @param shares - percent */
function heldReturns(returns: Float64Array, shares: Float64Array): Float64Array {
  const isHeld = (at: number) => shares[at] >= LEAST_INVESTED;
  const held = returns.filter((_, at) => isHeld(at));
  const weights = shares.filter((_, at) => isHeld(at));
  return held.map((earned, at) => (earned * 100) / weights[at]);
}

/** @param shares - percent, one a session of the path */
function drawReturns(returns: Float64Array, shares: Float64Array, random: Random): Float64Array {
  const count = returns.length;
  const blockLength = Math.max(1, Math.round(Math.cbrt(count)));
  const drawn = new Float64Array(shares.length);
  let from = 0;
  for (let at = 0; at < drawn.length; at++) {
    if (at % blockLength === 0) from = Math.floor(random() * count) - at;
    drawn[at] = (returns[(from + at) % count] * shares[at]) / 100;
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
