/** Price columns whose names nobody knows, told by their figures alone: a guess, which is asked. */
import { CLOSE, HIGH, LOW, NUMBER_SLOTS, OPEN } from "#workers/market/row.ts";
import type { ColumnPlan } from "./columns.ts";
import { fitsOrder } from "./headerless.ts";
import type { Table } from "./table.ts";

/** Places of open, high, low and close among four columns side by side: the two orders that vendors use. */
const ORDERS = [
  { open: 0, high: 1, low: 2, close: 3 },
  { open: 1, high: 2, low: 3, close: 0 },
] as const;
/** So many rows that shares side by side would not keep such an order by chance. */
const LEAST_ROWS = 10;
const MOST_COLUMNS = 6;

/** The plan with guessed prices where it has none, or a wide table that is more likely a bar's four prices. */
export function guessPrices(table: Table, plan: ColumnPlan): ColumnPlan {
  const isDoubtful = plan.isWide && plan.groups.length >= 4 && plan.groups.length <= MOST_COLUMNS;
  if (plan.date.type !== "column" || (plan.groups.length > 0 && !isDoubtful)) return plan;
  if (isDoubtful && plan.groups.some(({ columns }) => columns[OPEN] !== -1)) return plan;
  if (table.rows.length < LEAST_ROWS) return plan;
  for (let start = 0; start + 3 < table.header.length; start++) {
    const isOnDate = plan.date.column >= start && plan.date.column < start + 4;
    const order = isOnDate ? undefined : ORDERS.find((one) => fitsOrder(table, start, one));
    if (!order) continue;
    const columns = new Int32Array(NUMBER_SLOTS).fill(-1);
    columns[OPEN] = start + order.open;
    columns[HIGH] = start + order.high;
    columns[LOW] = start + order.low;
    columns[CLOSE] = start + order.close;
    const names = Array.from(columns.subarray(0, 4), (column) => table.header[column] ?? "");
    const guess = `Nothing in the header is the name of a price; ${names.join(", ")} look like open, high, low and close.`;
    return { ...plan, groups: [{ symbol: "", columns }], isWide: false, guess };
  }
  return plan;
}
