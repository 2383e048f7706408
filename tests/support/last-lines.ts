/**
 * The last lines of a run: the files that took longest, which tests were skipped (the reason stands in their names), and
 * which passed only when they were tried again. A test of the last kind has failed once, and is to be looked into.
 */
import { relative } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";

/** Files that took longest; a run of fewer names none. */
const MOST_NAMED = 20;

// oxlint-disable-next-line import/no-default-export -- a reporter that is named by its file is read so
export default class LastLines implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length > MOST_NAMED)
      for (const module of modules.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, MOST_NAMED))
        console.log(`${secondsOf(module).toFixed(0)} s: ${relative(".", module.moduleId)}`);
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    for (const test of tests) if (test.result().state === "skipped") console.log(`skipped: ${nameOf(test)}`);
    for (const test of tests)
      if (test.ok() && (test.diagnostic()?.retryCount ?? 0) > 0)
        console.log(`passed at a second try: ${nameOf(test)}`);
  }
}

function nameOf(test: TestCase): string {
  return `${relative(".", test.module.moduleId)}: ${test.fullName}`;
}

/** With its set-up and what it imports. */
function secondsOf(module: TestModule): number {
  const { setupDuration, collectDuration, duration } = module.diagnostic();
  return (setupDuration + collectDuration + duration) / 1000;
}
