/** Steps of a strategy/3, worked out by hand (account.md, section 9). Session 0 is 2020-01-01, a Wednesday. */
import { describe, expect, it } from "vitest";
import { buildMarket, dateOf } from "#tests/support/market-builder.ts";
import { itemAt } from "#tests/support/reference-series.ts";
import { isOver } from "#workers/model/deployment.ts";
import type { Deployment, DeploymentEntry } from "#workers/model/deployment.ts";
import { deploymentText } from "#workers/model/deployment-chain.ts";
import { appendSessions } from "#workers/deploy/append.ts";
import { verifyAgainst } from "#workers/deploy/replay.ts";
import { verifyDeployment } from "#workers/deploy/verify-deployment.ts";
import { deployMarket } from "#workers/run/deploy-market.ts";
import type { Market } from "#workers/model/market.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { accountStart, bars } from "./small-account.ts";
import { NOW, goneOn } from "./small-deployment.ts";

/** As it is recorded, once its books and its replay were found to hold. */
function recorded(deployment: Deployment, market: Market): Deployment {
  const gone = goneOn(deployment, market);
  expect(valueOf(verifyDeployment(deploymentText(gone)))).toEqual(gone);
  expect(valueOf(verifyAgainst(gone, deployMarket(market))).verdict).toBe("same");
  return gone;
}

/** Without the last bits of sums. */
function entryOf({ ledger }: Deployment, session: number): DeploymentEntry {
  const entry = ledger.find((each) => each.session === dateOf(session));
  if (!entry) throw new Error(`no entry of session ${session}`);
  return rounded(entry);
}

function rounded<T>(value: T): T {
  const text = JSON.stringify(value, (_, each: unknown) =>
    typeof each === "number" ? Number(each.toFixed(7)) : each,
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- plain data, with other numbers
  return JSON.parse(text) as T;
}

/** "sell X 0.5 @ 125 rebalance", "buy X 5 @ 100". */
function fillsOf({ fills }: DeploymentEntry): string[] {
  return fills.map(
    ({ side, instrument, quantity, price, reason }) =>
      `${side} ${instrument} ${quantity} @ ${price}${reason === null ? "" : ` ${reason}`}`,
  );
}

/** Goes out once. */
const out = (amount: number, session: number) => ({
  amount: -amount,
  every: "once",
  from: dateOf(session),
});

describe("a deployment by weights", () => {
  const half = { positionSizing: "weights", weight: "50", weightsAre: "percents", rebalance: "daily" };
  const market = buildMarket([bars("X", [100, 100, [100, 125], [125, 100], 90])]);
  const gone = recorded(accountStart({ simulation: half }), market);

  it("decides a part of what is above its plan, and sells it", () => {
    // 625 of 1,125 are 62.5 above the half
    expect(entryOf(gone, 2).decisions).toEqual({
      sells: [{ instrument: "X", reason: "rebalance", quantity: 0.5 }],
      buys: [],
    });
    expect(fillsOf(entryOf(gone, 3))).toEqual(["sell X 0.5 @ 125 rebalance"]);
    expect(entryOf(gone, 3)).toMatchObject({ cash: 562.5, equity: 1012.5, growth: 1012.5 });
  });

  it("buys more of the same position, which then has its average cost", () => {
    // 450 of 1,012.5 are 56.25 below the half
    expect(entryOf(gone, 3).decisions).toEqual({
      sells: [],
      buys: [{ instrument: "X", slotValue: 56.25, quantity: 0.5625 }],
    });
    expect(fillsOf(entryOf(gone, 4))).toEqual(["buy X 0.625 @ 90"]);
    expect(entryOf(gone, 4).positions).toEqual([
      {
        instrument: "X",
        entryDate: dateOf(2),
        entryPrice: rounded((4.5 * 100 + 0.625 * 90) / 5.125),
        quantity: 5.125,
        peak: 125,
        close: 90,
        closeDate: dateOf(4),
      },
    ]);
  });

  it("goes by the average cost where it stops a loss", () => {
    // 91.5 is below 92, the first fill's 100 less 8 %, but not below 90.88, the average cost of 98.78 less 8 %; 90.5 is below both
    const stop = { stopLoss: 8 };
    const closes = buildMarket([bars("X", [100, 100, [100, 125], [125, 100], [90, 91.5], [91.5, 90.5]])]);
    const stopped = recorded(accountStart({ sell: stop, simulation: half }), closes);
    expect(entryOf(stopped, 4).decisions.sells.filter(({ reason }) => reason === "stop-loss")).toEqual([]);
    expect(entryOf(stopped, 5).decisions.sells.map(({ reason }) => reason)).toEqual(["stop-loss"]);
  });

  it("takes waiting orders, parts and what is owed from the ledger, whatever the past is now", () => {
    const before = { ...gone, ledger: gone.ledger.slice(0, 2) };
    const other = buildMarket([bars("X", [1, 1, 1, [125, 100], 90])]);
    const went = goneOn(before, other);
    expect(fillsOf(entryOf(went, 3))).toEqual(["sell X 0.5 @ 125 rebalance"]);
    expect(fillsOf(entryOf(went, 4))).toEqual(["buy X 0.625 @ 90"]);
  });
});

describe("money that comes in", () => {
  const all = { positionSizing: "weights", weight: "100", weightsAre: "percents", schedule: "monthly" };

  it("is bought for, marked so, and makes no growth", () => {
    const flows = [{ amount: 100, every: "once", from: dateOf(3) }];
    const market = buildMarket([bars("X", [100, 100, 100, 100, 50])]);
    const gone = recorded(accountStart({ simulation: { ...all, flows } }), market);
    expect(entryOf(gone, 3)).toMatchObject({
      decisions: { sells: [], buys: [{ instrument: "X", slotValue: 100, quantity: 1, moneyIn: true }] },
      cash: 100,
      equity: 1100,
      owed: 0,
      growth: 1000,
      uninvested: 100,
      in: 100,
    });
    expect(fillsOf(entryOf(gone, 4))).toEqual(["buy X 2 @ 50"]);
    // 12 shares are worth 600; 1,100 fell to it
    expect(entryOf(gone, 4)).toMatchObject({
      uninvested: 0,
      in: 0,
      equity: 600,
      growth: 545.4545455,
    });
  });

  it("waits with its instrument for the next bar, and is told each evening", () => {
    const flows = [{ amount: 100, every: "once", from: dateOf(3) }];
    const market = buildMarket([
      bars("X", [100, 100, 100, 100, null, null, 50]),
      bars("Y", [9, 9, 9, 9, 9, 9, 9]),
    ]);
    const simulation = { ...all, weight: null, weights: [{ symbol: "X", weight: "100" }], flows };
    const gone = recorded(accountStart({ simulation }), market);
    const waiting = [{ instrument: "X", slotValue: 100, quantity: 1, moneyIn: true }];
    for (const session of [3, 4, 5]) {
      expect(entryOf(gone, session).decisions.buys).toEqual(waiting);
      expect(entryOf(gone, session).uninvested).toBe(100);
    }
    expect(fillsOf(entryOf(gone, 6))).toEqual(["buy X 2 @ 50"]);
    expect(entryOf(gone, 6).uninvested).toBe(0);
  });

  it("counts from the day that the account begins after, where the plan says no date, and not up to its first entry", () => {
    const flows = [{ amount: 7, every: "weekly" }];
    const market = buildMarket([bars("X", Array<number>(16).fill(100))]);
    const paidIn = (begins: number) =>
      recorded(
        accountStart({ simulation: { maxPositions: 2, flows } }, { begins: dateOf(begins) }),
        market,
      ).ledger.flatMap(({ session, in: came }) => (came === 0 ? [] : [session]));
    expect(paidIn(0)).toEqual([dateOf(7), dateOf(14)]);
    expect(paidIn(3)).toEqual([dateOf(10)]);
    // the dates of the strategy don't count
    const dated = { maxPositions: 2, flows, startDate: dateOf(2), endDate: dateOf(9) };
    const own = recorded(accountStart({ simulation: dated }), market);
    expect(own.ledger.flatMap(({ session, in: came }) => (came === 0 ? [] : [session]))).toEqual([
      dateOf(7),
      dateOf(14),
    ]);
  });
});

describe("money that goes out", () => {
  it("is owed, sold for and paid a session later", () => {
    const market = buildMarket([bars("X", [100, 100, 100, 100, 100])]);
    const gone = recorded(accountStart({ simulation: { flows: [out(300, 3)] } }), market);
    expect(entryOf(gone, 3)).toMatchObject({
      decisions: { sells: [{ instrument: "X", reason: "payment", quantity: 3 }], buys: [] },
      owed: 300,
      out: 0,
      equity: 1000,
      growth: 1000,
      uninvested: 0,
    });
    expect(fillsOf(entryOf(gone, 4))).toEqual(["sell X 3 @ 100 payment"]);
    expect(entryOf(gone, 4)).toMatchObject({ owed: 0, out: 300, missed: 0, equity: 700, growth: 1000 });
    expect(itemAt(entryOf(gone, 4).positions, 0)).toMatchObject({ quantity: 7, entryPrice: 100 });
  });

  it("is missed where the account does not reach that far", () => {
    const market = buildMarket([bars("X", [100, 100, 100, 100, 100])]);
    const gone = recorded(accountStart({ simulation: { flows: [out(1500, 3)] } }), market);
    expect(entryOf(gone, 3)).toMatchObject({ owed: 1000, missed: 500 });
    expect(entryOf(gone, 3).decisions.sells).toEqual([{ instrument: "X", reason: "payment", quantity: 10 }]);
    expect(entryOf(gone, 4)).toMatchObject({ owed: 0, out: 1000, missed: 0, equity: 0, growth: 1000 });
  });

  it("may be a part of the account, as it is on the day", () => {
    const market = buildMarket([bars("X", [100, 100, 100, 120, 100])]);
    const flows = [{ percent: -25, every: "once", from: dateOf(3) }];
    const gone = recorded(accountStart({ simulation: { flows } }), market);
    expect(entryOf(gone, 3)).toMatchObject({ equity: 1200, owed: 300 });
  });
});

describe("cash that earns", () => {
  it("has its interest in each entry, none on the first", () => {
    const market = buildMarket([bars("X", [100, 100, 100, 100, 100])]);
    const simulation = { maxPositions: 2, cash: { percent: 36.5 } };
    const gone = recorded(accountStart({ simulation }), market);
    // a thousandth a day: of the 500 that are left behind the buy of 500
    expect(rounded(gone.ledger.map(({ interest }) => interest))).toEqual([0, 0.5, 0.5005, 0.5010005]);
    expect(entryOf(gone, 4)).toMatchObject({ equity: 1001.5015005, in: 0, out: 0 });
  });

  it("goes on by the close of the series on the last entry's day", () => {
    const market = buildMarket([
      bars("X", [100, 100, 100, 100]),
      { ...bars("CASH", [10, 10, 11, 11]), type: "INDEX" },
    ]);
    const simulation = { maxPositions: 2, cash: { price: "CASH" } };
    const whole = recorded(accountStart({ simulation }), market);
    expect(whole.ledger.map(({ interest }) => interest)).toEqual([0, expect.closeTo(50, 9), 0]);
    const first = goneOn(
      accountStart({ simulation }),
      buildMarket([bars("X", [100, 100]), { ...bars("CASH", [10, 10]), type: "INDEX" }]),
    );
    expect(goneOn(first, market)).toEqual(whole);
  });
});

it("says of an evening that the series that cash earns by has come no more for a month", () => {
  const sessions = Array<number>(40).fill(100);
  const start = accountStart({ simulation: { maxPositions: 2, cash: { price: "CASH" } } });
  const warnedOn = (lastOfCash: number) => {
    const cash = bars("CASH", sessions.slice(0, lastOfCash + 1));
    const market = deployMarket(buildMarket([bars("X", sessions), { ...cash, type: "INDEX" }]));
    const { warnings } = valueOf(appendSessions(start, market, NOW));
    return warnings.filter(({ code }) => code === "cash-series-ended");
  };
  // the last session is number 39
  expect(warnedOn(39 - 31)).toEqual([]);
  expect(warnedOn(39 - 32)).toEqual([
    {
      code: "cash-series-ended",
      session: dateOf(39),
      instruments: [],
      message: expect.stringContaining("CASH"),
    },
  ]);
});

describe("a person's stop", () => {
  const stop = "2020-01-04T20:00:00Z";
  const stoppedAfter = (session: number, start: Deployment, market: Market) => {
    const upTo = goneOn(start, market);
    const before = { ...upTo, ledger: upTo.ledger.slice(0, session), stop };
    return recorded(before, market);
  };

  it("takes the place of parts and of payments", () => {
    const market = buildMarket([bars("X", [100, 100, 100, 100, 100])]);
    const ofPart = stoppedAfter(3, accountStart({ simulation: { flows: [out(300, 3)] } }), market);
    expect(fillsOf(entryOf(ofPart, 4))).toEqual(["sell X 10 @ 100 stopped"]);
    expect(entryOf(ofPart, 4)).toMatchObject({ cash: 700, out: 300, owed: 0, missed: 0 });
    expect(isOver(ofPart)).toBe(true);
    const ofAll = stoppedAfter(3, accountStart({ simulation: { flows: [out(1000, 3)] } }), market);
    expect(fillsOf(entryOf(ofAll, 4))).toEqual(["sell X 10 @ 100 stopped"]);
    const half = { positionSizing: "weights", weight: "50", weightsAre: "percents", rebalance: "daily" };
    const risen = buildMarket([bars("X", [100, 100, [100, 125], 125])]);
    const ofRebalance = stoppedAfter(2, accountStart({ simulation: half }), risen);
    expect(fillsOf(entryOf(ofRebalance, 3))).toEqual(["sell X 5 @ 125 stopped"]);
  });

  it("leaves other sells of all their reason", () => {
    const market = buildMarket([bars("X", [100, 100, 100, 100, 100])]);
    const stopped = stoppedAfter(3, accountStart({ sell: { maxHoldingDays: 2 } }), market);
    expect(fillsOf(entryOf(stopped, 4))).toEqual(["sell X 10 @ 100 max-holding"]);
    const gone = { positionSizing: "weights", weight: "if(close > 100, 0, 100)", rebalance: "daily" };
    const risen = buildMarket([bars("X", [100, 100, [100, 125], 125])]);
    const ofWeight = stoppedAfter(2, accountStart({ simulation: gone }), risen);
    expect(fillsOf(entryOf(ofWeight, 3))).toEqual(["sell X 10 @ 125 weight"]);
  });

  it("lets flows and interest go on, decides nothing, and what is owed at last is missed", () => {
    const market = buildMarket([bars("X", [100, 100, 100, 100, null, 20]), bars("Y", [9, 9, 9, 9, 9, 9])]);
    const weights = [{ symbol: "X", weight: "100" }];
    const simulation = {
      positionSizing: "weights",
      weights,
      weightsAre: "percents",
      rebalance: "daily",
      flows: [out(300, 3), { amount: 40, every: "once", from: dateOf(4) }, out(50, 5)],
    };
    const stopped = stoppedAfter(3, accountStart({ simulation }), market);
    // what came in pays some of what is owed; X has no bar to be sold on
    expect(entryOf(stopped, 4)).toMatchObject({ in: 40, out: 40, owed: 260, cash: 0, equity: 1000 });
    expect(entryOf(stopped, 4).decisions).toEqual({
      sells: [{ instrument: "X", reason: "stopped", quantity: 10 }],
      buys: [],
    });
    expect(fillsOf(entryOf(stopped, 5))).toEqual(["sell X 10 @ 20 stopped"]);
    // 200 of the 260 are paid; the rest is missed, and so is all of the last 50
    expect(entryOf(stopped, 5)).toMatchObject({
      out: 200,
      owed: 0,
      missed: 110,
      cash: 0,
      equity: 0,
      growth: 200,
    });
    expect(isOver(stopped)).toBe(true);
  });
});
