/** An account's steps over some sessions of the dataset. */
import { formatIsoDay } from "#workers/model/day.ts";
import type { Deployment, EntryContent } from "#workers/model/deployment.ts";
import { ok } from "#workers/model/problem.ts";
import type { Result } from "#workers/model/problem.ts";
import { dayOf, planSpan, spansOf } from "./ground.ts";
import type { DeployGround } from "./ground.ts";
import { takeSteps } from "./steps.ts";

/**
 * What each session from .. to of the calendar comes to; none where there is none of them. Refused where a run on the dataset
 * as it is would be, new sessions or not.
 *
 * @param entries - what there is before the first of them
 */
export function stepThrough(
  ground: DeployGround,
  { format, startMargin, stop }: Pick<Deployment, "format" | "startMargin" | "stop">,
  entries: readonly EntryContent[],
  { from, to }: { readonly from: number; readonly to: number },
): Result<EntryContent[]> {
  const { sessionDay } = ground.calendar;
  const last = sessionDay.length - 1;
  const openedOn = dayOf(entries[0]?.session ?? formatIsoDay(sessionDay[Math.min(from, last)]));
  if (from > to) {
    const plan = planSpan(ground, { from: last, to: last, isCapKnown: true }, openedOn);
    return plan.ok ? ok([]) : plan;
  }
  const contents: EntryContent[] = [];
  for (const span of spansOf(ground, from, to)) {
    const plan = planSpan(ground, span, openedOn);
    if (!plan.ok) return plan;
    const before = { format, entries: [...entries, ...contents], startMargin, stop };
    contents.push(...takeSteps(plan.value, before));
    if (stop !== null && contents.at(-1)?.positions.length === 0) break;
  }
  return ok(contents);
}
