/**
 * The fixed conditions of strategy/1 as rules: each is a field, a line that says the same, and the tree that is worked out.
 * The trees forgive rounding as section 1 of the engine's contract says, of the right side alone, and so differ from their lines.
 */
import type { ConditionName } from "#workers/model/preview.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { ago, arithmetic, call, compareFixed, figure, literal, topByCap } from "./expression.ts";
import type { NumberExpression, TruthExpression } from "./expression.ts";
import { functionNamed } from "./function-table.ts";

export interface FixedRule {
  readonly field: ConditionName;
  /** As "scanner.minPrice". */
  readonly place: string;
  /** What it says, in the language. */
  readonly text: string;
  readonly rule: TruthExpression;
}

/** Those of the scanner that are on. */
export function fixedScannerRules({ scanner }: Pick<Strategy, "scanner">): readonly FixedRule[] {
  const { priceGrowth, priceGrowthDays, minPrice, marketCapRank, avgDailyValue, avgDailyValueDays } = scanner;
  const rules: FixedRule[] = [];
  if (priceGrowth !== null) {
    rules.push({
      field: "priceGrowth",
      place: "scanner.priceGrowth",
      text: `growth(${priceGrowthDays}) >= ${priceGrowth}`,
      rule: compareFixed(CLOSE, arithmetic("*", ago(CLOSE, priceGrowthDays), literal(1 + priceGrowth / 100))),
    });
  }
  if (minPrice !== null) {
    rules.push({
      field: "minPrice",
      place: "scanner.minPrice",
      text: `rawClose >= ${minPrice}`,
      rule: compareFixed(figure("rawClose", "price"), literal(minPrice)),
    });
  }
  if (marketCapRank !== null) {
    rules.push({
      field: "marketCapRank",
      place: "scanner.marketCapRank",
      text: `rank(marketCap) < ${marketCapRank}`,
      rule: topByCap(marketCapRank),
    });
  }
  if (avgDailyValue !== null) {
    rules.push({
      field: "avgDailyValue",
      place: "scanner.avgDailyValue",
      text: `sma(value, ${avgDailyValueDays}) >= ${avgDailyValue}`,
      rule: compareFixed(meanOf(figure("value", "none"), avgDailyValueDays), literal(avgDailyValue)),
    });
  }
  return rules;
}

/** Those of the buy rules that are on. */
export function fixedBuyRules({ buy }: Pick<Strategy, "buy">): readonly FixedRule[] {
  const { lastPriceVsClose, closeDays, lastPriceVsMA, movingAverageDays } = buy;
  const rules: FixedRule[] = [];
  if (lastPriceVsClose) {
    rules.push({
      field: "lastPriceVsClose",
      place: "buy.lastPriceVsClose",
      text: `close >= close[${closeDays}]`,
      rule: compareFixed(CLOSE, ago(CLOSE, closeDays)),
    });
  }
  if (lastPriceVsMA) {
    rules.push({
      field: "lastPriceVsMA",
      place: "buy.lastPriceVsMA",
      text: `close >= sma(${movingAverageDays})`,
      rule: compareFixed(CLOSE, meanOf(CLOSE, movingAverageDays)),
    });
  }
  return rules;
}

const CLOSE: NumberExpression = figure("close", "price");

function meanOf(values: NumberExpression, days: number): NumberExpression {
  const entry = functionNamed("sma");
  if (!entry) throw new RangeError("fixed fields: the table has no sma");
  const mean = call({ entry, numbers: [values], rules: [], counts: [days] });
  if (mean.kind !== "number") throw new RangeError("fixed fields: sma gives a number");
  return mean;
}
