import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BacktestClient } from "#src/run/backtest-client.ts";
import { demoFilesOf } from "#src/storage/demo-market.ts";
import { createClient } from "#tests/support/create-client.ts";
import { valueOf } from "#tests/support/value-of.ts";
import type { RunRequest } from "#workers/model/protocol.ts";
import type { Report } from "#workers/model/report.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";

const never = new AbortController().signal;

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
    cold = valueOf(await other.runBacktest(request, () => {}, never));
    other.endIdle();
    client = createClient();
  });

  afterAll(() => client.endIdle());

  it("is left alone where the worker has other prices, or none", async () => {
    expect(await client.rehearse(request)).toBe(false);
    await client.sweepDatasets([]); // a worker without prices
    expect(await client.rehearse(request)).toBe(false);
  });

  it("gives way to a preview, and then to the run, which is the same to the bit", async () => {
    const counted = await client.previewStrategy(request, never);
    const unanswered = client.rehearse(request);
    expect(await client.previewStrategy(request, never)).toEqual(counted);
    expect(await unanswered).toBe(false);
    const interrupted = client.rehearse(request);
    expect(valueOf(await client.runBacktest(request, () => {}, never))).toEqual(cold);
    expect(await interrupted).toBe(false);
  });

  it("is the run's report, to the bit and as often as it is run", async () => {
    expect(await client.rehearse(request)).toBe(true);
    const stages: string[] = [];
    const report = await client.runBacktest(request, ({ stage }) => stages.push(stage), never);
    expect(valueOf(report)).toEqual(cold);
    expect(stages).not.toContain("simulating");
    expect(valueOf(await client.runBacktest(request, () => {}, never))).toEqual(cold);
    const { simulation } = defaultStrategy;
    const strategy = { ...defaultStrategy, simulation: { ...simulation, maxPositions: 5 } };
    expect(await client.rehearse({ ...request, strategy })).toBe(true);
    expect(valueOf(await client.runBacktest(request, () => {}, never))).toEqual(cold);
  });
});
