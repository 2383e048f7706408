/**
 * Of numbers that differ where the bars end earlier, by so little that it passes for rounding: whether a strategy decides the same by
 * the ones and the others. Rules can make any difference large, as `(own - 1) * 10000000000` does.
 */
import type { Plan } from "#workers/engine/run-plan.ts";
import { simulate } from "#workers/engine/simulate.ts";
import type { Decision } from "#workers/model/decision.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import { daysOf, withFacts } from "#workers/model/late-column.ts";
import type { Market } from "#workers/model/market.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { membersOf } from "#workers/rules/expression.ts";
import type { Expression, NumberExpression, TruthExpression } from "#workers/rules/expression.ts";
import { inUse } from "#workers/rules/strategy-rules.ts";
import type { StrategyRules } from "#workers/rules/strategy-rules.ts";
import { WORD } from "#workers/sessions/bits.ts";
import { planRun } from "#workers/run/plan-run.ts";
import { isRounding } from "./check-field.ts";
import type { FieldFault } from "./field-problem.ts";
import type { KeptField } from "./kept-fields.ts";

interface Otherwise {
  readonly instrument: string;
  /** EpochDay. */
  readonly day: number;
}

/**
 * What rules say on every bar, the numbers that they hold against a position's or size one by, and what the run decides: candidates in
 * their order, exits, fills and what lapsed.
 *
 * @param market - with the field
 * @returns null where nothing was forgiven, or all is the same
 */
export function checkDecisions(
  kept: KeptField,
  market: Market,
  strategies: readonly Strategy[],
): FieldFault | null {
  if (kept.forgiven.size === 0) return null;
  const value = kept.values.slice();
  for (const [instrument, numbers] of kept.forgiven) value.set(numbers, market.barOffset[instrument]);
  const facts = market.facts?.map((fact) => (fact.value === kept.values ? { ...fact, value } : fact));
  const known = withFacts(market, facts);
  for (const strategy of strategies) {
    const other = otherAnswer(strategy, market, known) ?? otherDecision(strategy, market, known);
    if (other === null) continue;
    return {
      code: "code-looks-ahead",
      text: `where the bars end earlier its numbers differ in their last digits, and by these the rules decide otherwise about ${other.instrument} on ${formatIsoDay(other.day)}. It looks at later bars, where each bar may use itself and earlier ones alone`,
    };
  }
  return null;
}

/** The first that is another; null for none, and for a run that can't be made. */
function otherAnswer(strategy: Strategy, market: Market, known: Market): Otherwise | null {
  const [one, other] = [market, known].map((each) => planRun(strategy, each, { shortcuts: [] }));
  if (!one?.ok || !other?.ok) return null;
  for (const part of answeringParts(one.value.rules)) {
    const found = otherAnswerOf(part, one.value, other.value);
    if (found) return found;
  }
  return null;
}

/** All of what a strategy uses but its order, which is compared as it is decided: the largest parts that look at no position. */
function answeringParts(rules: StrategyRules): readonly Expression[] {
  const { scanner, buy, sell, riskDistance, weight, weights } = rules;
  const sizes = [riskDistance, weight, ...weights].flatMap((size) => (size ? [size.expression] : []));
  return [...inUse([...scanner, ...buy, ...sell]), ...sizes].flatMap(withoutPosition);
}

function withoutPosition(expression: Expression): readonly Expression[] {
  return expression.isOfPosition ? membersOf(expression).flatMap(withoutPosition) : [expression];
}

function otherAnswerOf(part: Expression, one: Plan, other: Plan): Otherwise | null {
  const placeOf = part.kind === "truth" ? otherTruth(part, one, other) : otherNumber(part, one, other);
  for (const [member, instrument] of one.universe.entries()) {
    const day = placeOf(member, instrument);
    if (day !== null) return { instrument: one.market.instruments[instrument]?.symbol ?? "", day };
  }
  return null;
}

/** The EpochDay of an instrument's first answer that is another, or null. */
type OtherOf = (member: number, instrument: number) => number | null;

function otherTruth(part: TruthExpression, one: Plan, other: Plan): OtherOf {
  const { words } = one.calendar;
  const [some, others] = [one.ground().bitsOf(part), other.ground().bitsOf(part)];
  return (member) => {
    some.ready(member);
    others.ready(member);
    for (let word = 0; word < words; word++) {
      const at = member * words + word;
      const apart = (some.bits[at] ?? 0) ^ (others.bits[at] ?? 0);
      if (apart !== 0) return one.sessionDay[word * WORD + WORD - 1 - Math.clz32(apart & -apart)] ?? 0;
    }
    return null;
  };
}

function otherNumber(part: NumberExpression, one: Plan, other: Plan): OtherOf {
  const [some, others] = [one.ground().columnOf(part), other.ground().columnOf(part)];
  return (member, instrument) => {
    const known = others(member);
    const bar = some(member).findIndex((value, at) => !isRounding(value, known[at] ?? NaN));
    return bar < 0 ? null : (daysOf(one.market, instrument)[bar] ?? 0);
  };
}

function otherDecision(strategy: Strategy, market: Market, known: Market): Otherwise | null {
  return firstOther(decisionsOf(strategy, market), decisionsOf(strategy, known));
}

/** None of a run that can't be made. */
function decisionsOf(strategy: Strategy, market: Market): readonly Decision[] {
  const plan = planRun(strategy, market);
  const log: Decision[] = [];
  if (plan.ok) simulate(plan.value, { log });
  return log;
}

/** The first decision, in the order of time, that isn't in both; null for none. */
function firstOther(some: readonly Decision[], others: readonly Decision[]): Decision | null {
  for (let at = 0; at < Math.max(some.length, others.length); at++) {
    const [one, other] = [some[at], others[at]];
    if (!one || !other) return one ?? other ?? null;
    const isSame =
      one.day === other.day && one.instrument === other.instrument && saidOf(one) === saidOf(other);
    if (!isSame) return one.day <= other.day ? one : other;
  }
  return null;
}

/** Without keys and quantities: in these rounding may show. */
function saidOf(decision: Decision): string {
  switch (decision.type) {
    case "candidate":
      return `candidate ${decision.rank} ${decision.outcome}`;
    case "exit":
    case "lapse":
      return `${decision.type} ${decision.reason}`;
    case "part":
      return `part ${decision.reason}`;
    case "sell":
      return `sell ${decision.reason}`;
    case "buy":
    case "more":
      return decision.type;
  }
}
