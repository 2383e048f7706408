/** Which rows of facts can't be read; every reader of facts asks here. */
import { describeSymbol, quoteCell, tooManyLines } from "./row-rules.ts";
import { NO_DAY, NO_SYMBOL, UNREADABLE, UNREADABLE_DAY } from "./row.ts";
import type { Row } from "./row.ts";

export type FactFault =
  | { readonly type: "lines" | "symbol" | "date" }
  | { readonly type: "figure"; readonly figure: number };

/** null for a row that can be read; a figure may be missing. */
export function checkFactRow(row: Row): FactFault | null {
  if (tooManyLines(row)) return { type: "lines" };
  if (row.symbol < 0) return { type: "symbol" };
  if (row.day <= UNREADABLE_DAY) return { type: "date" };
  const { values } = row;
  for (let figure = 0; figure < values.length; figure++) {
    if (values[figure] === UNREADABLE) return { type: "figure", figure };
  }
  return null;
}

/** What is wrong with such a row, and the mend, for behind "file:line: ". @param title - the column of a figure at fault */
export function describeFactFault(fault: FactFault, row: Row, title: string, cell: string): string {
  const isMissing =
    (fault.type === "symbol" && row.symbol === NO_SYMBOL) || (fault.type === "date" && row.day === NO_DAY);
  if (isMissing) return `no ${fault.type}. Fill it in or delete that row.`;
  const unreadable = `is ${quoteCell(cell)}, which cannot be read.`;
  switch (fault.type) {
    case "lines":
      return `a quote that opens here closes ${row.lines - 1} lines later. Close it in its own line.`;
    case "symbol":
      return describeSymbol(cell);
    case "date":
      return `date ${unreadable} Write it as YYYY-MM-DD or delete that row.`;
    case "figure":
      return `${title} ${unreadable} Correct or delete that row.`;
  }
}
