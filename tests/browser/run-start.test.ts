import { describe, expect, it, vi } from "vitest";
import { cancelRun, markInterruptedRuns, startRun } from "#src/run/start-run.ts";
import { useRunStore } from "#src/run/run-store.ts";
import { createRun, loadReport, loadRun } from "#src/storage/runs.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { ENGINE_VERSION } from "#workers/model/engine-version.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

async function untilState(runId: string, state: string): Promise<void> {
  await vi.waitFor(async () => expect(valueOf(await loadRun(runId)).state).toBe(state), { timeout: 10_000 });
}

describe("a run in the browser", () => {
  it("of a built-in strategy ends with a stored result", async () => {
    const { runId } = valueOf(await startRun("builtin-1"));
    await untilState(runId, "complete");
    const report = valueOf(await loadReport(runId));
    expect(valueOf(await loadRun(runId)).headline).toMatchObject({
      endValue: report.performance.endValue,
      currency: "INR",
    });
    expect(report.equity.value).toBeInstanceOf(Float64Array);
    await vi.waitFor(() => expect(useRunStore.getState().runs).toEqual({}));
  });

  it("is recorded as cancelled, which comes before its end", async () => {
    const { runId } = valueOf(await startRun("builtin-2"));
    await untilState(runId, "running");
    cancelRun(runId);
    await untilState(runId, "cancelled");
    expect(valueOf(await loadRun(runId)).headline).toBeNull();
  });

  it("that lost its page is found at the next start, and one that is under way is not", async () => {
    const lost = crypto.randomUUID();
    await createRun({
      id: lost,
      strategyId: "builtin-1",
      strategy: defaultStrategy,
      datasetId: "demo",
      datasetTitle: "Demo market",
      datasetFingerprint: "",
      engineVersion: ENGINE_VERSION,
    });
    const { runId } = valueOf(await startRun("builtin-2"));
    expect(valueOf(await markInterruptedRuns())).toEqual([lost]);
    expect(valueOf(await loadRun(lost)).state).toBe("interrupted");
    cancelRun(runId);
    await untilState(runId, "cancelled");
  });
});
