/** Chains made anew of which the money does not follow: each is refused at the entry that was forged. */
import { describe, expect, it } from "vitest";
import { buildMarket, dateOf } from "#tests/support/market-builder.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { verifyDeployment, verifyLedger } from "#workers/deploy/verify-deployment.ts";
import { moneyOf } from "#workers/model/deployment.ts";
import type { Deployment, DeploymentEntry } from "#workers/model/deployment.ts";
import { chained } from "./chained.ts";
import { accountStart, bars } from "./small-account.ts";
import { goneOn, smallStart } from "./small-deployment.ts";

const out = (amount: number, session: number) => ({ amount: -amount, every: "once", from: dateOf(session) });

/** Bought on session 2, a part sold on 3 and 10 % more bought on 4; 100 come in on 5 and are placed on 6. */
const byWeights = goneOn(
  accountStart({
    simulation: {
      positionSizing: "weights",
      weight: "50",
      weightsAre: "percents",
      rebalance: "daily",
      flows: [{ amount: 100, every: "once", from: dateOf(5) }],
    },
  }),
  buildMarket([bars("X", [100, 100, [100, 125], [125, 100], 90, 90, 90])]),
);

/** 700 are to go out on session 3, where about 500 lie in cash: the rest is owed until 4. Idle cash earns a thousandth a day. */
const bySlots = goneOn(
  accountStart({ simulation: { maxPositions: 2, flows: [out(700, 3)], cash: { percent: 36.5 } } }),
  buildMarket([bars("X", [100, 100, 100, 100, 100, 100])]),
);

/** What comes in is placed a session later. */
const placed = goneOn(
  accountStart({
    simulation: {
      positionSizing: "weights",
      weight: "100",
      weightsAre: "percents",
      schedule: "monthly",
      flows: [{ amount: 100, every: "once", from: dateOf(3) }],
    },
  }),
  buildMarket([bars("X", [100, 100, 100, 100, 50, 50])]),
);

/** The chain made anew with another entry of a session. */
function forged(deployment: Deployment, session: number, change: (entry: DeploymentEntry) => object): string {
  return chained(deployment, (entry) =>
    entry.session === dateOf(session) ? Object.assign({}, entry, change(entry)) : entry,
  );
}

const withPosition =
  (change: object) =>
  ({ positions }: DeploymentEntry) => ({
    positions: positions.map((position) => Object.assign({}, position, change)),
  });

describe("the books of a deployment/2", () => {
  it.each([byWeights, bySlots, placed])("hold as they were recorded, number %#", (deployment) => {
    expect(valueOf(verifyDeployment(chained(deployment, (entry) => entry)))).toEqual(deployment);
  });

  it.each([
    {
      what: "money that the plan does not bring",
      of: byWeights,
      at: 4,
      change: () => ({ in: 50 }),
      says: "its in ",
    },
    {
      what: "money that came and is not told",
      of: byWeights,
      at: 5,
      change: () => ({ in: 0 }),
      says: "its in ",
    },
    {
      what: "money that came to nowhere",
      of: byWeights,
      at: 5,
      change: () => ({ cash: 1 }),
      says: "its cash",
    },
    {
      what: "money that is owed to nobody",
      of: byWeights,
      at: 4,
      change: () => ({ owed: 5 }),
      says: "its owed",
    },
    { what: "a debt that was forgotten", of: bySlots, at: 3, change: () => ({ owed: 0 }), says: "its owed" },
    {
      what: "a debt that was missed and was none",
      of: bySlots,
      at: 3,
      change: () => ({ missed: 9 }),
      says: "its missed",
    },
    { what: "a payment that was none", of: bySlots, at: 4, change: () => ({ out: 0 }), says: "its out" },
    {
      what: "interest on no rate",
      of: byWeights,
      at: 4,
      change: () => ({ interest: 1 }),
      says: "its interest",
    },
    {
      what: "interest at another rate",
      of: bySlots,
      at: 2,
      change: () => ({ interest: 2 }),
      says: "its interest",
    },
    {
      what: "growth that was none",
      of: byWeights,
      at: 5,
      change: ({ equity }: DeploymentEntry) => ({ growth: equity }),
      says: "its growth",
    },
    {
      what: "money that waits and came never",
      of: byWeights,
      at: 4,
      change: () => ({ uninvested: 3 }),
      says: "its uninvested",
    },
    {
      what: "money that waits no more and was not placed",
      of: placed,
      at: 3,
      change: () => ({ uninvested: 0 }),
      says: "its uninvested",
    },
    {
      what: "money that waits though it was placed",
      of: placed,
      at: 4,
      change: () => ({ uninvested: 100 }),
      says: "its uninvested",
    },
    {
      what: "uninvested money of slots",
      of: bySlots,
      at: 2,
      change: () => ({ uninvested: 1 }),
      says: "its uninvested",
    },
    {
      what: "the first price for the mean one",
      of: byWeights,
      at: 4,
      change: withPosition({ entryPrice: 100 }),
      says: "its positions",
    },
    {
      what: "more than was bought",
      of: byWeights,
      at: 4,
      change: withPosition({ quantity: 5.2 }),
      says: "its equity",
    },
    {
      what: "a part of which all is to be sold",
      of: byWeights,
      at: 2,
      change: ({ decisions }: DeploymentEntry) => ({
        decisions: {
          ...decisions,
          sells: decisions.sells.map((sell) => Object.assign({}, sell, { reason: "rule" })),
        },
      }),
      says: "to sell what is not held",
    },
    {
      what: "a part that is more than is held",
      of: byWeights,
      at: 2,
      change: ({ decisions }: DeploymentEntry) => ({
        decisions: {
          ...decisions,
          sells: decisions.sells.map((sell) => Object.assign({}, sell, { quantity: 6 })),
        },
      }),
      says: "to sell what is not held",
    },
    {
      what: "more of what slots hold",
      of: bySlots,
      at: 3,
      change: ({ decisions }: DeploymentEntry) => ({
        decisions: { ...decisions, buys: [{ instrument: "X", slotValue: 5, quantity: 0.05 }] },
      }),
      says: "to buy what is held",
    },
    {
      what: "money placed in what is not held",
      of: placed,
      at: 1,
      change: ({ decisions }: DeploymentEntry) => ({
        decisions: {
          ...decisions,
          buys: decisions.buys.map((buy) => Object.assign({}, buy, { moneyIn: true })),
        },
      }),
      says: "to buy what is held",
    },
    {
      what: "a part sold for a reason that sells all",
      of: byWeights,
      at: 3,
      change: ({ fills }: DeploymentEntry) => ({
        fills: fills.map((fill) => Object.assign({}, fill, { reason: "rule" })),
      }),
      says: "it sells what is not held",
    },
    {
      what: "another part than was sold",
      of: byWeights,
      at: 3,
      change: ({ fills }: DeploymentEntry) => ({
        fills: fills.map((fill) => Object.assign({}, fill, { quantity: 0.4 })),
      }),
      says: "its cash",
    },
  ])("do not take $what", ({ of, at, change, says }) => {
    const verified = verifyDeployment(forged(of, at, change));
    expect(verified).toMatchObject({
      ok: false,
      problem: { place: `ledger[${at - 1}]`, message: expect.stringContaining(says) },
    });
  });

  it("do not take entries of the other format", () => {
    const small = goneOn(smallStart());
    const withMoney = chained(small, (entry) => ({ ...entry, ...moneyOf(entry) }));
    // as it is put together of what is stored, entry by entry
    expect(verifyLedger(JSON.parse(withMoney))).toMatchObject({
      ok: false,
      problem: { place: "ledger[0]", message: expect.stringContaining("not those of a deployment/1") },
    });
    expect(verifyDeployment(withMoney)).toMatchObject({ ok: false, problem: { place: "ledger[0]" } });
  });
});
