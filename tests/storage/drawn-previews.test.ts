import "./empty-database.ts";
import { expect, it } from "vitest";
import { sampleReport } from "./sample-report.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { noteDrawn } from "#src/storage/drawn-previews.ts";
import { createRun, finishRun } from "#src/storage/runs.ts";
import { countTrials } from "#src/storage/trials.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";

function stopAt(trailingStopLoss: number, name = "Momentum"): Strategy {
  return { ...defaultStrategy, name, sell: { ...defaultStrategy.sell, trailingStopLoss } };
}

const run = { strategyId: "builtin-1", strategy: stopAt(10), datasetFingerprint: "abc" };

async function complete(id: string, strategy: Strategy): Promise<void> {
  const of = { ...run, id, strategy, datasetId: "demo", datasetTitle: "Demo market", engineVersion: "1" };
  valueOf(await createRun(of));
  valueOf(await finishRun(id, sampleReport));
}

it("what the builder drew was tried as well, once each, for the strategy's family on the same data", async () => {
  const together = { family: "builtin-1", datasetFingerprint: "abc" };
  await complete("run", stopAt(10));
  valueOf(await noteDrawn(together, stopAt(10, "Renamed"))); // the run's own
  valueOf(await noteDrawn(together, stopAt(15)));
  valueOf(await noteDrawn(together, stopAt(15, "Renamed")));
  valueOf(await noteDrawn(together, stopAt(20)));
  valueOf(await noteDrawn({ ...together, family: "builtin-11" }, stopAt(25)));
  valueOf(await noteDrawn({ ...together, datasetFingerprint: "xyz" }, stopAt(30)));
  expect(await countTrials(run)).toBe(3);
  await complete("chosen", stopAt(20));
  expect(await countTrials(run)).toBe(3);
  expect(await countTrials({ ...run, strategyId: "copy", family: "builtin-1" })).toBe(3);
  expect(await countTrials({ ...run, strategyId: "builtin-11" })).toBe(1);
});
