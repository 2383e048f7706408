import { describe, expect, it } from "vitest";
import { makeCarriedCloses } from "#workers/shortcuts/carried-closes.ts";
import { NEVER, makeLookAhead } from "#workers/shortcuts/exit-ahead.ts";
import { planRun } from "#workers/run/plan-run.ts";
import { NO_DATA } from "#workers/engine/ledger.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { makeTrade, makeTradeBooks, tradeRulesOf } from "#workers/shortcuts/trade-book.ts";
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
    const other = planWith({ trailingStopLoss: 3 });
    const carried = makeCarriedCloses(plan.calendar, plan.prices.close);
    for (let member = 0; member < MEMBERS; member++) carried.ready(member);
    const books = makeTradeBooks(plan.calendar, carried, 60);
    const booked = makeTrade();
    let different = 0;
    for (const minHoldingDays of [5, 0, 20]) {
      for (const own of [plan, other]) {
        const lookAhead = makeLookAhead(own, carried);
        for (let member = 0; member < MEMBERS; member++) {
          for (let session = 0; session < SESSIONS; session++) {
            const price = plan.prices.open[member * SESSIONS + session] ?? NaN;
            const { decided, filled, reason } = lookAhead({ member, session, price, minHoldingDays });
            booked.minHoldingDays = minHoldingDays;
            books.read(books.of(own), member, session, booked);
            const sold = filled < SESSIONS ? plan.prices.open[member * SESSIONS + filled] : 0;
            const rank = reason === NO_DATA ? 0 : 2 ** 30;
            const isSame = booked.decided === decided && booked.filled === filled && booked.rank === rank;
            const isPriced = booked.entryPrice === price && booked.exitPrice === sold;
            if (!isSame || !isPriced) different++;
          }
        }
      }
    }
    expect(different).toBe(0);
    expect(books.begun()).toBeGreaterThan(3);
  });

  it("keeps each trade, and knows entries on which there is no bar", () => {
    const plan = planWith({ trailingStopLoss: 6 });
    const calendar = { ...plan.calendar, present: plan.calendar.present.slice() };
    const bars = calendar.present[3 * calendar.words] ?? 0;
    calendar.present[3 * calendar.words] = bars & ~(1 << 9);
    const carried = makeCarriedCloses(calendar, plan.prices.close);
    const books = makeTradeBooks(calendar, carried, 60);
    const book = books.of(plan);
    const read = (member: number, session: number) => {
      const trade = makeTrade();
      books.read(book, member, session, trade);
      return trade;
    };
    const before = read(2, 50);
    expect(before.entryPrice).toBe(plan.prices.open[2 * SESSIONS + 50]);
    expect(read(3, 9)).toMatchObject({ decided: NEVER, filled: -1 });
    for (let session = 60; session < 90; session++) {
      for (let member = 0; member < MEMBERS; member++) read(member, session);
    }
    expect(read(2, 50)).toEqual(before);
    expect(books.begun()).toBe(0);
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
