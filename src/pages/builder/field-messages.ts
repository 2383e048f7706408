/** The builder's messages: the field in the words of its label, what is wrong with what was typed, and the limit. */
import { readAmount } from "#src/format/read-amount.ts";

/** Fields that hold a figure, by their place in the form. */
const FIGURES: Readonly<Record<string, string>> = {
  "scanner.priceGrowth": "Price growth",
  "scanner.priceGrowthDays": "Days of price growth",
  "scanner.minPrice": "Minimum price",
  "scanner.marketCapRank": "Market cap rank",
  "scanner.avgDailyValue": "Average daily value",
  "scanner.avgDailyValueDays": "Days of average daily value",
  "buy.closeDays": "Days back to the close",
  "buy.movingAverageDays": "Days of the moving average",
  "sell.trailingStopLoss": "Trailing stop",
  "sell.minHoldingDays": "Minimum holding days",
  "sell.stopLoss": "Stop loss",
  "sell.takeProfit": "Take profit",
  "sell.maxHoldingDays": "Maximum holding days",
  "simulation.startMargin": "Initial margin",
  "simulation.maxPositions": "Max positions",
  "simulation.commissionPercent": "Commission",
  "simulation.slippagePercent": "Slippage",
  "simulation.riskFreePercent": "Risk-free rate",
};

/**
 * One sentence for the field at `place`.
 *
 * @param limit - the schema's own words: "must be above 0, at most 100"
 * @param typed - what stands in the field
 */
export function fieldMessage(place: string, limit: string, typed: string): string {
  switch (place) {
    case "name":
      return typed.trim() === "" ? "Give the strategy a name." : "The name may have at most 120 characters.";
    case "simulation.startDate":
      return "Choose a start date.";
    case "simulation.endDate":
      return typed === "" ? "Choose an end date." : "The end date must be after the start date.";
    case "simulation.benchmark":
      return "The benchmark's symbol may have at most 120 characters.";
  }
  const label = FIGURES[place] ?? "This field";
  const isFreeNumber = limit === "must be a number";
  if (typed.trim() === "")
    return isFreeNumber ? `${label} is empty: type a number.` : `${label} is empty: it ${limit}.`;
  if (readAmount(typed) === null)
    return isFreeNumber
      ? `"${typed.trim()}" is not a number.`
      : `"${typed.trim()}" is not a number: ${label.toLowerCase()} ${limit}.`;
  return `${label} ${limit}.`;
}
