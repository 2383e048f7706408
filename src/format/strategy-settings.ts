/** Every setting of a strategy by the name that the form gives it, so that two strategies can be laid side by side. */
import type { Strategy } from "#workers/model/strategy.ts";
import { formatDay } from "./day.ts";
import { formatMoneySetting } from "./money.ts";
import { countOf, formatCount, formatPercentSetting } from "./number.ts";
import { basisName, fillName, sortingName } from "./strategy-text.ts";

export interface StrategySetting {
  /** The step that sets it, as the summary of a strategy calls it. */
  readonly step: "Market" | "Scanner" | "Buy Rules" | "Sell Rules" | "Simulation";
  readonly name: string;
  readonly value: string;
}

const OFF = "Off";

/**
 * In the order of the form; its name is not among them. A condition that is off says so, without its look-back. Amounts
 * are in full: two that differ must read differently.
 */
export function strategySettings(strategy: Strategy, currency: string): readonly StrategySetting[] {
  const { scanner, buy, sell, simulation } = strategy;
  const money = (value: number) => formatMoneySetting(value, currency);
  return [
    ...under("Market", { Exchange: scanner.exchange, "Instrument type": scanner.instrumentType }),
    ...under("Scanner", {
      "Passes when it meets": scanner.match === "any" ? "Any of the conditions" : "All of the conditions",
      "Price growth": unlessOff(
        scanner.priceGrowth,
        (least) => `At least ${formatPercentSetting(least)} over ${countOf(scanner.priceGrowthDays, "day")}`,
      ),
      "Minimum price": unlessOff(scanner.minPrice, (least) => `At least ${money(least)}`),
      "Market cap rank": unlessOff(scanner.marketCapRank, (top) => `In the top ${formatPercentSetting(top)}`),
      "Average daily value": unlessOff(
        scanner.avgDailyValue,
        (least) => `At least ${money(least)} over ${countOf(scanner.avgDailyValueDays, "day")}`,
      ),
    }),
    ...under("Buy Rules", {
      "Last price at or above the last close": buy.lastPriceVsClose
        ? `${countOf(buy.closeDays, "day")} before`
        : OFF,
      "Last price at or above the moving average": buy.lastPriceVsMA
        ? `Over ${countOf(buy.movingAverageDays, "day")}`
        : OFF,
    }),
    ...under("Sell Rules", {
      "Trailing stop loss": unlessOff(sell.trailingStopLoss, formatPercentSetting),
      "Minimum holding period": sell.minHoldingDays === 0 ? "None" : countOf(sell.minHoldingDays, "day"),
      "Stop loss": unlessOff(sell.stopLoss, formatPercentSetting),
      "Take profit": unlessOff(sell.takeProfit, formatPercentSetting),
      "Maximum holding period": unlessOff(sell.maxHoldingDays, (days) => countOf(days, "day")),
    }),
    ...under("Simulation", {
      "Initial margin": money(simulation.startMargin),
      "Start date": formatDay(simulation.startDate),
      "End date": formatDay(simulation.endDate),
      "Max positions": formatCount(simulation.maxPositions),
      "Order priority": sortingName(simulation.sortingType),
      "Orders fill at": fillName(simulation.fillAt),
      Prices: basisName(simulation.priceBasis),
      Commission: formatPercentSetting(simulation.commissionPercent),
      Slippage: formatPercentSetting(simulation.slippagePercent),
      "Risk-free rate": formatPercentSetting(simulation.riskFreePercent),
      "Fractional shares": simulation.fractionalShares ? "On" : OFF,
      Benchmark: simulation.benchmark ?? "The dataset's own index",
    }),
  ];
}

function under(
  step: StrategySetting["step"],
  values: Readonly<Record<string, string>>,
): readonly StrategySetting[] {
  return Object.entries(values).map(([name, value]) => ({ step, name, value }));
}

function unlessOff(value: number | null, text: (value: number) => string): string {
  return value === null ? OFF : text(value);
}
