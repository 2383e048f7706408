/** What a person may type for a split. */
import { expect, it } from "vitest";
import { readSplitRatio } from "#src/pages/datasets/split-ratio.ts";

it.each([
  { typed: "3:2", factor: 1.5, fraction: "3:2" },
  { typed: " 3 for 2 ", factor: 1.5, fraction: "3:2" },
  { typed: "1/10", factor: 0.1, fraction: "1:10" },
  { typed: "1.5", factor: 1.5, fraction: "1.5:1" },
  { typed: "10000", factor: 10_000, fraction: "10000:1" },
])("reads $typed as new shares for old", ({ typed, factor, fraction }) => {
  expect(readSplitRatio(typed)).toEqual({ ok: true, value: { factor, fraction } });
});

it.each([
  ["", /^Nothing is typed\. Type new shares for old, such as 3:2/],
  ["two", /^"two" is not a split\./],
  ["1,5", /^"1,5" is not a split\./],
  ["-2", /^"-2" is not a split\./],
  ["3:2:1", /^"3:2:1" is not a split\./],
  ["1e400", /^"1e400" is not a split\./],
  ["0:5", /^A split of 0:5 leaves no shares\./],
  ["5:0", /^A split of 5:0 leaves no shares\./],
  ["2:2", /^A split of 2:2 changes nothing: choose Keep\.$/],
  ["10001", /^A split of 10001 is beyond 10000:1 and 1:10000\./],
])("says why %s is none", (typed, problem) => {
  expect(readSplitRatio(typed)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
});
