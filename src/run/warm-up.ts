/** How far back the rules of a strategy look, and what of it the data is too short for. */
import type { Dataset } from "#src/storage/datasets.ts";
import { parseIsoDay } from "#workers/model/day.ts";
import { ruleLines } from "#workers/model/rule-lines.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import type { Expression, NumberExpression, TruthExpression } from "#workers/rules/expression.ts";
import { usedExpressions } from "#workers/rules/strategy-rules.ts";
import type { StrategyRules } from "#workers/rules/strategy-rules.ts";

type DataDays = Pick<Dataset, "firstDate" | "lastDate">;

/** A line in use. */
export interface LookBack {
  /** As "buy.rules[0]". */
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

const SESSIONS_A_DAY = 252 / 365.25;

/** About as many as there are from the data's first day to the last that the run sees; null where nothing is known. */
export function sessionsUntilEnd({ simulation }: Strategy, { firstDate, lastDate }: DataDays): number | null {
  if (!firstDate || !lastDate) return null;
  const end = simulation.endDate < lastDate ? simulation.endDate : lastDate;
  const [from, to] = [parseIsoDay(firstDate), parseIsoDay(end)];
  if (from === null || to === null || to < from) return null;
  return Math.round((to - from) * SESSIONS_A_DAY);
}

/** At least so many bars before it something is asked; what runs on from its first value counts its own length alone. */
function barsBack(expression: Expression): number {
  switch (expression.op) {
    case "literal":
    case "figure":
    case "date":
    case "position":
    case "fact":
    case "top":
    case "elsewhere": // on bars of its own
      return 0;
    case "arithmetic":
    case "compare":
      return Math.max(barsBack(expression.left), barsBack(expression.right));
    case "negate":
    case "not":
    case "rank":
    case "breadth":
      return barsBack(expression.of);
    case "ago":
      return expression.bars + barsBack(expression.of);
    case "and":
    case "or":
      return Math.min(...expression.members.map(barsBack)); // one may decide it
    case "call":
      return barsOfCall(expression);
  }
}

function barsOfCall({
  entry,
  counts,
  numbers,
  rules,
}: Extract<NumberExpression | TruthExpression, { readonly op: "call" }>): number {
  const inner = [...numbers, ...rules].map(barsBack);
  const own = entry.name === "once" ? [] : counts.filter((count) => Number.isInteger(count)); // one bar may decide it
  return Math.max(0, ...own) + Math.max(0, ...inner);
}
