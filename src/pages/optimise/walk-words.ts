/** A walk-forward in plain sentences. */
import { wordsAtEnds } from "#src/format/bar-words.ts";
import {
  countOf,
  formatDecimal,
  formatPercent,
  formatPercentChange,
  formatRatio,
} from "#src/format/number.ts";
import { chainYardsticks, shownVerdict } from "#src/format/verdict-words.ts";
import type { WalkOutcome } from "#src/storage/walk-record.ts";
import type { ChainedRun } from "#workers/model/protocol.ts";
import { hasYearlyRate } from "#workers/words/verdict.ts";

const change = (value: number | null) => formatPercentChange(value, 1);

/** What came of what the past promised, by the one verdict and beside the strategy as it is. */
export function judgeWalk({ windows, walked, saved }: WalkOutcome): readonly string[] {
  const past = {
    cagr: meanOf(windows.flatMap(({ inSample }) => inSample.cagr ?? [])),
    maxDrawdown: Math.min(0, ...windows.map(({ inSample }) => inSample.maxDrawdown)),
    sharpeRatio: meanOf(windows.flatMap(({ inSample }) => inSample.sharpeRatio ?? [])),
  };
  const known = chainYardsticks(walked);
  const first = `In ${countOf(windows.length, "window")} the best variants had a CAGR of ${change(past.cagr)} on average in the years that they were chosen on.`;
  if (!hasYearlyRate(known))
    return [
      `${first} The days after, on which they were traded, are less than a year: they have no yearly figure.`,
    ];
  const verdict = shownVerdict(known);
  const sentences = [
    `${first} In the years after, traded one after the other, they made ${change(walked.cagr)} a year.`,
    verdict.parts.length === 0 ? "" : `In the same windows: ${verdict.sentence}`,
    keptSentence(past, walked),
    savedSentence(walked, saved),
  ];
  return sentences.filter((sentence) => sentence !== "");
}

type Figures = Pick<ChainedRun, "cagr" | "maxDrawdown" | "sharpeRatio" | "frequency">;

function keptSentence(past: Figures, walked: Figures): string {
  if (past.cagr === null || walked.cagr === null || past.cagr <= 0) return "";
  if (walked.cagr <= 0)
    return "Nothing of what the past promised was kept: these parameters fit the past, not the rule.";
  const share = Math.round((100 * walked.cagr) / past.cagr);
  const growth = share >= 100 ? "The whole of the growth" : `${share}% of the growth`;
  return `${growth} that the past promised was kept. The ${wordsAtEnds("deepest fall", walked.frequency)} was ${fall(walked)}, in the past ${fall(past)} at worst; the Sharpe ratio ${formatRatio(walked.sharpeRatio)}, in the past ${formatRatio(past.sharpeRatio)} on average.`;
}

function savedSentence(walked: Figures, saved: Figures): string {
  if (walked.cagr === null || saved.cagr === null) return "";
  const own = `The strategy as saved made ${change(saved.cagr)} a year in the same windows, with a ${wordsAtEnds("deepest fall", saved.frequency)} of ${fall(saved)} and a Sharpe ratio of ${formatRatio(saved.sharpeRatio)}.`;
  const points = walked.cagr - saved.cagr;
  const size = formatDecimal(Math.abs(points), 1);
  const growth = /[1-9]/.test(size) ? `${size} points a year ${points > 0 ? "more" : "less"}` : "as much";
  return `${own} Re-optimised each time it made ${growth}, with ${fall(walked)} and ${formatRatio(walked.sharpeRatio)}: ${paidWords(walked, saved, points)}.`;
}

/** Growth alone pays for nothing where the fall is deeper or the Sharpe ratio lower. */
function paidWords(walked: Figures, saved: Figures, points: number): string {
  const fallLess = walked.maxDrawdown - saved.maxDrawdown;
  const sharpeMore = (walked.sharpeRatio ?? 0) - (saved.sharpeRatio ?? 0);
  const isRiskier = fallLess <= -LEAST_FALL || sharpeMore <= -LEAST_SHARPE;
  const isCalmer = fallLess >= LEAST_FALL || sharpeMore >= LEAST_SHARPE;
  if (Math.abs(points) < LEAST_DIFFERENCE) return isRiskier ? "that did not pay" : "that changed little";
  if (points > 0) return isRiskier ? "the extra growth was paid for with risk" : "that paid";
  return isCalmer ? "it gave up growth for calm" : "that did not pay";
}

/** Points a year; less may be chance, and is no reason for the trouble. */
const LEAST_DIFFERENCE = 0.5;
/** Percentage points of the deepest fall, and of the Sharpe ratio, that are worth a word. */
const LEAST_FALL = 0.5;
const LEAST_SHARPE = 0.01;

function fall({ maxDrawdown }: Figures): string {
  return formatPercent(maxDrawdown, 1);
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
