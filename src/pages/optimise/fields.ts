/** The figures that can be varied, in the words of the builder, with a range to begin with. */
import { formatMoneyCompact } from "#src/format/money.ts";
import { countOf, formatCount, formatPercentSetting } from "#src/format/number.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { VARIED_FIELDS } from "#workers/model/variant-grid.ts";
import type { Axis, VariedField } from "#workers/model/variant-grid.ts";

type Unit = "%" | "days" | "money" | "positions";

interface FieldWords {
  readonly name: string;
  readonly unit: Unit;
  readonly range: Omit<Axis, "field">;
}

const PERCENT_STOPS = { from: 5, to: 25, step: 2.5 };
const LOOK_BACK = { from: 10, to: 100, step: 10 };

const WORDS: Readonly<Record<VariedField, FieldWords>> = {
  "scanner.priceGrowth": { name: "Price growth", unit: "%", range: { from: 0, to: 100, step: 10 } },
  "scanner.priceGrowthDays": {
    name: "Price growth looks back",
    unit: "days",
    range: { from: 50, to: 400, step: 50 },
  },
  "scanner.minPrice": { name: "Minimum price", unit: "money", range: { from: 0, to: 500, step: 50 } },
  "scanner.marketCapRank": { name: "Market cap rank", unit: "%", range: { from: 5, to: 50, step: 5 } },
  "scanner.avgDailyValue": {
    name: "Average daily value",
    unit: "money",
    range: { from: 100_000_000, to: 1_000_000_000, step: 100_000_000 },
  },
  "scanner.avgDailyValueDays": { name: "Average daily value looks back", unit: "days", range: LOOK_BACK },
  "buy.closeDays": { name: "The close looks back", unit: "days", range: LOOK_BACK },
  "buy.movingAverageDays": { name: "Moving average", unit: "days", range: LOOK_BACK },
  "sell.trailingStopLoss": { name: "Trailing stop loss", unit: "%", range: PERCENT_STOPS },
  "sell.minHoldingDays": {
    name: "Minimum holding period",
    unit: "days",
    range: { from: 0, to: 20, step: 5 },
  },
  "sell.stopLoss": { name: "Stop loss", unit: "%", range: PERCENT_STOPS },
  "sell.takeProfit": { name: "Take profit", unit: "%", range: { from: 10, to: 100, step: 10 } },
  "sell.maxHoldingDays": {
    name: "Maximum holding period",
    unit: "days",
    range: { from: 50, to: 500, step: 50 },
  },
  "simulation.startMargin": {
    name: "Initial margin",
    unit: "money",
    range: { from: 100_000, to: 1_000_000, step: 100_000 },
  },
  "simulation.maxPositions": {
    name: "Max positions",
    unit: "positions",
    range: { from: 5, to: 50, step: 5 },
  },
  "simulation.commissionPercent": {
    name: "Commission",
    unit: "%",
    range: { from: 0, to: 0.5, step: 0.05 },
  },
  "simulation.slippagePercent": { name: "Slippage", unit: "%", range: { from: 0, to: 0.5, step: 0.05 } },
};

export const FIRST_FIELD: VariedField = "sell.trailingStopLoss";
export const SECOND_FIELD: VariedField = "sell.minHoldingDays";

export function fieldName(field: VariedField): string {
  return WORDS[field].name;
}

export function unitOf(field: VariedField): string {
  const { unit } = WORDS[field];
  return unit === "money" || unit === "positions" ? "" : unit;
}

export function suggestedAxis(field: VariedField): Axis {
  return { field, ...WORDS[field].range };
}

/** Those that change something: the look-back of a rule that is off changes nothing. */
export function fieldsFor({ scanner, buy }: Strategy): readonly VariedField[] {
  const idle: ReadonlySet<VariedField> = new Set([
    ...(scanner.priceGrowth === null ? ["scanner.priceGrowthDays" as const] : []),
    ...(scanner.avgDailyValue === null ? ["scanner.avgDailyValueDays" as const] : []),
    ...(buy.lastPriceVsClose ? [] : ["buy.closeDays" as const]),
    ...(buy.lastPriceVsMA ? [] : ["buy.movingAverageDays" as const]),
  ]);
  return VARIED_FIELDS.filter((field) => !idle.has(field));
}

/** "12.5%", "30 days", "₹30Cr". */
export function valueText(field: VariedField, value: number, currency: string): string {
  switch (WORDS[field].unit) {
    case "%":
      return formatPercentSetting(value);
    case "days":
      return value === 0 ? "0 days" : countOf(value, "day");
    case "money":
      return formatMoneyCompact(value, currency);
    case "positions":
      return formatCount(value);
  }
}

/** "Trailing stop loss 10%, Max positions 20". */
export function cellText(
  axes: readonly Pick<Axis, "field">[],
  values: readonly number[],
  currency: string,
): string {
  return axes
    .map(({ field }, at) => `${fieldName(field)} ${valueText(field, values[at] ?? Number.NaN, currency)}`)
    .join(", ");
}
