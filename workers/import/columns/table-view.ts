/** How a table was understood, as data for a person; and a person's own roles in place of what was understood. */
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
import type { Answers, ColumnRole, TableColumn, TableView } from "#workers/model/import-check.ts";
import { saidAbove } from "./above-table.ts";
import { dateColumn } from "./columns.ts";
import type { ColumnPlan, DateColumns } from "./columns.ts";
import type { Group } from "./table-columns.ts";
import { knownName } from "./header-names.ts";
import type { Table } from "../what/table.ts";

const MAX_COLUMNS = 200;
const SAMPLE_ROWS = 5;
const ROLE_OF_SLOT = new Map<number, ColumnRole>([
  [OPEN, "open"],
  [HIGH, "high"],
  [LOW, "low"],
  [CLOSE, "close"],
  [VOLUME, "volume"],
  [ADJ_CLOSE, "adjClose"],
  [MARKET_CAP, "marketCap"],
  [SHARES, "shares"],
]);

/** @param plan - null where the columns could not be told apart: then all are ignored */
export function viewTable(
  table: Table,
  plan: ColumnPlan | null,
  found: Pick<TableView, "dateOrder" | "decimal" | "symbolFrom">,
): TableView {
  const width = Math.min(
    MAX_COLUMNS,
    Math.max(table.header.length, ...table.rows.slice(0, 50).map((row) => row.length)),
  );
  const columns = Array.from({ length: width }, (_, index): TableColumn => {
    const title = table.header[index] ?? "";
    return { index, title, ...(plan ? roleOf(plan, index, title) : { role: "ignore", symbol: "" }) };
  });
  return {
    columns,
    sample: table.rows.slice(0, SAMPLE_ROWS).map((row) => row.slice(0, width)),
    sampleLine: table.firstDataLine,
    currency: saidAbove(table.above).currency,
    ...found,
  };
}

function roleOf(plan: ColumnPlan, index: number, title: string): Pick<TableColumn, "role" | "symbol"> {
  const { date, time, symbol, series, securityType, groups, isWide } = plan;
  if (date.type === "column" && date.column === index) return single("date");
  if (date.type === "parts") {
    if (date.year === index) return single("year");
    if (date.month === index) return single("month");
    if (date.day === index) return single("day");
  }
  if (time === index) return single("time");
  if (symbol === index) return single("symbol");
  if (series === index) return single("series");
  if (securityType === index) return single("securityType");
  for (const group of groups) {
    const slot = group.columns.indexOf(index);
    if (slot < 0) continue;
    if (isWide && slot === CLOSE && group.symbol === title) return { role: "instrument", symbol: title };
    return { role: ROLE_OF_SLOT.get(slot) ?? "ignore", symbol: group.symbol };
  }
  const name = knownName(title)?.role;
  return single(groups.length === 0 && (name === "name" || name === "sector") ? name : "ignore");
}

function single(role: ColumnRole): Pick<TableColumn, "role" | "symbol"> {
  return { role, symbol: "" };
}

/**
 * The columns as a person says they are; of two with one role the left one counts.
 *
 * @param understood - what the header says: a column stays of the instrument that it was of
 */
export function planByRoles(
  table: Table,
  understood: ColumnPlan | null,
  roles: NonNullable<Answers["columnRoles"]>,
): ColumnPlan {
  const given = Object.entries(roles).map(([index, role]) => [Number(index), role] as const);
  const column = (role: ColumnRole): number => given.find(([, one]) => one === role)?.[0] ?? -1;
  const groups = new Map<string, Int32Array>();
  const take = (symbol: string, slot: number, index: number): void => {
    const columns = groups.get(symbol) ?? new Int32Array(NUMBER_SLOTS).fill(-1);
    if (columns[slot] === -1) columns[slot] = index;
    groups.set(symbol, columns);
  };
  const symbol = column("symbol");
  for (const [index, role] of given) {
    const title = table.header[index] ?? "";
    if (role === "instrument") take(title, CLOSE, index);
    for (const [slot, ofSlot] of ROLE_OF_SLOT) {
      if (role === ofSlot) take(symbol >= 0 ? "" : instrumentOf(table, understood, index), slot, index);
    }
  }
  const priced = [...groups]
    .map(([name, columns]): Group => ({ symbol: name, columns }))
    .map(withAdjustedAsClose)
    .filter(({ columns }) => columns[CLOSE] !== -1);
  return {
    date: dateOf(table, column),
    time: column("time"),
    symbol,
    series: column("series"),
    securityType: column("securityType"),
    groups: priced,
    adjusted: column("close") < 0 && column("adjClose") >= 0,
    isWide: priced.length > 1 || column("instrument") >= 0,
    factColumns: (["name", "sector", "marketCap", "shares"] as const).filter((role) => column(role) >= 0)
      .length,
    unknown: [],
    late: [],
    note: "",
    guesses: [],
  };
}

/** The instrument that the header names for a column; "" for none. */
function instrumentOf({ tickers, header }: Table, understood: ColumnPlan | null, index: number): string {
  if (tickers.length > 0) return tickers[index] ?? "";
  const groups = (understood?.groups ?? []).filter(({ symbol }) => !header.includes(symbol));
  const [own] = groups.length === 1 ? groups : groups.filter(({ columns }) => columns.includes(index));
  return own?.symbol ?? "";
}

/** Adjusted closes are the prices where there are no others. */
function withAdjustedAsClose({ symbol, columns }: Group): Group {
  if (columns[CLOSE] !== -1) return { symbol, columns };
  const taken = columns.slice();
  taken[CLOSE] = columns[ADJ_CLOSE] ?? -1;
  taken[ADJ_CLOSE] = -1;
  return { symbol, columns: taken };
}

function dateOf(table: Table, column: (role: ColumnRole) => number): DateColumns {
  const [date, year, month, day] = [column("date"), column("year"), column("month"), column("day")];
  if (date >= 0) return dateColumn(table, date);
  if (year >= 0 && month >= 0 && day >= 0) return { type: "parts", year, month, day };
  return { type: "none" };
}
