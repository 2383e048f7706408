/** Runs of which no report is stored: variants, chains, late and random entries. A cheat at one good trade is found in each. */
import { beforeEach, expect, it, vi } from "vitest";
import { closesOnly } from "#tests/rules/small-markets.ts";
import { buildMarket } from "#tests/support/market-builder.ts";
import { plainRooms } from "#tests/support/plain-room.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { computeFieldsOf } from "#workers/code/computed-fields.ts";
import type { Host } from "#workers/host/host.ts";
import type { MarketHost } from "#workers/host/market-host.ts";
import { chainRuns, randomEntries, runOtherwise, runVariants } from "#workers/jobs/variants.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import type { Market } from "#workers/model/market.ts";
import type { Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** Two hundred instruments: the one that cheats is not among the 24 that are asked again. */
const manyOf = (closes: readonly number[]): Market =>
  buildMarket(
    Array.from({ length: 200 }, (_, at) => ({
      symbol: `S${String(at).padStart(2, "0")}`,
      bars: closesOnly(closes),
    })),
  );
/** The sixth day is a good one. */
const GOOD_SIXTH = manyOf([100, 101, 99, 100, 101, 130, 150, 149, 150, 151]);
const CHEAT = `const compute = ({ close, symbol }) =>
  close.map((x, i) => symbol === "S07" && i > 2 && close[i + 1] > x * 1.02 ? 1 : 0)`;
const HONEST = `const compute = ({ close, symbol }) =>
  close.map((x, i) => symbol === "S07" && i > 2 && x > close[i - 1] ? 1 : 0)`;

function holding(days: number, source: string, more: { rule?: string; from?: string } = {}): Strategy {
  const { rule = "own > 0", from = "2020-01-01" } = more;
  return strategyOf({
    format: "strategy/2",
    scanner: { match: "all", priceGrowth: null, minPrice: null, marketCapRank: null, avgDailyValue: null },
    buy: { lastPriceVsClose: false, lastPriceVsMA: false, rules: [rule] },
    sell: { trailingStopLoss: null, maxHoldingDays: days, minHoldingDays: 0 },
    simulation: { startDate: from, endDate: "2020-02-28", maxPositions: 1 },
    computed: [{ name: "own", language: "javascript", source }],
  });
}

const rooms = plainRooms();

/** As in the worker, with rooms without walls. */
function hostOf(market: Market): Host {
  const markets: Pick<MarketHost, "on"> = {
    async on({ strategies = [] }, work) {
      const read = strategies.map((strategy) => ({ strategy, rules: valueOf(readStrategyRules(strategy)) }));
      const ownCode = valueOf(
        await computeFieldsOf(read, market, { openRoom: rooms.open, now: () => 0, engine: "tests" }),
      );
      rooms.asked.length = 0;
      return work({ market: ownCode.market, damaged: [], ownCode });
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the jobs of this file ask for nothing else
  return { markets } as Host;
}

const host = hostOf(GOOD_SIXTH);
const source = { type: "stored", datasetId: "d" } as const;

const JOBS: readonly (readonly [string, (strategy: Strategy) => Promise<Result<unknown>>])[] = [
  [
    "variants",
    (strategy) =>
      runVariants(host, { strategies: [strategy, holding(3, CHEAT, { rule: "own < 0" })], source }),
  ],
  ["a chain of runs", (strategy) => chainRuns(host, { strategies: [strategy], source })],
  ["a run a session late", (strategy) => runOtherwise(host, { strategy, source, how: "late" })],
  ["random entries", (strategy) => randomEntries(host, { strategy, source, first: 0, count: 2 })],
];

beforeEach(() => {
  vi.stubGlobal("postMessage", () => {});
});

it.each(JOBS)("%s: a source that knows tomorrow at one trade alone is found", async (_, job) => {
  expect(await job(holding(3, CHEAT))).toMatchObject({
    problem: {
      code: "code-looks-ahead",
      place: "computed[0].source",
      message: expect.stringContaining(
        "S07: on 2020-01-05 it gives 1, and 0 where the bars end on 2020-01-05",
      ),
    },
  });
});

it.each(JOBS.slice(1))("%s: one that looks at the past goes on", async (_, job) => {
  expect(await job(holding(3, HONEST))).toMatchObject({ ok: true });
  expect(rooms.asked.length).toBeGreaterThan(0);
});

it("asks once about a decision that several variants share", async () => {
  const strategies = [2, 3, 4].map((days) => holding(days, HONEST));
  expect(await runVariants(host, { strategies, source })).toMatchObject({
    ok: true,
    value: [{ ok: true }, { ok: true }, { ok: true }],
  });
  expect(rooms.asked.length).toBeGreaterThan(0);
  expect(rooms.asked).toEqual([...new Set(rooms.asked)]);
});

/** How many bars were asked about of each that is such a one. */
function barsAsked(isOne: (symbol: string) => boolean): number[] {
  const asked = rooms.asked.map((one) => one.split(" "));
  return asked.flatMap(([symbol = "", count]) => (isOne(symbol) ? [Number(count)] : []));
}

it("asks for all variants together no more than four times the market's bars about those that are compared", async () => {
  const rising = hostOf(manyOf(Array.from({ length: 20 }, (_, day) => 100 + day)));
  const negative = "const compute = ({ close }) => close.map((x) => -x)";
  const strategies = Array.from({ length: 17 }, (_, at) =>
    holding(30, negative, {
      rule: "rank(own) < 50",
      from: `2020-01-${String(at + 1).padStart(2, "0")}`,
    }),
  );
  expect(await runVariants(rising, { strategies, source })).toMatchObject({ ok: true });
  // Each begins a day later, holds to the end, and gains the less: entries after 1, 2, ... 17 bars.
  expect(barsAsked((symbol) => symbol === "S00")).toEqual(Array.from({ length: 17 }, (_, at) => at + 1));
  const compared = barsAsked((symbol) => symbol !== "S00").reduce((sum, count) => sum + count, 0);
  const most = 4 * 200 * 20;
  expect(compared).toBeLessThanOrEqual(most);
  expect(compared).toBeGreaterThan(most - 17 * 199);
});
