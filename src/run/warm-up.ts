/** How far back the rules of a strategy look, and what of it the data is too short for. */
import type { Dataset } from "#src/storage/datasets.ts";
import { SESSIONS_OF_YEAR } from "#workers/model/bar-length.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import { ruleLines } from "#workers/model/rule-lines.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { membersOf } from "#workers/rules/expression.ts";
import type { Expression } from "#workers/rules/expression.ts";
import type { Period } from "#workers/rules/function-entry.ts";
import { usedExpressions } from "#workers/rules/strategy-rules.ts";
import type { StrategyRules } from "#workers/rules/strategy-rules.ts";

/** When a dataset has prices, and how many of them. */
export type DataDays = Pick<Dataset, "firstDate" | "lastDate" | "frequency">;

/** A line in use. */
export interface LookBack {
  /** The line's place, such as "buy.rules[0]". */
  readonly place: string;
  readonly text: string;
  /** It is unknown on fewer. */
  readonly bars: number;
}

/** The lines in use that look back further than there are sessions: they are never known, and never true. */
export function linesBeyond(strategy: Strategy, rules: StrategyRules, sessions: number): readonly LookBack[] {
  const texts = new Map(ruleLines(strategy).map(({ place, text }) => [place, text]));
  return usedExpressions(rules).flatMap(({ place, expression }) => {
    const text = texts.get(place);
    const bars = barsBack(expression);
    return text === undefined || bars <= sessions ? [] : { place, text, bars };
  });
}

const DAYS_OF_YEAR = 365.25;
/** About as many daily bars as a period has. */
const BARS_OF_PERIOD: Readonly<Record<Period, number>> = {
  weekly: SESSIONS_OF_YEAR.daily / SESSIONS_OF_YEAR.weekly,
  monthly: SESSIONS_OF_YEAR.daily / SESSIONS_OF_YEAR.monthly,
};

/** About as many as there are from the data's first day to the last that the run sees; null where nothing is known. */
export function sessionsUntilEnd(
  { simulation }: Strategy,
  { firstDate, lastDate, frequency }: DataDays,
): number | null {
  if (!firstDate || !lastDate) return null;
  const end = simulation.endDate < lastDate ? simulation.endDate : lastDate;
  const [from, to] = [parseIsoDay(firstDate), parseIsoDay(end)];
  if (from === null || to === null || to < from) return null;
  return Math.round(((to - from) * SESSIONS_OF_YEAR[frequency ?? "daily"]) / DAYS_OF_YEAR);
}

/** At least so many bars before it something is asked; what runs on from its first value counts its own length alone. */
function barsBack(expression: Expression): number {
  if (expression.op === "elsewhere") return 0; // on bars of its own
  const inner = membersOf(expression).map(barsBack);
  if (expression.op === "period") return Math.floor((inner[0] ?? 0) * BARS_OF_PERIOD[expression.period]);
  if (expression.op === "call" && expression.entry.name === "latch") return inner[0] ?? 0; // false until its first rule is true
  if (expression.op === "and" || expression.op === "or") return Math.min(...inner); // one may decide it
  return ownBarsBack(expression) + Math.max(0, ...inner);
}

function ownBarsBack(expression: Expression): number {
  if (expression.op === "ago") return expression.bars;
  if (expression.op !== "call" || expression.entry.name === "once") return 0; // of once, one bar may decide it
  return Math.max(0, ...expression.counts.filter((count) => Number.isInteger(count)));
}
