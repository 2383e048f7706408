import { describe, expect, it } from "vitest";
import { makeCarriedCloses } from "#workers/shortcuts/carried-closes.ts";
import { makeLookAhead } from "#workers/shortcuts/exit-ahead.ts";
import { planRun } from "#workers/plan-run.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { makeTradeBook, tradeRulesOf } from "#workers/shortcuts/trade-book.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { syntheticMarket } from "../bench/synthetic-market.ts";

const MEMBERS = 240;
const SESSIONS = 400;
const market = syntheticMarket({ instruments: MEMBERS, sessions: SESSIONS });

function planWith(sell: Partial<Strategy["sell"]>, simulation: Partial<Strategy["simulation"]> = {}): Plan {
  const plan = planRun(
    {
      ...defaultStrategy,
      sell: { ...defaultStrategy.sell, ...sell },
      simulation: { ...defaultStrategy.simulation, ...simulation },
    },
    market,
  );
  if (!plan.ok) throw new Error(plan.problem.message);
  return plan.value;
}

describe("a book of trades", () => {
  it("says of every entry what looking ahead says, whatever was asked before, and past its room", () => {
    const plan = planWith({ trailingStopLoss: 6, takeProfit: 9 });
    const carried = makeCarriedCloses(plan.calendar, plan.prices.close);
    for (let member = 0; member < MEMBERS; member++) carried.ready(member);
    const lookAhead = makeLookAhead(plan, carried);
    const tradeOf = makeTradeBook(plan, carried);
    let different = 0;
    for (const minHoldingDays of [5, 0, 20, 5]) {
      for (let member = 0; member < MEMBERS; member++) {
        for (let session = 0; session < SESSIONS; session++) {
          const price = plan.prices.open[member * SESSIONS + session] ?? NaN;
          const { decided, filled, reason } = lookAhead({ member, session, price, minHoldingDays });
          const booked = tradeOf(member, session, minHoldingDays);
          const sold = filled < SESSIONS ? plan.prices.open[member * SESSIONS + filled] : 0;
          const isSame = booked?.decided === decided && booked.filled === filled && booked.reason === reason;
          if (!isSame || booked.entryPrice !== price || booked.exitPrice !== sold) different++;
        }
      }
    }
    expect(different).toBe(0);
  });

  it("serves strategies that differ in the shortest hold, and no others", () => {
    const rules = tradeRulesOf(planWith({}));
    expect(tradeRulesOf(planWith({ minHoldingDays: 17 }, { maxPositions: 3 }))).toBe(rules);
    for (const sell of [
      { trailingStopLoss: 4 },
      { stopLoss: 4 },
      { takeProfit: 4 },
      { maxHoldingDays: 40 },
    ]) {
      expect(tradeRulesOf(planWith(sell))).not.toBe(rules);
    }
    const simulations: Partial<Strategy["simulation"]>[] = [
      { fillAt: "next-close" },
      { slippagePercent: 1 },
      { endDate: "2001-01-02" },
    ];
    for (const simulation of simulations) expect(tradeRulesOf(planWith({}, simulation))).not.toBe(rules);
  });
});
