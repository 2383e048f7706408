/** The library's result of a strategy/3: every key that the command line's has. */
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { makeFolder, removeFolders, wavesCsv } from "#tests/support/api-server.ts";
import { builtLibrary } from "#tests/support/built-library.ts";
import { simulateCommand } from "#workers/commands/simulate-command.ts";

afterAll(removeFolders);

const STRATEGY = {
  format: "strategy/3",
  name: "Weights, flows and cash",
  simulation: {
    startDate: "2020-03-01",
    startMargin: 10_000,
    positionSizing: "weights",
    weight: "15",
    weightsAre: "percents",
    rebalance: "monthly",
    flows: [
      { amount: 500, every: "monthly" },
      { percent: -20, every: "quarterly", from: "2020-06-10" },
    ],
    cash: { percent: 4 },
  },
};

it("is that of the command line, with growth, flows, money, rebalances and what waits", async () => {
  const folder = await makeFolder({
    "prices/prices.csv": wavesCsv(),
    "strategy.json": JSON.stringify(STRATEGY),
  });
  const library = await builtLibrary();
  const market = await library.openMarket(join(folder, "prices"));
  const result = await library.simulate(market, STRATEGY);
  await market.close();
  let out = "";
  const terminal = { out: (text: string) => void (out += text), progress: () => {} };
  const paths = ["--data", join(folder, "prices"), "--strategy", join(folder, "strategy.json")];
  expect(await simulateCommand([...paths, "--out", "-"], terminal)).toBe(0);
  expect(result).toEqual(JSON.parse(out));
  expect(result.equity.growth).toHaveLength(result.metadata.sessions);
  expect(result.money?.deposited).toBeGreaterThan(0);
  expect(result.money?.interest).toBeGreaterThan(0);
  expect(result.rebalances?.length).toBeGreaterThan(5);
  expect(result.yearlyPerformance.every(({ flows }) => flows !== undefined)).toBe(true);
});
