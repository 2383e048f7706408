/** The order of test files: those that take minutes begin first, so that none of them is left to the end alone. */
import type { TestSequencer, TestSpecification } from "vitest/node";

const LONGEST = [
  "sweep/queue",
  "clients/connections",
  "engine/parted-run",
  "pages/builder-rules",
  "code/python-room",
  "import/spilled-plan",
  "code/silent-rooms",
  "walk/accessibility",
  "walk/hostile-code",
  "walk/offline",
  "walk/hostile-names",
  "walk/paper",
  "walk/booth",
  "walk/optimise",
  "walk/specification",
  "walk/python-room",
  "walk/hostile",
  "walk/api-programs",
  "walk/rules-by-keyboard",
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
  const place = LONGEST.findIndex((name) => moduleId.includes(`/tests/${name}.test.ts`));
  return place < 0 ? LONGEST.length : place;
}
