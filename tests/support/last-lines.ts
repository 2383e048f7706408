/**
 * The last lines of a run: which tests were skipped (the reason stands in their names), and which passed only when they
 * were tried again. A test of the second kind has failed once, and is to be looked into.
 */
import { relative } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";

// oxlint-disable-next-line import/no-default-export -- a reporter that is named by its file is read so
export default class LastLines implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
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
