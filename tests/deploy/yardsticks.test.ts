/** What a deployment is held against since it began, worked by hand. */
import { expect, it } from "vitest";
import { deploymentYardsticks } from "#workers/run/deploy-desk.ts";
import { bareDeployment } from "../storage/sample-deployment.ts";
import { goneOn, smallMarket, smallStart, smallStrategy } from "./small-deployment.ts";
import { dateOf } from "#tests/support/market-builder.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { yardsticksAt } from "#src/pages/deployments/use-yardsticks.ts";
import { deployMarket } from "#workers/run/deploy-market.ts";
import type { YardstickCurves, YardstickRequest } from "#workers/model/deploy-work.ts";
import { parseStrategy } from "#workers/model/strategy.ts";

const market = deployMarket(smallMarket);
const yardsticksOf = (benchmark: string | null, begins = 1, moved: YardstickRequest["moved"] = []) =>
  deploymentYardsticks(
    {
      strategy: valueOf(parseStrategy(smallStrategy({ simulation: { benchmark } }))),
      begins: dateOf(begins),
      startMargin: 10_000,
      moved,
    },
    market,
  );

/** Of all sessions but the fifth. */
const without = ({ growth, values }: YardstickCurves) => ({
  growth: growth.filter((_, row) => row !== 4),
  values: values.filter((_, row) => row !== 4),
});

it("begins with the start margin on the first session behind the day that it begins on", () => {
  const found = valueOf(yardsticksOf("EF"));
  expect(found.sessions).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map(dateOf));
  expect(found.label).toBe("EF");
  expect([found.benchmark.growth[0], found.benchmark.growth.at(-1)]).toEqual([10_000, 13_000]); // 20 to 26
  expect(found.universe.growth[0]).toBe(10_000);
  expect(found.universe.values).toEqual(found.universe.growth);
  // from 102, 48 and 20 to 105, 49 and 26
  expect(found.universe.growth.at(-1)).toBeCloseTo((10_000 * (105 / 102 + 49 / 48 + 26 / 20)) / 3, 8);
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
    benchmark: without(found.benchmark),
    universe: without(found.universe),
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

it("has the same money come and go", () => {
  const moved = [
    { session: dateOf(4), in: 1000, out: 0 },
    { session: dateOf(7), in: 0, out: 4800 },
  ];
  const found = valueOf(yardsticksOf("EF", 1, moved));
  // EF at sessions 2 to 9: 20, 20, 21, 22, 23, 24, 25, 26; 500 units at first, 1000 / 21 more, and 200 given for 4,800
  const units = 500 + 1000 / 21;
  expect(found.benchmark.growth.at(-1)).toBe(13_000);
  const values = Array.from(found.benchmark.values);
  expect(values[1]).toBe(10_000);
  expect(values[2]).toBeCloseTo(10_500 + 1000, 8);
  expect(values[5]).toBeCloseTo(units * 24 - 4800, 8);
  expect(values[7]).toBeCloseTo((units - 200) * 26, 8);
  const [index] = yardsticksAt(found, 10_000, goneOn(smallStart()).ledger);
  expect(index?.growth).toBeCloseTo(30, 8);
  expect(index?.values.at(-1)).toBeCloseTo((units - 200) * 26, 8);
});
