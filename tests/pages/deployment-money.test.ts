/** What the pages say of an account by weights, with money in and out: orders, what waits, dates to come, growth. */
import { describe, expect, it } from "vitest";
import { uncoveredSeries } from "#src/format/uncovered-series.ts";
import { ringing, tradingOf } from "#src/pages/deployments/alarms.ts";
import { accountFigures, waitingSince } from "#src/pages/deployments/figures.ts";
import { movedWords } from "#src/pages/deployments/money-part.tsx";
import { orderLines, ordersText, restingLines, waitingOrders } from "#src/pages/deployments/orders.ts";
import { nextMoney } from "#src/pages/deployments/plan-dates.ts";
import { paidFills, realAccount } from "#src/pages/deployments/real-account.ts";
import { closeOf, recordOf } from "#src/storage/deployment-record.ts";
import { accountStart, bars } from "#tests/deploy/small-account.ts";
import { goneOn, smallStrategy } from "#tests/deploy/small-deployment.ts";
import { buildMarket, dateOf } from "#tests/support/market-builder.ts";
import { itemAt } from "#tests/support/reference-series.ts";
import { valueOf } from "#tests/support/value-of.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import type { Flow } from "#workers/model/flow.ts";
import { parseStrategy } from "#workers/model/strategy.ts";

const half = { positionSizing: "weights", weight: "50", weightsAre: "percents", rebalance: "daily" };
/** A part of X is to be sold behind session 2, and more of it bought behind 3. */
const ofHalf = goneOn(
  accountStart({ simulation: half }),
  buildMarket([bars("X", [100, 100, [100, 125], [125, 100], 90])]),
);
const upTo = (deployment: Deployment, session: number) => deployment.ledger.slice(0, session);
const last = (deployment: Deployment, session: number) => itemAt(deployment.ledger, session - 1);

describe("orders of parts", () => {
  it("say of how much the part is, and why", () => {
    const [part] = orderLines(last(ofHalf, 2), false);
    expect(part).toMatchObject({ key: "sell X", of: 5, why: "Set back to plan" });
    expect(part?.quantity).toBeCloseTo(0.5, 9);
    expect(part?.money).toBeCloseTo(62.5, 9);
    expect(ordersText(orderLines(last(ofHalf, 2), false), [], "USD")).toContain("Sell 0.5 of 5 X ($63)");
    const [more] = orderLines(last(ofHalf, 3), false);
    expect(more).toMatchObject({ key: "buy X", of: null, why: "Set back to plan" });
    expect(orderLines(last(ofHalf, 1), false)[0]?.why).toBe("Passed the scanner and the buy rules");
  });

  it("are all of what is held behind a stop", () => {
    expect(orderLines(last(ofHalf, 2), true)).toMatchObject([
      { key: "sell X", quantity: 5, of: null, why: "Stopped by you" },
    ]);
  });

  it("leave the rest of a position to the stops that rest", () => {
    const strategy = valueOf(parseStrategy(ofHalf.strategy));
    const sell = { ...strategy.sell, stopLoss: 10, stopOrders: "resting" as const };
    const sessions = upTo(ofHalf, 2).map(({ session }) => session);
    const resting = (fillAt: "next-open" | "next-close") =>
      restingLines(
        last(ofHalf, 2),
        { ...strategy, sell, simulation: { ...strategy.simulation, fillAt } },
        { sessions, isStopped: false },
      );
    expect(resting("next-open")).toMatchObject([{ kind: "stop", level: 90 }]);
    expect(resting("next-open")[0]?.quantity).toBeCloseTo(4.5, 9);
    // stops are looked at before the part is sold at the close
    expect(resting("next-close")[0]?.quantity).toBe(5);
  });

  it("say since when they wait for a price", () => {
    const flows = [{ amount: 100, every: "once", from: dateOf(3) }];
    const simulation = { ...half, weight: "100", rebalance: "never", schedule: "monthly", flows };
    const weights = [{ symbol: "X", weight: "100" }];
    const waits = goneOn(
      accountStart({ simulation: { ...simulation, weight: null, weights } }),
      buildMarket([bars("X", [100, 100, 100, 100, null, null, 50]), bars("Y", [9, 9, 9, 9, 9, 9, 9])]),
    );
    expect([...waitingOrders(upTo(waits, 3))]).toEqual([]);
    expect([...waitingOrders(upTo(waits, 4))]).toEqual([["buy X", dateOf(3)]]);
    expect([...waitingOrders(upTo(waits, 5))]).toEqual([["buy X", dateOf(3)]]);
    expect([...waitingOrders(upTo(waits, 6))]).toEqual([]);
    const [line] = orderLines(last(waits, 5), false, waitingOrders(upTo(waits, 5)));
    expect(line?.why).toBe("Money that came in; waits since 04/01/2020 for a price");
  });
});

describe("money by the plan", () => {
  const begins = "2020-01-15";
  const next = (flow: Flow, sessions: readonly string[] = ["2020-01-16", "2020-03-20"]) =>
    nextMoney([flow], { begins, sessions });

  it("comes next on the first date behind the last session", () => {
    expect(next({ amount: 100, every: "monthly" })).toEqual([
      { date: "2020-04-15", amount: 100, percent: null, growBy: null },
    ]);
    expect(next({ amount: -50, every: "weekly", from: "2020-03-06" })[0]?.date).toBe("2020-03-27");
    expect(next({ percent: -4, every: "yearly", from: "2020-01-31" })).toEqual([
      { date: "2021-01-31", amount: null, percent: 4, growBy: null },
    ]);
    expect(next({ amount: 1, every: "once", from: "2020-03-20" })).toEqual([]);
    expect(next({ amount: 1, every: "once", from: "2020-03-21", growBy: "CPI" })).toEqual([
      { date: "2020-03-21", amount: 1, percent: null, growBy: "CPI" },
    ]);
    expect(next({ amount: 1, every: "monthly", to: "2020-04-14" })).toEqual([]);
  });

  it("stays on the last day of months that are shorter", () => {
    expect(next({ amount: 1, every: "monthly", from: "2019-10-31" })[0]?.date).toBe("2020-03-31");
    expect(next({ amount: 1, every: "quarterly", from: "2019-11-30" })[0]?.date).toBe("2020-05-30");
  });

  it("grows by years, counted in the dates that count", () => {
    // February 2020 is the first that counts: the twelfth behind it is February 2021
    const flow: Flow = { amount: 100, every: "monthly", growPercent: 10 };
    expect(next(flow, ["2020-01-16", "2021-01-14"])[0]).toMatchObject({ date: "2021-01-15", amount: 100 });
    expect(next(flow, ["2020-01-16", "2021-01-15"])[0]?.date).toBe("2021-02-15");
    expect(next(flow, ["2020-01-16", "2021-01-15"])[0]?.amount).toBeCloseTo(110, 9);
  });

  it("of several has the next of each, by date", () => {
    const flows: Flow[] = [
      { amount: 1, every: "yearly" },
      { amount: 2, every: "weekly" },
    ];
    expect(nextMoney(flows, { begins, sessions: [] }).map(({ date, amount }) => [date, amount])).toEqual([
      ["2020-01-22", 2],
      ["2021-01-15", 1],
    ]);
  });

  it("is told with what a person does about it", () => {
    const flows = [
      { amount: 100, every: "once", from: dateOf(2) },
      { amount: -700, every: "once", from: dateOf(3) },
    ];
    const gone = goneOn(
      accountStart({ simulation: { maxPositions: 1, flows } }),
      buildMarket([bars("X", [100, 100, 100, 100, 100, 100])]),
    );
    const told = (session: number) => movedWords(last(gone, session), "USD");
    expect(told(1)).toBe("");
    expect(told(2)).toBe("On 03/01/2020 $100 came in by the plan: put it into your broker's account, too.");
    expect(told(3)).toBe(
      "On 04/01/2020 $100 was paid out by the plan: take it out of your broker's account, too. $600 is still to be paid out, as soon as something is sold.",
    );
    expect(told(4)).toBe(
      "On 05/01/2020 $600 was paid out by the plan: take it out of your broker's account, too.",
    );
    expect(movedWords(undefined, "USD")).toBe("");
  });
});

describe("an account with money in and out", () => {
  const flows = [{ amount: -500, every: "once", from: dateOf(3) }];
  /** 1,000 become 2,000 by session 3, of which 500 are owed then and paid on 4; 5 falls by a half. */
  const gone = goneOn(
    accountStart({ simulation: { flows } }),
    buildMarket([bars("X", [100, 100, 100, 200, 200, 100])]),
  );
  const figures = accountFigures(1000, gone.ledger.map(closeOf));

  it("grows and falls as if none had come or gone", () => {
    expect(figures).toMatchObject({ equity: 750, putIn: 500, isMoved: true });
    expect(figures.growth).toBeCloseTo(0, 9);
    expect(figures.drawdown).toBeCloseTo(-50, 9);
    expect(figures.dayChange).toBeCloseTo(-50, 9);
    expect(figures.sessionsUnderWater).toBe(1);
  });

  it("rings its alarms by that", () => {
    const trading = tradingOf({}, gone.ledger);
    expect(ringing({ drawdown: 49 }, figures, trading, null).map(({ text }) => text)).toEqual([
      "The account is 50.0% below its highest close, money that came and went aside; you asked to be told from 49% on.",
    ]);
    expect(ringing({ drawdown: 51 }, figures, trading, null)).toEqual([]);
  });

  it("as actually paid has the same money, and sells the same part of what is really held", () => {
    // bought 12 where the virtual account has 10; a quarter of it is sold for the payment
    const bought = { session: dateOf(2), instrument: "X", side: "buy", reason: null, commission: 0 } as const;
    const real = [{ ...bought, quantity: 12, price: 80 }];
    const account = realAccount(gone, paidFills({ ...gone, real }));
    // 1,000 - 960 for 12, + 3 x 200, - 500
    expect(account.cash).toBeCloseTo(140, 9);
    expect(account.equity).toBeCloseTo(140 + 9 * 100, 9);
    expect(realAccount(gone, paidFills(gone)).equity).toBeCloseTo(750, 9);
  });
});

/** Whether a deployment of which nothing is recorded since 3 March 2025 waits for prices on a day. */
const waits = (frequency: "daily" | "weekly" | "monthly", now: string) => {
  const record = recordOf("d", accountStart({}, { frequency, begins: "2025-03-03" }), {
    createdAt: 0,
    updatedAt: 0,
  });
  return waitingSince(record, [], Date.parse(`${now}T12:00:00Z`)) !== null;
};

it("waits for prices by what its bars are", () => {
  expect([waits("daily", "2025-03-07"), waits("daily", "2025-03-08")]).toEqual([false, true]);
  expect([waits("weekly", "2025-03-14"), waits("weekly", "2025-03-15")]).toEqual([false, true]);
  expect([waits("monthly", "2025-04-07"), waits("monthly", "2025-04-08")]).toEqual([false, true]);
});

it("names the series that no hash covers", () => {
  const simulation = {
    cash: { yield: "TBILL" },
    flows: [
      { amount: 1, every: "monthly", growBy: "CPI" },
      { amount: 2, every: "yearly", growBy: "CPI" },
    ],
  };
  const rules = ['of("GOLD", close) > 1', "market(close > sma(3))"];
  const whole = { ...Object(accountStart({ simulation }).strategy), sell: { rules } };
  expect(uncoveredSeries(whole)).toEqual([
    "TBILL, by which idle money earns",
    "CPI, by which money in and out grows",
    "GOLD, which rules ask",
    "the dataset's index, which rules ask",
  ]);
  expect(
    uncoveredSeries(
      smallStrategy({ simulation: { benchmark: "EF" }, buy: { rules: ["market(close) > 1"] } }),
    ),
  ).toEqual(["EF, which rules ask"]);
  expect(uncoveredSeries(smallStrategy())).toEqual([]);
  expect(uncoveredSeries("nothing")).toEqual([]);
});
