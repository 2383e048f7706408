/** The stored result of a strategy/3: with its growth, its money and its rebalances. */
import "./empty-database.ts";
import { beforeEach, expect, it } from "vitest";
import { portfolioReport } from "./sample-report.ts";
import { portfolioStrategy } from "#tests/support/strategy-of.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { database } from "#src/storage/database.ts";
import { createRun, finishRun, loadReport } from "#src/storage/runs.ts";
import { sha256 } from "#src/storage/sha256.ts";

beforeEach(async () => {
  await createRun({
    id: "r",
    strategyId: "builtin-1",
    strategy: portfolioStrategy,
    datasetId: "demo",
    datasetTitle: "Demo market",
    datasetFingerprint: "abc",
    engineVersion: "1",
  });
  await finishRun("r", portfolioReport);
});

it("comes back as it was stored, typed arrays as typed arrays", async () => {
  const report = valueOf(await loadReport("r"));
  expect(report).toEqual(portfolioReport);
  expect(report.equity.growth).toBeInstanceOf(Float64Array);
  expect(report.money?.universeValues).toBeInstanceOf(Float64Array);
  expect(report.account?.moves?.paidAfter).toBeInstanceOf(Float64Array);
});

it("is sealed by its text, in which each curve is a list of numbers", async () => {
  const text = JSON.stringify(portfolioReport, (_name, value: unknown) =>
    value instanceof Float64Array || value instanceof Int32Array ? Array.from(value) : value,
  );
  expect(await database.results.get("r")).toMatchObject({ checksum: await sha256(text) });
});

it.each([
  ["a figure of its growth changed", { "report.equity.growth": Float64Array.of(100, 110, 133) }],
  ["its growth is no typed array", { "report.equity.growth": [100, 110, 132] }],
  ["its money is gone", { "report.money": undefined }],
  ["the money in the benchmark is no typed array", { "report.money.benchmarkValues": [100, 155, 135] }],
  ["the cash is no typed array", { "report.account.cash": [100, 20, 30] }],
  ["a rebalance changed", { "report.rebalances": [] }],
])("is refused as damaged when %s", async (_title, damage) => {
  await database.table("results").update("r", damage);
  expect(await loadReport("r")).toMatchObject({ ok: false, problem: { code: "storage-failed" } });
});
