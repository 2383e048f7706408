import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planRun } from "#workers/run/plan-run.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { makePriorityKey } from "#workers/engine/priority.ts";
import { rowOn } from "#workers/sessions/calendar.ts";
import { fastFactsOf } from "#workers/shortcuts/fast-facts.ts";
import { boundsOfGains, zonesOfBars } from "#workers/shortcuts/zones.ts";
import { buildMarket } from "../support/market-builder.ts";
import { longRuns } from "../support/random-market.ts";
import { tries } from "#tests/support/tries.ts";

/** The highest key of a member's bars in a word, looked up one by one; -Infinity without a bar. */
function highestKey(plan: Plan, member: number, word: number): number {
  const keyOf = makePriorityKey(plan);
  let highest = -Infinity;
  for (let session = word * 32; session < Math.min((word + 1) * 32, plan.sessionDay.length); session++) {
    const row = rowOn(plan.calendar, member, session);
    if (row >= 0) highest = Math.max(highest, keyOf(row, member));
  }
  return highest;
}

describe("the bounds of the top-gainer order", () => {
  it("are never below a key, and once sharpened hardly above the highest", () => {
    const law = fc.property(longRuns(), ({ series, strategy }) => {
      const plan = planRun(strategy, buildMarket(series));
      if (!plan.ok) return;
      const { members, words } = plan.value.calendar;
      const bounds = fastFactsOf(plan.value.facts).topGainerBounds(null);
      for (let at = 0; at < members * words; at++) {
        const [word, member] = [Math.floor(at / members), at % members];
        const highest = highestKey(plan.value, member, word);
        expect(bounds.most[at]).toBeGreaterThanOrEqual(highest);
        bounds.sharpen(member, word);
        expect(bounds.most[at]).toBeGreaterThanOrEqual(highest);
        expect(bounds.most[at]).toBeLessThanOrEqual(highest * (1 + 2e-7));
      }
    });
    fc.assert(law, { numRuns: tries(20), endOnFailure: true });
  });
});

/** Of a member's bars in a word, what each has gained since `days` bars before; NaN for one without a bar so early. */
function gainsIn({ calendar, prices }: Plan, member: number, word: number, days: number): number[] {
  const sessions = Array.from({ length: 32 }, (_, k) => word * 32 + k);
  return sessions
    .filter((session) => session < calendar.sessionDay.length)
    .map((session) => rowOn(calendar, member, session))
    .filter((row) => row >= 0)
    .map((row) => {
      const before = row - days;
      return before < (calendar.fromRow[member] ?? NaN)
        ? NaN
        : (prices.close[row] ?? NaN) / (prices.close[before] ?? NaN);
    });
}

describe("the bounds of gains", () => {
  it("are never below a gain of their word", () => {
    const law = fc.property(longRuns(), fc.integer({ min: 1, max: 100 }), ({ series, strategy }, days) => {
      const plan = planRun(strategy, buildMarket(series));
      if (!plan.ok) return;
      const { calendar, prices } = plan.value;
      const { mostOfAll } = boundsOfGains(calendar, zonesOfBars(calendar, prices.close), days);
      const most = new Float32Array(calendar.words);
      for (let member = 0; member < calendar.members; member++) {
        mostOfAll(member, most, 0);
        for (let word = 0; word < calendar.words; word++) {
          const known = gainsIn(plan.value, member, word, days).filter((gain) => !Number.isNaN(gain));
          expect(most[word]).toBeGreaterThanOrEqual(Math.max(...known));
        }
      }
    });
    fc.assert(law, { numRuns: tries(20), endOnFailure: true });
  });
});
