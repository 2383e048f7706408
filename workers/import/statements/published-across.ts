/** When the periods of a table with a period a column were published: a row such as `Filing Date` says it below them. */
import { NO_DAY } from "#workers/market/row.ts";
import type { SampleRecord } from "../what/table.ts";
import { plainTitle } from "./items.ts";
import { PUBLISHED } from "./layout-shape.ts";

/**
 * EpochDays by the end of the period; the latest of several, and none before the period's own end.
 *
 * @param endsOf - the ends of periods of a header, by column; null for any other line
 * @param dayOf - NO_DAY for what is no day
 */
export function publishedAcross(
  records: readonly SampleRecord[],
  endsOf: (cells: readonly string[]) => readonly number[] | null,
  dayOf: (cell: string) => number,
): ReadonlyMap<number, number> {
  const published = new Map<number, number>();
  let ends: readonly number[] = [];
  for (const { cells } of records) {
    ends = endsOf(cells) ?? ends;
    if (PUBLISHED[plainTitle(cells[0] ?? "")] === undefined) continue;
    for (const [column, end] of ends.entries()) {
      const day = column === 0 || end === NO_DAY ? NO_DAY : dayOf(cells[column] ?? "");
      if (day !== NO_DAY && day >= end) published.set(end, Math.max(published.get(end) ?? day, day));
    }
  }
  return published;
}
