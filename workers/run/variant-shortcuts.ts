/** Which shortcuts answer the runs of variants: what is worked out for one is to serve the others. */
import type { Shortcut } from "#workers/engine/run-plan.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { withoutYardsticks } from "#workers/shortcuts/all-shortcuts.ts";
import { rulesOnAllSessions } from "#workers/shortcuts/kept-rules.ts";

/** Sets of sessions of which what was worked out is kept. */
const MOST_SCHEDULES = 2;

/** Variants that look at rules on sessions of their own each share what is worked out on all sessions. */
export function shortcutsFor(strategies: readonly Strategy[]): readonly Shortcut[] {
  const asked = strategies.map(({ simulation }) => {
    const { schedule, scheduleDay, rebalance, startDate, endDate } = simulation;
    return [schedule, scheduleDay, rebalance, startDate, endDate].join(" ");
  });
  return new Set(asked).size <= MOST_SCHEDULES
    ? withoutYardsticks
    : [rulesOnAllSessions, ...withoutYardsticks];
}
