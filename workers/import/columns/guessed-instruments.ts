/** Tables with a column an instrument, all under names of companies: a guess, which is asked. */
import { CLOSE, NUMBER_SLOTS } from "#workers/market/row.ts";
import type { ColumnPlan } from "./columns.ts";
import { knownName } from "./header-names.ts";
import { isEmpty } from "./table-columns.ts";
import type { Table } from "../what/table.ts";
import { isOfPrices, NO_NAME } from "./wide-columns.ts";

/** So many rows that figures of something else would show. */
const LEAST_ROWS = 10;
const LEAST_COLUMNS = 2;
const SHOWN = 5;

/** The plan with a close for each column, where it has no prices and all columns beside the date may be prices. */
export function guessInstruments(table: Table, plan: ColumnPlan): ColumnPlan {
  const { date } = plan;
  if (plan.groups.length > 0 || plan.symbol >= 0 || date.type !== "column") return plan;
  if (table.rows.length < LEAST_ROWS) return plan;
  const titles = [...table.header.entries()].filter(
    ([column, title]) => column !== date.column && !NO_NAME.test(title),
  );
  const priced = titles.filter(([column]) => isOfPrices(table, column));
  const isAll = titles.every(
    ([column, title]) =>
      knownName(title) === null && (isEmpty(table, column) || priced.some(([at]) => at === column)),
  );
  if (priced.length < LEAST_COLUMNS || !isAll) return plan;
  const names = titles.map(([, title]) => title);
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  return {
    ...plan,
    groups: titles.map(([column, title]) => {
      const columns = new Int32Array(NUMBER_SLOTS).fill(-1);
      columns[CLOSE] = column;
      return { symbol: title, columns };
    }),
    isWide: true,
    unknown: [],
    guesses: [
      {
        doubt: "instruments",
        text: `${names.slice(0, SHOWN).join(", ")}${more} may be instruments, with a close in each cell, or figures of something else.`,
      },
    ],
  };
}
