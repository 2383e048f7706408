/** Price columns whose names nobody knows, told by their figures alone: a guess, which is asked. */
import {
  ADJ_CLOSE,
  CLOSE,
  HIGH,
  LOW,
  MARKET_CAP,
  NUMBER_SLOTS,
  OPEN,
  SHARES,
  VOLUME,
} from "#workers/market/row.ts";
import type { ColumnPlan } from "./columns.ts";
import { knownName } from "./header-names.ts";
import { fitsOrder } from "./headerless.ts";
import type { Table } from "../what/table.ts";

/** Places of open, high, low and close among four columns side by side: the two orders that vendors use. */
const ORDERS = [
  { open: 0, high: 1, low: 2, close: 3 },
  { open: 1, high: 2, low: 3, close: 0 },
] as const;
/** So many rows that shares side by side would not keep such an order by chance. */
const LEAST_ROWS = 10;
const MOST_COLUMNS = 6;
const BESIDE = [
  ["volume", VOLUME],
  ["adjClose", ADJ_CLOSE],
  ["marketCap", MARKET_CAP],
  ["shares", SHARES],
] as const;

/** The plan with guessed prices where it has none, or a wide table that is more likely a bar's four prices. */
export function guessPrices(table: Table, plan: ColumnPlan): ColumnPlan {
  const isAdjustedOnly = plan.adjusted && plan.groups.length === 1 && plan.unknown.length >= 3;
  const isHalf = lacksPrices(plan);
  const isDoubtful = plan.isWide && plan.groups.length >= 4 && plan.groups.length <= MOST_COLUMNS;
  if (plan.date.type !== "column" || (plan.groups.length > 0 && !isDoubtful && !isAdjustedOnly && !isHalf))
    return plan;
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
    const taken = new Set(columns);
    for (const [slot, column] of knownBeside(table.header)) if (!taken.has(column)) columns[slot] = column;
    const names = Array.from(columns.subarray(0, 4), (column) => table.header[column] ?? "");
    if (isHalf && plan.groups[0]?.columns[CLOSE] !== columns[CLOSE]) continue;
    const what = isHalf
      ? "Not every price has a name that is known"
      : "Nothing in the header is the name of a price";
    const text = `${what}; ${names.join(", ")} look like open, high, low and close.`;
    const unknown = plan.unknown.filter((name) => !names.includes(name));
    return {
      ...plan,
      groups: [{ symbol: "", columns }],
      isWide: false,
      adjusted: false,
      unknown,
      late: [],
      guesses: [{ doubt: "prices", text }],
    };
  }
  return plan;
}

/** A close beside as many names that nobody knows as open, high and low are missing. */
function lacksPrices({ groups, unknown, isWide, adjusted }: ColumnPlan): boolean {
  const [group, ...others] = groups;
  if (!group || isWide || adjusted || others.length > 0 || group.symbol !== "") return false;
  const missing = [OPEN, HIGH, LOW].filter((slot) => group.columns[slot] === -1);
  return group.columns[CLOSE] !== -1 && missing.length > 0 && unknown.length >= missing.length;
}

/** Figures beside a bar's prices whose names everybody knows. */
function knownBeside(header: readonly string[]): (readonly [slot: number, column: number])[] {
  return BESIDE.flatMap(([role, slot]) => {
    const column = header.findIndex((cell) => knownName(cell)?.role === role);
    return column < 0 ? [] : [[slot, column] as const];
  });
}
