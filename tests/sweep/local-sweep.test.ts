import { describe, expect, it } from "vitest";
import type { EngineThreads } from "#workers/api/engine-threads.ts";
import { TidemarkError } from "#workers/api/error.ts";
import { divideOnThreads } from "#workers/api/sweep/local-sweep.ts";
import { createPlan } from "#workers/api/sweep/plan.ts";
import type { Block, KeptOutcome } from "#workers/api/sweep/run-block.ts";
import { failedOutcome } from "#workers/api/sweep/row.ts";
import { parseStrategy } from "#workers/model/strategy.ts";

const AXES = [{ path: "sell.minHoldingDays", values: Array.from({ length: 100 }, (_, at) => at) }];

/** Threads of which those that get variant 20 die. */
function fragileThreads(code: string) {
  const given: Block[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a sweep runs blocks alone
  const threads = {
    async run(_: string, { block }: { readonly block: Block }) {
      given.push(block);
      if (block.from <= 20 && block.from + block.count > 20)
        throw new TidemarkError({ code, message: "gone" });
      const outcomes = Array.from({ length: block.count }, (__, at) =>
        failedOutcome(block.from + at, { code: "ran", message: "" }),
      );
      return { outcomes, milliseconds: block.count * 100 };
    },
    close: async () => {},
  } as unknown as EngineThreads;
  return { threads, given };
}

async function sweepOn(threads: EngineThreads): Promise<KeptOutcome[]> {
  const parsed = parseStrategy({});
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const task = { key: "one", strategy: parsed.value, axes: AXES, withEquity: false, allowCode: null };
  const rows: KeptOutcome[] = [];
  await divideOnThreads({ threads, columns: { path: "none" } }, task, {
    plan: createPlan([{ values: { length: 100 } }]),
    lanes: () => 2,
    async take(outcomes) {
      rows.push(...outcomes);
    },
  });
  return rows;
}

describe("a sweep on threads", () => {
  it("has each variant once, and tries the block that a thread dies of three times", async () => {
    const { threads, given } = fragileThreads("internal");
    const rows = await sweepOn(threads);
    expect(rows.map(({ index }) => index).toSorted((a, b) => a - b)).toStrictEqual(AXES[0]?.values);
    const crashed = rows.filter(({ problem }) => problem?.code === "block-crashed").map(({ index }) => index);
    expect(crashed).toContain(20);
    expect(given.filter(({ from }) => from === crashed[0])).toHaveLength(3);
    expect(crashed.length).toBeLessThan(30);
  });

  it("ends where a person has something to mend", async () => {
    const { threads } = fragileThreads("storage-failed");
    await expect(sweepOn(threads)).rejects.toMatchObject({ code: "storage-failed" });
  });
});
