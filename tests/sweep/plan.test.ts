/** Where a sweep is cut into blocks: every index once, and variants that share work together. */
import { expect, it } from "vitest";
import { createPlan } from "#workers/api/sweep/plan.ts";

/** Blocks of a whole sweep, each index checked to be given once. */
function cut(lengths: readonly number[], most: number, written: readonly number[] = []) {
  const plan = createPlan(lengths.map((length) => ({ values: { length } })));
  for (const index of written) plan.write(index);
  const blocks: string[] = [];
  for (let block = plan.take(most); block !== null; block = plan.take(most))
    blocks.push(`${block.from}..${block.from + block.count - 1}`);
  return blocks;
}

it.each([
  { about: "one axis anywhere", lengths: [10], most: 4, blocks: ["0..3", "4..7", "8..9"] },
  { about: "after whole rounds of the last axis", lengths: [4, 3], most: 8, blocks: ["0..5", "6..11"] },
  {
    about: "after whole rounds of the last two axes where they fit",
    lengths: [3, 2, 2],
    most: 5,
    blocks: ["0..3", "4..7", "8..11"],
  },
  {
    about: "anywhere within a round that doesn't fit, and at its end where one begins anew",
    lengths: [2, 5],
    most: 3,
    blocks: ["0..2", "3..5", "6..8", "9..9"],
  },
])("cuts $about", ({ lengths, most, blocks }) => {
  expect(cut(lengths, most)).toEqual(blocks);
});

it("gives out what a part file lacks, from wherever it begins", () => {
  expect(cut([4, 3], 6, [0, 1, 5])).toEqual(["2..2", "3..4", "6..11"]);
});

it("is one variant without axes", () => {
  expect(cut([], 5)).toEqual(["0..0"]);
});
