/** Step 5 of the day loop: who of a session's candidates is ordered, found by looking at each of them. */
import { WORD, lowestBit } from "#workers/sessions/bits.ts";
import { rowOn } from "#workers/sessions/calendar.ts";
import type { Candidates } from "./candidate-bits.ts";
import { wholeShares } from "#workers/model/forgive.ts";
import { offer } from "./order-list.ts";
import type { FindOrders, OrderList, OrderSearch, PassedOverAtClose } from "./order-list.ts";
import type { RunPlan } from "./run-plan.ts";
import type { Sizing } from "./sizing.ts";

interface Field {
  readonly plan: RunPlan;
  readonly candidates: Candidates;
  readonly sizing: Sizing;
  readonly onUnaffordable: (row: number, member: number) => void;
}

/** @param onUnaffordable - called with a candidate of which a slot can't buy one share */
export function makeFindOrders(
  plan: RunPlan,
  candidates: Candidates,
  sizing: Sizing,
  onUnaffordable: Field["onUnaffordable"] = () => {},
): FindOrders {
  const field = { plan, candidates, sizing, onUnaffordable };
  return (list, search, passed) => lookAtEach(field, list, search, passed);
}

function lookAtEach(
  { plan, candidates, sizing, onUnaffordable }: Field,
  list: OrderList,
  { session, slots, equity, without }: OrderSearch,
  passed: PassedOverAtClose,
): void {
  const { calendar, priceOf } = plan;
  const { memberWords, stride, bits, firstSession } = candidates;
  let affordable = 0;
  let unaffordable = 0;
  for (let group = 0; group < memberWords; group++) {
    const free = bits[session - firstSession + group * stride] & ~without[group];
    for (let rest = free; rest !== 0; rest &= rest - 1) {
      const member = group * WORD + lowestBit(rest);
      const row = rowOn(calendar, member, session);
      const close = priceOf.close(row, member);
      const slotValue = sizing.slotValue(equity, close, member, row - calendar.fromRow[member]);
      if (canBuyOne(plan, slotValue, close)) {
        affordable++;
        if (slots > 0) offer(list, slots, row, member);
      } else {
        unaffordable++;
        onUnaffordable(row, member);
      }
    }
  }
  passed.unaffordable = unaffordable;
  passed.noSlot = affordable - list.count;
}

/** Whether a slot pays for a share at that close, costs included; it always does where shares are bought in parts. */
export function canBuyOne({ strategy, costs }: RunPlan, slotValue: number, close: number): boolean {
  if (strategy.simulation.fractionalShares) return true;
  return wholeShares(slotValue / (close * (costs.buySlippage * (1 + costs.commission)))) >= 1;
}
