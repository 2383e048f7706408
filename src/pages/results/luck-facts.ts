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
import type { Interval, LeadSpread, Luck, Significance } from "#workers/model/analysis.ts";
import { upperFirst } from "#src/format/first-letter.ts";
import type { Report } from "#workers/model/report.ts";
import { NO_AVERAGE_SHARE } from "./average-share.ts";
import { lines } from "./formula.ts";

interface LuckFact {
  readonly name: string;
  readonly value: string;
  readonly explanation: string;
}

/** What other orders of the run's days make of its figures. */
export function orderFacts(report: Report, luck: Luck): readonly LuckFact[] {
  return [...leadFacts(report, luck), ...figureFacts(report, luck)];
}

/** The lead over the hardest yardstick; nothing where a run is too short for one. */
function leadFacts({ metadata }: Report, { lead, paths }: Luck): readonly LuckFact[] {
  if (!lead) return [];
  const over = yardstickName(lead, metadata.benchmark);
  return [
    {
      name: `Lead over ${over}, 95% interval`,
      value: leadInterval(lead),
      explanation: lines(
        `How many points of CAGR more than ${over} the account makes in each of the ${formatCount(paths)} paths. Both go through the same drawn days, so what moves both alike drops out. Of the yardsticks that this result has, ${over} made most.`,
        `This run's own lead: ${formatPoints(lead.lead)} points a year. ${belowInWords(lead)}`,
      ),
    },
  ];
}

function figureFacts({ performance }: Report, luck: Luck): readonly LuckFact[] {
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

/** Whether so high a Sharpe ratio above the average share could be chance, given how many were tried. */
export function significanceFacts({ equity }: Report, { significance }: Luck): readonly LuckFact[] {
  const why = equity.universe === undefined ? `It can't be worked out. ${NO_AVERAGE_SHARE}` : UNDEFINED;
  return [
    {
      name: "Probabilistic Sharpe",
      value: formatProbability(significance?.probabilistic ?? null),
      explanation: lines(
        "How likely it is that choosing shares paid: that the true Sharpe ratio of the returns above the average share is above 0. These are each session's return of the account less that of all shares in equal parts. It allows for how many returns there are, and how lopsided and fat-tailed.",
        significance ? probabilisticFormula(significance) : why,
      ),
    },
    {
      name: "Deflated Sharpe",
      value: formatProbability(significance?.deflated ?? null),
      explanation: lines(
        "The same, but above the best ratio that so many tries would reach by chance alone. Under 95%, trying many variants may explain the result.",
        significance ? triedInWords(significance) : why,
        significance ? deflatedFormula(significance) : "",
      ),
    },
    {
      name: "Variants tried",
      value: significance ? formatCount(significance.trials) : DASH,
      explanation:
        "Different settings of this strategy that were run to the end on the same data, or drawn by the builder beside its form. Its copies count, and what came from the same link or file, as long as they are on this device. The same settings count once. Those of a map under Robustness count for a run that was chosen from it.",
    },
  ];
}

/** "+4.1% to +18.0%", or the dash. */
function cagrInterval(interval: Interval | null): string {
  return interval
    ? `${formatPercentChange(interval.low, 1)} to ${formatPercentChange(interval.high, 1)}`
    : DASH;
}

/** "−2.9 to +6.5 points a year". */
function leadInterval(lead: LeadSpread): string {
  return `${formatPoints(lead.low)} to ${formatPoints(lead.high)} points a year`;
}

/** "95%: −2.9 to +6.5 points over the average share", for the card of the CAGR. */
export function leadRange(lead: LeadSpread | null, benchmark: string): string {
  if (!lead) return `95%: ${DASH}`;
  return `95%: ${formatPoints(lead.low)} to ${formatPoints(lead.high)} points over ${yardstickName(lead, benchmark)}`;
}

/** "between −2.9 and +6.5 points a year; 22% of the draws are below 0". */
export function leadInWords(lead: LeadSpread): string {
  return `between ${formatPoints(lead.low)} and ${formatPoints(lead.high)} points a year; ${belowShare(lead)} of the draws are below 0`;
}

/** "TIDAL120" or "the average share". */
function yardstickName({ yardstick }: LeadSpread, benchmark: string): string {
  return yardstick === "index" ? benchmark : "the average share";
}

function belowInWords(lead: LeadSpread): string {
  return `${upperFirst(belowShare(lead))} of the draws are below 0.`;
}

/** Never all or none for certain. */
function belowShare({ shareBelowZero }: LeadSpread): string {
  if (shareBelowZero === 0) return "none";
  if (shareBelowZero === 100) return "all";
  return formatPercent(Math.min(99, Math.max(1, Math.round(shareBelowZero))), 0);
}

/** "+5.3"; a loss has its minus, what rounds to zero no sign. */
function formatPoints(points: number): string {
  const text = formatDecimal(points, 1);
  return points > 0 && /[1-9]/.test(text) ? `+${text}` : text;
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

const UNDEFINED =
  "It is undefined here: the account did as the average share every day, or the variants that were tried can't be read.";

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

function triedInWords({ trials, chanceDeviation, expectedHighest }: Significance): string {
  if (trials === 1) return "One variant was tried on this data, so there is nothing to deflate.";
  return (
    `${countOf(trials, "variant")} were tried on this data. Over so many sessions, daily ratios of tries without any skill differ by ` +
    `${formatDecimal(chanceDeviation, 5)} (standard deviation), so the best of them would reach ${formatDecimal(expectedHighest, 5)}. ` +
    "They count as independent of one another, which is rather strict where they are alike."
  );
}
