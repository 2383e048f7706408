/** The order of test files: those that take minutes begin first, so that none of them is left to the end alone. */
import type { TestSequencer, TestSpecification } from "vitest/node";

const LONGEST = [
  "sweep/queue",
  "walk/accessibility",
  "walk/offline",
  "walk/paper",
  "walk/hostile-names",
  "walk/python-room",
  "walk/specification",
  "walk/days-in-a-tab",
  "walk/optimise",
];

export class LongestFirst implements TestSequencer {
  shard(): TestSpecification[] {
    throw new Error("these tests are not run in shards");
  }

  sort(files: TestSpecification[]): TestSpecification[] {
    return files.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
  return place < 0 ? LONGEST.length : place;
}
