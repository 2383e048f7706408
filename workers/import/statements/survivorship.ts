/** How much of an index's members has no prices: what a run can't hold, and what flatters its result. */
import type { MembershipHole } from "#workers/market/statement-notes.ts";
import type { MarketNames } from "./match-symbols.ts";
import type { MatchedTable } from "./match-table.ts";
import { toEpochDay, yearOf } from "#workers/model/day.ts";
import { valueAt } from "./value-column.ts";

/** Prices may end some days before a year does. */
const NEAR = 10;

/** By year's end, as far as there are prices at all: who was a member and who of them had prices then; null for a table without memberships. */
export function findHole(
  { table, owners }: MatchedTable,
  { firstDay, lastDay }: MarketNames,
  today: number,
): MembershipHole | null {
  const figure = table.figures.findIndex(
    ({ name, kind }) => kind === "dated" && /^member(?:\.|$)/.test(name),
  );
  const values = table.values[figure];
  if (!values) return null;
  const rows = Array.from({ length: table.rows }, (_, row) => row)
    .filter((row) => !Number.isNaN(valueAt(values, row)))
    .toSorted((a, b) => (table.known[a] ?? 0) - (table.known[b] ?? 0) || a - b);
  const [first] = rows;
  if (first === undefined) return null;
  const [from, to] = [least(firstDay), -least(lastDay && Array.from(lastDay, (day) => -day))];
  const members = new Map<string, number>();
  const years: { year: number; members: number; without: number }[] = [];
  const firstYear = yearOf(table.known[first] ?? 0);
  let next = 0;
  for (let year = firstYear; toEpochDay(year, 1, 1) <= today; year++) {
    const end = Math.min(toEpochDay(year, 12, 31), today, Math.max(to, toEpochDay(year, 1, 1)));
    for (; next < rows.length && (table.known[rows[next] ?? 0] ?? 0) <= end; next++) {
      const row = rows[next] ?? 0;
      const symbol = table.symbol[row] ?? 0;
      const name = table.symbols[symbol] ?? "";
      if (valueAt(values, row) > 0) members.set(name, owners[symbol] ?? -1);
      else members.delete(name);
    }
    let without = 0;
    for (const owner of members.values())
      if (owner < 0 || (firstDay?.[owner] ?? -Infinity) > end || (lastDay?.[owner] ?? Infinity) < end - NEAR)
        without++;
    const isCovered = end >= from && toEpochDay(year, 1, 1) <= to;
    if (members.size > 0 && isCovered) years.push({ year, members: members.size, without });
  }
  return years.length === 0 ? null : { name: table.figures[figure]?.name ?? "", years };
}

function least(days: ArrayLike<number> | undefined): number {
  let found = Infinity;
  for (let at = 0; at < (days?.length ?? 0); at++) found = Math.min(found, days?.[at] ?? Infinity);
  return found;
}
