/** A column's name that stands twice in a header: which of the two is meant is asked where they differ. */
import type { ColumnPlan } from "./columns.ts";
import type { Table } from "../what/table.ts";

/** What pandas puts behind a name that stands twice: `Close.1`. */
const COPY = /\.\d{1,2}$/;

/** The plan with the question which of two columns is meant, where it has taken one of them. */
export function askTwiceNamed(table: Table, plan: ColumnPlan): ColumnPlan {
  const [group, ...others] = plan.groups;
  if (!group || others.length > 0) return plan; // several instruments have each a close
  const names = table.header.map((title) => title.trim().toLowerCase().replace(COPY, ""));
  for (const taken of [plan.symbol, ...group.columns]) {
    const name = names[taken];
    if (!name) continue;
    const other = names.findIndex((one, at) => one === name && at !== taken && differs(table, taken, at));
    if (other < 0) continue;
    const text = `Columns ${taken + 1} and ${other + 1} are both named ${titleOf(table, taken)}, and differ; column ${taken + 1} was taken.`;
    return { ...plan, guesses: [...plan.guesses, { doubt: "twice", text }] };
  }
  return plan;
}

function differs({ rows }: Table, one: number, other: number): boolean {
  return rows.some((row) => (row[one] ?? "").trim() !== (row[other] ?? "").trim());
}

function titleOf({ header }: Table, column: number): string {
  return (header[column] ?? "").trim().replace(COPY, "");
}
