/** Which of a strategy's own numbers a run needs: those that an expression in use names. */
import type { ComputedField } from "#workers/model/computed-field.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { partsOf } from "#workers/rules/expression.ts";
import { usedExpressions } from "#workers/rules/strategy-rules.ts";
import type { StrategyRules } from "#workers/rules/strategy-rules.ts";

export interface PlacedField {
  readonly field: ComputedField;
  /** Its place in the strategy's list. */
  readonly at: number;
}

/** A strategy with its rules as they were read. */
export interface ReadStrategy {
  readonly strategy: Strategy;
  readonly rules: StrategyRules;
}

/** In the order of the strategy's list; none where no rule in use names one that is on. */
export function fieldsInUse({ computed = [] }: Strategy, rules: StrategyRules): readonly PlacedField[] {
  const parts = usedExpressions(rules).flatMap(({ expression }) => partsOf(expression));
  const named = new Set(parts.flatMap((part) => (part.op === "fact" ? [part.name] : [])));
  return computed.flatMap((field, at) =>
    field.off || !named.has(field.name.toLowerCase()) ? [] : [{ field, at }],
  );
}

/** Those that any of the strategies needs, each once; they have the same list. */
export function fieldsInUseOf(strategies: readonly ReadStrategy[]): readonly PlacedField[] {
  const byPlace = new Map(
    strategies.flatMap(({ strategy, rules }) => fieldsInUse(strategy, rules)).map((one) => [one.at, one]),
  );
  return [...byPlace.values()].toSorted((a, b) => a.at - b.at);
}

/** The fields' names, as in `myScore (javascript), regime (python)`. */
export function nameFields(fields: readonly PlacedField[]): string {
  return fields.map(({ field }) => `${field.name} (${field.language})`).join(", ");
}
