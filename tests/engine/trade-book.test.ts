import { describe, expect, it } from "vitest";
import { makeCarriedCloses } from "#workers/shortcuts/carried-closes.ts";
import { NEVER, makeLookAhead } from "#workers/shortcuts/exit-ahead.ts";
import { planRun } from "#workers/plan-run.ts";
import { NO_DATA } from "#workers/engine/ledger.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { makeSweepMemory } from "#workers/shortcuts/sweep-memory.ts";
import type { SweepMemory } from "#workers/shortcuts/sweep-memory.ts";
import { makeTradeBooks, tradeRulesOf } from "#workers/shortcuts/trade-book.ts";
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

function memoryFor(plan: Plan, blocks: number): SweepMemory {
  const memory = makeSweepMemory(plan.calendar, 1, blocks, () => 0);
  if (memory === null) throw new Error("this device has no WebAssembly");
  return memory;
}

/** The fields of a trade where the kernel reads them. */
function tradeAt({ wholes, doubles }: SweepMemory, address: number) {
  const [held, decided, filled, rank] = wholes.subarray(address / 4);
  const [entryPrice, exitPrice] = doubles.subarray(address / 8 + 2);
  return { held, decided, filled, rank, entryPrice, exitPrice };
}

describe("a book of trades", () => {
  it("says of every entry what looking ahead says, whatever was asked before, and past its room", () => {
    const plan = planWith({ trailingStopLoss: 6, takeProfit: 9 });
    const other = planWith({ trailingStopLoss: 3 });
    const blocks = 60;
    const memory = memoryFor(plan, blocks);
    const carried = makeCarriedCloses(plan.calendar, plan.prices.close, memory.closes);
    for (let member = 0; member < MEMBERS; member++) carried.ready(member);
    const books = makeTradeBooks(memory, plan.calendar, carried, blocks);
    let different = 0;
    for (const minHoldingDays of [5, 0, 20]) {
      for (const own of [plan, other]) {
        const lookAhead = makeLookAhead(own, carried);
        for (let member = 0; member < MEMBERS; member++) {
          for (let session = 0; session < SESSIONS; session++) {
            const price = plan.prices.open[member * SESSIONS + session] ?? NaN;
            const { decided, filled, reason } = lookAhead({ member, session, price, minHoldingDays });
            const address = books.write(books.of(own), member, session, minHoldingDays);
            const booked = tradeAt(memory, address);
            const sold = filled < SESSIONS ? plan.prices.open[member * SESSIONS + filled] : 0;
            const rank = reason === NO_DATA ? 0 : 2 ** 30;
            const isSame = booked.decided === decided && booked.filled === filled && booked.rank === rank;
            const isPriced = booked.entryPrice === price && booked.exitPrice === sold;
            if (!isSame || !isPriced || booked.held !== minHoldingDays + 1) different++;
          }
        }
      }
    }
    expect(different).toBe(0);
    expect(books.begun()).toBeGreaterThan(3);
  });

  it("keeps each trade in its place until all begin anew, and knows entries on which there is no bar", () => {
    const plan = planWith({ trailingStopLoss: 6 });
    const blocks = 60;
    const memory = memoryFor(plan, blocks);
    const calendar = { ...plan.calendar, present: plan.calendar.present.slice() };
    const bars = calendar.present[3 * calendar.words] ?? 0;
    calendar.present[3 * calendar.words] = bars & ~(1 << 9);
    const carried = makeCarriedCloses(calendar, plan.prices.close, memory.closes);
    const books = makeTradeBooks(memory, calendar, carried, blocks);
    const book = books.of(plan);
    const first = books.write(book, 2, 50, 0);
    const before = tradeAt(memory, first);
    const none = books.write(book, 3, 9, 0);
    expect(tradeAt(memory, none)).toMatchObject({ decided: NEVER, filled: -1 });
    for (let session = 60; session < 90; session++) {
      for (let member = 0; member < MEMBERS; member++) books.write(book, member, session, 0);
    }
    expect(tradeAt(memory, first)).toEqual(before);
    expect([books.write(book, 2, 50, 0), books.begun()]).toEqual([first, 0]);
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
