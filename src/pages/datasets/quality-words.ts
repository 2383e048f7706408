/** What an instrument's findings are called on screen. */
import type { SplitDecision } from "#src/storage/records.ts";
import { formatDay } from "#src/format/day.ts";
import { countOf } from "#src/format/number.ts";
import type { InstrumentQuality, SuspectedSplit } from "#workers/model/quality.ts";

/** Suspected splits that nobody has decided about. */
export function openSplits(
  { symbol, splits }: InstrumentQuality,
  decisions: readonly SplitDecision[],
): SuspectedSplit[] {
  return splits.filter(({ date }) => !decisions.some((one) => one.symbol === symbol && one.date === date));
}

/** Short words for a line of a table, the weightiest first; none for an instrument with nothing to tell. */
export function findingMarks(quality: InstrumentQuality, decisions: readonly SplitDecision[]): string[] {
  const splits = openSplits(quality, decisions).length;
  const { missingSessions, gapCount, stale, futureBars } = quality;
  return [
    ...(splits > 0 ? [countOf(splits, "suspected split")] : []),
    ...(gapCount > 0 ? [`${countOf(gapCount, "gap")} (${countOf(missingSessions, "session")})`] : []),
    ...(stale.length > 0 ? [countOf(stale.length, "stale stretch", "stale stretches")] : []),
    ...(futureBars > 0 ? [`${countOf(futureBars, "bar")} in the future`] : []),
  ];
}

/** Sentences on gaps, standing prices and days to come. */
export function findingSentences({
  gaps,
  gapCount,
  missingSessions,
  stale,
  futureBars,
}: InstrumentQuality): string[] {
  const longest = gaps.map(({ from, to, sessions }) =>
    sessions === 1 ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)} (${sessions})`,
  );
  const isAll = gapCount === gaps.length;
  return [
    ...(gapCount > 0
      ? [
          `${countOf(missingSessions, "session")} without a bar in ${countOf(gapCount, "gap")}${isAll ? "" : ", the longest"}: ${longest.join("; ")}.`,
        ]
      : []),
    ...stale.map(
      ({ from, to, bars }) =>
        `The close stays the same for ${bars} bars, ${formatDay(from)} to ${formatDay(to)}.`,
    ),
    ...(futureBars > 0 ? [`${countOf(futureBars, "bar")} dated in the future.`] : []),
  ];
}
