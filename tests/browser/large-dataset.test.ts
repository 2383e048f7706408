import { wrap } from "comlink";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "#tests/support/create-client.ts";
import { namesIn } from "#tests/support/device-files.ts";
import { valueOf } from "#tests/support/value-of.ts";
import type { Progress, RunRequest } from "#workers/model/protocol.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import { syntheticMarket } from "../bench/synthetic-market.ts";
import { smallStart, smallStrategy } from "../deploy/small-deployment.ts";
import { strategyOf } from "../support/strategy-of.ts";
import type { DatasetStoreApi } from "../support/dataset-store.worker.ts";

const storeWorker = new Worker(new URL("../support/dataset-store.worker.ts", import.meta.url), {
  type: "module",
});
const store = wrap<DatasetStoreApi>(storeWorker);
const datasetId = crypto.randomUUID();
const request: RunRequest = { strategy: defaultStrategy, source: { type: "stored", datasetId } };
beforeAll(async () => {
  valueOf(await store.saveDataset(datasetId, syntheticMarket({ instruments: 500, sessions: 6000 })));
});

afterAll(async () => {
  await store.deleteDataset(datasetId);
  storeWorker.terminate();
});

function startSmallWorker(name: string): Worker {
  return new Worker(new URL("../support/small-memory.worker.ts", import.meta.url), { type: "module", name });
}

describe("a dataset that is larger than the memory", () => {
  it("is run by rules of one instrument and of all, whose ranks take more than their share of the memory", async () => {
    const strategy = strategyOf({
      buy: { rules: ["close > sma(200)", "rank(growth(126)) < 20", "breadth(close > sma(50)) > 30"] },
      sell: { rules: ["rank(growth(20)) > 50 and profit > 0"] },
    });
    const byRules: RunRequest = { ...request, strategy };
    const parted = await createClient(() => startSmallWorker("0.16")).call("run", byRules);
    expect(valueOf(parted).positions.length).toBeGreaterThan(100);
    expect(parted).toEqual(await createClient().call("run", byRules));
    expect(await namesIn("datasets-staging")).toEqual([]);
  });

  it("is refused in words where its rules use numbers from own code", async () => {
    const strategy = strategyOf({
      format: "strategy/2",
      buy: { rules: ["close > own"] },
      computed: [{ name: "own", language: "javascript", source: "const compute = ({ close }) => close" }],
    });
    const own = createClient(() => startSmallWorker("0.16"));
    const refused = await own.call("run", { ...request, strategy });
    expect(refused).toMatchObject({ problem: { code: "memory-short", place: "computed[0].source" } });
    expect(refused.ok ? "" : refused.problem.message).toContain("numbers from own code (own (javascript))");
  });

  it("is refused in words by a deployment's step, which records nothing then", async () => {
    const small = createClient(() => startSmallWorker("0.16"));
    const deployment = { ...smallStart(), strategy: smallStrategy(), begins: "2001-01-01", ledger: [] };
    const source = { type: "stored", datasetId } as const;
    const work = {
      type: "append",
      deployment,
      recorded: "2040-01-01T18:00:00Z",
      source,
      upTo: null,
    } as const;
    const refused = await small.call("deploy", work);
    expect(refused).toMatchObject({ ok: false, problem: { code: "memory-short" } });
    expect(refused.ok ? "" : refused.problem.message).toMatch(
      /larger than the memory.* about 0\.2 GB of memory, and this device gives the app about 0\.\d GB\. Import fewer/,
    );
  });

  it("is run part by part with the result of a run in memory, told as it goes, cancelled in between, refused where even that is too much", async () => {
    const small = createClient(() => startSmallWorker("0.145"));
    const heard: Progress[] = [];
    const report = valueOf(
      await small.call("run", request, { onProgress: (progress) => heard.push(progress) }),
    );
    const expected = await createClient().call("run", request);
    expect(report).toEqual(valueOf(expected));
    const percents = heard.map(({ percent }) => percent);
    expect(percents).toEqual(percents.toSorted((a, b) => a - b));
    const readings = new Set(heard.flatMap(({ stage, percent }) => (stage === "reading" ? [percent] : [])));
    expect(readings.size).toBeGreaterThan(2);

    const stop = new AbortController();
    const stopped = small.call("run", request, {
      onProgress: ({ percent }) => percent > 10 && stop.abort(),
      signal: stop.signal,
    });
    expect(await stopped).toMatchObject({ ok: false, problem: { code: "cancelled" } });

    // Its instruments are there as on a device that holds all of it, and so are the bars of one.
    const whole = createClient();
    const listed = valueOf(await small.call("listInstruments", request.source));
    expect(listed).toHaveLength(500);
    expect(listed).toEqual(valueOf(await whole.call("listInstruments", request.source)));
    const bars = valueOf(await small.call("loadBars", { source: request.source, symbol: "S00123" }));
    expect(bars.high).toHaveLength(6000);
    expect(bars).toEqual(valueOf(await whole.call("loadBars", { source: request.source, symbol: "S00123" })));
    expect(await small.call("loadBars", { source: request.source, symbol: "NONE" })).toMatchObject({
      ok: false,
      problem: { code: "data-missing" },
    });

    // Where all of it would have to be in memory, the worker says so: 3 million bars of 60 bytes.
    const traced = await small.call("trace", { ...request, positions: report.positions });
    expect(traced).toMatchObject({ ok: false, problem: { code: "memory-short" } });
    expect(traced.ok ? "" : traced.problem.message).toContain("about 0.2 GB of memory");

    const refused = await createClient(() => startSmallWorker("0.05")).call("run", request);
    expect(refused.ok ? "" : refused.problem.message).toBe(
      "This dataset is larger than the memory, even part by part. That is about 0.1 GB of memory, and this device gives the app about 0.0 GB. Import fewer instruments or years as a dataset of its own.",
    );
  });
});
