/** What an import did to a dataset that was there, in words. */
import { formatDay } from "#src/format/day.ts";
import { countOf } from "#src/format/number.ts";
import type { DaysAdded, DryRun } from "#workers/model/import-plan.ts";
import type { DatasetFacts } from "#workers/model/reading.ts";
import type { Frequency } from "#workers/model/report.ts";

const ONE_BAR: Readonly<Record<Frequency, string>> = { daily: "day", weekly: "week", monthly: "month" };

/**
 * "3 days added to 5 instruments", "1 instrument is new"; [] for neither.
 *
 * @param newOnes - count of instruments that the dataset had not
 */
export function gainWords(
  { instruments, fewest, most }: DaysAdded,
  newOnes: number,
  frequency: Frequency,
): readonly string[] {
  const range = fewest === most ? "" : `${fewest} to `;
  return [
    ...(instruments > 0
      ? [`${range}${countOf(most, ONE_BAR[frequency])} added to ${countOf(instruments, "instrument")}`]
      : []),
    ...(newOnes > 0 ? [`${countOf(newOnes, "instrument is", "instruments are")} new`] : []),
  ];
}

/**
 * '"Mine": 3 days added to 5 instruments; 5 instruments and 500 bars in all; it goes to 20/03/2025 now.' Bars that came
 * again replace the old ones.
 */
export function addedText(
  title: string,
  now: Pick<DatasetFacts, "instruments" | "bars" | "lastDate" | "frequency">,
  before: Omit<NonNullable<DryRun["before"]>, "digest">,
): string {
  const fewer = before.bars - now.bars;
  const gains = gainWords(before.added, now.instruments - before.instruments, now.frequency ?? "daily");
  const parts = [
    ...(fewer > 0 ? [`${countOf(fewer, "bar")} fewer than before`] : gains),
    ...(fewer <= 0 && gains.length === 0 ? ["no day added, values as in these files now"] : []),
    `${countOf(now.instruments, "instrument")} and ${countOf(now.bars, "bar")} in all`,
    ...(now.lastDate !== null && now.lastDate !== before.last
      ? [`it goes to ${formatDay(now.lastDate)} now`]
      : []),
  ];
  return `"${title}": ${parts.join("; ")}.`;
}
