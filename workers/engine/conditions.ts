/** Scanner and buy rules of a strategy as conditions: the fields of strategy/1 that are on, and its own rules, as one list. */
import { fixedBuyRules, fixedScannerRules } from "#workers/rules/fixed-fields.ts";
import type { FixedRule } from "#workers/rules/fixed-fields.ts";
import { inUse } from "#workers/rules/strategy-rules.ts";
import { partsOf } from "#workers/rules/expression.ts";
import type { Expression, TruthExpression } from "#workers/rules/expression.ts";
import type { MemberBits } from "./member-bits.ts";
import type { Premises } from "./run-plan.ts";
import { weighted } from "./weights.ts";

export interface Conditions {
  /** All of these must hold. */
  readonly every: readonly MemberBits[];
  /** And one of these, unless there is none. */
  readonly some: readonly MemberBits[];
}

/** @param words - how many words of sessions are asked about */
export function makeConditions(premises: Premises, { words }: { readonly words: number }): Conditions {
  const { scanner, buy } = conditionRules(premises);
  const { bitsOf } = premises.ground();
  const list = (rules: readonly TruthExpression[]): readonly MemberBits[] => cheapFirst(rules).map(bitsOf);
  const every = (rules: readonly TruthExpression[]): readonly MemberBits[] => [
    ...list(words > FEW_WORDS ? rules : rules.flatMap(takenApart)),
    ...sizable(premises),
  ];
  return premises.strategy.scanner.match === "any"
    ? { every: every(buy), some: list(scanner) }
    : { every: every([...scanner, ...buy]), some: [] };
}

/** Words of so few sessions that a member is soon ruled out on all of them: then rules that must all hold are taken apart. */
const FEW_WORDS = 3;

/** All that a run asks of an instrument before it buys. */
export function conditionRules(premises: Pick<Premises, "strategy" | "facts" | "rules">): {
  readonly scanner: readonly TruthExpression[];
  readonly buy: readonly TruthExpression[];
} {
  const { scanner, buy } = fixedRulesOn(premises);
  const { rules } = premises;
  return { scanner: inUse([...scanner, ...rules.scanner]), buy: inUse([...buy, ...rules.buy]) };
}

/** The fixed conditions that are on; that of the rank is left out where no market cap is known. */
export function fixedRulesOn({ strategy, facts }: Pick<Premises, "strategy" | "facts">): {
  readonly scanner: readonly FixedRule[];
  readonly buy: readonly FixedRule[];
} {
  const scanner = fixedScannerRules(strategy);
  return {
    scanner: facts.isCapKnown ? scanner : scanner.filter(({ field }) => field !== "marketCapRank"),
    buy: fixedBuyRules(strategy),
  };
}

/** What is worked out soonest is asked first: where that decides, the slow ones are never worked out. */
function cheapFirst(rules: readonly TruthExpression[]): readonly TruthExpression[] {
  return rules.toSorted((a, b) => costOf(a) - costOf(b));
}

function takenApart(rule: TruthExpression): readonly TruthExpression[] {
  return rule.op === "and" ? rule.members.flatMap(takenApart) : [rule];
}

/** By what a part goes along: the bars of every member, or those of one, once or several times in a function. */
const COST_ACROSS = 400;
const COST_OF_OSCILLATOR = 16;
const COST_OF_CALL = 4;

function costOf(rule: TruthExpression): number {
  return partsOf(rule).reduce((sum, part) => sum + costOfPart(part), 0);
}

function costOfPart(part: Expression): number {
  if (part.op === "rank" || part.op === "breadth" || part.op === "top") return COST_ACROSS;
  if (part.op === "call") return part.entry.group === "oscillators" ? COST_OF_OSCILLATOR : COST_OF_CALL;
  return part.op === "literal" || part.op === "figure" ? 0 : 1;
}

/** A candidate whose distance, with sizing by risk, or whose weight is unknown or not above 0 is none. */
function sizable(premises: Premises): readonly MemberBits[] {
  const { strategy, ground, rules } = premises;
  if (strategy.simulation.positionSizing === "weights") return [weighted(premises)];
  return rules.riskDistance === null ? [] : [ground().aboveZero(rules.riskDistance.expression)];
}
