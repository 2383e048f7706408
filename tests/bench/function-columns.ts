/** Each function of the rule language as a column of every instrument: by the evaluator, and by a plain loop in its place. */
import { buildCalendar } from "#workers/sessions/calendar.ts";
import { makeRuleGround, surroundingsOf } from "#workers/engine/rule-ground.ts";
import type { RuleGround } from "#workers/engine/rule-ground.ts";
import type { Market } from "#workers/model/market.ts";
import { WIDE_LOOPS } from "#workers/shortcuts/wide-loops.ts";
import { checkNumber, checkRule } from "#workers/rules/check.ts";
import { PLAIN_AVERAGES } from "./plain/plain-averages.ts";
import { barsOf } from "./plain/plain-bars.ts";
import type { PlainFunction } from "./plain/plain-bars.ts";
import { PLAIN_OSCILLATORS } from "./plain/plain-oscillators.ts";
import { PLAIN_TRUTHS } from "./plain/plain-truths.ts";

/** Sums that are only rolled on lose places that the evaluator keeps. */
const TOLERANCE = 1e-6;

/** Every function that has a plain loop. */
export const PLAIN_FUNCTIONS: readonly PlainFunction[] = [
  ...PLAIN_AVERAGES,
  ...PLAIN_OSCILLATORS,
  ...PLAIN_TRUTHS,
];

/** Columns of all instruments of a market, one after the other. */
export interface ColumnWorks {
  /** Nothing is known of the market before. @param members - of its instruments; all of them without it */
  readonly byEvaluator: (plain: Pick<PlainFunction, "text">, members?: readonly number[]) => () => unknown;
  readonly byLoop: (plain: PlainFunction) => () => unknown;
}

export function columnWorks(market: Market): ColumnWorks {
  const makeGround = groundsOf(market);
  const all = [...market.instruments.keys()];
  return {
    byEvaluator:
      ({ text }, members = all) =>
      () =>
        evaluateAll(text, makeGround(), members),
    byLoop: (plain) => loopOf(plain, market),
  };
}

/** @throws where the evaluator's values for an instrument are not those of the plain loop */
export function expectSameColumn(plain: PlainFunction, market: Market, instrument: number): void {
  const own = plainValues(plain, market, instrument);
  const engine = engineValues(plain.text, groundsOf(market)(), instrument);
  const at = engine.findIndex((value, bar) => !isSame(value, own[bar] ?? NaN));
  if (at >= 0) throw new Error(`bar ${at}: the evaluator says ${engine[at]}, the plain loop ${own[at]}`);
}

/** The universe is the whole market, the benchmark its first instrument; its columns are gone along as in the app. */
function groundsOf(market: Market): () => RuleGround {
  const universe = Int32Array.from(market.instruments.keys());
  const calendar = buildCalendar(market, universe);
  const of = { market, universe, calendar, isAdjusted: false, benchmark: 0, sessionsOfYear: 252 };
  return () => makeRuleGround(of, surroundingsOf(of, { loops: WIDE_LOOPS }));
}

function isSame(a: number, b: number): boolean {
  if (!Number.isFinite(a) || !Number.isFinite(b)) return !Number.isFinite(a) === !Number.isFinite(b);
  return Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a), Math.abs(b));
}

function evaluateAll(text: string, { columns, evaluator }: RuleGround, members: readonly number[]): void {
  const number = checkNumber(text);
  const pull = number.ok ? evaluator.numbers(number.expression) : evaluator.truths(ruleOf(text));
  for (const member of members) {
    columns.putMember(member);
    pull();
  }
}

/** A rule's are 1 and 0. */
function engineValues(text: string, { columns, evaluator }: RuleGround, member: number): number[] {
  columns.putMember(member);
  const number = checkNumber(text);
  if (number.ok) return Array.from(evaluator.numbers(number.expression)().subarray(0, columns.bars));
  const { yes } = evaluator.truths(ruleOf(text))();
  return Array.from({ length: columns.bars }, (_, bar) => ((yes[bar >> 5] ?? 0) >>> (bar & 31)) & 1);
}

function plainValues(plain: PlainFunction, market: Market, instrument: number): readonly number[] {
  const from = market.barOffset[instrument] ?? 0;
  const to = market.barOffset[instrument + 1] ?? 0;
  if (plain.type === "market") {
    const out = new Float64Array(market.close.length);
    plain.run(market, out);
    return Array.from(out.subarray(from, to));
  }
  const bars = barsOf(market, instrument);
  if (plain.type === "number") {
    const out = new Float64Array(to - from);
    plain.run(bars, out);
    return Array.from(out);
  }
  const out = new Uint8Array(to - from);
  plain.run(bars, out);
  return Array.from(out);
}

function loopOf(plain: PlainFunction, market: Market): () => unknown {
  if (plain.type === "market") {
    const out = new Float64Array(market.close.length);
    return () => plain.run(market, out);
  }
  const bars = market.instruments.map((_, instrument) => barsOf(market, instrument));
  const longest = Math.max(...bars.map(({ close }) => close.length));
  if (plain.type === "number") {
    const out = new Float64Array(longest);
    return () => bars.forEach((own) => plain.run(own, out));
  }
  const out = new Uint8Array(longest);
  return () => bars.forEach((own) => plain.run(own, out));
}

function ruleOf(text: string) {
  const rule = checkRule(text);
  if (!rule.ok) throw new Error(`${text}: ${rule.problems.map((problem) => problem.text).join("; ")}`);
  return rule.expression;
}
