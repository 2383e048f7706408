/** Series that a deployment's account hangs on besides the instruments that it may trade: no hash of its entries covers them. */
import { parseStrategy } from "#workers/model/strategy.ts";
import { partsOf } from "#workers/rules/expression.ts";
import { readStrategyRules, usedExpressions } from "#workers/rules/strategy-rules.ts";

/** "TBILL, by which idle money earns", one a use. @param value - a strategy's record; what can't be read names none */
export function uncoveredSeries(value: unknown): readonly string[] {
  const strategy = parseStrategy(value);
  if (!strategy.ok) return [];
  const { flows = [], cash = null, benchmark } = strategy.value.simulation;
  const rate = cash?.price ?? cash?.yield;
  const rules = readStrategyRules(strategy.value);
  const parts = rules.ok ? usedExpressions(rules.value).flatMap(({ expression }) => partsOf(expression)) : [];
  const asked = parts.flatMap((part) =>
    part.op === "elsewhere" ? [part.symbol ?? benchmark ?? "the dataset's index"] : [],
  );
  return [
    ...(rate === undefined ? [] : [`${rate}, by which idle money earns`]),
    ...unique(flows.flatMap(({ growBy }) => growBy ?? [])).map(
      (symbol) => `${symbol}, by which money in and out grows`,
    ),
    ...unique(asked).map((symbol) => `${symbol}, which rules ask`),
  ];
}

function unique(symbols: readonly string[]): string[] {
  return [...new Set(symbols)];
}
