/** Intervals and significance of a run, each with what it means and the calculation with this run's numbers. */
import {
  countOf,
  DASH,
  formatCount,
  formatDecimal,
  formatPercent,
  formatPercentChange,
  formatRatio,
} from "#src/format/number.ts";
import type { Interval, Luck, Significance } from "#workers/model/analysis.ts";
import type { Report } from "#workers/model/report.ts";
import { lines } from "./formula.ts";

interface LuckFact {
  readonly name: string;
  readonly value: string;
  readonly explanation: string;
}

export function luckFacts({ performance }: Report, luck: Luck): readonly LuckFact[] {
  const { significance } = luck;
  const drawn = `Each of the ${formatCount(luck.paths)} paths gives one figure; the interval holds the middle 95% of them.`;
  return [
    {
      name: "CAGR, 95% interval",
      value: cagrInterval(luck.cagr),
      explanation: lines(drawn, `This run's own: ${formatPercentChange(performance.cagr, 1)}.`),
    },
    {
      name: "Sharpe Ratio, 95% interval",
      value: sharpeInterval(luck.sharpe),
      explanation: lines(drawn, `This run's own: ${formatRatio(performance.sharpeRatio)}.`),
    },
    {
      name: "Probabilistic Sharpe",
      value: formatPercent(significance?.probabilistic ?? null, 1),
      explanation: lines(
        "How sure it is that the true Sharpe ratio is above 0, given how many returns there are and how lopsided and fat-tailed they are.",
        significance ? probabilisticFormula(significance) : UNDEFINED,
      ),
    },
    {
      name: "Deflated Sharpe",
      value: formatPercent(significance?.deflated ?? null, 1),
      explanation: lines(
        "The same, but above the best ratio that so many tries would give by chance alone. Under 95% the result may be the luck of trying.",
        significance ? triedInWords(significance) : UNDEFINED,
        significance ? deflatedFormula(significance) : "",
      ),
    },
    {
      name: "Variants tried",
      value: significance ? formatCount(significance.trials) : DASH,
      explanation:
        "Different settings of this strategy that were run to the end on the same data and are still on this device. Runs of the same settings count once.",
    },
  ];
}

/** "+4.1% to +18.0%", or the dash. */
export function cagrInterval(interval: Interval | null): string {
  return interval
    ? `${formatPercentChange(interval.low, 1)} to ${formatPercentChange(interval.high, 1)}`
    : DASH;
}

/** "0.21 to 1.02", or the dash. */
export function sharpeInterval(interval: Interval | null): string {
  return interval ? `${formatRatio(interval.low)} to ${formatRatio(interval.high)}` : DASH;
}

const UNDEFINED = "It is undefined here, as the Sharpe ratio is.";

function probabilisticFormula(significance: Significance): string {
  return `${zFormula(significance, 0)} = ${formatPercent(significance.probabilistic, 1)}`;
}

function deflatedFormula(significance: Significance): string {
  return `${zFormula(significance, significance.expectedHighest)} = ${formatPercent(significance.deflated, 1)}`;
}

/** Φ is the share of a normal distribution below its argument. */
function zFormula({ sharpe, returns, skewness, kurtosis }: Significance, reference: number): string {
  const daily = formatDecimal(sharpe, 5);
  const excess = reference === 0 ? daily : `(${daily} − ${formatDecimal(reference, 5)})`;
  const variance = `1 − ${formatDecimal(skewness, 3)} × ${daily} + (${formatDecimal(kurtosis, 2)} − 1) / 4 × ${daily}²`;
  return `Φ(${excess} × √${formatCount(returns - 1)} / √(${variance}))`;
}

function triedInWords({ trials, trialsDeviation, expectedHighest }: Significance): string {
  if (trials === 1) return "One variant was run on this data: nothing to deflate by.";
  return (
    `${countOf(trials, "variant")} were run on this data; their daily ratios differ by ${formatDecimal(trialsDeviation, 5)} ` +
    `(standard deviation), so chance alone would reach ${formatDecimal(expectedHighest, 5)}.`
  );
}
