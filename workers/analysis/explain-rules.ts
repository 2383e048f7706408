/** Rules as trees with the worth of each part on one bar, by the engine's own evaluator. */
import { askNumber, askTruth } from "#workers/engine/position-rules.ts";
import type { HeldPosition } from "#workers/engine/position-rules.ts";
import type { GroundFor } from "./session-ground.ts";
import type { RulePart, RuleState, Worth } from "#workers/model/why.ts";
import { checkNumber, checkRule } from "#workers/rules/check.ts";
import { membersOf } from "#workers/rules/expression.ts";
import type { Expression, TruthExpression } from "#workers/rules/expression.ts";
import { parseLine } from "#workers/rules/grammar.ts";
import { printLine } from "#workers/rules/print.ts";
import type { PlacedRule } from "#workers/rules/strategy-rules.ts";
import type { Syntax } from "#workers/rules/syntax.ts";
import { linePartsOf } from "./line-parts.ts";

export interface RuleExplainer {
  readonly state: (rule: TruthExpression) => RuleState;
  /** A rule of the strategy, line or group, with what is off in it. */
  readonly placed: (rule: PlacedRule) => RulePart;
  /** A line that is right. @param rule - in place of what the line itself says */
  readonly line: (text: string, rule?: TruthExpression) => RulePart;
  /** The value of a line that is a number; null where it is unknown. */
  readonly number: (text: string) => number | null;
}

/**
 * @param position - the bar in hand; where no position is open its entry price, peak and time held are NaN
 * @param isOfPosition - whether lines may name the position's numbers
 */
export function explainRules(
  groundFor: GroundFor,
  position: HeldPosition,
  isOfPosition: boolean,
): RuleExplainer {
  function state(rule: TruthExpression): RuleState {
    const holds = askTruth(groundFor(rule), rule)(position);
    return holds === null ? "unknown" : holds ? "true" : "false";
  }

  function worthOf(expression: Expression): Worth {
    if (expression.kind === "truth") return { type: "rule", state: state(expression) };
    const value = askNumber(groundFor(expression), expression)(position);
    return { type: "number", value: value === value ? value : null };
  }

  function part(text: string, tree: Syntax, expression: Expression): RulePart {
    const worth = worthOf(expression);
    const note = isUnknown(worth) ? reasonOf(expression, place) : "";
    return { text, label: "", worth, note, parts: linePartsOf(tree).flatMap(subPart) };
  }

  /** None where the part is too long or too deep to be a line of its own. */
  function subPart(tree: Syntax): readonly RulePart[] {
    const text = printLine(tree);
    const expression = expressionOf(text, isOfPosition);
    return expression === null ? [] : [part(text, tree, expression)];
  }

  function line(text: string, rule?: TruthExpression): RulePart {
    const expression = rule ?? expressionOf(text, isOfPosition);
    if (expression === null) throw new RangeError(`explain: ${text} is no line`);
    return part(text, parseLine(text), expression);
  }

  function number(text: string): number | null {
    const { worth } = line(text);
    return worth.type === "number" ? worth.value : null;
  }

  function placed(rule: PlacedRule): RulePart {
    const { text, label } = rule;
    if (rule.rule === null) return offPart(rule);
    if (text !== null) return { ...line(text, rule.rule), label };
    const worth = worthOf(rule.rule);
    return { text: groupText(rule), label, worth, note: "", parts: rule.members.map(placed) };
  }

  const place = {
    bar: position.bar,
    isUnknown: (expression: Expression) => isUnknown(worthOf(expression)),
    isZero: (expression: Expression) => {
      const worth = worthOf(expression);
      return worth.type === "number" && worth.value === 0;
    },
  };
  return { state, placed, line, number };
}

function isUnknown(worth: Worth): boolean {
  return worth.type === "number" ? worth.value === null : worth.type === "rule" && worth.state === "unknown";
}

function expressionOf(text: string, isOfPosition: boolean): Expression | null {
  const rule = checkRule(text, isOfPosition);
  if (rule.ok) return rule.expression;
  const number = checkNumber(text, isOfPosition);
  return number.ok ? number.expression : null;
}

/** What is off stands there with its members, none of which is asked. */
function offPart({ text, joins, label, members }: PlacedRule): RulePart {
  const [only] = members;
  if (text === null && joins === null && only) return { ...offPart(only), label: label || only.label };
  const parts = members.map(offPart);
  return { text: text ?? groupText({ joins }), label, worth: { type: "off" }, note: "", parts };
}

function groupText({ joins }: Pick<PlacedRule, "joins">): string {
  return `${joins ?? "all"} of`;
}

interface UnknownPlace {
  /** Number of the bar among the instrument's own, from 0. */
  readonly bar: number;
  /** NaN is unknown. */
  readonly isUnknown: (expression: Expression) => boolean;
  readonly isZero: (expression: Expression) => boolean;
}

/** Why a part is unknown on a bar; "" where its parts say so, or where the reason isn't plain. */
function reasonOf(expression: Expression, place: UnknownPlace): string {
  if (looksElsewhere(expression)) return "";
  if (membersOf(expression).some(place.isUnknown)) return "";
  if (expression.op === "fact") return "no value is known by this day";
  if (expression.op === "figure") return "the data has none on this day";
  if (expression.op === "arithmetic" && expression.operator === "/" && place.isZero(expression.right)) {
    return "divided by 0";
  }
  if (barsBefore(expression) <= place.bar) return "";
  return `only ${place.bar + 1} ${place.bar === 0 ? "bar" : "bars"} so far`;
}

/** Its parts stand on other bars than those of the instrument in hand. */
function looksElsewhere({ op }: Expression): boolean {
  return op === "elsewhere" || op === "rank" || op === "breadth" || op === "period";
}

/** Bars before the one in hand that it needs at least. */
function barsBefore(expression: Expression): number {
  if (looksElsewhere(expression)) return 0;
  const inside = Math.max(0, ...membersOf(expression).map(barsBefore));
  if (expression.op === "ago") return inside + expression.bars;
  if (expression.op === "call") return inside + Math.max(0, ...expression.counts.map((count) => count - 1));
  return inside;
}
