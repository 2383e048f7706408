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

/** What other orders of the run's days make of its figures. */
export function orderFacts({ performance }: Report, luck: Luck): readonly LuckFact[] {
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
  ];
}

/** Whether so high a Sharpe ratio could be chance, given how many were tried. */
export function significanceFacts({ significance }: Luck): readonly LuckFact[] {
  return [
    {
      name: "Probabilistic Sharpe",
      value: formatProbability(significance?.probabilistic ?? null),
      explanation: lines(
        "How likely the true Sharpe ratio is above 0, given the number of returns and how lopsided and fat-tailed they are.",
        significance ? probabilisticFormula(significance) : UNDEFINED,
      ),
    },
    {
      name: "Deflated Sharpe",
      value: formatProbability(significance?.deflated ?? null),
      explanation: lines(
        "The same, but above the best ratio that so many tries would reach by chance alone. Under 95%, trying many variants may explain the result.",
        significance ? triedInWords(significance) : UNDEFINED,
        significance ? deflatedFormula(significance) : "",
      ),
    },
    {
      name: "Variants tried",
      value: significance ? formatCount(significance.trials) : DASH,
      explanation:
        "Different settings of this strategy, of its copies and of what was imported from the same link or file, that were run to the end on the same data and are still on this device. Runs of the same settings count once. Those of a map under Robustness count for a run that was chosen out of it.",
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

/** Never certain: "over 99.9%" and "under 0.1%" at the ends. */
export function formatProbability(percent: number | null): string {
  if (percent === null) return DASH;
  if (percent > 99.9) return `over ${formatPercent(99.9, 1)}`;
  return percent < 0.1 ? `under ${formatPercent(0.1, 1)}` : formatPercent(percent, 1);
}

const UNDEFINED = "It is undefined here: the Sharpe ratio is, or the variants that were tried can't be read.";

function probabilisticFormula(significance: Significance): string {
  return `${zFormula(significance, 0)} = ${formatProbability(significance.probabilistic)}`;
}

function deflatedFormula(significance: Significance): string {
  return `${zFormula(significance, significance.expectedHighest)} = ${formatProbability(significance.deflated)}`;
}

/** Φ is the share of a normal distribution below its argument. */
function zFormula({ sharpe, returns, skewness, kurtosis }: Significance, reference: number): string {
  const daily = formatDecimal(sharpe, 5);
  const excess = reference === 0 ? daily : `(${daily} − ${formatDecimal(reference, 5)})`;
  const variance = `1 − ${formatDecimal(skewness, 3)} × ${daily} + (${formatDecimal(kurtosis, 2)} − 1) / 4 × ${daily}²`;
  return `Φ(${excess} × √${formatCount(returns - 1)} / √(${variance}))`;
}

function triedInWords({ trials, trialsDeviation, expectedHighest }: Significance): string {
  if (trials === 1) return "One variant was run on this data, so there is nothing to deflate.";
  return (
    `${countOf(trials, "variant")} were run on this data; their daily ratios differ by ${formatDecimal(trialsDeviation, 5)} ` +
    `(standard deviation), so chance alone would reach ${formatDecimal(expectedHighest, 5)}.`
  );
}
