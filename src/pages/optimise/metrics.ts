/** The metrics that a grid can be coloured by. */
import { nameAtEnds } from "#src/format/bar-words.ts";
import { formatCount, formatPercent, formatPercentChange, formatRatio } from "#src/format/number.ts";
import type { ChainedBenchmark } from "#workers/model/protocol.ts";
import { FEW_TRADES } from "#workers/model/performance-figures.ts";
import type { Frequency, Performance } from "#workers/model/report.ts";

export interface Metric {
  readonly key: string;
  readonly name: string;
  /** null is undefined; the higher the better but for volatility. */
  readonly valueOf: (figures: Performance) => number | null;
  /** The same figure of what every variant is compared with, where that has it. */
  readonly benchmarkOf?: (benchmark: ChainedBenchmark) => number | null;
  readonly isLowerBetter?: boolean;
  /** Made of closed trades: of few of them it tells little. */
  readonly restsOnTrades?: boolean;
  /** Made of closes alone: marked where those are of weeks or months. */
  readonly isOfCloses?: boolean;
  readonly text: (value: number | null) => string;
}

const change = (value: number | null) => formatPercentChange(value, 1);
const percent = (value: number | null) => formatPercent(value, 1);

export const METRICS = [
  {
    key: "cagr",
    name: "CAGR",
    valueOf: ({ cagr }) => cagr,
    benchmarkOf: ({ cagr }) => cagr,
    text: change,
  },
  {
    key: "sharpe",
    name: "Sharpe Ratio",
    valueOf: ({ sharpeRatio }) => sharpeRatio,
    benchmarkOf: ({ sharpeRatio }) => sharpeRatio,
    text: formatRatio,
  },
  {
    key: "drawdown",
    name: "Max Drawdown",
    valueOf: ({ maxDrawdown }) => maxDrawdown,
    benchmarkOf: ({ maxDrawdown }) => maxDrawdown,
    isOfCloses: true,
    text: percent,
  },
  { key: "sortino", name: "Sortino Ratio", valueOf: ({ sortinoRatio }) => sortinoRatio, text: formatRatio },
  { key: "calmar", name: "Calmar Ratio", valueOf: ({ calmarRatio }) => calmarRatio, text: formatRatio },
  {
    key: "winRate",
    name: "Win Rate",
    valueOf: ({ winRate }) => winRate,
    restsOnTrades: true,
    text: percent,
  },
  {
    key: "volatility",
    name: "Volatility",
    valueOf: ({ volatility }) => volatility,
    isLowerBetter: true,
    isOfCloses: true,
    text: percent,
  },
  {
    key: "trades",
    name: "Closed trades",
    valueOf: ({ trades }) => trades,
    text: (value) => formatCount(value ?? Number.NaN),
  },
] as const satisfies readonly Metric[];

/** What a variant is ranked by, the higher the better; null where it is undefined or rests on few trades. */
export function rankOf(metric: Metric, figures: Performance): number | null {
  const value = metric.valueOf(figures);
  if (value === null || (metric.restsOnTrades === true && figures.trades < FEW_TRADES)) return null;
  return metric.isLowerBetter === true ? -value : value;
}

export function metricOf(key: string, frequency?: Frequency): Metric {
  return named(METRICS.find((metric) => metric.key === key) ?? METRICS[0], frequency);
}

/** All of them, as they are called on such bars. */
export function metricsOn(frequency?: Frequency): readonly Metric[] {
  return METRICS.map((metric) => named(metric, frequency));
}

function named(metric: Metric, frequency: Frequency | undefined): Metric {
  return metric.isOfCloses === true ? { ...metric, name: nameAtEnds(metric.name, frequency) } : metric;
}
