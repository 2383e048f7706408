/** The rules of the strategy that the form has, read once for all that looks at them. */
import type { Result } from "#workers/model/problem.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { readStrategyRules } from "#workers/rules/strategy-rules.ts";
import type { RuleProblem, StrategyRules } from "#workers/rules/strategy-rules.ts";

const known = new WeakMap<Strategy, Result<StrategyRules>>();

/** As readStrategyRules: a strategy never changes, another form is another one. */
export function rulesOf(strategy: Strategy): Result<StrategyRules> {
  const read = known.get(strategy) ?? readStrategyRules(strategy);
  known.set(strategy, read);
  return read;
}

/** What is wrong with the lines of a strategy, in the order of its fields. */
export function ruleProblemsOf(strategy: Strategy): readonly RuleProblem[] {
  const read = rulesOf(strategy);
  if (read.ok) return [];
  return (read.problem.details ?? []).map((message) => {
    const found = /^(\S+), column (\d+): /.exec(message);
    return { place: found?.[1] ?? "", column: Number(found?.[2] ?? 1), message };
  });
}
