/** What the engine's own evaluator says of a text on a market, in the form in which the naive reference says it. */
import type { NaiveRun, World } from "#tests/support/naive-rules/world.ts";
import type { Value } from "#tests/support/naive-rules/values.ts";
import { itemAt } from "#tests/support/reference-series.ts";
import { buildCalendar } from "#workers/sessions/calendar.ts";
import { makeRuleGround } from "#workers/engine/rule-ground.ts";
import type { RuleGround } from "#workers/engine/rule-ground.ts";
import type { Market } from "#workers/model/market.ts";
import { checkNumber, checkRule } from "#workers/rules/check.ts";
import type { Expression } from "#workers/rules/expression.ts";

export interface EngineWorld {
  readonly ground: RuleGround;
  /** Symbols of the universe; a member is a place in it. */
  readonly members: readonly string[];
}

/** @param world - the naive reference's view of the same run, of which only the universe is taken */
export function openEngineWorld(market: Market, run: NaiveRun, world: Pick<World, "universe">): EngineWorld {
  const numberOf = (symbol: string) => market.instruments.findIndex((each) => each.symbol === symbol);
  const members = world.universe.map(({ symbol }) => symbol);
  const universe = Int32Array.from(members, numberOf);
  const calendar = buildCalendar(market, universe);
  const ground = makeRuleGround({
    market,
    universe,
    calendar,
    isAdjusted: run.priceBasis === "adjusted",
    benchmark: run.benchmark === null ? null : numberOf(run.benchmark),
    sessionsOfYear: run.sessionsOfYear ?? 252,
  });
  return { ground, members };
}

/** @throws SyntaxError with the check's words where the text is neither a number nor a rule */
export function readExpression(text: string): Expression {
  const number = checkNumber(text);
  if (number.ok) return number.expression;
  const rule = checkRule(text);
  if (rule.ok) return rule.expression;
  const words = [...number.problems, ...rule.problems].map((problem) => problem.text);
  throw new SyntaxError(`${text}: ${words.join("; ")}`);
}

/** The values on the bars of a member of the universe, oldest first. */
export function engineValues(
  { ground, members }: EngineWorld,
  expression: Expression,
  symbol: string,
): Value[] {
  const { columns, evaluator } = ground;
  columns.putMember(members.indexOf(symbol));
  const bars = Array.from({ length: columns.bars }, (_, bar) => bar);
  if (expression.kind === "number") {
    const numbers = evaluator.numbers(expression)();
    return bars.map((bar) => knownNumber(itemAt(numbers, bar)));
  }
  const { yes, no } = evaluator.truths(expression)();
  return bars.map((bar) => (hasBit(yes, bar) ? true : hasBit(no, bar) ? false : null));
}

function knownNumber(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

function hasBit(words: Int32Array, bit: number): boolean {
  return ((itemAt(words, bit >> 5) >>> (bit & 31)) & 1) === 1;
}
