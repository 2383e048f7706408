import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FUNCTION_NAMES } from "#tests/support/naive-rules/tree.ts";
import { tries } from "#tests/support/tries.ts";
import { differences } from "./compare-values.ts";
import { longRuleMarkets, RANDOM_VOCABULARY, ruleMarkets } from "./random-rule-market.ts";
import type { RuleMarket } from "./random-rule-market.ts";
import { ruleTexts } from "./random-rules.ts";

const TEXTS = ruleTexts(RANDOM_VOCABULARY);

function expectEqual(text: string, market: RuleMarket): void {
  expect(differences(text, market)).toEqual([]);
}

describe("the evaluator gives what the naive definitions give", () => {
  it("of random rules", () => {
    fc.assert(fc.property(TEXTS.rule, ruleMarkets(), expectEqual), { numRuns: tries(300) });
  });

  it("of random numbers", () => {
    fc.assert(fc.property(TEXTS.expression, ruleMarkets(), expectEqual), { numRuns: tries(300) });
  });

  it.each(FUNCTION_NAMES)("of calls of %s", (name) => {
    fc.assert(fc.property(TEXTS.callOf(name), ruleMarkets(), expectEqual), { numRuns: tries(40) });
  });

  it("over so many bars that rounding may add up", () => {
    const calls = fc.constantFrom(...FUNCTION_NAMES).chain(TEXTS.callOf);
    fc.assert(fc.property(calls, longRuleMarkets(), expectEqual), { numRuns: tries(100) });
  });

  it("of differences that are forgiven a price, a percentage or nothing", () => {
    // a percentage is forgiven 1e-7, a price of 30 to 3,630 from 3e-8 to 3.6e-6, another number next to nothing
    const forgiven = fc
      .tuple(
        TEXTS.expression.filter((number) => number.length < 230),
        fc.constantFrom("5e-8", "0.9e-7", "1.1e-7", "1e-6"),
        fc.constantFrom(">", "<"),
      )
      .map(([number, little, sign]) => `(${number}) - (${number}) + ${little} ${sign} 0`);
    fc.assert(fc.property(forgiven, ruleMarkets(), expectEqual), { numRuns: tries(300) });
  });
});
