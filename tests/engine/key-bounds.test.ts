import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planRun } from "#workers/engine/plan.ts";
import type { Plan } from "#workers/engine/plan.ts";
import { makePriorityKey } from "#workers/engine/priority.ts";
import { rowOn } from "#workers/engine/calendar.ts";
import { buildMarket } from "../support/market-builder.ts";
import { longRuns } from "../support/random-market.ts";

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
      const bounds = plan.value.facts.topGainerBounds();
      for (let at = 0; at < members * words; at++) {
        const [word, member] = [Math.floor(at / members), at % members];
        const highest = highestKey(plan.value, member, word);
        expect(bounds.most[at]).toBeGreaterThanOrEqual(highest);
        bounds.sharpen(member, word);
        expect(bounds.most[at]).toBeGreaterThanOrEqual(highest);
        expect(bounds.most[at]).toBeLessThanOrEqual(highest * (1 + 2e-7));
      }
    });
    fc.assert(law, { numRuns: 20, endOnFailure: true });
  });
});
