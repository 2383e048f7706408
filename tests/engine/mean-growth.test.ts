/** The sums of the kernels against the plain definition of what equal money in every share grows to, to the bit. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { meanGrowth } from "#workers/figures/mean-growth.ts";
import { planRun } from "#workers/run/plan-run.ts";
import { growthAlongside } from "#workers/shortcuts/growth-alongside.ts";
import { buildMarket, dateOf } from "../support/market-builder.ts";
import type { SeriesSpec } from "../support/market-builder.ts";
import { withZones } from "../support/market-zones.ts";
import { plainStrategy } from "./tables/worked-case.ts";
import { valueOf } from "../support/value-of.ts";
import { tries } from "#tests/support/tries.ts";

/** So many daily bars before the run make prices daily, however far apart its sessions are. */
const DAYS_BEFORE = 450;

/** Days from one session to the next: a day, or so many that a month has one session or none. */
const near = fc.constant(1);
const far = fc.integer({ min: 15, max: 70 });
const steps = fc.oneof(
  fc.array(fc.oneof({ weight: 20, arbitrary: near }, { weight: 1, arbitrary: far }), {
    minLength: 1,
    maxLength: 200,
    size: "max",
  }),
  fc.array(fc.oneof({ weight: 1, arbitrary: near }, { weight: 1, arbitrary: far }), {
    minLength: 1,
    maxLength: 200,
    size: "max",
  }),
);

/** Which of the sessions a member misses: few, so that most words are whole. */
const gaps = fc.array(fc.nat(199), { maxLength: 3 });

const drawn = fc.record({
  steps,
  members: fc.array(fc.record({ gaps, from: fc.nat(60), seed: fc.integer({ min: 1, max: 1e6 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
  first: fc.nat(120),
});

describe("the growth of equal money in every share", () => {
  it.each(["monthly", "held"] as const)("is the same by the kernels, %s", (weighing) => {
    const law = fc.property(drawn, ({ steps: between, members, first }) => {
      const days = between.map((_, at) => between.slice(0, at).reduce((sum, more) => sum + more, 0));
      const series = members.map(({ gaps: missed, from, seed }, member): SeriesSpec => {
        const closeOn = (at: number) => 1 + ((seed * (at + 7)) % 997) / 10;
        const own = days.flatMap((day, at) =>
          at < from || missed.includes(at) ? [] : [[day, closeOn(at), closeOn(at)] as const],
        );
        return { symbol: `S${member}`, bars: own };
      });
      const before = Array.from({ length: DAYS_BEFORE }, (_, at) => at - DAYS_BEFORE);
      const clock: SeriesSpec = {
        symbol: "Z",
        bars: [...before, ...days].map((day) => [day, 5, 5] as const),
      };
      const market = withZones(buildMarket([...series, clock]));
      const startDate = dateOf(days[Math.min(first, days.length - 1)] ?? 0);
      const strategy = plainStrategy({ simulation: { startDate, endDate: dateOf((days.at(-1) ?? 0) + 1) } });
      const plan = valueOf(planRun(strategy, market));
      expect(growthAlongside.meanGrowth?.(plan, weighing)).toEqual(meanGrowth(plan, weighing));
    });
    fc.assert(law, { numRuns: tries(300), endOnFailure: true });
  });
});
