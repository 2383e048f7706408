import { describe, expect, it } from "vitest";
import { dailyCurve } from "./sample-curves.ts";
import { normal } from "#datasets/generator/random.ts";
import { drawPaths, leadOf as leadOfPaths, measureLuck } from "#workers/analysis/luck.ts";
import { hardestYardstick } from "#workers/model/yardstick.ts";
import { sessionReturns } from "#workers/analysis/returns.ts";
import { openRandom } from "#workers/model/random.ts";
import type { Report } from "#workers/model/report.ts";

interface Curves {
  readonly own: readonly number[];
  readonly index: readonly number[];
  readonly universe?: readonly number[];
}

/** Curves that these session returns make out of 100, on consecutive days. */
function equityOf({ own, index, universe }: Curves): Report["equity"] {
  return {
    ...dailyCurve(curveFrom(own)),
    benchmark: curveFrom(index),
    ...(universe && { universe: curveFrom(universe) }),
  };
}

function curveFrom(returns: readonly number[]): Float64Array {
  let value = 100;
  return Float64Array.of(100, ...returns.map((earned) => (value *= 1 + earned)));
}

function wild(seed: string, count: number): readonly number[] {
  const random = openRandom(seed);
  return Array.from({ length: count }, () => 0.0004 + 0.02 * normal(random));
}

const always = (earned: number, count = 400) => Array.from({ length: count }, () => earned);

function leadOf(curves: Curves, seed = "lead") {
  const settings = {
    terms: { riskFreePercent: 0, sessionsOfYear: 252 },
    trials: null,
    benchmark: "IDX",
    seed,
    random: openRandom(seed),
  };
  return measureLuck(equityOf(curves), settings)?.lead ?? null;
}

describe("the spread of the lead", () => {
  it("is one number where every day is like the others", () => {
    // 0.1 % a day is 1.001 ^ 365.25 = +44.06 % a year of 365.25 such days, 0.05 % a day is +20.03 %.
    const lead = leadOf({ own: always(0.001), index: always(0.0005) });
    for (const points of [lead?.lead, lead?.low, lead?.high]) expect(points).toBeCloseTo(24.03, 2);
    expect(lead).toMatchObject({ yardstick: "index", shareBelowZero: 0 });
  });

  it("draws the same days for both: who gains a little every day is ahead on every path", () => {
    // The yardstick alone swings by 40 % a year; two paths of it that are drawn apart cross half of the time.
    const universe = wild("market", 1000);
    const own = universe.map((earned) => (1 + earned) * 1.0001 - 1);
    const lead = leadOf({ own, index: always(0, 1000), universe });
    expect(lead?.shareBelowZero).toBe(0);
    expect(lead?.low).toBeGreaterThan(0);
    expect(lead?.low).toBeLessThanOrEqual(lead?.lead ?? Number.NaN);
    expect(lead?.lead).toBeLessThanOrEqual(lead?.high ?? Number.NaN);
  });

  it("is nothing for the yardstick itself, on either side of 0", () => {
    const universe = wild("market", 1000);
    expect(leadOf({ own: universe, index: always(0, 1000), universe })).toEqual({
      yardstick: "average share",
      lead: 0,
      low: 0,
      high: 0,
      shareBelowZero: 0,
    });
  });

  it("holds 0 in about 95 of 100 markets in which nobody is better", () => {
    const MARKETS = 200;
    const SESSIONS = 504;
    let held = 0;
    let below = 0;
    for (let market = 0; market < MARKETS; market++) {
      const equity = equityOf({
        own: wild(`own ${market}`, SESSIONS),
        index: wild(`index ${market}`, SESSIONS),
      });
      const drawn = drawPaths(sessionReturns(equity.value), {
        paths: 400,
        blockLength: 8, // the cube root of 504
        checkpoints: Int32Array.of(0),
        terms: { riskFreePercent: 0, sessionsOfYear: 252 },
        random: openRandom(`draw ${market}`),
        beside: sessionReturns(equity.benchmark),
      });
      const lead = leadOfPaths(equity, hardestYardstick(equity, "IDX"), drawn);
      if (lead && lead.low <= 0 && 0 <= lead.high) held += 100 / MARKETS;
      below += (lead?.shareBelowZero ?? 0) / MARKETS;
    }
    // 200 draws at 95 %: the standard error is 1.5 points; block intervals run a little short.
    expect(held).toBeGreaterThanOrEqual(90);
    expect(held).toBeLessThanOrEqual(99.5);
    // Of a share that lies anywhere from 0 to 100 alike, the mean of 200 is 50 with a standard error of 2.
    expect(below).toBeGreaterThan(43);
    expect(below).toBeLessThan(57);
  });

  it("is the same for the same seed", () => {
    const curves = { own: wild("own", 500), index: wild("index", 500) };
    expect(leadOf(curves, "a")).toEqual(leadOf(curves, "a"));
    expect(leadOf(curves, "a")).not.toEqual(leadOf(curves, "b"));
  });

  it("is none of less than a year, nor of an account that was lost", () => {
    expect(leadOf({ own: always(0.001, 364), index: always(0, 364) })).toBeNull();
    expect(leadOf({ own: always(0.001, 365), index: always(0, 365) })).not.toBeNull();
    expect(leadOf({ own: [...always(0.001), -1, 0], index: always(0, 402) })).toBeNull();
  });
});

it("the hardest yardstick is the one that grew most, of those that the report has", () => {
  const rising = [0.02, 0.01];
  const flat = [0.01, -0.01];
  const nameOf = (index: readonly number[], universe?: readonly number[], benchmark = "IDX") =>
    hardestYardstick(equityOf({ own: flat, index, ...(universe && { universe }) }), benchmark).name;
  expect(nameOf(rising)).toBe("index");
  expect(nameOf(rising, flat)).toBe("index");
  expect(nameOf(flat, rising)).toBe("average share");
  expect(nameOf(rising, rising)).toBe("average share");
  expect(nameOf(rising, flat, "equal-weight universe")).toBe("average share"); // which is no index
  expect(nameOf(rising, undefined, "equal-weight universe")).toBe("index");
});
