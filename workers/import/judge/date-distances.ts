/** The order of day and month in dates that no day decides, by how far apart the bars lie in each order. */
import type { DateOrder } from "#workers/model/import-check.ts";
import { dateText } from "../cells/date-styles.ts";
import type { DateStyle } from "../cells/date-styles.ts";
import { dayOf, readDateCell } from "../cells/dates.ts";
import type { DateParts } from "../cells/dates.ts";
import type { Table } from "../what/table.ts";

interface DatedColumns {
  readonly column: number;
  readonly style: DateStyle;
  /** -1 for none. */
  readonly symbol: number;
}

/** Fewer distances say nothing. */
const LEAST_GAPS = 8;
/** Of the distances, so many are of one kind. */
const MOST = 0.95;
/** Days between bars of days, weeks and months. */
const BANDS: readonly (readonly [from: number, to: number])[] = [
  [1, 4],
  [5, 9],
  [26, 35],
];
/** No exchange rests longer; and a file of days has few such holes. */
const LONG_REST = 60;

/**
 * The one order in which the bars of each symbol follow each other as those of days, weeks or months do; null where none
 * or several do.
 */
export function orderByDistance(
  { rows }: Table,
  { column, style, symbol }: DatedColumns,
  orders: readonly DateOrder[],
): DateOrder | null {
  const runs = new Map<string, DateParts[]>();
  for (const row of rows) {
    const parts = readDateCell(dateText(row[column] ?? "", style))?.parts;
    if (!parts) continue;
    const name = symbol < 0 ? "" : (row[symbol] ?? "");
    const run = runs.get(name);
    if (run) run.push(parts);
    else runs.set(name, [parts]);
  }
  const regular = orders.filter((order) => [...runs.values()].every((run) => isRegular(run, order)));
  const [only, ...others] = regular;
  return only !== undefined && others.length === 0 ? only : null;
}

/** True for days that run one way, nearly all as far apart as bars of one kind. */
function isRegular(run: readonly DateParts[], order: DateOrder): boolean {
  const days: number[] = [];
  for (const parts of run) {
    const day = dayOf(parts, order);
    if (day === null) return false;
    days.push(day);
  }
  const steps = days.slice(1).map((day, at) => day - (days[at] ?? 0));
  const isDown = steps.filter((step) => step < 0).length > steps.length / 2;
  const gaps = steps.filter((step) => step !== 0).map((step) => (isDown ? -step : step));
  if (gaps.length < LEAST_GAPS || gaps.some((gap) => gap < 0)) return false;
  const band = BANDS.find(
    ([from, to]) => gaps.filter((gap) => gap >= from && gap <= to).length >= MOST * gaps.length,
  );
  return band !== undefined && gaps.filter((gap) => gap > LONG_REST).length < 2;
}
