/** Days and positions of runs by weights, with money in and out: what is explained is what the run held, planned and decided. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildMarket, dateOf } from "#tests/support/market-builder.ts";
import type { BarSpec } from "#tests/support/market-builder.ts";
import { portfolioRuns } from "#tests/support/random-portfolio.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { tries, whenFull } from "#tests/support/tries.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { explainDay } from "#workers/analysis/explain-day.ts";
import { followPosition } from "#workers/analysis/follow-position.ts";
import { explainText } from "#workers/commands/explain-text.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import { simulate } from "#workers/engine/simulate.ts";
import { measure } from "#workers/figures/measure.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { Decision } from "#workers/model/decision.ts";
import { lastRowOn } from "#workers/sessions/calendar.ts";
import { planRun } from "#workers/run/plan-run.ts";

function planned(strategy: object, series: Readonly<Record<string, readonly number[]>>): Plan {
  const market = buildMarket(
    Object.entries(series).map(([symbol, closes]) => ({
      symbol,
      bars: closes.map((close, at): BarSpec => [at, close, close]),
    })),
  );
  return valueOf(planRun(strategyOf(strategy), market));
}

function why(plan: Plan, instrument: string, session: number) {
  return valueOf(explainDay(plan, instrument, dateOf(session)));
}

/**
 * 60 and 40 percent of 1,000, set back when one is off by more than 5 points. Filled at the next close: 6 and 4 shares. Of 1,120
 * A is 64.2857 % (720); of 1,180 it is 66.1017 % (780), 6.1017 points too much: 72, which are 0.553846 shares at 130.
 */
const BANDED = {
  simulation: {
    startMargin: 1000,
    startDate: dateOf(0),
    maxPositions: 2,
    positionSizing: "weights",
    weights: [
      { symbol: "A", weight: "60" },
      { symbol: "B", weight: "40" },
    ],
    weightsAre: "percents",
    rebalance: "daily",
    rebalanceBand: { points: 5, percent: null },
    fillAt: "next-close",
    fractionalShares: true,
  },
};
const PRICES = { A: [100, 100, 120, 130, 130, 130], B: [100, 100, 100, 100, 100, 100] };

describe("a day of 60 and 40 with a band of 5 points", () => {
  const plan = planned(BANDED, PRICES);

  it("that orders what is new says how much of the account it is to be", () => {
    const { weights, account, position, decided } = why(plan, "A", 0);
    expect(weights).toMatchObject({ isSetBack: true, weight: 60, share: 0, target: 60, band: 5 });
    expect(account).toMatchObject({
      equity: 1000,
      cash: 1000,
      owed: 0,
      slotValue: 600,
      freeSlots: 2,
      openPositions: 0,
    });
    expect(position).toBeNull();
    expect(decided).toMatchObject([{ type: "candidate", outcome: "ordered" }]);
  });

  it("within the band says that nothing held was outside it", () => {
    const { weights, account, decided } = why(plan, "A", 2);
    expect(weights).toMatchObject({ isSetBack: true, target: 60, band: 5, isAnyOutside: false });
    expect(weights?.share).toBeCloseTo(64.285_714_286, 8);
    expect({ ...account, slotValue: null }).toMatchObject({ equity: 1120, cash: 0, slotValue: null });
    expect(decided).toEqual([]);
    expect(explainText(why(plan, "A", 2))).toContain(
      "Weight 60: 64.285714 % of the account, to be 60 %, set back beyond 5 points\n  60 = 60\n  kept: nothing held is outside its band\n",
    );
  });

  it("outside it says by how much it was off, and what is sold and bought for it", () => {
    const sold = why(plan, "A", 3);
    expect(sold.weights?.isAnyOutside).toBe(true);
    expect(sold.decided).toEqual([
      {
        type: "part",
        day: expect.any(Number),
        instrument: "A",
        reason: "rebalance",
        quantity: expect.closeTo(0.553_846_154, 8),
        shares: { share: expect.closeTo(66.101_694_915, 8), target: 60 },
      },
    ]);
    expect(sold.next).toMatchObject([{ type: "sell", reason: "rebalance", price: 130 }]);
    expect(sold.position).toMatchObject({ quantity: 6, entryPrice: 100 });
    expect(explainText(sold)).toContain(
      "0.55384615 to be sold: rebalance, 66.101695 % of the account is 6.1016949 points above its 60 %",
    );
    const bought = why(plan, "B", 3);
    expect(bought.decided).toMatchObject([
      { type: "more", money: expect.closeTo(72, 9), isMoneyIn: false, shares: { target: 40 } },
    ]);
    expect(bought.account.slotValue).toBeCloseTo(72, 9);
    expect(explainText(bought)).toContain("more to be bought for 72: rebalance, 33.898305 % of the account");
  });

  it("behind it has what is left, and what more of it made of its cost a share", () => {
    const { position } = why(plan, "A", 4);
    expect(position?.quantity).toBeCloseTo(6 - 72 / 130, 9);
    expect(position?.entryPrice).toBe(100); // a sale doesn't move it
    expect(why(plan, "A", 4).soldByOrder).toBe(false);
    expect(why(plan, "B", 4).position).toMatchObject({ quantity: expect.closeTo(4.72, 9), entryPrice: 100 });
  });

  it("follows the position through its parts", () => {
    const [a, b] = measure(plan, simulate(plan)).positions;
    if (!a || !b) throw new Error("two positions");
    const path = valueOf(followPosition(plan, a));
    expect(path.fills).toMatchObject([
      { date: dateOf(1), side: "buy", quantity: 6, price: 100 },
      { date: dateOf(4), side: "sell", reason: "rebalance", price: 130 },
    ]);
    expect(path.entryDecision.date).toBe(dateOf(0));
    expect(path.exitDecision?.date).toBe(dateOf(5)); // still held: the last session of the run
    expect(Array.from(path.peak)).toEqual([100, 120, 130, 130, 130]);
    expect(Array.from(valueOf(followPosition(plan, b)).entryPrice)).toEqual([100, 100, 100, 100, 100]);
  });
});

describe("a position whose cost a share moves", () => {
  // 100 % of 1,000 in A: 10 at 100; 1,100 more come in when it is at 110, which buy 10 more: 105 a share; the stop of 10 % goes
  // from 90 to 94.5, and the close of 94 sells
  const plan = planned(
    {
      sell: { stopLoss: 10 },
      simulation: {
        ...BANDED.simulation,
        maxPositions: 1,
        weights: [{ symbol: "A", weight: "100" }],
        rebalanceBand: null,
        rebalance: "never",
        flows: [{ amount: 1100, every: "once", from: dateOf(2) }],
      },
    },
    { A: [100, 100, 110, 110, 94, 94, 94] },
  );

  it("has its stop go with the cost", () => {
    const [position] = measure(plan, simulate(plan)).positions;
    if (!position) throw new Error("a position");
    expect(position).toMatchObject({ exitReason: "stop-loss", quantity: expect.closeTo(20, 9) });
    const path = valueOf(followPosition(plan, position));
    expect(Array.from(path.entryPrice)).toEqual([100, 100, 105, 105]);
    expect(path.stopLoss && Array.from(path.stopLoss)).toEqual([90, 90, 94.5, 94.5]);
    expect(path.exitDecision).toMatchObject({ date: dateOf(4), position: { entryPrice: 105 } });
    const cameIn = why(plan, "A", 2);
    expect(cameIn.decided).toMatchObject([{ type: "more", money: 1100, isMoneyIn: true }]);
    expect(explainText(cameIn)).toContain("more to be bought for 1100: money that came in");
  });
});

const KINDS: ReadonlySet<Decision["type"]> = new Set(["exit", "part", "more", "candidate"]);

describe("any day of any run by weights or with money in and out", () => {
  it("has books that add up over all instruments, and the log's own decisions", () => {
    const seen = { held: 0, parts: 0, more: 0, owed: 0, sameClose: 0 };
    fc.assert(
      fc.property(portfolioRuns(), fc.nat(), ({ series, strategy }, place) => {
        const built = planRun(strategy, buildMarket(series));
        if (!built.ok) return;
        const plan = built.value;
        const { firstSession, lastSession, sessionDay, market, universe } = plan;
        const log: Decision[] = [];
        const run = simulate(plan, { log });
        // a day on which something was decided by weights, or any
        const telling = log.filter(({ type }) => type === "part" || type === "more");
        const chosen = telling[place % Math.max(1, telling.length)]?.day;
        const session =
          chosen === undefined
            ? firstSession + (place % (lastSession - firstSession + 1))
            : sessionDay.indexOf(chosen);
        const day = sessionDay[session] ?? 0;
        const at = session - firstSession;
        const isSameClose = strategy.simulation.fillAt === "same-close";
        let worth = 0;
        for (const [member, instrument] of universe.entries()) {
          const symbol = market.instruments[instrument]?.symbol ?? "";
          const explained = valueOf(explainDay(plan, symbol, formatIsoDay(day)));
          const { position, account, decided, weights } = explained;
          expect(account).toMatchObject({
            equity: run.equity[at],
            cash: run.cash[at],
            openPositions: run.openPositions[at],
          });
          expect(account.owed).toBe(run.moves?.owed[at] ?? 0);
          const own = log.filter((each) => each.day === day && each.instrument === symbol);
          // what is filled at the close of its signal comes behind what is explained
          const isTold = ({ type }: Decision) => !isSameClose || KINDS.has(type);
          expect(decided.filter(isTold)).toEqual(own.filter(isTold));
          seen.parts += decided.filter(({ type }) => type === "part").length;
          seen.more += decided.filter(({ type }) => type === "more").length;
          if (position === null) continue;
          const close = plan.priceOf.close(lastRowOn(plan.calendar, member, session), member);
          worth += position.quantity * close;
          const rest = account.equity - account.owed;
          const share = rest > 0 ? ((position.quantity * close) / rest) * 100 : 0;
          expect(weights?.share ?? share).toBeCloseTo(share, 6);
          seen.held++;
          seen.sameClose += Number(isSameClose);
          seen.owed += Number(account.owed > 0);
        }
        const books = (run.cash[at] ?? 0) + worth;
        expect(Math.abs(books - (run.equity[at] ?? 0))).toBeLessThan(1e-7 * strategy.simulation.startMargin);
      }),
      { numRuns: tries(600) },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(whenFull(20));
  });

  it("has positions that can be followed, from their first fill to their last", () => {
    const seen = { parts: 0, ended: 0, open: 0, sameClose: 0 };
    fc.assert(
      fc.property(portfolioRuns(), ({ series, strategy }) => {
        const built = planRun(strategy, buildMarket(series));
        if (!built.ok) return;
        const plan = built.value;
        for (const position of measure(plan, simulate(plan)).positions.slice(0, 6)) {
          const path = valueOf(followPosition(plan, position));
          const { fills } = path;
          const total = (side: string) =>
            fills.filter((fill) => fill.side === side).reduce((sum, { quantity }) => sum + quantity, 0);
          expect(total("buy")).toBeCloseTo(position.quantity, 6);
          expect(fills[0]).toMatchObject({ side: "buy", date: position.entryDate });
          expect(path.peak).toHaveLength(path.day.length);
          expect(path.entryPrice).toHaveLength(path.day.length);
          expect(path.entryDecision.date <= position.entryDate).toBe(true);
          const isOpen = position.exitReason === "open";
          const ending = { side: "sell", date: position.exitDate, reason: position.exitReason };
          expect(fills.at(-1)).toMatchObject(isOpen ? {} : ending);
          expect(isOpen ? position.quantity : total("sell")).toBeCloseTo(position.quantity, 6);
          seen.ended += Number(!isOpen);
          seen.open += Number(isOpen);
          seen.parts += Number(fills.length > 2);
          seen.sameClose += Number(strategy.simulation.fillAt === "same-close");
        }
      }),
      { numRuns: tries(300) },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(whenFull(20));
  });
});
