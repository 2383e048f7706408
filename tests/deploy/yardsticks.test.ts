/** What a deployment is held against since it began, worked by hand. */
import { expect, it } from "vitest";
import { deploymentYardsticks } from "#workers/run/deploy-desk.ts";
import { bareDeployment } from "../storage/sample-deployment.ts";
import { goneOn, smallMarket, smallStart, smallStrategy } from "./small-deployment.ts";
import { dateOf } from "#tests/support/market-builder.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { yardsticksAt } from "#src/pages/deployments/use-yardsticks.ts";
import { deployMarket } from "#workers/run/deploy-market.ts";
import { parseStrategy } from "#workers/model/strategy.ts";

const market = deployMarket(smallMarket);
const yardsticksOf = (benchmark: string | null, begins = 1) =>
  deploymentYardsticks(
    {
      strategy: valueOf(parseStrategy(smallStrategy({ simulation: { benchmark } }))),
      begins: dateOf(begins),
      startMargin: 10_000,
    },
    market,
  );

it("begins with the start margin on the first session behind the day that it begins on", () => {
  const found = valueOf(yardsticksOf("EF"));
  expect(found.sessions).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map(dateOf));
  expect(found.label).toBe("EF");
  expect([found.benchmark[0], found.benchmark.at(-1)]).toEqual([10_000, 13_000]); // 20 to 26
  expect(found.universe[0]).toBe(10_000);
  // from 102, 48 and 20 to 105, 49 and 26
  expect(found.universe.at(-1)).toBeCloseTo((10_000 * (105 / 102 + 49 / 48 + 26 / 20)) / 3, 8);
});

it("is one line where the benchmark is the average share", () => {
  const found = valueOf(yardsticksOf("average-share"));
  expect(found.label).toBe("the average share");
  expect(found.benchmark).toEqual(found.universe);
  expect(yardsticksAt(found, 10_000, goneOn(smallStart()).ledger).map(({ name }) => name)).toEqual([
    "Average share",
  ]);
  const held = valueOf(yardsticksOf(null)); // this market has no index
  expect(held.label).toBe("equal-weight universe");
  expect(yardsticksAt(held, 10_000, goneOn(smallStart()).ledger)).toHaveLength(1);
});

it("is refused with the reason where the benchmark is no longer in the data", () => {
  expect(yardsticksOf("GONE")).toMatchObject({ ok: false, problem: { code: "benchmark-invalid" } });
});

it("stands at each entry of the ledger, a lost session at the value before", () => {
  const { ledger } = goneOn(smallStart());
  const found = valueOf(yardsticksOf("EF"));
  const lost = {
    ...found,
    sessions: found.sessions.filter((_, row) => row !== 4),
    benchmark: found.benchmark.filter((_, row) => row !== 4),
    universe: found.universe.filter((_, row) => row !== 4),
  };
  const [index, average] = yardsticksAt(lost, 10_000, ledger);
  // EF at sessions 2 to 9: 20, 20, 21, 22, (23), 24, 25, 26
  expect(Array.from(index?.values ?? [])).toEqual([
    10_000, 10_000, 10_500, 11_000, 11_000, 12_000, 12_500, 13_000,
  ]);
  expect([index?.name, average?.name]).toEqual(["EF", "Average share"]);
  expect(index?.growth).toBeCloseTo(30, 8);
  expect(average?.growth).toBeCloseTo(((105 / 102 + 49 / 48 + 26 / 20) / 3 - 1) * 100, 8);
  expect(yardsticksAt(found, 10_000, bareDeployment.ledger)[0]?.growth).toBeNull();
});
