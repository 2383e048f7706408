import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BacktestClient } from "#src/run/backtest-client.ts";
import { demoFilesOf } from "#src/storage/demo-market.ts";
import { createClient } from "#tests/support/create-client.ts";
import { valueOf } from "#tests/support/value-of.ts";
import type { RunRequest } from "#workers/model/protocol.ts";
import type { Report } from "#workers/model/report.ts";
import { SKETCH_POINTS } from "#workers/model/run-sketch.ts";
import type { RunSketch } from "#workers/model/run-sketch.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

async function sketchOf(client: BacktestClient, request: RunRequest): Promise<RunSketch> {
  const sketch = valueOf(await client.rehearse(request));
  if (!sketch) throw new Error("the rehearsal did not come to its end");
  return sketch;
}

describe("a run gone through ahead of it", () => {
  let request: RunRequest;
  let cold: Report;
  let client: BacktestClient;

  beforeAll(async () => {
    request = {
      strategy: defaultStrategy,
      source: { type: "bundled", ...valueOf(await demoFilesOf("NSE")) },
    };
    const other = createClient();
    cold = valueOf(await other.call("run", request));
    other.endIdle();
    client = createClient();
  });

  afterAll(() => client.endIdle());

  it("is left alone where the worker has other prices, or none", async () => {
    expect(valueOf(await client.rehearse(request))).toBeNull();
    await client.call("sweepDatasets", []); // a worker without prices
    expect(valueOf(await client.rehearse(request))).toBeNull();
  });

  it("gives way to a preview, and then to the run, which is the same to the bit", async () => {
    const counted = await client.call("preview", request);
    const unanswered = client.rehearse(request);
    expect(await client.call("preview", request)).toEqual(counted);
    expect(valueOf(await unanswered)).toBeNull();
    const interrupted = client.rehearse(request);
    expect(valueOf(await client.call("run", request))).toEqual(cold);
    expect(valueOf(await interrupted)).toBeNull();
  });

  it("is the run's report, to the bit and as often as it is run", async () => {
    const sketch = await sketchOf(client, request);
    expect(sketch).toMatchObject({
      from: cold.metadata.backtestStart,
      to: cold.metadata.backtestEnd,
      cagr: cold.performance.cagr,
      benchmark: { cagr: cold.benchmarkPerformance.cagr },
      maxDrawdown: cold.performance.maxDrawdown,
      trades: cold.performance.trades,
      positions: cold.positions.length,
    });
    expect(sketch.account).toHaveLength(SKETCH_POINTS);
    const { startValue, endValue } = cold.performance;
    expect(sketch.account.at(-1)).toBe(Number((endValue / startValue).toPrecision(4)));
    expect(sketch.index[0]).toBe(Number(((cold.equity.benchmark[0] ?? 0) / startValue).toPrecision(4)));
    const stages: string[] = [];
    const report = await client.call("run", request, { onProgress: ({ stage }) => stages.push(stage) });
    expect(valueOf(report)).toEqual(cold);
    expect(stages).not.toContain("simulating");
    expect(valueOf(await client.call("run", request))).toEqual(cold);
    const { simulation } = defaultStrategy;
    const strategy = { ...defaultStrategy, simulation: { ...simulation, maxPositions: 5 } };
    expect(valueOf(await client.rehearse({ ...request, strategy }))).not.toBeNull();
    expect(valueOf(await client.call("run", request))).toEqual(cold);
  });
});
