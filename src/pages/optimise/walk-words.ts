/** A walk-forward in plain sentences. */
import { countOf, formatDecimal, formatPercentChange } from "#src/format/number.ts";
import { shownName } from "#src/format/shown.ts";
import type { WalkOutcome } from "#src/storage/walk-record.ts";
import type { ChainedRun } from "#workers/model/protocol.ts";

const change = (value: number | null) => formatPercentChange(value, 1);

/** What was kept of what the past promised, against the index and against the strategy as it is. */
export function judgeWalk({ windows, walked, saved }: WalkOutcome): readonly string[] {
  const promised = meanOf(windows.flatMap(({ inSample }) => inSample.cagr ?? []));
  const sentences = [
    `In ${countOf(windows.length, "window")} the best variants had a CAGR of ${change(promised)} on average in the years that they were chosen on. In the years after, traded one after the other, they made ${change(walked.cagr)} a year.`,
    benchmarkSentence(walked),
    keptSentence(promised, walked.cagr),
    savedSentence(walked.cagr, saved.cagr),
  ];
  return sentences.filter((sentence) => sentence !== "");
}

/** "" where the benchmark is not known: it was not asked for before, and a span of a day has no growth a year. */
function benchmarkSentence({ cagr, benchmark }: ChainedRun): string {
  if (cagr === null || !benchmark || benchmark.cagr === null) return "";
  const ahead = cagr - benchmark.cagr;
  const points = pointsText(ahead);
  const verdict =
    points === null
      ? "this made as much"
      : ahead > 0
        ? `this beats it by ${points}`
        : `⚠ this loses to it by ${points}`;
  return `${shownName(benchmark.label)} made ${change(benchmark.cagr)} a year in the same windows: ${verdict}.`;
}

function keptSentence(promised: number | null, kept: number | null): string {
  if (promised === null || kept === null || promised <= 0) return "";
  if (kept <= 0)
    return "Nothing of what the past promised was kept: these parameters fit the past, not the rule.";
  const share = Math.round((100 * kept) / promised);
  if (share >= 100) return "What the past promised was kept in full.";
  const verdict = share >= 50 ? "most of it" : "less than half of it";
  return `That is ${share}% of what the past promised: ${verdict} was kept.`;
}

function savedSentence(walked: number | null, saved: number | null): string {
  if (walked === null || saved === null) return "";
  const way = `The strategy as saved made ${change(saved)} a year in the same windows`;
  const points = pointsText(walked - saved);
  if (points === null) return `${way}: re-optimising each time changed nothing.`;
  if (Math.abs(walked - saved) < LEAST_DIFFERENCE)
    return `${way}: re-optimising each time changed little (${points} ${walked > saved ? "more" : "less"}).`;
  return walked > saved
    ? `${way}: re-optimising each time paid, by ${points}.`
    : `${way}: re-optimising each time did not pay, and cost ${points}.`;
}

/** Points a year; less may be chance, and is no reason for the trouble. */
const LEAST_DIFFERENCE = 0.5;

/** "2.0 points a year"; null where there are none to the digit that is shown. */
function pointsText(points: number): string | null {
  const text = formatDecimal(Math.abs(points), 1);
  return /[1-9]/.test(text) ? `${text} points a year` : null;
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
