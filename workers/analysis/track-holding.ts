/** A position as the fills of a decision log make it, by the sums of the books (engine/ledger.ts): to the bit what the run held. */
import type { BuyFill, SellFill } from "#workers/model/decision.ts";

export type Fill = BuyFill | SellFill;

export interface TrackedHolding {
  readonly instrument: string;
  /** The first fill's: EpochDay and price. */
  readonly day: number;
  readonly price: number;
  /** The average cost a share. */
  readonly entryPrice: number;
  readonly quantity: number;
}

/** null where nothing is held. */
export function heldAfter(before: TrackedHolding | null, fill: Fill): TrackedHolding | null {
  const { instrument, day, price, quantity } = fill;
  if (fill.type === "sell")
    return before === null || quantity >= before.quantity
      ? null
      : { ...before, quantity: before.quantity - quantity };
  if (before === null) return { instrument, day, price, entryPrice: price, quantity };
  const held = before.quantity;
  return {
    ...before,
    entryPrice: (held * before.entryPrice + quantity * price) / (held + quantity),
    quantity: held + quantity,
  };
}
