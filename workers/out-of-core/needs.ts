/**
 * What the rules of a run ask of a market that is read in parts: its columns, and passes over all members. Gains, for runs in parts:
 * other columns are never read, and a run without ranks and breadths is spared the pass for them.
 */
import { needsHighAndLow } from "#workers/engine/run-rules.ts";
import type { PriceColumn } from "#workers/model/market.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { membersOf, partsOf } from "#workers/rules/expression.ts";
import type { Expression, NumberExpression, TruthExpression } from "#workers/rules/expression.ts";
import type { Figure } from "#workers/rules/function-entry.ts";
import { inUse, numbersOf, usedExpressions } from "#workers/rules/strategy-rules.ts";
import type { StrategyRules } from "#workers/rules/strategy-rules.ts";

export type RankExpression = Extract<NumberExpression, { op: "rank" }>;

/** What looks across the universe, equal parts once. */
export interface CrossExpressions {
  readonly ranks: readonly RankExpression[];
  readonly breadths: readonly TruthExpression[];
  /** Where the first rank stands, as "buy.rules[0]"; null without one. */
  readonly rankPlace: string | null;
}

export function crossExpressions(rules: StrategyRules): CrossExpressions {
  const ranks = new Map<string, RankExpression>();
  const breadths = new Map<string, TruthExpression>();
  let rankPlace: string | null = null;
  for (const { place, expression } of usedExpressions(rules)) {
    for (const part of partsOf(expression)) {
      if (part.op === "breadth") breadths.set(part.of.key, part.of);
      if (part.op !== "rank") continue;
      ranks.set(part.key, part);
      rankPlace ??= place;
    }
  }
  return { ranks: [...ranks.values()], breadths: [...breadths.values()], rankPlace };
}

/** Columns of the bars that rules are worked out on, by who asks. */
export interface RuleColumns {
  /** Columns read for all members, to tell who is a candidate, and in which order. */
  readonly judged: readonly PriceColumn[];
  /** Columns read for all members, for ranks and breadths. */
  readonly across: readonly PriceColumn[];
  /** Columns read for the series of market() and of(). */
  readonly elsewhere: readonly PriceColumn[];
  /** Columns read for the members that the day loop asks for one by one. */
  readonly alone: readonly PriceColumn[];
}

export function columnsOfRules(strategy: Strategy, rules: StrategyRules): RuleColumns {
  const { scanner, buy, sell } = rules;
  const numbers = numbersOf(rules).map(({ expression }) => expression);
  const { ranks, breadths } = crossExpressions(rules);
  const elsewhere: Expression[] = [];
  for (const { expression } of usedExpressions(rules)) {
    for (const part of partsOf(expression)) if (part.op === "elsewhere") elsewhere.push(part.of);
  }
  const isAdjusted = strategy.simulation.priceBasis === "adjusted";
  const columns = (expressions: readonly Expression[]) => columnsOf(expressions, isAdjusted);
  const resting: readonly PriceColumn[] = strategy.sell.stopOrders === "resting" ? ["high", "low"] : [];
  return {
    judged: columns([...inUse(scanner), ...inUse(buy), ...numbers]),
    across: columns([...ranks.map((rank) => rank.of), ...breadths]),
    elsewhere: columns(elsewhere),
    alone: [...new Set([...columns([...inUse(sell), ...numbers]), ...resting])],
  };
}

/** Days with them, and closes: what forgives rounding looks at these. */
function columnsOf(expressions: readonly Expression[], isAdjusted: boolean): readonly PriceColumn[] {
  const columns = new Set<PriceColumn>(isAdjusted ? ["day", "close", "adjClose"] : ["day", "close"]);
  for (const expression of expressions) {
    for (const part of ownParts(expression)) if (part.op === "figure") columns.add(COLUMN_OF[part.name]);
  }
  return [...columns];
}

/** Parts that are worked out on the bars of the instrument in hand. */
function* ownParts(expression: Expression): Generator<Expression> {
  yield expression;
  if (expression.op === "rank" || expression.op === "breadth" || expression.op === "elsewhere") return;
  for (const member of membersOf(expression)) yield* ownParts(member);
}

const COLUMN_OF: Readonly<Record<Figure, PriceColumn>> = {
  open: "open",
  high: "high",
  low: "low",
  close: "close",
  rawClose: "close",
  volume: "volume",
  value: "volume",
  marketCap: "marketCap",
};

/** Columns whose damage costs a run an instrument, beside those of every run. */
export function lookedAtByRules(strategy: Strategy, rules: StrategyRules): readonly PriceColumn[] {
  return needsHighAndLow(strategy, rules) ? ["high", "low"] : [];
}
