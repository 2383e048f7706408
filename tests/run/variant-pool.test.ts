import { describe, expect, it } from "vitest";
import { fakeClient } from "#tests/support/fake-client.ts";
import { createVariantPool } from "#src/run/variant-pool.ts";
import { err, ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import type { DatasetSource } from "#workers/model/dataset-source.ts";
import type { VariantFigures, VariantsRequest } from "#workers/model/protocol.ts";
import { defaultStrategy } from "#workers/model/strategy.ts";
import type { Strategy } from "#workers/model/strategy.ts";

const source: DatasetSource = { type: "stored", datasetId: "here" };

function strategies(count: number): Strategy[] {
  return Array.from({ length: count }, (_, at) => withPositions(at));
}

function withPositions(maxPositions: number): Strategy {
  return { ...defaultStrategy, simulation: { ...defaultStrategy.simulation, maxPositions } };
}

/** Figures that say whose they are. */
function figuresOf({ simulation }: Strategy): Result<VariantFigures> {
  const performance = {
    startValue: 1,
    endValue: simulation.maxPositions,
    totalGrowth: 0,
    totalGrowthPercent: 0,
    cagr: null,
    maxDrawdown: 0,
    sharpeRatio: null,
    sortinoRatio: null,
    calmarRatio: null,
    volatility: null,
    winRate: null,
    trades: 0,
  };
  return ok({ performance, passedOver: { unaffordable: 0, noSlot: 0, noCash: 0, noBar: 0 } });
}

/** A pool whose workers answer as the test says, on a clock that goes on by 10 ms a variant. */
function poolOf(workers: number, answer: (request: VariantsRequest) => "answer" | "fail" | "never") {
  let time = 0;
  let ended = 0;
  const asked: number[] = [];
  const makeClient = () =>
    fakeClient(
      {
        async runVariants(request, { signal }) {
          const says = answer(request);
          asked.push(request.strategies.length);
          time += 10 * request.strategies.length;
          if (says === "fail") return err({ code: "worker-lost", message: "It stopped." });
          if (says === "answer") return ok(request.strategies.map(figuresOf));
          return new Promise((resolve) => {
            const cancel = () => resolve(err({ code: "cancelled", message: "Cancelled." }));
            if (signal?.aborted === true) cancel();
            signal?.addEventListener("abort", cancel);
          });
        },
      },
      () => {
        ended += 1;
      },
    );
  const pool = createVariantPool({ makeClient, workers, now: () => time });
  return { pool, asked, ended: () => ended };
}

async function search(pool: ReturnType<typeof poolOf>["pool"], count: number, signal: AbortSignal) {
  const found = new Map<number, number>();
  const done = await pool.run({
    strategies: strategies(count),
    source,
    signal,
    onFigures(first, figures) {
      for (const [at, one] of figures.entries()) {
        expect(found.has(first + at)).toBe(false);
        if (one.ok) found.set(first + at, one.value.performance.endValue);
      }
    },
  });
  return { done, found };
}

describe("a pool of workers", () => {
  it.each([1, 2, 7])("gives each variant its own figures once, with %i workers", async (workers) => {
    const { pool, asked } = poolOf(workers, () => "answer");
    const { done, found } = await search(pool, 100, new AbortController().signal);
    expect(done).toEqual(ok(null));
    expect([...found].toSorted(([a], [b]) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, at) => [at, at]),
    );
    expect(Math.max(...asked)).toBeLessThanOrEqual(16); // a turn is 150 ms, a variant 10
  });

  it("of nothing to do is done", async () => {
    const { pool } = poolOf(2, () => "never");
    expect((await search(pool, 0, new AbortController().signal)).done).toEqual(ok(null));
  });

  it("keeps what was found when it is cancelled, and asks for nothing more", async () => {
    const stop = new AbortController();
    const { pool, asked } = poolOf(2, ({ strategies: [first] }) => {
      if ((first?.simulation.maxPositions ?? 0) < 10) return "answer";
      queueMicrotask(() => stop.abort());
      return "never";
    });
    const { done, found } = await search(pool, 100, stop.signal);
    expect(done.ok).toBe(false);
    expect(!done.ok && done.problem.code).toBe("cancelled");
    expect(found.size).toBeGreaterThan(0);
    const before = asked.length;
    await new Promise((resolve) => {
      setTimeout(resolve, 0);
    });
    expect(asked.length).toBe(before);
  });

  it("ends with the problem of the first worker that fails, and stops the others", async () => {
    const { pool } = poolOf(2, ({ strategies: [first] }) =>
      first?.simulation.maxPositions === 0 ? "fail" : "never",
    );
    const { done } = await search(pool, 10, new AbortController().signal);
    expect(!done.ok && done.problem.message).toBe("It stopped.");
  });

  it("measures a variant without the reading of the prices before it", async () => {
    const { pool, asked, ended } = poolOf(3, () => "answer");
    const probed = await pool.probe({
      strategies: strategies(40),
      source,
      signal: new AbortController().signal,
    });
    expect(probed).toEqual(ok(10));
    expect(asked).toEqual([16, 32]);
    pool.end();
    expect(ended()).toBe(1);
  });
});
