/**
 * The fixed conditions of strategy/1 as rules of their groups: each is a field, a line that says the same, and the tree that is
 * worked out. The trees forgive rounding as section 1 of the engine's contract says, of the right side alone, and so differ from their lines.
 */
import type { ConditionName } from "#workers/model/preview.ts";
import type { Strategy } from "#workers/model/strategy.ts";
import { ago, arithmetic, call, compareFixed, figure, literal, topByCap } from "./expression.ts";
import type { NumberExpression, TruthExpression } from "./expression.ts";
import { functionNamed } from "./function-table.ts";
import type { PlacedRule } from "./strategy-rules.ts";

/** Its place is as "scanner.minPrice". */
export interface FixedRule extends PlacedRule {
  readonly field: ConditionName;
  /** What it says, in the language. */
  readonly text: string;
  readonly rule: TruthExpression;
}

/** Those of the scanner that are on. */
export function fixedScannerRules({ scanner }: Pick<Strategy, "scanner">): readonly FixedRule[] {
  const { priceGrowth, priceGrowthDays, minPrice, marketCapRank, avgDailyValue, avgDailyValueDays } = scanner;
  const rules: FixedRule[] = [];
  if (priceGrowth !== null) {
    rules.push(
      fixed(
        "scanner",
        "priceGrowth",
        `growth(${priceGrowthDays}) >= ${priceGrowth}`,
        compareFixed(CLOSE, arithmetic("*", ago(CLOSE, priceGrowthDays), literal(1 + priceGrowth / 100))),
      ),
    );
  }
  if (minPrice !== null) {
    rules.push(
      fixed(
        "scanner",
        "minPrice",
        `rawClose >= ${minPrice}`,
        compareFixed(figure("rawClose", "price"), literal(minPrice)),
      ),
    );
  }
  if (marketCapRank !== null) {
    rules.push(
      fixed("scanner", "marketCapRank", `rank(marketCap) < ${marketCapRank}`, topByCap(marketCapRank)),
    );
  }
  if (avgDailyValue !== null) {
    rules.push(
      fixed(
        "scanner",
        "avgDailyValue",
        `sma(value, ${avgDailyValueDays}) >= ${avgDailyValue}`,
        compareFixed(meanOf(figure("value", "none"), avgDailyValueDays), literal(avgDailyValue)),
      ),
    );
  }
  return rules;
}

/** Those of the buy rules that are on. */
export function fixedBuyRules({ buy }: Pick<Strategy, "buy">): readonly FixedRule[] {
  const { lastPriceVsClose, closeDays, lastPriceVsMA, movingAverageDays } = buy;
  const rules: FixedRule[] = [];
  if (lastPriceVsClose) {
    rules.push(
      fixed(
        "buy",
        "lastPriceVsClose",
        `close >= close[${closeDays}]`,
        compareFixed(CLOSE, ago(CLOSE, closeDays)),
      ),
    );
  }
  if (lastPriceVsMA) {
    rules.push(
      fixed(
        "buy",
        "lastPriceVsMA",
        `close >= sma(${movingAverageDays})`,
        compareFixed(CLOSE, meanOf(CLOSE, movingAverageDays)),
      ),
    );
  }
  return rules;
}

function fixed(
  group: "scanner" | "buy",
  field: ConditionName,
  text: string,
  rule: TruthExpression,
): FixedRule {
  return { field, place: `${group}.${field}`, text, rule, joins: null, label: "", members: [] };
}

const CLOSE: NumberExpression = figure("close", "price");

function meanOf(values: NumberExpression, days: number): NumberExpression {
  const entry = functionNamed("sma");
  if (!entry) throw new RangeError("fixed fields: the table has no sma");
  const mean = call({ entry, numbers: [values], rules: [], counts: [days] });
  if (mean.kind !== "number") throw new RangeError("fixed fields: sma gives a number");
  return mean;
}
