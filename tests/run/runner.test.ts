import "../storage/empty-database.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { sampleReport } from "../storage/sample-report.ts";
import { valueOf } from "#tests/support/value-of.ts";
import { fakeClient } from "#tests/support/fake-client.ts";
import { useRunStore } from "#src/run/run-store.ts";
import { createRunner } from "#src/run/runner.ts";
import type { RunLocks } from "#src/run/runner.ts";
import { deleteRun, listRuns, loadReport, loadRun } from "#src/storage/runs.ts";
import { createStrategy, duplicateStrategy, saveStrategy } from "#src/storage/strategies.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { ProgressListener, RunRequest } from "#workers/model/protocol.ts";
import type { Report } from "#workers/model/report.ts";

/** One call of the client; the test says how it ends. */
interface Call {
  readonly request: RunRequest;
  readonly onProgress: ProgressListener;
  readonly answer: (result: Result<Report>) => void;
}

/** A client that waits for the test's answer, and ends at an abort as the real one does. */
function createFakeClient() {
  const calls: Call[] = [];
  const client = fakeClient({
    run: (request, { onProgress = () => {}, signal }) =>
      new Promise((resolve) => {
        calls.push({ request, onProgress, answer: resolve });
        signal?.addEventListener("abort", () => resolve(err({ code: "cancelled", message: "Cancelled." })));
      }),
  });
  return { calls, client };
}

/** Web Locks of one origin, as all its tabs see them: in the order asked, and not at all after an abort. */
function createFakeLocks(): RunLocks & { readonly held: ReadonlySet<string>; letGoOfAll(): void } {
  const held = new Set<string>();
  const ends = new Map<string, Promise<unknown>>(); // by name: when the last one asked for is given back
  async function request(
    name: string,
    optionsOrWork: { signal: AbortSignal } | (() => Promise<void>),
    maybeWork?: () => Promise<void>,
  ): Promise<void> {
    const [signal, work] =
      typeof optionsOrWork === "function" ? [null, optionsOrWork] : [optionsOrWork.signal, maybeWork];
    const before = ends.get(name) ?? Promise.resolve();
    let isGranted = false;
    const turn = (async () => {
      await before;
      if (signal?.aborted) return;
      isGranted = true;
      held.add(name);
      await work?.().finally(() => held.delete(name));
    })();
    ends.set(
      name,
      turn.catch(() => undefined),
    );
    const aborted = new Promise<never>((_resolve, reject) => {
      signal?.addEventListener("abort", () => {
        if (!isGranted) reject(new DOMException("aborted", "AbortError"));
      });
    });
    await (signal ? Promise.race([turn, aborted]) : turn);
  }
  return {
    held,
    letGoOfAll() {
      held.clear();
      ends.clear();
    },
    request,
    query: async () => ({ held: [...held].map((name) => ({ name })), pending: [] }),
  };
}

function startTab(locks: RunLocks | null = createFakeLocks()) {
  const { calls, client } = createFakeClient();
  return { calls, ...createRunner({ client, locks }) };
}

async function stateOf(runId: string): Promise<string> {
  return valueOf(await loadRun(runId)).state;
}

/** Waits until a run's record says so. */
async function untilState(runId: string, state: string): Promise<void> {
  await vi.waitFor(async () => expect(await stateOf(runId)).toBe(state), { interval: 2, timeout: 10_000 });
}

const liveRun = (runId: string) => useRunStore.getState().runs[runId];

beforeEach(() => {
  useRunStore.setState({ runs: {}, elsewhere: {}, unrecorded: {} });
});

describe("a run", () => {
  it("is recorded with what it runs on before the worker is asked, and closed with its result", async () => {
    const tab = startTab();
    const { runId } = valueOf(await tab.startRun("builtin-1"));
    expect(valueOf(await loadRun(runId))).toMatchObject({
      strategyId: "builtin-1",
      strategyName: "My Momentum Strategy",
      datasetId: "demo",
      engineVersion: "1",
      datasetFingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    await untilState(runId, "running");
    await vi.waitFor(() => expect(tab.calls).toHaveLength(1));
    expect(tab.calls[0]?.request.source).toMatchObject({ type: "bundled" });

    tab.calls[0]?.answer(ok(sampleReport));
    await untilState(runId, "complete");
    expect(valueOf(await loadReport(runId))).toEqual(sampleReport);
    expect(useRunStore.getState().lastReport).toEqual({ runId, report: sampleReport });
    await vi.waitFor(() => expect(liveRun(runId)).toBeUndefined());
  });

  it("shows its progress while it is under way", async () => {
    const tab = startTab();
    const { runId } = valueOf(await tab.startRun("builtin-1"));
    await vi.waitFor(() => expect(tab.calls).toHaveLength(1));
    expect(liveRun(runId)).toMatchObject({ state: "running", progress: { stage: "starting", percent: 0 } });
    const progress = {
      stage: "simulating",
      bytesRead: 0,
      bytesTotal: null,
      rows: 10,
      date: "2020-01-01",
      positions: 1,
      percent: 40,
      secondsLeft: null,
    } as const;
    tab.calls[0]?.onProgress(progress);
    expect(liveRun(runId)?.progress).toEqual(progress);
  });

  it("is closed as failed with the worker's reason", async () => {
    const tab = startTab();
    const { runId } = valueOf(await tab.startRun("builtin-1"));
    await vi.waitFor(() => expect(tab.calls).toHaveLength(1));
    tab.calls[0]?.answer(err({ code: "memory-short", message: "no room" }));
    await untilState(runId, "failed");
    expect(valueOf(await loadRun(runId)).problem).toEqual({ code: "memory-short", message: "no room" });
  });

  it("that the worker refuses before anything is simulated is in no list; this tab knows why", async () => {
    const tab = startTab();
    const { runId } = valueOf(await tab.startRun("builtin-1"));
    await vi.waitFor(() => expect(tab.calls).toHaveLength(1));
    const problem = { code: "benchmark-invalid", message: "not there" } as const;
    tab.calls[0]?.answer(err(problem));
    await vi.waitFor(() => expect(liveRun(runId)).toBeUndefined());
    expect((await listRuns()).records).toEqual([]);
    expect(useRunStore.getState().refused[runId]).toMatchObject({ strategyId: "builtin-1", problem });
  });

  it("that the catalogue refuses is never recorded, nor asked of the worker, and can be started again", async () => {
    const tab = startTab();
    const { id, strategy } = valueOf(await createStrategy("Elsewhere"));
    const simulation = { ...strategy.simulation, startDate: "2030-01-01", endDate: "2031-01-01" };
    valueOf(await saveStrategy(id, { ...strategy, simulation }, 1));
    const { runId } = valueOf(await tab.startRun(id));
    expect(useRunStore.getState().refused[runId]?.problem?.code).toBe("period-empty");
    expect((await listRuns()).records).toEqual([]);
    valueOf(await saveStrategy(id, strategy, 2));
    valueOf(await tab.startRun(id));
    await vi.waitFor(() => expect(tab.calls).toHaveLength(1));
  });

  it("takes the strategy as last saved, and a later save doesn't touch it", async () => {
    const tab = startTab();
    const { id, strategy } = valueOf(await createStrategy("Momentum"));
    const { runId } = valueOf(await tab.startRun(id));
    await saveStrategy(id, { ...strategy, name: "Renamed" }, 1);
    expect(valueOf(await loadRun(runId)).strategy.name).toBe("Momentum");
  });

  it("of a strategy that is not there is refused and not recorded", async () => {
    const tab = startTab();
    expect(await tab.startRun("gone")).toMatchObject({ ok: false, problem: { code: "not-found" } });
    expect((await listRuns()).records).toEqual([]);
    expect(await tab.startRun("gone")).toMatchObject({ ok: false }); // and it is not stuck as under way
  });

  it("whose end can't be recorded says so in this tab", async () => {
    const tab = startTab();
    const { runId } = valueOf(await tab.startRun("builtin-1"));
    await vi.waitFor(() => expect(tab.calls).toHaveLength(1));
    await deleteRun(runId);
    tab.calls[0]?.answer(ok(sampleReport));
    await vi.waitFor(() =>
      expect(useRunStore.getState().unrecorded[runId]).toMatchObject({ code: "not-found" }),
    );
    expect(liveRun(runId)).toBeUndefined();
  });
});

describe("starting", () => {
  it("twice gives the same run, even when both come at once", async () => {
    const tab = startTab();
    const both = await Promise.all([tab.startRun("builtin-1"), tab.startRun("builtin-1")]);
    const later = await tab.startRun("builtin-1");
    expect(new Set([...both, later].map((started) => valueOf(started).runId)).size).toBe(1);
    expect((await listRuns()).records).toHaveLength(1);
  });

  it("again after the end is a new run", async () => {
    const tab = startTab();
    const first = valueOf(await tab.startRun("builtin-1"));
    await vi.waitFor(() => expect(tab.calls).toHaveLength(1));
    tab.calls[0]?.answer(ok(sampleReport));
    await untilState(first.runId, "complete");
    await vi.waitFor(async () => {
      expect(valueOf(await tab.startRun("builtin-1")).runId).not.toBe(first.runId);
    });
  });

  it("while another strategy runs waits for its turn", async () => {
    const tab = startTab();
    const first = valueOf(await tab.startRun("builtin-1"));
    const second = valueOf(await tab.startRun("builtin-2"));
    await vi.waitFor(() => expect(tab.calls).toHaveLength(1));
    expect([await stateOf(first.runId), await stateOf(second.runId)]).toEqual(["running", "queued"]);
    expect(liveRun(second.runId)?.state).toBe("queued");

    tab.calls[0]?.answer(ok(sampleReport));
    await vi.waitFor(() => expect(tab.calls).toHaveLength(2));
    await untilState(second.runId, "running");
  });
});

describe("several tabs", () => {
  it("have one queue: a run waits for another tab's, and begins when that is done", async () => {
    const locks = createFakeLocks();
    const [one, other] = [startTab(locks), startTab(locks)];
    const first = valueOf(await one.startRun("builtin-1"));
    await vi.waitFor(() => expect(one.calls).toHaveLength(1));
    const second = valueOf(await other.startRun("builtin-2"));
    await untilState(first.runId, "running");
    expect(await stateOf(second.runId)).toBe("queued");
    expect(other.calls).toHaveLength(0);
    one.calls[0]?.answer(ok(sampleReport));
    await vi.waitFor(() => expect(other.calls).toHaveLength(1));
    await untilState(second.runId, "running");
  });
});

describe("cancelling", () => {
  it("a running run ends it as cancelled and lets the next one begin", async () => {
    const tab = startTab();
    const first = valueOf(await tab.startRun("builtin-1"));
    const second = valueOf(await tab.startRun("builtin-2"));
    await vi.waitFor(() => expect(tab.calls).toHaveLength(1));
    expect(tab.cancelRun(first.runId)).toBe(true);
    expect(liveRun(first.runId)?.state).toBe("cancelling");
    await untilState(first.runId, "cancelled");
    await untilState(second.runId, "running");
  });

  it("a queued run doesn't wait for the one before it, which goes on", async () => {
    const tab = startTab();
    const copy = valueOf(await duplicateStrategy("builtin-1"));
    const first = valueOf(await tab.startRun("builtin-1"));
    const second = valueOf(await tab.startRun("builtin-2"));
    const third = valueOf(await tab.startRun(copy.id));
    await vi.waitFor(() => expect(tab.calls).toHaveLength(1));
    tab.cancelRun(second.runId);
    await untilState(second.runId, "cancelled");
    expect([await stateOf(first.runId), await stateOf(third.runId)]).toEqual(["running", "queued"]);
    expect(tab.calls).toHaveLength(1);
  });

  it("a run that is not under way here does nothing", () => {
    expect(startTab().cancelRun("some run")).toBe(false);
  });
});

describe("marking interrupted runs", () => {
  it("closes runs whose page is gone and leaves those of other tabs", async () => {
    const locks = createFakeLocks();
    const closedTab = startTab(locks);
    const lost = valueOf(await closedTab.startRun("builtin-1"));
    const waiting = valueOf(await closedTab.startRun("builtin-2"));
    await untilState(lost.runId, "running");
    locks.letGoOfAll(); // what the browser does when the page dies
    const otherTab = startTab(locks);
    const alive = valueOf(await otherTab.startRun("builtin-1"));
    await untilState(alive.runId, "running");

    const interrupted = valueOf(await startTab(locks).markInterruptedRuns());
    expect(interrupted.toSorted()).toEqual([lost.runId, waiting.runId].toSorted());
    expect(await stateOf(lost.runId)).toBe("interrupted");
    expect((await listRuns()).records[0]?.id).toBe(alive.runId);
    expect(await stateOf(alive.runId)).toBe("running");
  });

  it("without Web Locks leaves this tab's own runs", async () => {
    const closedTab = startTab(null);
    const lost = valueOf(await closedTab.startRun("builtin-1"));
    const tab = startTab(null);
    const own = valueOf(await tab.startRun("builtin-2"));
    expect(valueOf(await tab.markInterruptedRuns())).toEqual([lost.runId]);
    expect(await stateOf(own.runId)).not.toBe("interrupted");
  });
});
