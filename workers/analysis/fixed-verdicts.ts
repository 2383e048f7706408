/** Fixed conditions on one bar: what is compared with what, by the evaluator, and the verdict. */
import { NO_BAR, rowOn } from "#workers/sessions/calendar.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import type { ConditionVerdict } from "#workers/model/why.ts";
import type { FixedRule } from "#workers/rules/fixed-fields.ts";
import { parseLine } from "#workers/rules/grammar.ts";
import { printLine } from "#workers/rules/print.ts";
import type { RuleExplainer } from "./explain-rules.ts";
import type { InstrumentDay } from "./held-on-day.ts";

export function fixedVerdict(
  plan: Plan,
  day: InstrumentDay,
  { field, text, rule }: FixedRule,
  explainer: RuleExplainer,
): ConditionVerdict {
  const [value, threshold] =
    field === "marketCapRank" ? capRank(plan, day) : sidesOf(text).map(explainer.number);
  const tree = explainer.line(text, rule);
  return { name: field, value, threshold, holds: explainer.state(rule) === "true", tree };
}

/** The lines on both sides of a comparison. */
function sidesOf(text: string): readonly string[] {
  const tree = parseLine(text);
  if (tree.type !== "compare") throw new RangeError(`fixed verdicts: ${text} compares nothing`);
  return [printLine(tree.left), printLine(tree.right)];
}

/** The place by market cap, and the last place that is still in the top; the place is null without a market cap. */
function capRank(plan: Plan, { member: own, session }: InstrumentDay): readonly (number | null)[] {
  const { calendar, priceOf, strategy } = plan;
  const capOn = (member: number): number => {
    const row = rowOn(calendar, member, session);
    return row === NO_BAR ? NaN : priceOf.marketCap(row, member);
  };
  const ownCap = capOn(own);
  let [count, before] = [0, 0];
  for (let member = 0; member < calendar.members; member++) {
    const cap = capOn(member);
    if (!(cap > 0)) continue;
    count++;
    if (cap > ownCap || (cap === ownCap && member < own)) before++;
  }
  const percent = strategy.scanner.marketCapRank ?? 0;
  return [ownCap > 0 ? before + 1 : null, Math.ceil((percent * count) / 100 - 1e-12)];
}
