/**
 * Works out what the day loop will ask of a candidate (sell rules, the order, the distance) while the columns of its buy rules are
 * at hand: what these rules share with those is then worked out once. Gains up to a third of a first run.
 */
import type { Plan, Shortcut } from "#workers/engine/run-plan.ts";
import { looksAt } from "#workers/engine/run-rules.ts";
import { inUse } from "#workers/rules/strategy-rules.ts";
import { packKeys } from "./candidate-keys.ts";

/** @param mostBytes - a column of what candidates are sorted by that takes no more is kept whole, for the next run */
export const workAhead = (mostBytes: number): Shortcut => ({
  name: "worked out ahead",
  alongside: (plan) => {
    const { sell, sortBy, riskDistance } = plan.rules;
    const ofBars = inUse(sell).filter((rule) => !rule.isOfPosition);
    if (ofBars.length === 0 && sortBy === null && riskDistance === null) return null;
    const ground = plan.ground();
    const isKept = isColumnKept(plan, mostBytes);
    const asks = [
      ...ofBars.map((rule) => ground.bitsOf(rule).ready),
      ...(sortBy === null || !isKept ? [] : [ground.singlesOf(sortBy.expression)]),
      ...(riskDistance === null ? [] : [ground.columnOf(riskDistance.expression)]),
    ];
    const pack = sortBy === null || isKept ? null : packKeys(plan, sortBy.expression);
    return (member, passing) => {
      if (passing === null) return;
      for (const ask of asks) ask(member);
      pack?.(member, passing);
    };
  },
});

export const workedAhead: Shortcut = workAhead(64e6);

/** Ranks are sorted by the same columns, and may be there on some sessions alone: then they are kept, too. */
function isColumnKept({ calendar, rules }: Plan, mostBytes: number): boolean {
  const bytes = calendar.members * calendar.longest * Float32Array.BYTES_PER_ELEMENT;
  return bytes <= mostBytes || looksAt(rules, ({ op }) => op === "rank" || op === "breadth" || op === "top");
}
