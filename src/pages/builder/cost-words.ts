/** Cost presets in words. */
import { formatMoneySetting } from "#src/format/money.ts";
import { formatPercentSetting } from "#src/format/number.ts";
import type { CostPresetKey, WorkedCosts } from "#workers/model/cost-presets.ts";

export const PRESET_NAMES: Readonly<Record<CostPresetKey, string>> = {
  none: "No costs",
  "nse-delivery": "NSE delivery",
  us: "US",
};

/** "0.39% a side, for trades from ₹5,000". */
export function costHint({ percent, size }: WorkedCosts): string {
  if (percent === 0) return "Nothing is taken off.";
  const aSide = `${formatPercentSetting(percent)} a side`;
  return size === null ? aSide : `${aSide}, for trades from ${formatMoneySetting(size.from, "INR")}`; // the preset with size classes is an Indian one
}

/** Whose charges a preset has, of when, and what is not in it. */
export const PRESET_NOTES: Readonly<Record<Exclude<CostPresetKey, "none">, string>> = {
  "nse-delivery":
    "Charges as of 1 October 2024, with a discount broker that takes 0.1% of an order and at most ₹20. They are those of the smallest trade of its size class: as the account grows, large trades cost less. Depository and broker take ₹13 and GST for each sale, whatever its size. Here that is a percent of the smallest trade, so trades under ₹1,000 cost more than this. A buy and a sale share the sum, which is rounded up. The slippage of 0.1% is half of a usual spread; small companies have more.",
  us: "No commission, as most American brokers have it. The SEC's fee on sales is its rate until 13 May 2025 (none since), FINRA's is $0.000166 a share, here of a share at $20. A buy and a sale share the sum, which is rounded up. The slippage of 0.05% is half of a usual spread, and weighs more than all of this; small companies have more.",
};
