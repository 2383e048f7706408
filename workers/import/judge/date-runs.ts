/**
 * Dates in two orders in one column: a spreadsheet of another country turns 13/01/2021 into text and takes 12/01/2021 for
 * the first of December. Each date alone can be read; only the run of the days shows it.
 */
import type { EpochDay } from "#workers/model/day.ts";
import type { DateOrder } from "#workers/model/import-check.ts";
import { dateText } from "../cells/date-styles.ts";
import type { DateStyle } from "../cells/date-styles.ts";
import { dayOf, isoNumber, readDateCell } from "../cells/dates.ts";
import type { DateParts } from "../cells/dates.ts";
import type { Table } from "../what/table.ts";

/** With fewer dates that two orders can read, chance would do. */
const LEAST_DOUBTFUL = 3;

interface RunColumns {
  readonly column: number;
  readonly style: DateStyle;
  /** -1 for none. */
  readonly symbol: number;
}

/**
 * True where the days go up and down in each of these orders, and only one way once those dates that can be read day
 * first and month first are read the other way round.
 */
export function areInTwoOrders(
  { rows }: Table,
  { column, style, symbol }: RunColumns,
  orders: readonly DateOrder[],
): boolean {
  const runs = new Map<string, DateParts[]>();
  for (const row of rows) {
    const parts = readDateCell(dateText(row[column] ?? "", style))?.parts;
    if (!parts) continue;
    const name = symbol < 0 ? "" : (row[symbol] ?? "");
    const run = runs.get(name);
    if (run) run.push(parts);
    else runs.set(name, [parts]);
  }
  const doubtful = [...runs.values()].flat().filter(isDoubtful).length;
  if (doubtful < LEAST_DOUBTFUL) return false;
  const turnsOf = (order: DateOrder, isTurned: boolean): number => {
    let turns = 0;
    for (const run of runs.values()) turns += countTurns(run, order, isTurned);
    return turns;
  };
  return (
    orders.every((order) => turnsOf(order, false) > 0) && orders.some((order) => turnsOf(order, true) === 0)
  );
}

/**
 * True where dates with the year first go up and down, and only one way once day and month of those up to the 12th are
 * exchanged: a program that took 02-01-2024 for the first of February wrote them so.
 */
export function areSwapped(table: Table, columns: RunColumns): boolean {
  if (runOneWay(table, columns)) return false; // most files
  const { rows } = table;
  const { column, style, symbol } = columns;
  const runs = new Map<string, DateParts[]>();
  let doubtful = 0;
  for (const row of rows) {
    const parts = readDateCell(dateText(row[column] ?? "", style))?.parts;
    if (parts?.type !== "settled") continue;
    if (parts.day <= 12 && parts.day !== parts.month) doubtful++;
    const name = symbol < 0 ? "" : (row[symbol] ?? "");
    const run = runs.get(name);
    if (run) run.push(parts);
    else runs.set(name, [parts]);
  }
  if (doubtful < LEAST_DOUBTFUL) return false;
  const all = [...runs.values()];
  return (
    all.some((run) => countTurns(run, "dmy", false) > 0) &&
    all.every((run) => countTurns(run.map(swapped), "dmy", false) === 0)
  );
}

/** True where all dates are like 2024-01-31 and none of a symbol's goes against the way of the others. */
function runOneWay({ rows }: Table, { column, style, symbol }: RunColumns): boolean {
  if (style !== "as-written") return false;
  const runs = new Map<string, OneWay>();
  let name = "";
  let run: OneWay | undefined;
  for (const row of rows) {
    const day = isoNumber(row[column] ?? "");
    if (day < 0) return false;
    const own = symbol < 0 ? "" : (row[symbol] ?? "");
    if (!run || own !== name) {
      name = own;
      run = runs.get(name) ?? { last: day, isUp: false, isDown: false };
      runs.set(name, run);
    }
    if (day > run.last) run.isUp = true;
    if (day < run.last) run.isDown = true;
    if (run.isUp && run.isDown) return false;
    run.last = day;
  }
  return true;
}

interface OneWay {
  last: number;
  isUp: boolean;
  isDown: boolean;
}

function swapped(parts: DateParts): DateParts {
  if (parts.type !== "settled" || parts.day > 12) return parts;
  return { ...parts, month: parts.day, day: parts.month };
}

/** Two days, by the order. */
function isDoubtful(parts: DateParts): boolean {
  const [first, second] = [dayOf(parts, "dmy"), dayOf(parts, "mdy")];
  return parts.type === "open" && first !== null && second !== null && first !== second;
}

/** Steps against the way that most of a run's steps go, and dates that the order can't read. */
function countTurns(run: readonly DateParts[], order: DateOrder, isTurned: boolean): number {
  const other = order === "dmy" ? "mdy" : "dmy";
  let up = 0;
  let down = 0;
  let unread = 0;
  let last: EpochDay | null = null;
  for (const parts of run) {
    const day = dayOf(parts, isTurned && isDoubtful(parts) ? other : order);
    if (day === null) {
      unread++;
      continue;
    }
    if (last !== null && day > last) up++;
    if (last !== null && day < last) down++;
    last = day;
  }
  return Math.min(up, down) + unread;
}
