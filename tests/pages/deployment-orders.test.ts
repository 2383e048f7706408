/** Tonight's orders as lines and as files for brokers, stops that rest, the real account, and what an account is measured by. */
import { describe, expect, it } from "vitest";
import { newlyRinging, ringing, tradingOf } from "#src/pages/deployments/alarms.ts";
import { accountFigures, waitingSince } from "#src/pages/deployments/figures.ts";
import {
  interactiveBrokersBasket,
  interactiveBrokersRebalance,
  kiteBasket,
  orderLines,
  ordersCsv,
  ordersText,
  restingLines,
  restingStops,
  stopsText,
} from "#src/pages/deployments/orders.ts";
import { paidFills, realAccount } from "#src/pages/deployments/real-account.ts";
import { recordOf } from "#src/storage/deployment-record.ts";
import { bareDeployment, quietEntry, withSessions } from "#tests/storage/sample-deployment.ts";
import type { Deployment, DeploymentEntry, DeploymentFill } from "#workers/model/deployment.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

function at(iso: string): number {
  return Date.parse(`${iso}T12:00:00Z`);
}

const position = {
  instrument: "CD",
  entryDate: "2025-03-20",
  entryPrice: 100,
  quantity: 7,
  peak: 120,
  close: 110,
  closeDate: "2025-03-21",
};
const entry: DeploymentEntry = {
  ...quietEntry(bareDeployment, "2025-03-21"),
  decisions: {
    sells: [{ instrument: "CD", reason: "rule", quantity: 7 }],
    buys: [
      { instrument: "EF", slotValue: 5000, quantity: 20 },
      { instrument: "M&M", slotValue: 5000, quantity: 0 },
    ],
  },
  positions: [position, { ...position, instrument: "XY", quantity: 2 }],
};

/** Closes of an account without money in and out. */
const closes = (...equity: readonly number[]) =>
  equity.map((value, place) => ({
    session: `2025-03-0${place + 1}`,
    equity: value,
    growth: value,
    in: 0,
    out: 0,
  }));
const accountOf = (deployment: Deployment) => realAccount(deployment, paidFills(deployment));

describe("orders", () => {
  const lines = orderLines(entry, false);

  it("are those that were decided, sells first, with estimated money", () => {
    expect(lines.map(({ key, quantity, money }) => [key, quantity, money])).toEqual([
      ["sell CD", 7, 770],
      ["buy EF", 20, 5000],
      ["buy M&M", 0, 5000],
    ]);
    expect(ordersText(lines.slice(0, 2), [], "INR")).toBe(
      "Sell 7 CD (₹770): Sell rule\nBuy about 20 EF (₹5,000): Passed the scanner and the buy rules",
    );
    expect(ordersCsv(lines, []).split("\r\n").slice(0, 2)).toEqual([
      "order,instrument,quantity,level,estimated_money,why",
      "sell,CD,7,,770,Sell rule",
    ]);
  });

  it("of a stopped account sell everything and buy nothing", () => {
    expect(orderLines(entry, true).map(({ key, why }) => [key, why])).toEqual([
      ["sell CD", "Sell rule"],
      ["sell XY", "Stopped by you"],
    ]);
  });

  it("are a basket of each broker, without what can't be bought", () => {
    expect(interactiveBrokersBasket(lines, "USD", "next-open")).toBe(
      "Action,Quantity,Symbol,SecType,Exchange,Currency,TimeInForce,OrderType\r\n" +
        "SELL,7,CD,STK,SMART,USD,OPG,MKT\r\nBUY,20,EF,STK,SMART,USD,OPG,MKT\r\n",
    );
    expect(interactiveBrokersBasket(lines, "USD", "next-close").split("\r\n").slice(1, 3)).toEqual([
      "SELL,7,CD,STK,SMART,USD,DAY,MOC",
      "BUY,20,EF,STK,SMART,USD,DAY,MOC",
    ]);
    const basket: unknown = JSON.parse(kiteBasket(lines, "NSE"));
    expect(basket).toEqual([
      expect.objectContaining({
        tradingsymbol: "CD",
        transaction_type: "SELL",
        quantity: 7,
        exchange: "NSE",
      }),
      expect.objectContaining({ tradingsymbol: "EF", transaction_type: "BUY", quantity: 20 }),
    ]);
  });
});

describe("percents for a window that rebalances", () => {
  // 10,000 in all: CD 4,000, XY 3,000, 3,000 in cash
  const held = [
    { ...position, quantity: 40, close: 100 },
    { ...position, instrument: "XY", quantity: 30, close: 100 },
  ];
  const account: DeploymentEntry = { ...entry, equity: 10_000, cash: 3000, positions: held };
  const told = (decisions: DeploymentEntry["decisions"], terms = { currency: "USD", exchange: "NYSE" }) => {
    const last = { ...account, decisions };
    return interactiveBrokersRebalance(orderLines(last, false), last, terms).split("\r\n");
  };

  it("are what each with an order is to be of the account, a part sold or all, in ten columns", () => {
    const lines = told({
      sells: [
        { instrument: "CD", reason: "rebalance", quantity: 10 },
        { instrument: "XY", reason: "weight", quantity: 30 },
      ],
      buys: [{ instrument: "EF", slotValue: 2500, quantity: 20 }],
    });
    expect(lines).toEqual([
      "DES,CD,STK,SMART/AMEX,,,,,,30.0000",
      "DES,XY,STK,SMART/AMEX,,,,,,0.0000",
      "DES,EF,STK,SMART/AMEX,,,,,,25.0000",
      "",
    ]);
  });

  it("are of what there is money for, and of the exchange where that is not in the United States", () => {
    // 3,000 of cash for 4,000: each gets three quarters; XY has 3,000 already
    const buys = [
      { instrument: "XY", slotValue: 1000, quantity: 10 },
      { instrument: "EF", slotValue: 3000, quantity: 20 },
    ];
    expect(told({ sells: [], buys }, { currency: "EUR", exchange: "IBIS" }).slice(0, 2)).toEqual([
      "DES,XY,STK,SMART/IBIS,,,,,,37.5000",
      "DES,EF,STK,SMART/IBIS,,,,,,22.5000",
    ]);
  });
});

it("stops rest at the higher of the fixed and the trailing one", () => {
  const sell = { ...defaultStrategy.sell, stopLoss: 5, trailingStopLoss: 10, takeProfit: 50 };
  const stops = restingStops(position, { ...defaultStrategy, sell });
  expect(stops).toEqual({ stop: 108, target: 150 });
  expect(stopsText(stops, "INR")).toBe("stop 108.00, target 150.00");
  const none = { ...defaultStrategy.sell, stopLoss: null, trailingStopLoss: null, takeProfit: null };
  expect(restingStops(position, { ...defaultStrategy, sell: none })).toEqual({ stop: null, target: null });
});

it("that rest lie beside tonight's, for what is not sold anyway", () => {
  const sell = {
    ...defaultStrategy.sell,
    stopLoss: 5,
    trailingStopLoss: 10,
    takeProfit: 50,
    minHoldingDays: 2,
  };
  const resting = { ...defaultStrategy, sell: { ...sell, stopOrders: "resting" as const } };
  const sessions = ["2025-03-20", "2025-03-21"]; // bought on the first: held two sessions at the next one
  const lines = restingLines(entry, resting, { sessions, isStopped: false });
  expect(lines.map(({ key, quantity, level }) => [key, quantity, level])).toEqual([
    ["stop XY", 2, 108],
    ["target XY", 2, 150],
  ]);
  expect(restingLines(entry, { ...resting, sell }, { sessions, isStopped: false })).toEqual([]);
  expect(restingLines(entry, resting, { sessions, isStopped: true })).toEqual([]);
  const longer = { ...resting, sell: { ...resting.sell, minHoldingDays: 3 } };
  expect(restingLines(entry, longer, { sessions, isStopped: false })).toEqual([]);
  expect(ordersText([], lines, "INR")).toBe(
    "Leave resting: sell 2 XY at a stop of 108.00 (₹216)\nLeave resting: sell 2 XY at a target of 150.00 (₹300)",
  );
  expect(ordersCsv([], lines).split("\r\n").slice(1, 3)).toEqual([
    "sell at a stop,XY,2,108,216,Rests until it is reached",
    "sell at a target,XY,2,150,300,Rests until it is reached",
  ]);
});

describe("the real account", () => {
  const buy: DeploymentFill = {
    instrument: "CD",
    side: "buy",
    reason: null,
    quantity: 10,
    price: 100,
    commission: 5,
  };
  const first = quietEntry(bareDeployment, "2025-03-21");
  const ledger = [
    { ...first, fills: [buy], cash: 98_995, equity: 100_095, positions: [{ ...position, quantity: 10 }] },
  ];

  it("is the virtual one where nothing was written in", () => {
    expect(accountOf({ ...bareDeployment, ledger })).toEqual({
      cash: 98_995,
      equity: 100_095,
      slippage: 0,
      written: 0,
    });
  });

  it("has what was paid, and the slippage between", () => {
    const real = [{ ...buy, session: "2025-03-21", price: 101, commission: 7 }];
    const paid: Deployment = { ...bareDeployment, ledger, real };
    expect(paidFills(paid)).toMatchObject([{ slippage: 12 }]);
    expect(accountOf(paid)).toEqual({ cash: 98_983, equity: 100_083, slippage: 12, written: 1 });
  });

  const sell: DeploymentFill = { ...buy, side: "sell", reason: "rule", price: 120, commission: 10 };
  const sold = [...ledger, { ...first, session: "2025-03-24", fills: [sell], positions: [] }];

  it("sells what was really bought where nothing is written in for the sale, at its rate of costs", () => {
    const real = [{ ...buy, session: "2025-03-21", quantity: 8, commission: 4 }];
    // 100 000 - 8 x 100 - 4 + 8 x 120 - 8
    expect(accountOf({ ...bareDeployment, ledger: sold, real })).toMatchObject({
      cash: 100_148,
      equity: 100_148,
    });
  });

  it("counts what was really left of a sale at the price of the virtual one", () => {
    const real = [{ ...sell, session: "2025-03-24", quantity: 6, price: 119, commission: 6 }];
    // 100 000 - 1 000 - 5 + 6 x 119 - 6, and 4 shares are left at 120
    expect(accountOf({ ...bareDeployment, ledger: sold, real })).toMatchObject({
      cash: 99_703,
      equity: 100_183,
    });
  });
});

describe("figures of an account", () => {
  it("are worked out of its closes", () => {
    const figures = accountFigures(100, closes(110, 88, 99));
    expect(figures.equity).toBe(99);
    expect(figures.dayChange).toBeCloseTo(12.5, 10);
    expect(figures.growth).toBeCloseTo(-1, 10);
    expect(figures.drawdown).toBeCloseTo(-10, 10);
    expect(figures.deepest).toBeCloseTo(-20, 10);
    expect(figures.sessionsUnderWater).toBe(2);
    expect(accountFigures(100, [])).toMatchObject({ equity: 100, dayChange: null, growth: 0, drawdown: 0 });
  });

  it("ring at a drawdown, at days under water, and at other trades than expected", () => {
    const figures = accountFigures(100, closes(110, 88, 99));
    const { ledger } = withSessions(bareDeployment, "2025-03-21", "2025-03-24", "2025-03-25");
    const ring = (alarms: Parameters<typeof ringing>[0]) =>
      ringing(alarms, figures, tradingOf({}, ledger), 2).map(({ text }) => text);
    expect(ring({})).toEqual([]);
    expect(ring({ drawdown: 9 })).toHaveLength(1);
    expect(ring({ drawdown: 11 })).toEqual([]);
    expect(ring({ daysUnderWater: 2 })).toHaveLength(1);
    expect(ring({ daysUnderWater: 3 })).toEqual([]);
    expect(ring({ tradesFactor: 2 }).join()).toContain(
      "So far it had no fills, where its backtest suggests about 6;",
    );
  });

  it("are told of once: by the sessions with which an alarm begins to ring", async () => {
    const quiet = withSessions(bareDeployment, "2025-03-21", "2025-03-24", "2025-03-25");
    const equity = [100_000, 94_000, 88_000];
    const ledger = quiet.ledger.map((one, number) => Object.assign({}, one, { equity: equity[number] }));
    const news = (drawdown: number, added: number) => {
      const times = { createdAt: 0, updatedAt: 0, alarms: { drawdown } };
      const deployment = { ...quiet, ledger };
      return newlyRinging({ record: recordOf("d-1", deployment, times), deployment }, added);
    };
    expect(await news(10, 1)).toEqual([expect.stringMatching(/^The account is 12[.,]0% below/)]);
    expect(await news(5, 1)).toEqual([]);
    expect(await news(5, 3)).toHaveLength(1);
    expect(await news(20, 3)).toEqual([]);
  });

  it("wait for prices when the next session is overdue, and never for those that are played", () => {
    const sessions = ["2025-03-19", "2025-03-20", "2025-03-21"];
    const times = { createdAt: 0, updatedAt: 0 };
    const record = recordOf("d-1", withSessions(bareDeployment, "2025-03-21"), times);
    expect(waitingSince(record, sessions, at("2025-03-24"))).toBeNull();
    expect(waitingSince(record, sessions, at("2025-03-26"))).toBe("2025-03-21");
    expect(waitingSince(record, ["2025-02-21", "2025-03-21"], at("2025-03-26"))).toBeNull();
    expect(waitingSince({ ...record, playedTo: "2025-03-21" }, sessions, at("2026-03-26"))).toBeNull();
  });
});
