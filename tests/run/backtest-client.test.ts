import { afterEach, describe, expect, it } from "vitest";
import { arrival, createFakeTools, deafApi } from "./fake-worker.ts";
import type { FakeApi, FakeTools } from "./fake-worker.ts";
import { sampleReport } from "../storage/sample-report.ts";
import { outcome as imported } from "./fake-import-client.ts";
import { createBacktestClient } from "#src/run/backtest-client.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { BacktestClient } from "#src/run/backtest-client.ts";
import type { HandedCommit, HandedPlan, ImportFile } from "#workers/model/import-plan.ts";
import type { Result } from "#workers/model/problem.ts";
import { HEARTBEAT, LONG_STEP } from "#workers/model/protocol.ts";
import type { Progress, RunRequest } from "#workers/model/protocol.ts";
import type { Report } from "#workers/model/report.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

const request: RunRequest = { strategy: defaultStrategy, source: { type: "stored", datasetId: "mine" } };
const halfWay: Progress = {
  stage: "simulating",
  bytesRead: 0,
  bytesTotal: null,
  rows: 10,
  date: "2020-01-01",
  positions: 1,
  percent: 50,
  secondsLeft: null,
};
/** An import of one file. */
const files: readonly ImportFile[] = [{ name: "one.csv", bytes: new Blob(["symbol,date,close\n"]) }];
const plan: HandedPlan = {
  id: "one",
  answers: new Map(),
  leftOut: new Set(),
  factsAsOf: "",
  addTo: null,
};
const commit: HandedCommit = { plan, digest: "", datasetId: "new", defaults: new Map() };
const notLookedAt: Result<never> = err({ code: "file-refused", message: "not in this test" });

async function after<T>(ms: number, value: T): Promise<T> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
  return value;
}

const answering: FakeApi = { ...deafApi, run: async () => ok(sampleReport) };

let tools: FakeTools = createFakeTools(null);

afterEach(() => {
  for (const worker of tools.workers) worker.terminate();
});

/** A run under way on workers of these APIs. */
function startRun(...apis: readonly (FakeApi | null)[]) {
  tools = createFakeTools(...apis);
  const client = createBacktestClient(tools);
  const stop = new AbortController();
  const heard: Progress[] = [];
  const seen: { outcome: Result<Report> | null } = { outcome: null };
  const run = () =>
    client.call("run", request, {
      onProgress: (progress) => heard.push(progress),
      signal: stop.signal,
    });
  const outcome = run().then((result) => (seen.outcome = result));
  return { client, stop, heard, seen, outcome, run };
}

function messageOf(result: Result<unknown> | null): string {
  return result && !result.ok ? result.problem.message : "";
}

describe("a call", () => {
  it("passes the request there, and the progress and the report back", async () => {
    const asked: RunRequest[] = [];
    const { outcome, heard } = startRun({
      ...deafApi,
      async run(given, onProgress) {
        asked.push(given);
        onProgress(halfWay);
        await arrival();
        return ok(sampleReport);
      },
    });
    expect(await outcome).toEqual(ok(sampleReport));
    expect(asked).toEqual([request]);
    expect(heard).toEqual([halfWay]);
  });

  it("passes a problem back as it is", async () => {
    const problem = { code: "period-empty", message: "no session", place: "simulation.startDate" } as const;
    const { outcome } = startRun({ ...deafApi, run: async () => err(problem) });
    expect(await outcome).toEqual(err(problem));
  });

  it("hears no progress any more when it has its answer", async () => {
    const { outcome, heard } = startRun({
      ...deafApi,
      async run(_request, onProgress) {
        setTimeout(() => onProgress(halfWay), 10);
        return ok(sampleReport);
      },
    });
    await outcome;
    await new Promise((resolve) => {
      setTimeout(resolve, 30);
    });
    expect(heard).toEqual([]);
  });

  it("finds the worker of the call before, warm", async () => {
    const { outcome, run } = startRun(answering);
    await outcome;
    await run();
    expect(tools.workers).toHaveLength(1);
  });

  it("doesn't wait for another one that is under way, and one of the two workers is kept", async () => {
    const { outcome, run } = startRun(answering);
    expect(await Promise.all([outcome, run()])).toEqual([ok(sampleReport), ok(sampleReport)]);
    expect(tools.workers.map((worker) => worker.isTerminated)).toEqual([false, true]);
  });

  it.each([
    { first: "the run", toRun: 1, toLook: 20 },
    { first: "the look at the files", toRun: 20, toLook: 1 },
  ])("keeps the worker of an import under way where $first ends first", async ({ toRun, toLook }) => {
    const { client, outcome } = startRun({
      ...deafApi,
      run: () => after(toRun, ok(sampleReport)),
      checkImport: () => after(toLook, notLookedAt),
    });
    await Promise.all([outcome, client.call("checkImport", plan, { files })]);
    expect(tools.workers.map((worker) => worker.isTerminated)).toEqual([true, false]);
  });

  it.each<{ it: string; end: (client: BacktestClient) => Promise<unknown> }>([
    { it: "is stored", end: (client) => client.call("commitImport", commit, { files }) },
    { it: "is put away", end: (client) => client.call("forgetImport", null) },
  ])("keeps it no longer than until the import $it", async ({ end }) => {
    const { client, outcome } = startRun(
      { ...deafApi, run: () => after(20, ok(sampleReport)) },
      {
        ...deafApi,
        checkImport: async () => notLookedAt,
        commitImport: async () => ok(imported),
        forgetImport: async () => ok(null),
        run: () => after(40, ok(sampleReport)),
      },
    );
    await client.call("checkImport", plan, { files });
    await end(client);
    const other = client.call("run", request); // on the worker that had the import
    await Promise.all([outcome, other]);
    expect(tools.workers.map((worker) => worker.isTerminated)).toEqual([false, true]);
  });
});

describe("cancelling", () => {
  it("answers at once whatever the worker does, ends its thread and has a new one ready", async () => {
    const { outcome, stop, run } = startRun(deafApi, answering);
    await arrival();
    stop.abort();
    expect(await outcome).toMatchObject({ ok: false, problem: { code: "cancelled" } });
    expect(tools.workers.map((worker) => worker.isTerminated)).toEqual([true, false]);
    expect(await run()).toMatchObject({ problem: { code: "cancelled" } }); // the same signal: nothing is begun
    expect(tools.workers).toHaveLength(2);
  });

  it("works while the worker is still loading", async () => {
    const { outcome, stop } = startRun(null);
    stop.abort();
    expect(await outcome).toMatchObject({ ok: false, problem: { code: "cancelled" } });
  });
});

describe("a worker that is lost", () => {
  it("is noticed within half a minute when it never loads", async () => {
    const { seen } = startRun(null);
    await tools.pass(29_500);
    expect(seen.outcome).toBeNull();
    await tools.pass(500);
    expect(seen.outcome).toMatchObject({ ok: false, problem: { code: "worker-lost" } });
    expect(messageOf(seen.outcome)).toMatch(/could not be loaded.*Reload the page/);
    expect(tools.workers[0]?.isTerminated).toBe(true);
  });

  it("is noticed at once when the browser reports an error, with the browser's reason", async () => {
    const { outcome } = startRun(null);
    tools.workers[0]?.fail("404 for the script");
    expect(messageOf(await outcome)).toMatch(/could not be loaded \(404 for the script\)/);
  });

  it("is noticed within 5 seconds when it served a call before and never answers again", async () => {
    let hellos = 0;
    const { outcome, run } = startRun({
      ...answering,
      hello: () => (hellos++ === 0 ? Promise.resolve("ready") : new Promise(() => {})),
    });
    await outcome;
    const again = run();
    await tools.pass(5000);
    expect(messageOf(await again)).toMatch(/stopped answering/);
  });

  it("is noticed within 5 seconds after its last sign of life when it dies in silence", async () => {
    const { seen } = startRun(deafApi);
    await tools.pass(3000);
    tools.workers[0]?.post(HEARTBEAT);
    await tools.pass(4500);
    expect(seen.outcome).toBeNull();
    await tools.pass(1000);
    expect(seen.outcome).toMatchObject({ ok: false, problem: { code: "worker-lost" } });
    expect(messageOf(seen.outcome)).toMatch(/stopped answering.*memory/);
  });

  it("is noticed when the call throws there, with its message", async () => {
    const { outcome } = startRun({
      ...deafApi,
      run: async () => {
        throw new RangeError("Array buffer allocation failed");
      },
    });
    expect(await outcome).toMatchObject({ ok: false, problem: { code: "worker-lost" } });
    expect(messageOf(await outcome)).toContain("Array buffer allocation failed");
  });

  it("is replaced at the next call", async () => {
    const { outcome, run } = startRun(null, answering);
    tools.workers[0]?.fail("");
    await outcome;
    expect(await run()).toEqual(ok(sampleReport));
  });
});

describe("no false alarm", () => {
  it("is raised over a long run whose worker beats every second", async () => {
    const { seen } = startRun(deafApi);
    for (let second = 0; second < 30; second++) {
      // oxlint-disable-next-line no-await-in-loop -- time passes in steps
      await tools.pass(1000);
      tools.workers[0]?.post(HEARTBEAT);
    }
    expect(seen.outcome).toBeNull();
  });

  it("is raised during a step that the worker announced as long, but 5 seconds hold again after its next beat", async () => {
    const { seen } = startRun(deafApi);
    await arrival();
    tools.workers[0]?.post(LONG_STEP);
    await tools.pass(30_000);
    expect(seen.outcome).toBeNull();
    tools.workers[0]?.post(HEARTBEAT);
    await tools.pass(5500);
    expect(seen.outcome).toMatchObject({ ok: false, problem: { code: "worker-lost" } });
  });

  it("is raised while progress comes, though nothing else does", async () => {
    let tellProgress: (() => void) | undefined;
    const { seen } = startRun({
      ...deafApi,
      run(_request, onProgress) {
        tellProgress = () => onProgress(halfWay);
        return new Promise(() => {});
      },
    });
    await arrival();
    for (let second = 0; second < 8; second++) {
      tellProgress?.();
      // oxlint-disable-next-line no-await-in-loop -- time passes in steps
      await tools.pass(1000);
    }
    expect(seen.outcome).toBeNull();
  });

  it("is raised when the page itself slept, but a worker that stays silent afterwards is lost", async () => {
    const { seen } = startRun(deafApi);
    await arrival();
    await tools.sleep(3_600_000);
    await tools.sleep(60_000);
    await tools.pass(4500);
    expect(seen.outcome).toBeNull();
    await tools.pass(500);
    expect(seen.outcome).toMatchObject({ ok: false, problem: { code: "worker-lost" } });
  });
});
