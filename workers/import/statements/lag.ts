/** How long after its period a statement is taken as known, where nothing says when it was published. */
import type { FactLag } from "#workers/model/market.ts";

const MOST_DAYS = 400;

/** What is wrong with an answered lag; null for one that can be. */
export function faultOfLag({ quarter, year }: FactLag): string | null {
  for (const [what, days] of [
    ["a quarter", quarter],
    ["a year", year],
  ] as const) {
    if (days === null || (Number.isInteger(days) && days >= 0 && days <= MOST_DAYS)) continue;
    const why =
      days < 0 ? "nobody knows figures before their period ends" : `whole days from 0 to ${MOST_DAYS}`;
    return `A lag of ${days} days after ${what} is not possible: ${why}.`;
  }
  return null;
}
