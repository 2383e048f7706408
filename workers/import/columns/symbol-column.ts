/** The column of symbols where no name is the usual one: its header says what it is, and it parts the rows of each day. */
import type { KnownName } from "./header-names.ts";
import { isNothing } from "../cells/numbers.ts";
import type { Table } from "../what/table.ts";

/** A word of these is in the name of every column that says which instrument a row is of. */
const NAMING =
  /symbol|ticker|code|isin|securit|company|stock|name|index|instrument|scrip|fund|scheme|kode|nazwa|nombre|nome|variable/i;
const LONGEST = 40;

/**
 * The leftmost column that says the same on many days and never the same twice on one; -1 where each day is in one row,
 * or no column does. Columns that mean something else are not looked at.
 */
export function findPartingColumn(
  { header, rows }: Table,
  names: readonly (KnownName | null)[],
  date: number,
): number {
  const days = rows.map((row) => (row[date] ?? "").trim());
  if (date < 0 || new Set(days).size * 2 > days.length) return -1;
  return header.findIndex((title, column) => {
    const role = names[column]?.role;
    const isOpen = role === undefined || role === "name" || /^index$/i.test(title);
    if (column === date || !isOpen || !NAMING.test(title)) return false;
    const cells = rows.map((row) => (row[column] ?? "").trim());
    if (cells.some((cell) => isNothing(cell) || cell.length > LONGEST)) return false;
    const pairs = new Set(cells.map((cell, at) => `${days[at] ?? ""}\u0000${cell}`));
    return pairs.size > 0.99 * rows.length && new Set(cells).size * 2 <= rows.length;
  });
}
