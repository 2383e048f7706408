import { describe, expect, it } from "vitest";
import { commands } from "vitest/browser";
import { compareResults } from "#tests/support/compare-results.ts";
import { runStoredCase } from "#tests/support/run-stored-case.ts";

const cases = await commands.readSharedCases();
const ruleCases = await commands.listRuleCases();

describe.skipIf(cases.length === 0)("the worker in a real browser, through import and store", () => {
  it.each(cases)("gives the independent result for $name", async (each) => {
    expect(compareResults(await runStoredCase(each), each.expected)).toEqual([]);
  });

  it.each(ruleCases)(
    "gives the independent result for the rules of %s, with facts and sectors",
    async (name) => {
      const each = await commands.readRuleCase(name);
      expect(compareResults(await runStoredCase(each), each.expected)).toEqual([]);
    },
  );
});
