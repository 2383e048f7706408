import "./empty-database.ts";
import { describe, expect, it } from "vitest";
import { sampleReport } from "./sample-report.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { database } from "#src/storage/database.ts";
import { listRunSummaries, loadRunPlace } from "#src/storage/run-history.ts";
import { createRun, failRun, finishRun, loadRun } from "#src/storage/runs.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

interface StoredRun {
  readonly strategyId?: string;
  readonly end?: "complete" | "failed" | "queued";
  /** From before runs were numbered. */
  readonly isOld?: true;
}

/** Asked for at this time. */
async function store(
  id: string,
  startedAt: number,
  { strategyId = "s", end = "complete", isOld }: StoredRun = {},
): Promise<void> {
  const strategy = { ...defaultStrategy, name: "Momentum" };
  const data = { datasetId: "demo", datasetTitle: "Demo market", datasetFingerprint: "abc" };
  valueOf(await createRun({ id, strategyId, strategy, ...data, engineVersion: "1" }));
  if (end === "complete") await finishRun(id, sampleReport);
  if (end === "failed") await failRun(id, { code: "universe-empty", message: "nothing" });
  await database.table("runs").update(id, { startedAt, ...(isOld && { number: undefined }) });
}

const placeOf = async (id: string) => loadRunPlace(valueOf(await loadRun(id)));

describe("the list of runs", () => {
  it("has the last started first, numbered within their strategy, without their settings", async () => {
    await store("a1", 1000);
    await store("b1", 2000, { strategyId: "other", end: "failed" });
    await store("a2", 3000);
    const { records } = await listRunSummaries();
    expect(records.map(({ id, number }) => [id, number])).toEqual([
      ["a2", 2],
      ["b1", 1],
      ["a1", 1],
    ]);
    expect(records[0]).not.toHaveProperty("strategy");
    expect(records[0]?.headline).toMatchObject({ benchmark: "INDEX", benchmarkCagr: 10 });
  });

  it("numbers runs of before by their place, and keeps the numbers that were noted", async () => {
    await store("old1", 1000, { isOld: true });
    await store("old2", 2000, { isOld: true });
    await store("three", 3000);
    await store("four", 4000);
    await database.runs.delete("three");
    const { records } = await listRunSummaries();
    expect(records.map(({ id, number }) => [id, number])).toEqual([
      ["four", 4],
      ["old2", 2],
      ["old1", 1],
    ]);
  });

  it("puts a damaged record aside", async () => {
    await store("a", 1000);
    await store("broken", 2000);
    await database.table("runs").update("broken", { state: "asleep" });
    const { records, damaged } = await listRunSummaries();
    expect(records.map(({ id }) => id)).toEqual(["a"]);
    expect(damaged).toMatchObject([{ id: "broken", name: "Momentum" }]);
  });
});

describe("a run's place", () => {
  it("has the runs beside it, and the last result before it", async () => {
    await store("one", 1000);
    await store("of another", 1500, { strategyId: "other" });
    await store("two", 2000, { end: "failed" });
    await store("three", 3000);
    await store("four", 4000, { end: "queued" });
    expect(await placeOf("three")).toMatchObject({
      number: 3,
      older: "two",
      newer: "four",
      before: { number: 1, run: { id: "one" } },
    });
    expect(await placeOf("one")).toEqual({ number: 1, older: null, newer: "two", before: null });
    expect(await placeOf("four")).toMatchObject({ newer: null, before: { run: { id: "three" } } });
  });

  it("tells runs of one moment apart", async () => {
    await store("a", 1000, { isOld: true });
    await store("b", 1000, { isOld: true });
    expect(await placeOf("a")).toMatchObject({ number: 1, older: null, newer: "b", before: null });
    expect(await placeOf("b")).toMatchObject({ number: 2, older: "a", before: { run: { id: "a" } } });
  });

  it("is null for a run that is gone", async () => {
    await store("a", 1000);
    const run = valueOf(await loadRun("a"));
    await database.runs.delete("a");
    expect(await loadRunPlace(run)).toBeNull();
  });
});
