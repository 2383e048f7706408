/** Bars put together by ISO weeks and months (workers/rules/README.md section 6), as a series of their own. */
import type { Bar, Series } from "./world.ts";

export type Period = "weekly" | "monthly";

/** Equal for days of one week or month, and in the order of time. */
export function periodOf(period: Period, day: number): string {
  const date = new Date(day * 86_400_000);
  if (period === "monthly") return date.toISOString().slice(0, 7);
  const daysSinceMonday = (date.getUTCDay() + 6) % 7;
  return new Date((day - daysSinceMonday) * 86_400_000).toISOString().slice(0, 10);
}

const found = { weekly: new WeakMap<Series, Series>(), monthly: new WeakMap<Series, Series>() };

/** One bar for each week or month in which the series has any, on the day of its last one. */
export function seriesOfPeriods(series: Series, period: Period): Series {
  const known = found[period].get(series);
  if (known) return known;
  const keys = [...new Set(series.bars.map(({ day }) => periodOf(period, day)))];
  const bars = keys.map((key) => together(series.bars.filter(({ day }) => periodOf(period, day) === key)));
  const own: Series = { ...series, bars, barOn: new Map(), known: new Map() };
  found[period].set(series, own);
  return own;
}

function together(bars: readonly Bar[]): Bar {
  const [first] = bars;
  const last = bars.at(-1);
  if (!first || !last) throw new RangeError("a period without bars");
  return {
    ...last,
    open: first.open,
    high: Math.max(...bars.map(({ high }) => high)),
    low: Math.min(...bars.map(({ low }) => low)),
    volume: total(bars.map(({ volume }) => volume)),
    value: total(bars.map(({ value }) => value)),
  };
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
