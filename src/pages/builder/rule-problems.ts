/** What is wrong with the rules of the strategy that the form has. */
import type { Strategy } from "#workers/model/strategy.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import type { RuleProblem } from "#workers/rules/strategy-rules.ts";

/** What is wrong with the lines of a strategy, in the order of its fields. */
export function ruleProblemsOf(strategy: Strategy): readonly RuleProblem[] {
  const read = readStrategyRules(strategy);
  if (read.ok) return [];
  return (read.problem.details ?? []).map((message) => {
    const found = /^(\S+), column (\d+): /.exec(message);
    return { place: found?.[1] ?? "", column: Number(found?.[2] ?? 1), message };
  });
}
