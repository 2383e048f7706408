/** Portfolios as the screen writes them: weights, bands, money in and out. */
import type { Flow } from "#workers/model/flow.ts";
import type { Weight } from "#workers/model/weights.ts";
import { flowWords, isPlainWeight } from "#workers/words/portfolio.ts";
import type { PortfolioWriter } from "#workers/words/portfolio.ts";
import { formatDay } from "./day.ts";
import { upperFirst } from "./first-letter.ts";
import { formatMoneySetting } from "./money.ts";
import { formatPercentSetting, formatSetting } from "./number.ts";
import { quoteLine } from "./rule-text.ts";

export function portfolioWriter(currency: string): PortfolioWriter {
  return {
    money: (amount) => formatMoneySetting(amount, currency),
    percent: formatPercentSetting,
    number: formatSetting,
    day: formatDay,
  };
}

/** "TIDE 60, MOON “if(close > sma(210), 20, 0)”": plain numbers bare, other expressions as they are written. */
export function weightsText(weights: readonly Weight[]): string {
  return weights.map(({ symbol, weight }) => `${symbol} ${weightText(weight)}`).join(", ");
}

/** One of them: see weightsText. */
export function weightText(weight: string): string {
  return isPlainWeight(weight) ? weight : quoteLine(weight);
}

/** "Put in ₹10,000 each month; Take out 4% of the account each year"; "" for none. */
export function flowsText(flows: readonly Flow[], currency: string): string {
  const write = portfolioWriter(currency);
  return flows.map((flow) => upperFirst(flowWords(flow, write))).join("; ");
}
