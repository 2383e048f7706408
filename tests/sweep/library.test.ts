import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SweepRow } from "#workers/api/tidemark.d.ts";
import { builtLibrary } from "../support/built-library.ts";
import { LAB_STRATEGY, openLab } from "../support/sweep-lab.ts";

type Library = Awaited<ReturnType<typeof builtLibrary>>;

const lab = openLab();
let library: Library;
let market: Awaited<ReturnType<Library["openMarket"]>>;
beforeAll(async () => {
  library = await builtLibrary();
  market = await library.openMarket([lab.data]);
});
afterAll(async () => {
  await market.close();
  lab.remove();
});

const AXES = [
  { path: "buy.rules[0]", number: 2, values: [3, 10, 25] },
  { path: "sell.trailingStopLoss", values: [2, 6, 10.5, null] },
  { path: "simulation.maxPositions", values: [1, 4] },
];

async function rowsOf(...asked: Parameters<Library["sweep"]>): Promise<SweepRow[]> {
  const rows: SweepRow[] = [];
  for await (const row of library.sweep(...asked)) rows.push(row);
  return rows;
}

describe("sweep() of the library", () => {
  it("gives each variant what its own run gives, to the bit, by index", async () => {
    const rows = await rowsOf(market, LAB_STRATEGY, AXES, { keep: ["equity"] });
    expect(rows.map(({ index }) => index)).toStrictEqual(Array.from({ length: 24 }, (_, at) => at));
    for (const row of rows) {
      const [days, trailingStopLoss, maxPositions] = row.values;
      // oxlint-disable-next-line no-await-in-loop -- one run at a time
      const alone = await library.simulate(market, {
        ...LAB_STRATEGY,
        buy: { ...LAB_STRATEGY.buy, rules: [`close > 1.01 * sma(${String(days)})`] },
        sell: { ...LAB_STRATEGY.sell, trailingStopLoss },
        simulation: { ...LAB_STRATEGY.simulation, maxPositions },
      });
      const bytes = Buffer.alloc(8 * alone.equity.values.length);
      for (const [at, value] of alone.equity.values.entries()) bytes.writeDoubleLE(value, 8 * at);
      expect(row.performance).toStrictEqual(alone.performance);
      expect(row.equity).toStrictEqual(alone.equity.values);
      expect(row.account).toBe(`sha256:${createHash("sha256").update(bytes).digest("hex")}`);
      expect(row.problem).toBeNull();
    }
    expect(new Set(rows.map(({ account }) => account)).size).toBeGreaterThan(10);
  });

  it("gives the same rows on one thread", async () => {
    const onOne = await rowsOf(market, LAB_STRATEGY, AXES, { threads: 1 });
    expect(onOne).toStrictEqual(await rowsOf(market, LAB_STRATEGY, { axes: AXES }));
  });

  it("gives the same rows on one thread with own code, and refuses those that tomorrow's prices have decided", async () => {
    const source = `const compute = ({ close, symbol }) =>
      close.map((x, i) => symbol === "S3" && i >= 200 && i < 230 && close[i + 1] > x ? 1 : 0)`;
    const strategy = {
      ...LAB_STRATEGY,
      buy: { ...LAB_STRATEGY.buy, lastPriceVsClose: false, lastPriceVsMA: false, rules: ["own > 2"] },
      sell: { trailingStopLoss: null, minHoldingDays: 0, maxHoldingDays: 1 },
      computed: [{ name: "own", language: "javascript", source }],
    };
    const axes = [
      { path: "buy.rules[0]", number: 1, values: [2, 0.5] },
      { path: "simulation.maxPositions", values: Array.from({ length: 20 }, (_, at) => at + 1) },
    ];
    const rows = await rowsOf(market, strategy, axes, { threads: 1, allowCode: true });
    const refused = rows.map(({ problem }) => problem?.code ?? null);
    expect(refused).toStrictEqual(
      Array.from({ length: 40 }, (_, at) => (at < 20 ? null : "code-looks-ahead")),
    );
    expect(await rowsOf(market, strategy, axes, { threads: 2, allowCode: true })).toStrictEqual(rows);
  });

  it("says of a variant that can't be run why, and goes on", async () => {
    const rows = await rowsOf(market, LAB_STRATEGY, [
      { path: "simulation.startDate", values: ["2020-01-01", "2023-01-01"] },
      { path: "simulation.endDate", values: ["2020-12-31", "2024-12-31"] },
    ]);
    expect(rows.map(({ problem }) => problem?.code ?? null)).toStrictEqual([
      null,
      null,
      "strategy-invalid", // it would end before it starts
      "period-empty", // no prices so late
    ]);
    expect(rows[2]).toMatchObject({ performance: null, account: null });
  });

  it("ends at once when it is aborted, and when its reader goes", async () => {
    const many = [
      { path: "sell.trailingStopLoss", values: Array.from({ length: 4000 }, (_, at) => 1 + at / 100) },
    ];
    const controller = new AbortController();
    const rows = library.sweep(market, LAB_STRATEGY, many, { signal: controller.signal });
    await rows.next();
    controller.abort();
    let last = 0;
    const rest = (async () => {
      for await (const row of rows) last = row.index;
    })();
    await expect(rest).rejects.toMatchObject({ code: "cancelled" });
    expect(last).toBeLessThan(3999); // of the variants, in order: it ended before them
    for await (const row of library.sweep(market, LAB_STRATEGY, many)) if (row.index === 3) break;
    expect(await rowsOf(market, LAB_STRATEGY, AXES)).toHaveLength(24);
  });

  it("refuses what can't be run before it runs anything", async () => {
    await expect(rowsOf(market, { sell: { stopLoss: -1 } }, AXES)).rejects.toMatchObject({
      code: "strategy-invalid",
    });
    const beyond = [{ path: "sell.trailingStopLoss", values: [5, 500] }];
    await expect(rowsOf(market, LAB_STRATEGY, beyond)).rejects.toMatchObject({
      code: "axes-invalid",
      place: "axes[0].values[1]",
    });
    await expect(rowsOf(market, LAB_STRATEGY, AXES, { threads: 0 })).rejects.toMatchObject({ code: "usage" });
  });
});
