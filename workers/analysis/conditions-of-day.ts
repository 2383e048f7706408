/** The scanner and buy conditions of one instrument on one of its bars, each with its value and its threshold. */
import { atLeast } from "#workers/engine/forgive.ts";
import type { Plan } from "#workers/engine/plan.ts";
import type { ConditionVerdict } from "#workers/model/why.ts";

/** A bar of the plan's market. */
export interface Bar {
  /** The market's instrument number. */
  readonly instrument: number;
  readonly row: number;
  readonly session: number;
}

/** Those that are on and that the data can answer. */
export function scannerVerdicts(plan: Plan, bar: Bar): ConditionVerdict[] {
  const { priceGrowth, priceGrowthDays, minPrice, marketCapRank, avgDailyValue, avgDailyValueDays } =
    plan.strategy.scanner;
  const { close, fileClose, volume, marketCap } = plan.prices;
  const verdicts: ConditionVerdict[] = [];
  if (priceGrowth !== null) {
    const before = earlierClose(plan, bar, priceGrowthDays);
    verdicts.push({
      name: "priceGrowth",
      value: before === null ? null : (close[bar.row] / before - 1) * 100,
      threshold: priceGrowth,
      holds: before !== null && atLeast(close[bar.row], before * (1 + priceGrowth / 100)),
    });
  }
  if (minPrice !== null) {
    const value = fileClose[bar.row];
    verdicts.push({ name: "minPrice", value, threshold: minPrice, holds: atLeast(value, minPrice) });
  }
  if (marketCapRank !== null && marketCap !== null) verdicts.push(rankVerdict(plan, bar, marketCapRank));
  if (avgDailyValue !== null) {
    const mean = meanOf(plan, bar, avgDailyValueDays, (row) => fileClose[row] * volume[row]);
    verdicts.push({
      name: "avgDailyValue",
      value: mean,
      threshold: avgDailyValue,
      holds: mean !== null && atLeast(mean, avgDailyValue),
    });
  }
  return verdicts;
}

export function buyVerdicts(plan: Plan, bar: Bar): ConditionVerdict[] {
  const { lastPriceVsClose, closeDays, lastPriceVsMA, movingAverageDays } = plan.strategy.buy;
  const { close } = plan.prices;
  const value = close[bar.row];
  const reach = (name: ConditionVerdict["name"], threshold: number | null): ConditionVerdict => ({
    name,
    value,
    threshold,
    holds: threshold !== null && atLeast(value, threshold),
  });
  return [
    ...(lastPriceVsClose ? [reach("lastPriceVsClose", earlierClose(plan, bar, closeDays))] : []),
    ...(lastPriceVsMA
      ? [
          reach(
            "lastPriceVsMA",
            meanOf(plan, bar, movingAverageDays, (row) => close[row]),
          ),
        ]
      : []),
  ];
}

/** The close so many bars before; null where the instrument has not so many. */
function earlierClose({ prices, market }: Plan, { instrument, row }: Bar, bars: number): number | null {
  return row - bars < market.barOffset[instrument] ? null : prices.close[row - bars];
}

/** Of the last so many bars, this one included; null where there are fewer. */
function meanOf(
  { market }: Plan,
  { instrument, row }: Bar,
  bars: number,
  valueAt: (row: number) => number,
): number | null {
  if (row - bars + 1 < market.barOffset[instrument]) return null;
  let sum = 0;
  for (let at = row - bars + 1; at <= row; at++) sum += valueAt(at);
  return sum / bars;
}

/** Value and threshold are ranks: the worst rank r that is in the top has (r - 1) x 100 < percent x count. */
function rankVerdict(plan: Plan, bar: Bar, percent: number): ConditionVerdict {
  const { universe, prices } = plan;
  const own = prices.marketCap?.[bar.row] ?? NaN;
  let [count, before] = [0, 0];
  for (const instrument of universe) {
    const row = rowOn(plan, instrument, bar.session);
    const cap = row === null ? NaN : (prices.marketCap?.[row] ?? NaN);
    if (!(cap > 0)) continue;
    count++;
    if (cap > own || (cap === own && instrument < bar.instrument)) before++;
  }
  const isKnown = own > 0;
  return {
    name: "marketCapRank",
    value: isKnown ? before + 1 : null,
    threshold: Math.ceil((percent * count) / 100 - 1e-12),
    holds: isKnown && before * 100 < percent * count,
  };
}

/** The instrument's bar on a session; null where it has none. */
export function rowOn({ market, sessionDay }: Plan, instrument: number, session: number): number | null {
  const day = sessionDay[session];
  let low = market.barOffset[instrument];
  let high = market.barOffset[instrument + 1] - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (market.day[middle] === day) return middle;
    if (market.day[middle] < day) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}
