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

/** Whether one of the rules sells the position. */
export type SellRules = (position: OpenPosition) => boolean;

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

  return (position) => {
    const { member, session } = position;
    if (sold !== null) {
      sold.ready(member);
      const word = sold.bits[member * calendar.words + (session >> 5)];
      if (((word >>> (session & 31)) & 1) === 1) return true;
    }
    if (asks.length === 0) return false;
    held.member = member;
    held.session = session;
    held.close = position.close;
    held.entryPrice = position.entryPrice;
    held.peak = position.peak;
    held.held = position.held;
    held.bar = rowsBefore(calendar, member, session);
    return asks.some((ask) => ask(held) === true);
  };
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
