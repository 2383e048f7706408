import "./empty-database.ts";
import { liveQuery } from "dexie";
import { describe, expect, it, vi } from "vitest";
import { sampleReport } from "./sample-report.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { database } from "#src/storage/database.ts";
import {
  createRun,
  deleteRun,
  failRun,
  finishRun,
  interruptRuns,
  listRuns,
  listUnfinishedRuns,
  loadReport,
  loadRun,
  markRunning,
  pinRuns,
  keepRobustness,
  remarkOn,
  removeRuns,
  restoreRuns,
} from "#src/storage/runs.ts";
import { countTrials } from "#src/storage/trials.ts";
import type { StrategyRecord } from "#src/storage/records.ts";
import {
  addStrategy,
  createStrategy,
  duplicateStrategy,
  importStrategy,
  removeStrategy,
  saveStrategy,
} from "#src/storage/strategies.ts";
import type { NumbersMap } from "#src/storage/robustness-record.ts";
import { readRobustness } from "#src/storage/robustness-record.ts";
import { ENGINE_VERSION } from "#workers/model/engine-version.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";

const newRun = (id: string, strategyId = "builtin-1") => ({
  id,
  strategyId,
  strategy: { ...defaultStrategy, name: "Momentum" },
  datasetId: "demo",
  datasetTitle: "Demo market",
  datasetFingerprint: "abc",
  engineVersion: "1",
});

/** A run that was asked for at this time. */
async function createRunAt(id: string, startedAt: number): Promise<void> {
  await createRun(newRun(id));
  await database.table("runs").update(id, { startedAt });
}

describe("a run's record", () => {
  it("goes from queued to running to complete, with its figures for lists", async () => {
    expect(valueOf(await createRun(newRun("r")))).toMatchObject({
      state: "queued",
      strategyName: "Momentum",
      finishedAt: null,
      headline: null,
    });
    await markRunning("r");
    expect(valueOf(await loadRun("r")).state).toBe("running");
    await finishRun("r", sampleReport);
    const run = valueOf(await loadRun("r"));
    expect(run.state).toBe("complete");
    expect(run.finishedAt).not.toBeNull();
    expect(run.headline).toEqual({
      startValue: 100,
      endValue: 121,
      totalGrowthPercent: 21,
      cagr: null,
      maxDrawdown: -5,
      sharpeRatio: 1.5,
      winRate: 50,
      trades: 2,
      currency: "INR",
      benchmark: "INDEX",
      benchmarkCagr: 10,
      days: 2,
      instruments: 1,
      curve: { account: [1, 0.95, 1.21], index: [1, 1.05, 1.1] },
    });
  });

  it("has what the average share made, where the report says it", async () => {
    await createRun(newRun("r"));
    const universePerformance = { endValue: 150, cagr: 14.8, maxDrawdown: -30, sharpeRatio: null };
    await finishRun("r", { ...sampleReport, universePerformance });
    expect(valueOf(await loadRun("r")).headline?.averageCagr).toBe(14.8);
  });

  it("has the next number of its strategy, also after runs that were never numbered", async () => {
    await createRun(newRun("unnumbered"));
    await database.table("runs").update("unnumbered", { number: undefined });
    await createRun(newRun("of another", "builtin-2"));
    expect(valueOf(await createRun(newRun("second"))).number).toBe(2);
    await deleteRun("unnumbered");
    expect(valueOf(await createRun(newRun("third"))).number).toBe(3);
  });

  it.each([
    { code: "universe-empty", state: "failed" },
    { code: "cancelled", state: "cancelled" },
  ] as const)("keeps why there is no result: $code is $state", async ({ code, state }) => {
    await createRun(newRun("r"));
    await failRun("r", { code, message: "why" });
    expect(valueOf(await loadRun("r"))).toMatchObject({ state, problem: { code, message: "why" } });
  });

  it("keeps the strategy as it was when the run began", async () => {
    await createRun(newRun("r"));
    expect(valueOf(await loadRun("r")).strategy).toEqual({ ...defaultStrategy, name: "Momentum" });
  });

  it("is not made up for a run that was deleted meanwhile, and no orphan report stays", async () => {
    await createRun(newRun("r"));
    await deleteRun("r");
    expect(await finishRun("r", sampleReport)).toMatchObject({ ok: false, problem: { code: "not-found" } });
    expect(await database.results.count()).toBe(0);
    expect(await loadRun("r")).toMatchObject({ ok: false, problem: { code: "not-found" } });
  });
});

describe("a report", () => {
  it("comes back as it was stored, typed arrays as typed arrays", async () => {
    await createRun(newRun("r"));
    await finishRun("r", sampleReport);
    const report = valueOf(await loadReport("r"));
    expect(report).toEqual(sampleReport);
    expect(report.equity.value).toBeInstanceOf(Float64Array);
    expect(report.equity.day).toBeInstanceOf(Int32Array);
  });

  it.each([
    ["a figure of its curve changed", { "report.equity.value": Float64Array.of(100, 95, 122) }],
    ["a position changed", { "report.positions": [] }],
    ["its curve is gone", { "report.equity": null }],
  ])("is refused as damaged when %s", async (_title, damage) => {
    await createRun(newRun("r"));
    await finishRun("r", sampleReport);
    await database.table("results").update("r", damage);
    expect(await loadReport("r")).toMatchObject({ ok: false, problem: { code: "storage-failed" } });
  });

  it("reaches a page that watches for it", async () => {
    await createRun(newRun("r"));
    const seen: boolean[] = [];
    const watch = liveQuery(() => loadReport("r")).subscribe((report) => seen.push(report.ok));
    await vi.waitFor(() => expect(seen).toEqual([false]));
    await finishRun("r", sampleReport);
    await vi.waitFor(() => expect(seen.at(-1)).toBe(true));
    watch.unsubscribe();
  });

  it("is gone with its run", async () => {
    await createRun(newRun("r"));
    await finishRun("r", sampleReport);
    await deleteRun("r");
    expect(await loadReport("r")).toMatchObject({ ok: false, problem: { code: "not-found" } });
  });
});

describe("the removal of runs", () => {
  it("takes them away with their reports, and can be undone", async () => {
    await createRun(newRun("a"));
    await finishRun("a", sampleReport);
    await remarkOn("a", { note: "Mine", tags: ["keep"] });
    await createRun(newRun("b"));
    await createRun(newRun("stays"));
    const before = valueOf(await loadRun("a"));
    const removed = valueOf(await removeRuns(["a", "b", "never there"]));
    expect((await listRuns()).records.map(({ id }) => id)).toEqual(["stays"]);
    expect(await database.results.count()).toBe(0);
    await restoreRuns(removed);
    await restoreRuns(removed);
    expect(valueOf(await loadRun("a"))).toEqual(before);
    expect(valueOf(await loadReport("a"))).toEqual(sampleReport);
    expect((await listRuns()).records).toHaveLength(3);
  });
});

describe("lists of runs", () => {
  it("have the last started first, and the damaged apart", async () => {
    await createRunAt("older", 1000);
    await createRunAt("newer", 2000);
    await createRunAt("broken", 3000);
    await database.table("runs").update("broken", { "strategy.name": "" });
    const { records, damaged } = await listRuns();
    expect(records.map((run) => run.id)).toEqual(["newer", "older"]);
    expect(damaged).toMatchObject([{ id: "broken", name: "Momentum" }]);
  });

  it("find those that are recorded as queued or running", async () => {
    await createRun(newRun("queued"));
    await createRun(newRun("running"));
    await markRunning("running");
    await createRun(newRun("done"));
    await finishRun("done", sampleReport);
    expect((await listUnfinishedRuns()).toSorted()).toEqual(["queued", "running"]);
  });
});

describe("interrupting", () => {
  it("closes what is still open and leaves what was finished meanwhile", async () => {
    await createRun(newRun("open"));
    await createRun(newRun("done"));
    await finishRun("done", sampleReport);
    expect(valueOf(await interruptRuns(["open", "done", "gone"]))).toEqual(["open"]);
    expect(valueOf(await loadRun("open"))).toMatchObject({
      state: "interrupted",
      problem: { code: "worker-lost" },
    });
    expect(valueOf(await loadRun("done")).state).toBe("complete");
  });
});

describe("the variants that were tried", () => {
  const on = { datasetFingerprint: "abc", strategy: stopAt(10) };

  it("go on being counted in a copy, a copy of a copy and a duplicated run, also when the first is deleted", async () => {
    const first = valueOf(await createStrategy("First"));
    await runOf({ ...first, strategy: stopAt(10) }, 1);
    const copy = valueOf(await duplicateStrategy(first.id));
    await runOf({ ...copy, strategy: stopAt(15) }, 2);
    const second = valueOf(await duplicateStrategy(copy.id));
    await runOf({ ...second, strategy: stopAt(20) }, 3);
    const ofRun = valueOf(await addStrategy(stopAt(25), "demo", first.id));
    await runOf(ofRun, 4);
    await complete("stranger", { strategyId: "other", strategy: stopAt(30) }, 5);
    await removeStrategy(first.id);
    const counted = [second, copy, ofRun].map(({ id, family = "" }) =>
      countTrials({ ...on, strategyId: id, family }),
    );
    expect(await Promise.all(counted)).toEqual([4, 4, 4]);
    const all = await countTrials({ ...on, strategyId: first.id });
    expect(all).toBe(4);
  });

  it("are those of all imports of one link, whatever became of them", async () => {
    const one = valueOf(await importStrategy(stopAt(10, "Shared"), "demo"));
    await runOf(one, 1);
    await saveStrategy(one.id, stopAt(12, "Shared"), one.revision);
    const two = valueOf(await importStrategy(stopAt(10, "Shared"), "demo"));
    await runOf({ ...two, strategy: stopAt(15) }, 2);
    expect(two.family).toBe(one.family);
    const all = await countTrials({ ...on, strategyId: two.id, family: two.family ?? "" });
    expect(all).toBe(2);
    const other = valueOf(await importStrategy(stopAt(40, "Shared"), "demo"));
    expect(other.family).not.toBe(one.family);
  });

  it("are those of a map that shows the run's settings, where it is another run's", async () => {
    const map: NumbersMap = {
      axes: [{ field: "sell.trailingStopLoss", from: 10, to: 20, step: 5 }],
      cagr: [8, 9, null],
    };
    await complete("mapped", { strategy: stopAt(10) }, 1);
    valueOf(await keepRobustness("mapped", { map }, "an older one")); // what it tried, it tried
    const run = { ...on, strategyId: "builtin-1" };
    expect(await countTrials(run)).toBe(1); // nothing was chosen by it yet
    await complete("chosen", { strategy: stopAt(15) }, 1.4);
    expect(await countTrials({ ...run, strategy: stopAt(15) })).toBe(3);
    await complete("elsewhere", { strategy: stopAt(50) }, 2);
    expect(await countTrials({ ...run, strategy: stopAt(50) })).toBe(3);
  });

  it.each([
    {
      title: "a step of nothing",
      change: { axes: [{ field: "sell.trailingStopLoss", from: 10, to: 20, step: 0 }] },
    },
    { title: "fewer figures than cells", change: { cagr: [8, 9] } },
  ])("are not those of a map with $title, which is found again", async ({ change }) => {
    const map = {
      axes: [{ field: "sell.trailingStopLoss", from: 10, to: 20, step: 5 }],
      cagr: [8, 9, null],
    };
    await complete("mapped", { strategy: stopAt(10) }, 1);
    const robustness = { engineVersion: ENGINE_VERSION, map: { ...map, ...change } };
    expect(readRobustness({ ...robustness, map }, ENGINE_VERSION)).toEqual({ map });
    expect(readRobustness(robustness, ENGINE_VERSION)).toEqual({});
    await database.runs.update("mapped", { robustness });
    expect(await countTrials({ ...on, strategyId: "builtin-1", strategy: stopAt(15) })).toBe(1);
  });

  it("are those of the strategy itself where its own link is imported", async () => {
    const mine = valueOf(await createStrategy("Mine"));
    const saved = valueOf(await saveStrategy(mine.id, stopAt(33, "Mine"), mine.revision));
    const back = valueOf(await importStrategy(saved.strategy, "demo"));
    expect(back.family).toBe(mine.id);
  });

  it("are the different settings that were run to the end on the same data", async () => {
    await complete("a", { strategy: stopAt(10) }, 1);
    await complete("b", { strategy: stopAt(10, "Renamed") }, 1);
    await complete("c", { strategy: stopAt(15) }, 2);
    await complete("other data", { strategy: stopAt(20), datasetFingerprint: "xyz" }, 3);
    await complete("other strategy", { strategyId: "builtin-2", strategy: stopAt(20) }, 4);
    await createRun({ ...newRun("queued"), strategy: stopAt(30) });
    const run = { strategyId: "builtin-1", datasetFingerprint: "abc", strategy: stopAt(10) };
    expect(await countTrials(run)).toBe(2);
  });
});

/** Runs a stored strategy as a page would: to the end, on the same data. */
async function runOf({ id, family, strategy }: StrategyRecord, sharpeRatio: number): Promise<void> {
  const of = { strategyId: id, strategy, ...(family !== undefined && { family }) };
  await complete(`${id} ${sharpeRatio}`, of, sharpeRatio);
}

async function complete(
  id: string,
  changes: Partial<ReturnType<typeof newRun>>,
  sharpeRatio: number,
): Promise<void> {
  await createRun({ ...newRun(id), ...changes });
  const performance = { ...sampleReport.performance, sharpeRatio };
  await finishRun(id, { ...sampleReport, performance });
}

function stopAt(trailingStopLoss: number, name = "Momentum"): Strategy {
  return {
    ...defaultStrategy,
    name,
    sell: { ...defaultStrategy.sell, trailingStopLoss },
  };
}

describe("a person's remark on a run", () => {
  it("is kept tidy: no blanks around it, and each tag once", async () => {
    await createRun(newRun("r"));
    valueOf(await remarkOn("r", { note: "  Try 15 %. ", tags: [" keep", "Keep", "", "low  cost"] }));
    expect(valueOf(await loadRun("r")).remark).toEqual({
      note: "Try 15 %.",
      tags: ["keep", "low cost"],
      changedAt: expect.any(Number),
    });
  });

  it("stays when the run ends, and leaves everything else as it was", async () => {
    const created = valueOf(await createRun(newRun("r")));
    valueOf(await remarkOn("r", { note: "Mine", tags: [] }));
    const { remark, ...rest } = valueOf(await loadRun("r"));
    expect(remark?.note).toBe("Mine");
    expect(rest).toEqual(created);
    await finishRun("r", sampleReport);
    expect(valueOf(await loadRun("r"))).toMatchObject({ state: "complete", remark: { note: "Mine" } });
  });

  it("is gone when nothing is left of it", async () => {
    await createRun(newRun("r"));
    await remarkOn("r", { note: "Mine", tags: ["a"] });
    await remarkOn("r", { note: " ", tags: [","].flatMap((tags) => tags.split(",")) });
    expect(valueOf(await loadRun("r"))).not.toHaveProperty("remark");
  });

  it("keeps the pin when words change, and the words when the pin does", async () => {
    await createRun(newRun("r"));
    await createRun(newRun("s"));
    valueOf(await pinRuns(["r", "s", "gone"], true));
    valueOf(await remarkOn("r", { note: "Mine", tags: [] }));
    expect(valueOf(await loadRun("r")).remark).toMatchObject({ note: "Mine", isPinned: true });
    expect(valueOf(await loadRun("s")).remark).toMatchObject({ note: "", tags: [], isPinned: true });
    valueOf(await pinRuns(["r", "s"], false));
    expect(valueOf(await loadRun("r")).remark).toEqual({
      note: "Mine",
      tags: [],
      changedAt: expect.any(Number),
    });
    expect(valueOf(await loadRun("s"))).not.toHaveProperty("remark");
  });

  it("is refused for a run that is gone", async () => {
    expect(await remarkOn("gone", { note: "x", tags: [] })).toMatchObject({
      ok: false,
      problem: { code: "not-found" },
    });
  });
});

async function found(runId: string) {
  return readRobustness(valueOf(await loadRun(runId)).robustness, ENGINE_VERSION);
}

describe("what checks of a run found", () => {
  const late = { endValue: 120_000, cagr: 4.5, maxDrawdown: -20 };
  const lookAhead = { sessions: 50, changed: 0 };

  it("is kept with the run part after part, and leaves everything else as it was", async () => {
    const created = valueOf(await createRun(newRun("r")));
    valueOf(await keepRobustness("r", { late }, ENGINE_VERSION));
    valueOf(await keepRobustness("r", { lookAhead }, ENGINE_VERSION));
    expect(await found("r")).toEqual({ late, lookAhead });
    const { robustness: _apart, ...rest } = valueOf(await loadRun("r"));
    expect(rest).toEqual(created);
  });

  it("leaves what lists say of chance and later prices in the run's headline", async () => {
    await createRun(newRun("r"));
    await finishRun("r", sampleReport);
    const before = valueOf(await loadRun("r")).headline;
    const random = { runs: 200, worse: 4, meanPositions: 3, cagr: [1, 2] };
    valueOf(await keepRobustness("r", { random }, ENGINE_VERSION));
    expect(valueOf(await loadRun("r")).headline).toEqual({ ...before, random: { runs: 200, worse: 4 } });
    valueOf(await keepRobustness("r", { lookAhead: { sessions: 50, changed: 2 } }, ENGINE_VERSION));
    expect(valueOf(await loadRun("r")).headline).toMatchObject({ random: { worse: 4 }, hasLookAhead: true });
    valueOf(await keepRobustness("r", { lookAhead: { sessions: 50, changed: 0 } }, ENGINE_VERSION));
    expect(valueOf(await loadRun("r")).headline?.hasLookAhead).toBe(false);
  });

  it("goes when another engine finds it, and where it can't be read", async () => {
    await createRun(newRun("r"));
    const stored = { engineVersion: "an older one", late };
    await database.table("runs").update("r", { robustness: stored });
    expect(await found("r")).toEqual({});
    valueOf(await keepRobustness("r", { lookAhead }, ENGINE_VERSION));
    expect(await found("r")).toEqual({ lookAhead });
    valueOf(await keepRobustness("r", { late }, `${ENGINE_VERSION}, V8 (Chrome 157), room 0`));
    expect(await found("r")).toEqual({});
    valueOf(await keepRobustness("r", { lookAhead }, ENGINE_VERSION));
    expect(await found("r")).toEqual({ lookAhead });
    await database.table("runs").update("r", { robustness: { engineVersion: ENGINE_VERSION, late: "no" } });
    expect(await found("r")).toEqual({});
    expect((await listRuns()).records).toHaveLength(1);
  });

  it("is refused for a run that is gone", async () => {
    expect(await keepRobustness("gone", { late }, ENGINE_VERSION)).toMatchObject({
      ok: false,
      problem: { code: "not-found" },
    });
  });
});
