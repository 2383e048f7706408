/**
 * The order of test files: those of Node that wait most of their time (for servers, rooms and other languages) begin first, while
 * the browsers have the processor; then those that take long, so that none of them is left to the end alone.
 */
import type { TestSequencer, TestSpecification } from "vitest/node";

const LONGEST = [
  "sweep/queue",
  "clients/connections",
  "code/python-room",
  "code/silent-rooms",
  "api/restart",
  "api/sweeps",
  "api/start",
  "code/process-room",
  "clients/clients",
  "engine/mutants",
  "engine/run-parts",
  "pages/builder-rules",
  "import/spilled-plan",
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
