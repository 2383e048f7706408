/** Sweeps of strategies with own code, as one thread works on them: each row is what its variant's own run gives. */
import { describe, expect, it } from "vitest";
import { closesOnly } from "#tests/rules/small-markets.ts";
import { buildMarket } from "#tests/support/market-builder.ts";
import { plainRooms } from "#tests/support/plain-room.ts";
import { strategyOf } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { blockJob } from "#workers/api/jobs/block.ts";
import type { JobTools } from "#workers/api/jobs/job-tools.ts";
import { runStrategy } from "#workers/api/run-strategy.ts";
import type { SweepAxes } from "#workers/api/sweep/axes.ts";
import type { KeptOutcome } from "#workers/api/sweep/run-block.ts";
import { variantAt } from "#workers/api/sweep/variants.ts";
import type { Market } from "#workers/model/market.ts";
import type { Strategy } from "#workers/model/strategy.ts";

/** Two hundred instruments: the one that cheats is not among the 24 that are asked again. The sixth day is a good one. */
const closes = [100, 101, 99, 100, 101, 130, 150, 149, 150, 151];
const market = buildMarket(
  Array.from({ length: 200 }, (_, at) => ({
    symbol: `S${String(at).padStart(2, "0")}`,
    bars: closesOnly(closes).map(
      ([day, open, close]) => [day, open, close, { adjClose: close / 2 }] as const,
    ),
  })),
);
const CHEAT = `const compute = ({ close, symbol }) =>
  close.map((x, i) => symbol === "S07" && i > 2 && close[i + 1] > x * 1.02 ? 1 : 0)`;

function strategyWith(source: string, rule: string): Strategy {
  return strategyOf({
    format: "strategy/2",
    scanner: { match: "all", priceGrowth: null, minPrice: null, marketCapRank: null, avgDailyValue: null },
    buy: { lastPriceVsClose: false, lastPriceVsMA: false, rules: [rule] },
    sell: { trailingStopLoss: null, maxHoldingDays: 3, minHoldingDays: 0 },
    simulation: { startDate: "2020-01-01", endDate: "2020-02-28", maxPositions: 1 },
    computed: [{ name: "own", language: "javascript", source }],
  });
}

interface Sweep {
  readonly strategy: Strategy;
  readonly axes: SweepAxes;
}

/** What a thread that has nothing yet makes of blocks, one after the other. */
async function rowsOf({ strategy, axes }: Sweep, blocks: readonly (readonly [number, number])[]) {
  const rooms = plainRooms();
  const own: Market = { ...market };
  const markets: Pick<JobTools<never>["markets"], "on"> = {
    on: async (_place, _highAndLow, work) => work({ market: own, damaged: [] }),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a block asks for nothing else
  const tools = { markets, openRoom: rooms.open } as JobTools<never>;
  const task = { strategy, axes, withEquity: false, allowCode: "open" } as const;
  const rows: KeptOutcome[] = [];
  for (const [from, count] of blocks) {
    // oxlint-disable-next-line no-await-in-loop -- a thread has one block at a time
    const given = valueOf(await blockJob({ columns: { path: "" }, task, block: { from, count } }, tools));
    rows.push(...given.outcomes);
  }
  return { rows: rows.toSorted((a, b) => a.index - b.index), asked: rooms.asked };
}

async function ownRun({ strategy, axes }: Sweep, index: number) {
  const variant = valueOf(variantAt(strategy, axes, index));
  const report = await runStrategy(variant, market, { allowCode: "open", openRoom: plainRooms().open });
  return report.ok
    ? { performance: report.value.performance, problem: null }
    : { performance: null, problem: { code: report.problem.code, message: report.problem.message } };
}

describe("a sweep of a strategy with own code", () => {
  const limits = { path: "buy.rules[0]", number: 1, values: [2, 0.5] };
  const cheating: Sweep = {
    strategy: strategyWith(CHEAT, "own > 2"),
    axes: [limits, { path: "sell.maxHoldingDays", values: [2, 3] }],
  };

  it("refuses the variants whose gains a source that knows tomorrow has decided, and no others", async () => {
    const { rows } = await rowsOf(cheating, [[0, 4]]);
    expect(rows.map(({ problem }) => problem?.code ?? null)).toEqual([
      null,
      null,
      "code-looks-ahead",
      "code-looks-ahead",
    ]);
    expect(rows[2]?.problem?.message).toContain("S07: on 2020-01-05 it gives 1, and 0");
  });

  it.each<[string, Sweep]>([
    ["a source that knows tomorrow", cheating],
    [
      "prices as the axis",
      {
        strategy: strategyWith("const compute = ({ close }) => close", "own < 70"),
        axes: [{ path: "simulation.priceBasis", values: ["as-traded", "adjusted"] }],
      },
    ],
  ])("gives of each variant what its own run gives, however blocks are divided: %s", async (_, sweep) => {
    const { rows } = await rowsOf(sweep, [[0, rowsIn(sweep)]]);
    const alone = await Promise.all(rows.map(({ index }) => ownRun(sweep, index)));
    expect(rows.map(({ performance, problem }) => ({ performance, problem }))).toEqual(alone);
    expect(new Set(alone.map((one) => JSON.stringify(one))).size).toBeGreaterThan(1);
    const singly = rows.map(({ index }) => [index, 1] as const).toReversed();
    expect((await rowsOf(sweep, singly)).rows).toEqual(rows);
  });

  it("asks once about what variants share", async () => {
    const honest = strategyWith(CHEAT.replace("close[i + 1] > x * 1.02", "x > close[i - 1]"), "own > 0.5");
    const { asked } = await rowsOf({ strategy: honest, axes: cheating.axes.slice(1) }, [[0, 2]]);
    expect(asked.filter((one) => one === "S07 4")).toHaveLength(1);
  });
});

function rowsIn({ axes }: Sweep): number {
  return axes.reduce((product, { values }) => product * values.length, 1);
}
