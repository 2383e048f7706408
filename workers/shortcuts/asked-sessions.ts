/**
 * What rules are worked out on where some sessions alone are asked about, those of a schedule or the one that is explained:
 * ranks, breadths and the top by market cap are sorted on those and on no other. Gains nine tenths of a rank that is looked at
 * monthly, and nearly all of one on a single session.
 */
import type { NumberColumn, Surroundings } from "#workers/engine/evaluate.ts";
import { groundWith, surroundingsOf } from "#workers/engine/rule-ground.ts";
import type { AskedGround, RuleMarket } from "#workers/engine/rule-ground.ts";
import { partsOf } from "#workers/rules/expression.ts";
import type { Expression, NumberExpression } from "#workers/rules/expression.ts";
import { BLOCK } from "#workers/rules/functions/known-runs.ts";
import { fitLines, trendOf } from "#workers/rules/functions/lines.ts";
import { NO_BAR, rowOn } from "#workers/sessions/calendar.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { OF_ONE_BAR } from "./session-rules.ts";
import { WIDE_LOOPS } from "./wide-loops.ts";

/** Whether it looks across the universe, and on the bar in hand alone: then it may be worked out on what looksAround gives. */
export function looksAcrossOnTheDay(expression: Expression): boolean {
  return Array.from(partsOf(expression)).some(looksAcross) && !looksAcrossEarlier(expression);
}

/** Whether it looks across the universe on bars before the one in hand. */
export function looksAcrossEarlier(expression: Expression): boolean {
  if (!asksEarlier(expression)) return Array.from(partsOf(expression)).some(isEarlierPart);
  for (const part of partsOf(expression)) if (looksAcross(part)) return true;
  return false;
}

function isEarlierPart(part: Expression): boolean {
  return asksEarlier(part) && looksAcrossEarlier(part);
}

/** Whether what it is made of is asked about on bars before the one in hand. */
function asksEarlier(expression: Expression): boolean {
  if (expression.op === "call") return !OF_ONE_BAR.has(expression.entry.name);
  return expression.op === "ago" || expression.op === "period";
}

function looksAcross({ op }: Expression): boolean {
  return op === "rank" || op === "breadth" || op === "top";
}

/** What writes a rank on the same sessions of the same members, by the key of the rank. */
export type KnownRanks = Map<string, ReturnType<Surroundings["rank"]>>;

/**
 * What expressions see beyond the bars in hand, good on the sessions alone.
 *
 * @param sessions - ascending
 * @param ranks - found before; those that are worked out here are put to them
 */
export function surroundingsOn(
  of: RuleMarket,
  sessions: Int32Array,
  ranks: KnownRanks = new Map(),
): Surroundings {
  const groundOn = (around: Surroundings): AskedGround => {
    const ground = groundWith(of, around);
    const numbers = (number: NumberExpression): NumberColumn =>
      trendOn(number, ground, of, sessions) ?? ground.evaluator.numbers(number);
    return { ...ground, evaluator: { ...ground.evaluator, numbers } };
  };
  const around = surroundingsOf(of, { loops: WIDE_LOOPS, asked: sessions, groundOn });
  const rank: Surroundings["rank"] = (expression) => {
    const write = ranks.get(expression.key) ?? around.rank(expression);
    ranks.set(expression.key, write);
    return write;
  };
  return { ...around, rank };
}

/** A trend at a member's bars on the sessions, as it takes long on all bars; null for any other number. */
function trendOn(
  number: NumberExpression,
  { columns, evaluator }: AskedGround,
  { calendar, sessionsOfYear }: RuleMarket,
  sessions: Int32Array,
): NumberColumn | null {
  if (number.op !== "call" || number.entry.name !== "trend") return null;
  const n = number.counts[0] | 0;
  const pull = evaluator.numbers(number.numbers[0]);
  const [logs, fits, rises, out] = Array.from({ length: 4 }, () => new Float64Array(columns.longest));
  return () => {
    const x = pull();
    const bars = barsOn(calendar, columns.member, sessions);
    if (bars.length === 0) return out;
    const first = firstThatMatters(x, bars[0], n);
    const pass = {
      bars: bars[bars.length - 1] + 1 - first,
      numbers: [x.subarray(first)],
      rules: [],
      n,
      k: NaN,
      floors: null,
      floor: 0,
      sessionsOfYear,
      scratch: () => logs,
      extremes: WIDE_LOOPS.extremes,
      rollBlocks: WIDE_LOOPS.rollBlocks,
    };
    fitLines(pass, fits, rises);
    for (const bar of bars) out[bar] = trendOf(rises[bar - first], fits[bar - first], sessionsOfYear);
    return out;
  };
}

/** The member's bars on these sessions, each by its place among all bars of the member. */
function barsOn(calendar: Calendar, member: number, sessions: Int32Array): Int32Array {
  const rows = sessions.map((session) => rowOn(calendar, member, session)).filter((row) => row !== NO_BAR);
  return rows.map((row) => row - calendar.fromRow[member]);
}

/** The first bar that has a part in the values of bar `from` and later: none before its block's first window has. */
function firstThatMatters(x: Float64Array, from: number, n: number): number {
  let first = from;
  while (first > 0 && x[first - 1] > 0) first--;
  return first + BLOCK * Math.max(0, Math.floor((from - first - n + 1) / BLOCK));
}
