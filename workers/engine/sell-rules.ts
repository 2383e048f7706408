/** A strategy's own sell rules on an open position. Those that look at the bars alone are bits, worked out once. */
import { inUse } from "#workers/rules/strategy-rules.ts";
import { rowsBefore } from "#workers/sessions/calendar.ts";
import { bitsOf } from "./member-bits.ts";
import type { MemberBits } from "./member-bits.ts";
import { makePositionRules } from "./position-rules.ts";
import type { HeldPosition } from "./position-rules.ts";
import type { RunPlan } from "./run-plan.ts";

/** A position at the close of a session on which its instrument has a bar. */
export type OpenPosition = Omit<HeldPosition, "bar">;

/** Whether one of the rules sells a position: one of those that look at the bars alone, or another; null where there are no others. */
export interface SellRules {
  readonly ofBars: (member: number, session: number) => boolean;
  readonly ofPosition: ((position: OpenPosition) => boolean) | null;
}

/** null for a plan without such rules. */
export function makeSellRules(plan: RunPlan): SellRules | null {
  const rules = inUse(plan.rules.sell);
  if (rules.length === 0) return null;
  const { calendar } = plan;
  const ground = plan.ground();
  const ofBars = rules.filter((rule) => !rule.isOfPosition).map((rule) => ground.bitsOf(rule));
  const sold = ofBars.length > 1 ? together(plan, ofBars) : (ofBars[0] ?? null);
  const asking = makePositionRules(ground);
  const asks = rules.filter((rule) => rule.isOfPosition).map((rule) => asking.truth(rule));
  const held: HeldPosition = { member: 0, bar: 0, session: 0, close: 0, entryPrice: 0, peak: 0, held: 0 };

  return {
    ofBars: (member, session) => {
      if (sold === null) return false;
      sold.ready(member);
      return ((sold.bits[member * calendar.words + (session >> 5)] >>> (session & 31)) & 1) === 1;
    },
    ofPosition: asks.length === 0 ? null : askAll,
  };

  function askAll(position: OpenPosition): boolean {
    held.member = position.member;
    held.session = position.session;
    held.close = position.close;
    held.entryPrice = position.entryPrice;
    held.peak = position.peak;
    held.held = position.held;
    held.bar = rowsBefore(calendar, position.member, position.session);
    return asks.some((ask) => ask(held) === true);
  }
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
