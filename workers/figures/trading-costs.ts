/** What trading cost: commission, and what fills were worse than their prices. */
import type { Costs } from "#workers/engine/run-plan.ts";

/** In currency. @param bought, sold - the value of the fills, slippage included */
export function costsOfTrading(
  { commission, buySlippage, sellSlippage }: Costs,
  bought: number,
  sold: number,
): number {
  return commission * (bought + sold) + bought * (1 - 1 / buySlippage) + sold * (1 / sellSlippage - 1);
}
