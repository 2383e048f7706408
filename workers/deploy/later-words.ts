/** Words of the rule language that are younger than deployment/1, which knows none of them. */
import { partsOf } from "#workers/rules/expression.ts";
import type { Expression } from "#workers/rules/expression.ts";
import { numbersOf } from "#workers/rules/strategy-rules.ts";
import type { PlacedRule, StrategyRules } from "#workers/rules/strategy-rules.ts";

export interface PlacedWord {
  /** The place in the strategy, such as "buy.rules[2]". */
  readonly place: string;
  readonly word: string;
}

/** The first of them in a strategy's lines, those that are off among them; null where there is none. */
export function laterWordIn(rules: StrategyRules): PlacedWord | null {
  const lines = [...[...rules.scanner, ...rules.buy, ...rules.sell].flatMap(linesOf), ...numbersOf(rules)];
  for (const { place, expression } of lines)
    for (const part of partsOf(expression)) {
      const word = wordOf(part);
      if (word !== null) return { place, word };
    }
  return null;
}

function linesOf({ place, rule, members }: PlacedRule): { place: string; expression: Expression }[] {
  if (members.length > 0) return members.flatMap(linesOf);
  return rule === null ? [] : [{ place, expression: rule }];
}

function wordOf(part: Expression): string | null {
  if (part.op === "period") return part.period;
  if (part.op === "rank") return part.inPlaces ? "place" : null;
  return part.op === "call" && part.entry.name === "latch" ? part.entry.name : null;
}
