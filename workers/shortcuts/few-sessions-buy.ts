/**
 * The fixed buy rules on a few sessions: the closes that these look back to are added up, and no others. Where the close is so
 * near to the mean that the order of the sum could tell, the kernels decide (buy-rule-condition.ts). Of the sessions of one
 * evening it gains a third of the default's step on 500 instruments.
 */
import type { Condition, WordSpan } from "#workers/engine/condition.ts";
import { atLeast, leastFor } from "#workers/model/forgive.ts";
import type { Premises, Shortcut } from "#workers/engine/run-plan.ts";
import { WORD } from "#workers/sessions/bits.ts";
import { rowOn } from "#workers/sessions/calendar.ts";
import { buyRulesAmong, byKernels } from "./buy-rule-condition.ts";
import type { BuyRules } from "./buy-rules.ts";
import { fastFactsOf } from "./fast-facts.ts";

/** Two ways to work out a mean of up to 5,000 closes differ by less than this, relatively. */
const ROUNDING = 1e-11;

export const fewSessionsBuy: Shortcut = {
  name: "the buy rules of a few sessions",
  condition: (fields, premises, span) => {
    const rules = buyRulesAmong(fields, premises);
    return rules && fromCloses(premises, span, rules);
  },
};

function fromCloses(premises: Premises, span: WordSpan, rules: BuyRules): Condition {
  const { first, stop } = span;
  const passesOn = makeVerdict(premises, rules);
  let exact: Condition | null = null;
  return (member, need, verdict) => {
    const found = new Int32Array(stop - first);
    for (let word = first; word < stop; word++)
      for (let rest = need[word - first]; rest !== 0; rest &= rest - 1) {
        const bit = rest & -rest;
        const passes = passesOn(member, word * WORD + 31 - Math.clz32(bit));
        if (passes === null) {
          exact ??= byKernels(premises, span, rules);
          return exact(member, need, verdict);
        } else if (passes) found[word - first] |= bit;
      }
    verdict.set(found);
    return false;
  };
}

/** null where rounding could tell. The member has a bar on the session. */
function makeVerdict(
  { facts, calendar }: Premises,
  { closeDays, meanDays }: BuyRules,
): (member: number, session: number) => boolean | null {
  const { closes } = fastFactsOf(facts);
  const back = Math.max(closeDays, meanDays - 1);
  const close = new Float64Array(back + 1);
  return (member, session) => {
    const row = rowOn(calendar, member, session);
    if (row - calendar.fromRow[member] < back) return false;
    closes.copy(member, { from: row - back, to: row + 1 }, close);
    const last = close[back];
    if (closeDays > 0 && !atLeast(last, close[back - closeDays])) return false;
    if (meanDays === 0) return true;
    let sum = 0;
    for (let at = back + 1 - meanDays; at <= back; at++) sum += close[at];
    const least = leastFor(sum / meanDays);
    const slack = ROUNDING * Math.abs(least);
    if (last >= least + slack) return true;
    return last < least - slack ? false : null;
  };
}
