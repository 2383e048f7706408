/**
 * Works out what the day loop will ask of a candidate (sell rules, the order, the distance) while the columns of its buy rules are
 * at hand: what these rules share with those is then worked out once. Gains up to a third of a first run.
 */
import type { Shortcut } from "#workers/engine/run-plan.ts";
import { inUse } from "#workers/rules/strategy-rules.ts";

export const workedAhead: Shortcut = {
  name: "worked out ahead",
  alongside: (plan) => {
    const { sell, sortBy, riskDistance } = plan.rules;
    const ofBars = inUse(sell).filter((rule) => !rule.isOfPosition);
    if (ofBars.length === 0 && sortBy === null && riskDistance === null) return null;
    const ground = plan.ground();
    const asks = [
      ...ofBars.map((rule) => ground.bitsOf(rule).ready),
      ...(sortBy === null ? [] : [ground.singlesOf(sortBy.expression)]),
      ...(riskDistance === null ? [] : [ground.columnOf(riskDistance.expression)]),
    ];
    return (member, isCandidate) => {
      if (isCandidate) for (const ask of asks) ask(member);
    };
  },
};
