/** What a deployment/2 is beside its steps: what a bar is, which strategies it has, and which files are refused. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { buildMarket, dateOf } from "#tests/support/market-builder.ts";
import type { SeriesSpec } from "#tests/support/market-builder.ts";
import { itemAt } from "#tests/support/reference-series.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { appendSessions } from "#workers/deploy/append.ts";
import { beginDeployment, startDeployment } from "#workers/deploy/start.ts";
import { verifyDeployment } from "#workers/deploy/verify-deployment.ts";
import { deployMarket } from "#workers/run/deploy-market.ts";
import { canonicalJson } from "#workers/model/canonical-json.ts";
import type { Json } from "#workers/model/canonical-json.ts";
import { deploymentFileSchema, firstFileSchema } from "#workers/model/deployment.ts";
import type { Deployment } from "#workers/model/deployment.ts";
import { deploymentText, originHash } from "#workers/model/deployment-chain.ts";
import type { Market } from "#workers/model/market.ts";
import { accountStart, accountStrategy, bars } from "./small-account.ts";
import { NOW, goneOn, smallStart, smallStrategy } from "./small-deployment.ts";

/** Bars of so many days from one to the next. @param first - session of the first */
function spaced(symbol: string, days: number, count: number, first = 0): SeriesSpec {
  return {
    symbol,
    bars: Array.from({ length: count }, (_, at) => [first + at * days, 100, 100, { volume: 1000 }] as const),
  };
}

/** Weekdays from 2020-01-01, a Wednesday. */
const weekdays = Array.from({ length: 28 }, (_, session) => session).filter(
  (session) => (session + 2) % 7 < 5,
);
const ofWeekdays = buildMarket([
  { symbol: "X", bars: weekdays.map((session) => [session, 100, 100] as const) },
]);

function madeOf(strategy: Json, market: Market): Deployment {
  const plan = { name: "Made", strategy, begins: dateOf(0), startMargin: 1000, dataset: null };
  return valueOf(beginDeployment(plan, deployMarket(market), "id"));
}

/** A strategy that does not say of which format it is. */
function unnamed(strategy: Json): Json {
  return Object.fromEntries(Object.entries(strategy ?? {}).filter(([key]) => key !== "format"));
}

describe("what a bar is", () => {
  it("is the dataset's when a deployment/2 is made, and stays so", () => {
    const first = firstFileSchema.parse({
      format: "deployment/2",
      name: "Weekly",
      strategy: accountStrategy(),
      begins: dateOf(0),
      startMargin: 1000,
    });
    const started = (market: Market) => valueOf(startDeployment(first, deployMarket(market), "id"));
    expect(started(ofWeekdays)).toMatchObject({ frequency: "daily", sessionsOfYear: 252 });
    expect(started(buildMarket([spaced("X", 1, 30)]))).toMatchObject({
      frequency: "daily",
      sessionsOfYear: 365,
    });
    expect(started(buildMarket([spaced("X", 30, 20)]))).toMatchObject({
      frequency: "monthly",
      sessionsOfYear: 12,
    });
    const weekly = started(buildMarket([spaced("X", 7, 20)]));
    expect(weekly).toMatchObject({ frequency: "weekly", sessionsOfYear: 52 });
    // the same deployment on days
    expect(goneOn(weekly, ofWeekdays)).toMatchObject({ frequency: "weekly", sessionsOfYear: 52 });
  });

  it("says after how many sessions without a bar a position is sold", () => {
    const market = buildMarket([spaced("X", 1, 4), spaced("Y", 1, 40)]);
    const weights = [{ symbol: "X", weight: "1" }];
    const simulation = { positionSizing: "weights", weights };
    const soldOn = (more: Partial<Deployment>) =>
      goneOn(accountStart({ simulation }, more), market).ledger.find(({ fills }) =>
        fills.some(({ reason }) => reason === "no-data"),
      )?.session;
    expect(soldOn({})).toBe(dateOf(3 + 20));
    expect(soldOn({ frequency: "weekly", sessionsOfYear: 52 })).toBe(dateOf(3 + 8));
    expect(soldOn({ frequency: "monthly", sessionsOfYear: 12 })).toBe(dateOf(3 + 3));
  });

  it("is of days, 252 a year, for each deployment/1, whatever its bars are", () => {
    const weekly = buildMarket([spaced("X", 7, 4), spaced("Y", 7, 40)]);
    const strategy = smallStrategy({
      scanner: { symbols: ["X", "Y"] },
      buy: { rules: ["volatility(2) < 1"] },
      sell: { rules: [] },
    });
    const gone = goneOn({ ...smallStart(), strategy, begins: dateOf(0) }, weekly);
    const delisted = gone.ledger.findIndex(({ fills }) => fills.some(({ reason }) => reason === "no-data"));
    // its last bar is the fourth, which is the third entry
    expect(delisted).toBe(2 + 20);
    expect(Object.keys(itemAt(gone.ledger, 0))).not.toContain("growth");
  });

  it("is part of what the chain begins with", () => {
    const start = accountStart();
    const { format, id, strategy, begins, frequency, sessionsOfYear, replayedTo, startMargin } = start;
    const origin = { format, id, strategy, begins, frequency, sessionsOfYear, replayedTo, startMargin };
    const hash = createHash("sha256").update(canonicalJson(origin)).digest("hex");
    expect(originHash(start)).toBe(hash);
    expect(originHash({ ...start, sessionsOfYear: 365 })).not.toBe(hash);
    const gone = goneOn(start, ofWeekdays);
    expect(itemAt(gone.ledger, 0).previous).toBe(hash);
    const changed = deploymentText({ ...gone, sessionsOfYear: 365 });
    expect(verifyDeployment(changed)).toMatchObject({ ok: false, problem: { place: "ledger[0]" } });
  });
});

describe("the format that a strategy is deployed in", () => {
  it("stays deployment/1 for a strategy/2 on days, with the strategy as it is", () => {
    const strategy = smallStrategy();
    expect(madeOf(strategy, ofWeekdays)).toEqual({
      format: "deployment/1",
      id: "id",
      name: "Made",
      strategy,
      dataset: null,
      begins: dateOf(0),
      replayedTo: dateOf(itemAt(weekdays, weekdays.length - 1)),
      startMargin: 1000,
      stop: null,
      real: [],
      ledger: [],
    });
  });

  it.each([
    {
      of: "a strategy/3",
      strategy: accountStrategy({ simulation: { cash: { percent: 1 } } }),
      market: ofWeekdays,
    },
    {
      of: "weekly(...)",
      strategy: smallStrategy({ buy: { rules: ["weekly(close) < close"] } }),
      market: ofWeekdays,
    },
    {
      of: "monthly(...)",
      strategy: smallStrategy({ sell: { rules: ["monthly(low) > close"] } }),
      market: ofWeekdays,
    },
    {
      of: "place(...)",
      strategy: smallStrategy({ scanner: { rules: ["place(close) <= 3"] } }),
      market: ofWeekdays,
    },
    {
      of: "latch(...) in a group that is off",
      strategy: smallStrategy({ buy: { rules: [{ off: { any: ["latch(close > 1, close < 1)"] } }] } }),
      market: ofWeekdays,
    },
    {
      of: "place(...) in what it sorts by",
      strategy: smallStrategy({ simulation: { sortingType: "expression", sortBy: "-place(close)" } }),
      market: ofWeekdays,
    },
    { of: "weekly bars", strategy: smallStrategy(), market: buildMarket([spaced("X", 7, 20)]) },
    { of: "monthly bars", strategy: smallStrategy(), market: buildMarket([spaced("X", 30, 20)]) },
    { of: "bars of seven days a week", strategy: smallStrategy(), market: buildMarket([spaced("X", 1, 30)]) },
  ])("is deployment/2 for $of, written as strategy/3", ({ strategy, market }) => {
    const made = madeOf(strategy, market);
    expect(made.format).toBe("deployment/2");
    expect(made.strategy).toEqual(Object.assign({}, strategy, { format: "strategy/3" }));
    const gone = valueOf(appendSessions(made, deployMarket(market), NOW)).deployment;
    expect(valueOf(verifyDeployment(deploymentText(gone)))).toEqual(gone);
    expect(Object.keys(itemAt(gone.ledger, 0))).toEqual(
      expect.arrayContaining(["owed", "growth", "uninvested", "missed", "in", "out", "interest"]),
    );
  });
});

describe("a file that is refused", () => {
  const file = JSON.parse(deploymentText(goneOn(accountStart(), ofWeekdays)));
  const first = {
    format: "deployment/2",
    name: "A",
    strategy: accountStrategy(),
    begins: dateOf(0),
    startMargin: 1,
  };

  it.each([
    {
      of: "a pair of frequency and sessions that there is not",
      change: { sessionsOfYear: 52 },
      place: "sessionsOfYear",
    },
    { of: "a strategy/2", change: { strategy: smallStrategy() }, place: "strategy.format" },
    {
      of: "a strategy that fills at the close of its signal",
      change: { strategy: accountStrategy({ simulation: { fillAt: "same-close" } }) },
      place: "strategy.simulation.fillAt",
    },
    { of: "a frequency that is none", change: { frequency: "hourly" }, place: "frequency" },
  ])("has $of", ({ change, place }) => {
    const changed = `${canonicalJson({ ...file, ...change })}\n`;
    expect(verifyDeployment(changed)).toMatchObject({ ok: false, problem: { place } });
    const read = firstFileSchema.safeParse({ ...first, frequency: "daily", sessionsOfYear: 252, ...change });
    expect(read.error?.issues[0]?.path.join(".")).toBe(place);
  });

  it("has one of frequency and sessionsOfYear without the other", () => {
    expect(firstFileSchema.safeParse({ ...first, frequency: "weekly" }).success).toBe(false);
    expect(firstFileSchema.safeParse({ ...first, sessionsOfYear: 52 }).success).toBe(false);
    expect(firstFileSchema.safeParse({ ...first, frequency: "weekly", sessionsOfYear: 52 }).success).toBe(
      true,
    );
    expect(firstFileSchema.safeParse(first).success).toBe(true);
  });

  it("is a deployment/1 with what only a deployment/2 has", () => {
    const one = JSON.parse(deploymentText(goneOn(smallStart())));
    expect(deploymentFileSchema.safeParse(one).success).toBe(true);
    const refused = (change: object) =>
      deploymentFileSchema.safeParse({ ...one, ...change }).error?.issues[0];
    expect(refused({ strategy: accountStrategy() })?.path).toEqual(["strategy", "format"]);
    expect(refused({ frequency: "daily", sessionsOfYear: 252 })?.message).toContain("frequency");
    const ledger = one.ledger.map((entry: object, at: number) => (at === 2 ? { ...entry, owed: 0 } : entry));
    expect(refused({ ledger })?.path).toEqual(["ledger", 2]);
    const sold = { instrument: "AB", side: "sell", reason: "payment", quantity: 1, price: 1, commission: 0 };
    expect(refused({ ledger: [{ ...one.ledger[0], fills: [sold] }] })?.path).toEqual([
      "ledger",
      0,
      "fills",
      0,
      "reason",
    ]);
    // a strategy that says no format is taken for what its fields need
    const earning = accountStrategy({ simulation: { cash: { percent: 1 } } });
    expect(refused({ strategy: unnamed(earning) })?.path).toEqual(["strategy", "format"]);
    expect(deploymentFileSchema.safeParse({ ...one, strategy: unnamed(smallStrategy()) }).success).toBe(true);
  });

  it("is a deployment/1 with a word that it does not know", () => {
    const strategy = smallStrategy({ buy: { rules: ["close > 1", "weekly(close) < close"] } });
    const market = deployMarket(ofWeekdays);
    const start = { ...smallStart(), strategy };
    const words = {
      code: "deployment-invalid",
      place: "buy.rules[1]",
      message: expect.stringContaining("weekly"),
    };
    expect(appendSessions(start, market, NOW)).toMatchObject({ ok: false, problem: words });
    expect(verifyDeployment(deploymentText(start))).toMatchObject({ ok: false, problem: words });
    const { name, begins, startMargin } = start;
    const one = { format: "deployment/1", name, strategy, begins, startMargin } as const;
    expect(startDeployment(one, market, "id")).toMatchObject({ ok: false, problem: words });
  });

  it("is one whose universe has no instrument", () => {
    const nobody = buildMarket([{ ...bars("X", [1, 2, 3]), exchange: "NYSE" }]);
    const { name, strategy, begins, startMargin } = accountStart();
    const two = { format: "deployment/2", name, strategy, begins, startMargin } as const;
    expect(startDeployment(two, deployMarket(nobody), "id")).toMatchObject({
      ok: false,
      problem: { code: "universe-empty" },
    });
  });
});
