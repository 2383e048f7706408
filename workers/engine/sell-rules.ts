/** A strategy's own sell rules on an open position. Those that look at the bars alone are bits, worked out once. */
import { inUse } from "#workers/rules/strategy-rules.ts";
import { rowsBefore } from "#workers/sessions/calendar.ts";
import type { Calendar } from "#workers/sessions/calendar.ts";
import { bitsOf } from "./member-bits.ts";
import type { MemberBits } from "./member-bits.ts";
import { askTruth } from "./position-rules.ts";
import type { AskTruth, HeldPosition } from "./position-rules.ts";
import type { RunPlan } from "./run-plan.ts";

/** Whether one of the rules sells a position: one of those that look at the bars alone, or another; null where there are no others. */
export interface SellRules {
  readonly ofBars: (member: number, session: number) => boolean;
  /** Writes the bar into the position; who asks need not know it. */
  readonly ofPosition: ((position: HeldPosition) => boolean) | null;
}

/** null for a plan without such rules. */
export function makeSellRules(plan: RunPlan): SellRules | null {
  const rules = inUse(plan.rules.sell);
  if (rules.length === 0) return null;
  const { calendar } = plan;
  const ground = plan.ground();
  const ofBars = rules.filter((rule) => !rule.isOfPosition).map((rule) => ground.bitsOf(rule));
  const sold = ofBars.length > 1 ? together(plan, ofBars) : (ofBars[0] ?? null);
  const asks = rules.filter((rule) => rule.isOfPosition).map((rule) => askTruth(ground, rule));
  return {
    ofBars: (member, session) => {
      if (sold === null) return false;
      sold.ready(member);
      return ((sold.bits[member * calendar.words + (session >> 5)] >>> (session & 31)) & 1) === 1;
    },
    ofPosition: asks.length === 0 ? null : (position) => isSoldBy(asks, calendar, position),
  };
}

function isSoldBy(asks: readonly AskTruth[], calendar: Calendar, position: HeldPosition): boolean {
  position.bar = rowsBefore(calendar, position.member, position.session);
  for (const ask of asks) if (ask(position) === true) return true;
  return false;
}

/** The sessions on which one of them holds. */
function together({ calendar }: RunPlan, all: readonly MemberBits[]): MemberBits {
  return bitsOf(calendar, (member, bits) => {
    for (const one of all) {
      one.ready(member);
      for (let at = member * calendar.words; at < (member + 1) * calendar.words; at++)
        bits[at] |= one.bits[at];
    }
  });
}
