/** Cost presets in words. */
import { formatMoneySetting } from "#src/format/money.ts";
import { formatPercentSetting } from "#src/format/number.ts";
import type { CostPresetKey, SizeClass, WorkedCosts } from "#workers/model/cost-presets.ts";

export const PRESET_NAMES: Readonly<Record<CostPresetKey, string>> = {
  none: "No costs",
  "nse-delivery": "NSE delivery",
  us: "US",
};

/** "0.23% a side, for trades under ₹50,000". */
export function costHint({ percent, size }: WorkedCosts): string {
  if (percent === 0) return "Nothing is taken off.";
  const aSide = `${formatPercentSetting(percent)} a side`;
  return size === null ? aSide : `${aSide}, for trades ${sizeWords(size)}`;
}

/** The preset with size classes is an Indian one. */
function sizeWords({ from, below }: SizeClass): string {
  if (from > 0) return `from ${formatMoneySetting(from, "INR")}`;
  return below === null ? "of any size" : `under ${formatMoneySetting(below, "INR")}`;
}

/** Whose charges a preset has, of when, and what is not in it. */
export const PRESET_NOTES: Readonly<Record<Exclude<CostPresetKey, "none">, string>> = {
  "nse-delivery":
    "Charges as of 1 October 2024, with a discount broker that takes 0.1% of an order and at most ₹20, for the smallest trade of its size class: as the account grows, large trades cost less than this. A buy and a sale share the sum, which is rounded up. Not in it: about ₹16 that the depository takes for each sale, whatever its size, and slippage.",
  us: "No commission, as most American brokers have it. The SEC's fee on sales is its rate until 13 May 2025 (none since), FINRA's is $0.000166 a share, here of a share at $20. A buy and a sale share the sum, which is rounded up. Not in it: slippage, which weighs more than all of this.",
};
