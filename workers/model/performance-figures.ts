import type { Performance } from "./report.ts";

/** The figures of a run in the order of result/1, as columns of CSV have them. */
export const PERFORMANCE_FIGURES = [
  "startValue",
  "endValue",
  "totalGrowth",
  "totalGrowthPercent",
  "cagr",
  "maxDrawdown",
  "sharpeRatio",
  "sortinoRatio",
  "calmarRatio",
  "volatility",
  "winRate",
  "trades",
] as const satisfies readonly (keyof Performance)[];

/** With fewer closed trades, chance says more than the rules. */
export const FEW_TRADES = 30;
