/** How a sweep is divided: into blocks of about two seconds, whatever a variant takes, each index once. */
import { expect, it } from "vitest";
import { divide } from "#workers/api/sweep/divide.ts";
import { createPlan } from "#workers/api/sweep/plan.ts";
import { failedOutcome } from "#workers/api/sweep/row.ts";
import type { Block } from "#workers/api/sweep/run-block.ts";

/** Blocks of a sweep of which each variant takes so long by the clock of whoever runs it. */
async function blocksOf(variants: number, variantMs: number): Promise<{ blocks: Block[]; rows: number[] }> {
  const blocks: Block[] = [];
  const rows: number[] = [];
  await divide({
    plan: createPlan([{ values: { length: variants } }]),
    lanes: () => 1,
    async run({ from, count }) {
      blocks.push({ from, count });
      const outcomes = Array.from({ length: count }, (_, at) =>
        failedOutcome(from + at, { code: "none", message: "" }),
      );
      return { outcomes, milliseconds: count * variantMs };
    },
    async take(outcomes) {
      rows.push(...outcomes.map(({ index }) => index));
    },
  });
  return { blocks, rows };
}

it.each([
  [1, 2000],
  [10, 200],
  [250, 8],
  [900, 2],
  [7000, 1],
])("of variants of %d ms has blocks of %d once it is known what they take", async (variantMs, count) => {
  const variants = 40 * count;
  const { blocks, rows } = await blocksOf(variants, variantMs);
  expect(blocks.some((block) => block.count === count)).toBe(true);
  expect(Math.max(...blocks.slice(1).map((block) => block.count))).toBe(count);
  expect(rows).toEqual(Array.from({ length: variants }, (_, at) => at));
});

it("begins with few, since nobody knows what a variant takes", async () => {
  const { blocks } = await blocksOf(1000, 100);
  expect(blocks[0]).toEqual({ from: 0, count: 8 });
});
