/** The words for an assumption that results rest on. */
import type { FactLag } from "./market.ts";

/** "statements taken as known 45 days after their quarter and 90 days after their year: an assumption". */
export function describeLag({ quarter, year }: FactLag): string {
  const parts = [
    ...(quarter === null ? [] : [`${days(quarter)} after their quarter`]),
    ...(year === null ? [] : [`${days(year)} after their year`]),
  ];
  return `statements taken as known ${parts.join(" and ")}: an assumption`;
}

function days(count: number): string {
  return count === 1 ? "1 day" : `${count} days`;
}
