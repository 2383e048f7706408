/** Which column is what, from the header and from what the first rows hold. */
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
import { dateStyle } from "./date-styles.ts";
import type { DateStyle } from "./date-styles.ts";
import { readDateCell, readTimeCell } from "./dates.ts";
import { isTicker, knownName, plainName, prefixedName, WEAK_RANK } from "./header-names.ts";
import type { KnownName, Role } from "./header-names.ts";
import { isNothing, looksNumeric } from "./numbers.ts";
import { findPartingColumn } from "./symbol-column.ts";
import type { Table } from "./table.ts";
import { wordedNames } from "./worded-names.ts";

/** One instrument's columns by slot of a row, -1 for none. */
export interface Group {
  /** "" where the header does not name it. */
  readonly symbol: string;
  readonly columns: Int32Array;
}

export type DateColumns =
  | { readonly type: "column"; readonly column: number; readonly style: DateStyle }
  | { readonly type: "parts"; readonly year: number; readonly month: number; readonly day: number }
  | { readonly type: "none" };

export interface ColumnPlan {
  readonly date: DateColumns;
  readonly time: number;
  readonly symbol: number;
  readonly series: number;
  readonly securityType: number;
  readonly groups: readonly Group[];
  /** True where the prices taken are adjusted ones, for want of others. */
  readonly adjusted: boolean;
  readonly isWide: boolean;
  /** What a list of instruments has: 0 for a table of prices. */
  readonly factColumns: number;
  /** What was taken for granted of a file without a header; "" otherwise. */
  readonly note: string;
  /** What was guessed from the figures alone and is asked; "" where the names say it. */
  readonly guess: string;
  /** Names of columns that nobody knows and that are not taken. */
  readonly unknown: readonly string[];
}

/** What a column holds is told by so many of its cells, spread over the first rows. */
const SHARE_ROWS = 200;
const FIAT =
  /^(?:USD|EUR|GBP|GBX|GBp|INR|JPY|CNY|CHF|CAD|AUD|HKD|SEK|NOK|DKK|KRW|BRL|ZAR|ZAc|TRY|SGD|PLN|CZK|HUF|RUB|SAR|ILS|ILA|MXN|TWD|THB|IDR|MYR|PHP|VND|NZD)$/;
const SLOT_OF_ROLE = new Map<Role, number>([
  ["open", OPEN],
  ["high", HIGH],
  ["low", LOW],
  ["close", CLOSE],
  ["volume", VOLUME],
  ["adjClose", ADJ_CLOSE],
  ["marketCap", MARKET_CAP],
  ["shares", SHARES],
]);
const ADJUSTED_NAMES = new Map<string, number>([
  ["adjopen", OPEN],
  ["adjustedopen", OPEN],
  ["openadj", OPEN],
  ["adjhigh", HIGH],
  ["adjustedhigh", HIGH],
  ["highadj", HIGH],
  ["adjlow", LOW],
  ["adjustedlow", LOW],
  ["lowadj", LOW],
  ["adjvolume", VOLUME],
  ["adjustedvolume", VOLUME],
]);

const HOLDING_NAMES: readonly string[] = [
  "weight",
  "weighting",
  "portfolioweight",
  "ofnetassets",
  "ofassets",
];
const NAMES_BESIDE_FIRST = new Map([
  ["first", "open"],
  ["open", "previous close"],
]);

export function planColumns(table: Table): ColumnPlan {
  const names = namesOf(table.header);
  const date = findDate(table, names);
  const dateAt = date.type === "column" ? date.column : -1;
  const known = names.map((name, at) => (at === dateAt ? null : name));
  const column = (role: Role): number => bestColumn(known, role);
  const symbol = findSymbol(table, known, dateAt);
  const series = column("series");
  const timeColumn = column("time");
  const hasTimes = timeColumn !== dateAt && share(table, timeColumn, (cell) => readTimeCell(cell) >= 0) > 0.8;
  const { groups, adjusted, isWide } = findGroups(table, known, { date: dateAt, symbol });
  return {
    date,
    time: hasTimes ? timeColumn : -1,
    symbol,
    series,
    securityType: column("securityType"),
    groups,
    adjusted,
    isWide,
    factColumns: (["name", "sector", "marketCap", "shares"] as const).filter((role) => column(role) >= 0)
      .length,
    unknown: unknownNames(table.header, names, groups, dateAt),
    note: "",
    guess: "",
  };
}

/** What each column is by its name; a bar's prices by the words in their names where no name is a price's. */
function namesOf(header: readonly string[]): readonly (KnownName | null)[] {
  const names = header.map(nameOfColumn(header));
  const hasClose = names.some((name) => name?.role === "close" && name.rank < WEAK_RANK);
  return hasClose || header.some((cell) => prefixedName(cell)) ? names : wordedNames(header, names);
}

/** Names of one Latin letter count where most of o, h, l, c, v are there; else they are tickers. */
function nameOfColumn(header: readonly string[]): (cell: string) => KnownName | null {
  const plain = new Set(header.map(plainName));
  // CoinGecko's volumes are money.
  if (plain.has("snappedat")) return (cell) => (plainName(cell) === "totalvolume" ? null : knownName(cell));
  // What a fund holds of a company is not its size.
  if (HOLDING_NAMES.some((name) => plain.has(name)))
    return (cell) => (plainName(cell) === "marketvalue" ? null : knownName(cell));
  // Tehran's open is yesterday's close, where the first trade has a column of its own.
  if (["first", "open", "last"].every((name) => plain.has(name)))
    return (cell) => knownName(NAMES_BESIDE_FIRST.get(plainName(cell)) ?? cell);
  const hasLetters = ["o", "h", "l", "c"].every((letter) => plain.has(letter));
  return (cell) => (hasLetters || !/^[a-z]$/.test(plainName(cell)) ? knownName(cell) : null);
}

/** The column with the surest name of a role, the leftmost of equals; -1 for none. */
function bestColumn(known: readonly (KnownName | null)[], role: Role): number {
  let best = -1;
  let bestRank = Infinity;
  for (const [at, name] of known.entries()) {
    if (name?.role === role && name.rank < bestRank) {
      best = at;
      bestRank = name.rank;
    }
  }
  return best;
}

/** How many of a column's cells that hold something fit, as a fraction; 0 for a column of nothing. */
export function share(table: Table, column: number, fits: (cell: string) => boolean): number {
  if (column < 0) return 0;
  const step = Math.max(1, Math.floor(table.rows.length / SHARE_ROWS));
  let cells = 0;
  let fitting = 0;
  for (let at = 0; at < table.rows.length; at += step) {
    const cell = table.rows[at]?.[column] ?? "";
    if (isNothing(cell)) continue;
    cells++;
    if (fits(cell)) fitting++;
  }
  return cells === 0 ? 0 : fitting / cells;
}

/** The column as that of the dates, with the style of its cells. */
export function dateColumn({ rows, header }: Table, column: number): DateColumns {
  return {
    type: "column",
    column,
    style: dateStyle(
      rows.map((row) => row[column] ?? ""),
      header,
    ),
  };
}

function findDate(table: Table, known: readonly (KnownName | null)[]): DateColumns {
  const dateShare = (column: number): number => share(table, column, (cell) => readDateCell(cell) !== null);
  const named = [...known.entries()]
    .filter(([, name]) => name?.role === "date")
    .toSorted(([, a], [, b]) => (a?.rank ?? 0) - (b?.rank ?? 0))
    .map(([at]) => at);
  const [year, month, day] = (["year", "month", "day"] as const).map((role) => bestColumn(known, role));
  const dayColumn =
    day !== undefined && day >= 0 ? day : table.header.findIndex((cell) => plainName(cell) === "day");
  if (year !== undefined && month !== undefined && year >= 0 && month >= 0 && dayColumn >= 0) {
    return { type: "parts", year, month, day: dayColumn };
  }
  const isStyled = (column: number): boolean => {
    const found = dateColumn(table, column);
    return found.type === "column" && found.style !== "as-written";
  };
  const fit =
    named.find((column) => dateShare(column) >= 0.5 || isStyled(column)) ??
    named.find((column) => dateShare(column) > 0);
  if (fit !== undefined) return dateColumn(table, fit);
  const time = bestColumn(known, "time");
  if (time >= 0 && dateShare(time) >= 0.5) return dateColumn(table, time);
  const byContent = table.header.findIndex((_, column) => {
    const isOpenName = !known[column] || known[column].rank >= WEAK_RANK;
    return isOpenName && dateShare(column) >= 0.9 && share(table, column, looksNumeric) < 0.5;
  });
  if (byContent >= 0) return dateColumn(table, byContent);
  const compact = table.header.findIndex((_, column) => !known[column] && dateShare(column) >= 0.9);
  const first = compact >= 0 ? compact : named[0];
  return first === undefined ? { type: "none" } : dateColumn(table, first);
}

function findSymbol(table: Table, known: readonly (KnownName | null)[], dateAt: number): number {
  const named = [...known.entries()]
    .filter(
      ([at, name]) => name?.role === "symbol" && !isPriceCurrency(table, at) && !hasFractions(table, at),
    )
    .toSorted(([, a], [, b]) => (a?.rank ?? 0) - (b?.rank ?? 0));
  const [first] = named;
  if (first) return first[0];
  const name = bestColumn(known, "name");
  return name >= 0 && share(table, name, isLetteredTicker) === 1
    ? name
    : findPartingColumn(table, known, dateAt);
}

/** Numbers alone are a vendor's key, not a name. */
function isLetteredTicker(cell: string): boolean {
  return isTicker(cell.trim()) && /[A-Z]/.test(cell);
}

function isPriceCurrency(table: Table, column: number): boolean {
  return (
    plainName(table.header[column] ?? "") === "currency" &&
    share(table, column, (cell) => FIAT.test(cell.trim())) === 1
  );
}

/** COIN is a word for a symbol, and a ticker over a column of prices. */
function hasFractions(table: Table, column: number): boolean {
  return share(table, column, (cell) => /^\$?\d+[.,]\d+$/.test(cell.trim())) > 0.5;
}

interface Groups {
  readonly groups: readonly Group[];
  readonly adjusted: boolean;
  readonly isWide: boolean;
}

interface KeyColumns {
  readonly date: number;
  readonly symbol: number;
}

function findGroups(table: Table, known: readonly (KnownName | null)[], keys: KeyColumns): Groups {
  if (table.tickers.length > 0)
    return groupsBySymbol(table.header.map((_, at) => [table.tickers[at] ?? "", known[at] ?? null]));
  const single = groupOf("", known);
  // A wide table may have an instrument that is called LAST or NAV.
  const weakClose = (known[single.columns[CLOSE] ?? -1]?.rank ?? 0) >= WEAK_RANK;
  const wide = keys.symbol >= 0 ? [] : wideGroups(table, known, keys.date);
  if (single.columns[CLOSE] !== -1 && !(weakClose && wide.length > 1)) {
    return { groups: [single], adjusted: false, isWide: false };
  }
  const prefixed = groupsBySymbol(
    table.header.map((cell, at) => {
      const found = at === keys.date ? null : prefixedName(cell);
      return [found?.symbol ?? "", found?.name ?? null];
    }),
  );
  if (prefixed.groups.length > 0) return prefixed;
  if (single.columns[ADJ_CLOSE] !== -1)
    return { groups: [adjustedOnly(table.header, single)], adjusted: true, isWide: false };
  return { groups: wide, adjusted: false, isWide: wide.length > 0 };
}

/** Only adjusted prices: they are the prices. */
function adjustedOnly(header: readonly string[], { columns }: Group): Group {
  const taken = columns.slice();
  taken[CLOSE] = columns[ADJ_CLOSE] ?? -1;
  taken[ADJ_CLOSE] = -1;
  for (const [column, cell] of header.entries()) {
    const slot = ADJUSTED_NAMES.get(plainName(cell));
    if (slot !== undefined && taken[slot] === -1) taken[slot] = column;
  }
  return { symbol: "", columns: taken };
}

function groupOf(symbol: string, names: readonly (KnownName | null)[]): Group {
  const columns = new Int32Array(NUMBER_SLOTS).fill(-1);
  for (const [role, slot] of SLOT_OF_ROLE) columns[slot] = bestColumn(names, role);
  return { symbol, columns };
}

/** Instruments that header cells name, with those of their fields that have a close. */
function groupsBySymbol(cells: readonly (readonly [symbol: string, name: KnownName | null])[]): Groups {
  const symbols = new Set(cells.map(([symbol]) => symbol).filter((symbol) => symbol !== ""));
  let adjusted = false;
  const groups: Group[] = [];
  for (const symbol of symbols) {
    const group = groupOf(
      symbol,
      cells.map(([of, name]) => (of === symbol ? name : null)),
    );
    if (group.columns[CLOSE] === -1 && group.columns[ADJ_CLOSE] !== -1) {
      adjusted = true;
      groups.push(adjustedOnly([], group));
    } else if (group.columns[CLOSE] !== -1) {
      groups.push(group);
    }
  }
  return { groups, adjusted, isWide: groups.length > 1 };
}

/** A close for each column of numbers that a ticker heads. */
function wideGroups(table: Table, known: readonly (KnownName | null)[], dateAt: number): Group[] {
  const groups: Group[] = [];
  for (const [column, cell] of table.header.entries()) {
    const role = known[column]?.role;
    if (column === dateAt || !isTicker(cell) || role === "known" || role === "date") continue;
    if (share(table, column, looksNumeric) < 0.9) continue;
    const columns = new Int32Array(NUMBER_SLOTS).fill(-1);
    columns[CLOSE] = column;
    groups.push({ symbol: cell, columns });
  }
  return groups;
}

function unknownNames(
  header: readonly string[],
  names: readonly (KnownName | null)[],
  groups: readonly Group[],
  dateAt: number,
): string[] {
  const taken = new Set(groups.flatMap(({ columns }) => [...columns]));
  return header.filter((cell, at) => cell !== "" && at !== dateAt && !names[at] && !taken.has(at));
}
