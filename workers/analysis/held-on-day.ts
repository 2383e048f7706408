/** The open position in an instrument at the close of a day, with what each of its sell rules said. */
import { atLeast, atMost } from "#workers/model/forgive.ts";
import { heldAt } from "#workers/engine/exits.ts";
import type { HeldPosition as AskedPosition } from "#workers/engine/position-rules.ts";
import type { Plan } from "#workers/engine/run-plan.ts";
import type { GroundFor } from "./session-ground.ts";
import { formatIsoDay } from "#workers/model/day.ts";
import type { HeldPosition, SellVerdict } from "#workers/model/why.ts";
import { explainRules } from "./explain-rules.ts";
import type { Watch } from "./watch-day.ts";

export interface InstrumentDay {
  /** The instrument's place in the universe. */
  readonly member: number;
  readonly session: number;
  /** The market's row of its bar on the session, or null. */
  readonly row: number | null;
}

/** null where it is not held. */
export function heldOnDay(
  plan: Plan,
  day: InstrumentDay,
  { holding, isSellPending }: Watch,
  groundFor: GroundFor,
): HeldPosition | null {
  if (holding === null) return null;
  const { sessionDay, calendar, strategy, priceOf, rules } = plan;
  const { member, session, row } = day;
  const { entryPrice, quantity } = holding;
  const held = heldAt(plan, sessionDay.indexOf(holding.day), session);
  const peak = peakSince(plan, day, holding);
  const asked =
    row === null
      ? null
      : {
          member,
          bar: row - calendar.fromRow[member],
          session,
          close: priceOf.close(row, member),
          entryPrice,
          peak,
          held,
        };
  return {
    entryDate: formatIsoDay(holding.day),
    entryPrice,
    quantity,
    peak,
    held,
    minHoldingDays: strategy.sell.minHoldingDays,
    isSellPending,
    rules: asked === null ? [] : sellVerdicts(plan, asked),
    ownRules: asked === null ? [] : rules.sell.map(explainRules(groundFor, asked, true).placed),
  };
}

/** Highest of the first fill's price and the closes from its session to the day. */
export function peakSince(
  { calendar, market, priceOf, sessionDay }: Plan,
  { member, session }: Pick<InstrumentDay, "member" | "session">,
  { day, price }: { readonly day: number; readonly price: number },
): number {
  let peak = price;
  for (let row = calendar.fromRow[member]; row < calendar.toRow[member]; row++) {
    if (market.day[row] >= day && market.day[row] <= sessionDay[session])
      peak = Math.max(peak, priceOf.close(row, member));
  }
  return peak;
}

/** Stops and targets that rest in the market stand at the price at which they lie on the next session. */
function sellVerdicts({ strategy }: Plan, { close, entryPrice, peak, held }: AskedPosition): SellVerdict[] {
  const { stopLoss, trailingStopLoss, takeProfit, maxHoldingDays, stopOrders } = strategy.sell;
  const isResting = stopOrders === "resting";
  const verdicts: SellVerdict[] = [];
  const against = (
    reason: SellVerdict["reason"],
    threshold: number,
    reaches: (close: number, threshold: number) => boolean,
  ) =>
    verdicts.push({ reason, value: close, threshold, holds: isResting ? null : reaches(close, threshold) });
  if (stopLoss !== null) against("stop-loss", entryPrice * (1 - stopLoss / 100), atMost);
  if (trailingStopLoss !== null) against("trailing-stop", peak * (1 - trailingStopLoss / 100), atMost);
  if (takeProfit !== null) against("take-profit", entryPrice * (1 + takeProfit / 100), atLeast);
  if (maxHoldingDays !== null) {
    verdicts.push({
      reason: "max-holding",
      value: held,
      threshold: maxHoldingDays,
      holds: held >= maxHoldingDays,
    });
  }
  return verdicts;
}
