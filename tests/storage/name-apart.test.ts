import { expect, it } from "vitest";
import { datasetsApart, strategiesApart } from "#src/storage/backup/restore-backup.ts";
import type { StrategyRecord } from "#src/storage/records.ts";
import { SAMPLE_STRATEGIES } from "#src/storage/samples.ts";
import { demoMarket } from "#src/storage/demo-market.ts";
import { smallDataset } from "./sample-dataset.ts";
import { strategyRecord } from "./sample-strategy.ts";

const dataset = (id: string, title: string) => ({ ...smallDataset(), id, title });

const namesApart = (brought: readonly StrategyRecord[], here: readonly StrategyRecord[]) =>
  strategiesApart(brought, here).map(({ id, name, strategy: { name: inside } }) => [id, name, inside]);

it("a strategy whose name another one here has gets a number, inside as well; the others stay as they are", () => {
  const brought = [strategyRecord("a", "Momentum"), strategyRecord("b", "Reversal")];
  expect(namesApart(brought, [strategyRecord("own", "Momentum")])).toEqual([
    ["a", "Momentum (2)", "Momentum (2)"],
    ["b", "Reversal", "Reversal"],
  ]);
});

it("what takes the place of the one here does not meet its name, and two that are brought never share one", () => {
  const brought = [strategyRecord("a", "Momentum"), strategyRecord("b", "Momentum")];
  expect(namesApart(brought, [strategyRecord("a", "Momentum")])).toEqual([
    ["a", "Momentum", "Momentum"],
    ["b", "Momentum (2)", "Momentum (2)"],
  ]);
});

it("the name of a built-in strategy is taken", () => {
  const name = SAMPLE_STRATEGIES[0]?.name ?? "";
  expect(namesApart([strategyRecord("a", name)], [])[0]?.[1]).not.toBe(name);
});

it("a dataset whose title another one here or the demo market has gets a number", () => {
  const brought = [dataset("a", "Mine"), dataset("b", demoMarket.title), dataset("c", "Other")];
  const titles = datasetsApart(brought, [dataset("own", "Mine"), dataset("c", "Other")]);
  expect(titles.map(({ title }) => title)).toEqual(["Mine (2)", `${demoMarket.title} (2)`, "Other"]);
});
