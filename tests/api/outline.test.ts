/** What strategies are held against without prices: the same whether columns are read part by part or as a whole. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "@fast-check/vitest";
import { afterAll, expect, it } from "vitest";
import { createColumnMarkets, outlineAt } from "#workers/api/columns-market.ts";
import { checkWhole } from "#workers/api/check-strategy.ts";
import { outlineOf, readOutline } from "#workers/api/outline.ts";
import type { Market } from "#workers/model/market.ts";
import { planRun } from "#workers/run/plan-run.ts";
import { plainStrategy } from "../engine/tables/worked-case.ts";
import { makeFolder, removeFolders } from "../support/api-server.ts";
import { buildMarket, withFacts } from "../support/market-builder.ts";
import type { BarSpec } from "../support/market-builder.ts";
import { columnFileOf, placeOfSeries } from "../support/memory-file.ts";
import { smallRuns } from "../support/random-market.ts";
import { tries } from "#tests/support/tries.ts";

afterAll(removeFolders);

function twoBars(level: number): BarSpec[] {
  return [
    [0, level, level + 1],
    [1, level + 1, level + 2],
  ];
}

async function written(bytes: Uint8Array): Promise<{ readonly path: string }> {
  const folder = await makeFolder();
  const path = join(folder, "columns");
  await writeFile(path, bytes);
  return { path };
}

test.prop([smallRuns()], { numRuns: tries(40) })(
  "is the whole market's, in whatever parts it lies",
  async ({ series }) => {
    const market = buildMarket(series);
    const { bytes } = await columnFileOf(market, 40);
    const outline = await outlineAt(await written(bytes), createColumnMarkets());
    expect(outline).toEqual({ ok: true, value: outlineOf(market) });
  },
);

it("has facts, and leaves out an instrument that is damaged", async () => {
  const prices = buildMarket(
    ["A", "B", "C"].map((symbol, at) => ({ symbol, bars: twoBars(100 * (at + 1)) })),
  );
  const market = withFacts(prices, [{ name: "pe", kind: "fact", steps: { B: [[0, 12]], C: [[1, 20]] } }]);
  const { bytes } = await columnFileOf(market, 4);
  const whole = await outlineAt(await written(bytes), createColumnMarkets());
  expect(whole).toMatchObject({ ok: true, value: { facts: [{ name: "pe", instruments: 2 }] } });
  const place = placeOfSeries(bytes, "close", 2);
  bytes[place] = (bytes[place] ?? 0) ^ 0xff;
  const damaged = await outlineAt(await written(bytes), createColumnMarkets());
  expect(damaged).toMatchObject({
    ok: true,
    value: {
      instruments: [{ symbol: "A" }, { symbol: "B" }],
      facts: [{ name: "pe", instruments: 1 }],
    },
  });
});

it("of a file that isn't there is a problem", async () => {
  const outline = await outlineAt({ path: join(await makeFolder(), "none") }, createColumnMarkets());
  expect(outline).toMatchObject({ ok: false, problem: { code: "storage-failed" } });
});

/** One bar every so many days; EpochDays are session numbers. */
function every(days: number, bars: number): BarSpec[] {
  return Array.from({ length: bars }, (_, at) => [at * days, 100, 100]);
}

function problemsOn(market: Market, rules: readonly string[] = []): readonly string[] {
  const strategy = plainStrategy({ buy: { rules }, simulation: { benchmark: "^I" } });
  const checked = checkWhole(strategy, readOutline(outlineOf(market)));
  return checked.ok ? [] : checked.problems.map(({ code }) => code);
}

it.each([
  ["weekly", 7],
  ["monthly", 30],
])("knows a universe of %s bars, and refuses what puts them together as a run would", (frequency, days) => {
  const market = buildMarket([
    { symbol: "A", bars: every(days, 20) },
    { symbol: "^I", type: "INDEX", bars: every(1, 400) },
  ]);
  const scanner = { exchange: "NSE", instrumentType: "EQUITY" };
  expect(readOutline(outlineOf(market)).of(scanner).bars).toMatchObject({ frequency });
  expect(problemsOn(market)).toEqual([]);
  const rules = [`${frequency}(close) > 1`];
  expect(problemsOn(market, rules)).toEqual(["rules-too-coarse"]);
  expect(planRun(plainStrategy({ buy: { rules } }), market)).toMatchObject({
    problem: { code: "rules-too-coarse" },
  });
});

it("knows the days of who has few bars far apart", () => {
  const market = buildMarket([
    { symbol: "A", bars: every(1, 400) },
    { symbol: "^I", type: "INDEX", bars: every(90, 4) },
  ]);
  expect(planRun(plainStrategy({ simulation: { benchmark: "^I" } }), market)).toMatchObject({ ok: true });
  expect(problemsOn(market)).toEqual([]);
});
